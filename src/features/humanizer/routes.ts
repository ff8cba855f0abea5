import { locateWith, type Route, serve, serveEvents } from '#platform/http/route.ts'
import { humanizerContract } from './contract.ts'
import type { Humanizer } from './service.ts'

export function humanizerRoutes(humanizer: Humanizer): Route[] {
  const { byId } = locateWith(humanizer.locate)
  return [
    serveEvents(humanizerContract.humanize, (call, { workspace_id, ...input }) =>
      humanizer.begin(call.actor.userId, workspace_id, input),
    ),
    serve(humanizerContract.find, (_call, { workspace_id, ...paging }) => humanizer.find(workspace_id, paging)),
    serve(
      humanizerContract.single,
      async (call, { _id }) => ({ run: await humanizer.single({ workspaceId: call.workspace.workspaceId, id: _id }) }),
      byId,
    ),
    serve(
      humanizerContract.delete,
      async (call, { _id }) => {
        await humanizer.delete({ workspaceId: call.workspace.workspaceId, id: _id })
        return {}
      },
      byId,
    ),
  ]
}
