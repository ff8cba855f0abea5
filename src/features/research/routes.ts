import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { researchContract } from './contract.ts'
import type { Research } from './service.ts'

export function researchRoutes(research: Research): Route[] {
  const { byId, byPath } = locateWith(research.locate)
  return [
    serve(researchContract.trends, (call, input) => research.trends(call.actor.userId, input, call.storeResponse)),
    serve(researchContract.volumes, (call, input) => research.volumes(call.actor.userId, input, call.storeResponse)),
    serve(researchContract.history, (call, query) => research.history(call.workspace.workspaceId, query)),
    serve(researchContract.get, (call, { _id }) => research.get(toRef(call, _id)), byId),
    serve(
      researchContract.remove,
      async (call, { _id }) => {
        await research.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(researchContract.sources, (call) =>
      research.listSources(call.workspace.workspaceId, call.actor.staff && !call.actor.key),
    ),
    serveFile(researchContract.export, (call, { id, format }) => research.file(toRef(call, id), format), byPath),
  ]
}
