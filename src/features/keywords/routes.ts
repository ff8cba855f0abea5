import { type Route, serve } from '#platform/http.ts'
import { importsContract } from './contract.ts'
import type { Keywords } from './service.ts'

export function importsRoutes(keywords: Keywords): Route[] {
  return [
    serve(importsContract.add, async (call, { file, kind }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return {
        import: await keywords.add(call.workspace.workspaceId, call.actor.userId, { name: file.name, bytes, kind }),
      }
    }),
    serve(importsContract.list, (call, { page, limit }) => keywords.list(call.workspace.workspaceId, { page, limit })),
    serve(
      importsContract.delete,
      async (call, { _id }) => {
        await keywords.delete(call.workspace.workspaceId, _id)
        return {}
      },
      { locate: ({ _id }, workspaceIds) => keywords.locate(workspaceIds, _id) },
    ),
  ]
}
