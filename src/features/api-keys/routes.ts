import { type Route, serve, serveFile, toRequester } from '#platform/http/route.ts'
import { apiKeysContract, openApiContract } from './contract.ts'
import type { ApiKeys } from './service.ts'

export function apiKeysRoutes(keys: ApiKeys): Route[] {
  return [
    serve(apiKeysContract.add, (call, { workspace_id, ...input }) =>
      keys.add(toRequester(call), workspace_id, input, call.storeResponse),
    ),
    serve(apiKeysContract.list, (_call, { workspace_id }) => keys.list(workspace_id)),
    serve(
      apiKeysContract.remove,
      async (call, { _id }) => {
        await keys.remove(toRequester(call), call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => keys.locate(workspaceIds, _id) },
    ),
  ]
}

/** Builds the OpenAPI document on the first request and caches it, because routes don't change while a process runs. */
export function openApiRoutes(describe: () => Record<string, unknown>): Route[] {
  let made: Record<string, unknown> | null = null
  let text: string | null = null
  const document = () => {
    made ??= describe()
    return made
  }
  return [
    serveFile(openApiContract.document, async () => {
      text ??= JSON.stringify(document())
      return new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
    }),
    serve(openApiContract.reference, async () => ({ document: document() })),
  ]
}
