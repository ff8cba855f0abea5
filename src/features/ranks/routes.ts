import { locateWith, type Route, serve, toRef } from '#platform/http/route.ts'
import { ranksContract } from './contract.ts'
import type { Ranks } from './service.ts'

export function ranksRoutes(ranks: Ranks): Route[] {
  const { byId } = locateWith(ranks.locate)
  return [
    serve(ranksContract.add, (call, input) => ranks.add(call.actor.userId, input, call.storeResponse)),
    serve(ranksContract.list, (_call, { workspace_id, ...paging }) => ranks.list(workspace_id, paging)),
    serve(ranksContract.single, (call, { _id, ...input }) => ranks.single(toRef(call, _id), input), byId),
    serve(ranksContract.run, async (call, { _id }) => ({ tracker: await ranks.run(toRef(call, _id)) }), byId),
    serve(
      ranksContract.status,
      async (call, { _id, status }) => ({ tracker: await ranks.setStatus(toRef(call, _id), status) }),
      byId,
    ),
    serve(
      ranksContract.delete,
      async (call, { _id }) => {
        await ranks.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
  ]
}
