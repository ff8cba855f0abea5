import { type Route, serve, serveFile, type UserCall } from '#platform/http.ts'
import { apiKeysContract, openApiContract } from './contract.ts'
import type { ApiKeys } from './service.ts'

const by = (call: UserCall) => ({ actor: call.actor, address: call.clientAddress })

export function apiKeysRoutes(keys: ApiKeys): Route[] {
  return [
    serve(apiKeysContract.add, (call, { workspace_id, ...input }) => keys.add(by(call), workspace_id, input)),
    serve(apiKeysContract.list, (_call, { workspace_id }) => keys.list(workspace_id)),
    serve(
      apiKeysContract.remove,
      async (call, { _id }) => {
        await keys.remove(by(call), call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => keys.locate(workspaceIds, _id) },
    ),
  ]
}

/** The document is made when first asked for, and kept: the routes of a process do not change. */
export function openApiRoutes(describe: () => object): Route[] {
  let kept: string | null = null
  return [
    serveFile(openApiContract.document, async () => {
      kept ??= JSON.stringify(describe())
      return new Response(kept, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
    }),
  ]
}
