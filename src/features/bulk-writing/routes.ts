import type { UserCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveEvents, toRef } from '#platform/http/route.ts'
import { bulkWritingContract } from './contract.ts'
import type { Batches } from './service.ts'

export function bulkWritingRoutes(batches: Batches): Route[] {
  const { byId, byPath } = locateWith(batches.locate)
  const by = ({ actor, clientAddress }: UserCall) => ({
    userId: actor.userId,
    email: actor.email,
    address: clientAddress,
  })
  return [
    serve(bulkWritingContract.create, (call, input) => batches.create(by(call), input, call.storeResponse)),
    serve(bulkWritingContract.find, (_call, { workspace_id, ...filter }) => batches.find(workspace_id, filter)),
    serve(bulkWritingContract.get, async (call, { _id }) => ({ batch: await batches.get(toRef(call, _id)) }), byId),
    serve(bulkWritingContract.pause, (call, { _id }) => batches.pause(by(call), toRef(call, _id)), byId),
    serve(
      bulkWritingContract.resume,
      (call, { _id, budget_usd }) => batches.resume(by(call), toRef(call, _id), budget_usd),
      byId,
    ),
    serve(bulkWritingContract.cancel, (call, { _id }) => batches.cancel(by(call), toRef(call, _id)), byId),
    serve(
      bulkWritingContract.retry,
      (call, { _id, item_ids }) => batches.retry(by(call), toRef(call, _id), item_ids),
      byId,
    ),
    serveEvents(
      bulkWritingContract.events,
      async (call, { id }) =>
        (send, signal) =>
          batches.follow(toRef(call, id), send, signal),
      byPath,
    ),
  ]
}
