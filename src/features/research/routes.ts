import { type Route, serve, serveFile } from '#platform/http.ts'
import { researchContract } from './contract.ts'
import type { Research } from './service.ts'

export function researchRoutes(research: Research): Route[] {
  const toRef = (call: { workspace: { workspaceId: string } }, id: string) => ({
    workspaceId: call.workspace.workspaceId,
    id,
  })
  const byId = { locate: ({ _id }: { _id: string }, workspaceIds: string[]) => research.locate(workspaceIds, _id) }
  return [
    serve(researchContract.trends, (call, input) => research.trends(call.actor.userId, input, call.keepAnswer)),
    serve(researchContract.volumes, (call, input) => research.volumes(call.actor.userId, input, call.keepAnswer)),
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
    serveFile(researchContract.export, (call, { id, format }) => research.file(toRef(call, id), format), {
      locate: ({ id }, workspaceIds) => research.locate(workspaceIds, id),
    }),
  ]
}
