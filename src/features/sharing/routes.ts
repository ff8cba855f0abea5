import type { Reports } from '#features/reports/service.ts'
import { type Route, serve, type WorkspaceCall } from '#platform/http.ts'
import { sharingContract } from './contract.ts'
import type { Sharing } from './service.ts'

export function sharingRoutes({ sharing, reports }: { sharing: Sharing; reports: Reports }): Route[] {
  const byId = { locate: (input: { _id: string }, workspaceIds: string[]) => reports.locate(workspaceIds, input._id) }
  const toRef = (call: WorkspaceCall, id: string) => ({ workspaceId: call.workspace.workspaceId, id })
  return [
    serve(
      sharingContract.share,
      async (call, { _id, ...input }) => ({ share: await sharing.share(call.actor.userId, toRef(call, _id), input) }),
      byId,
    ),
    serve(
      sharingContract.unshare,
      async (call, { _id }) => {
        await sharing.unshare(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(sharingContract.sharing, async (call, { _id }) => ({ share: await sharing.find(toRef(call, _id)) }), byId),
    serve(sharingContract.open, (_call, input) => sharing.open(input)),
  ]
}
