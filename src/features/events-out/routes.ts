import { locateWith, type Route, serve, toRef, toRequester } from '#platform/http/route.ts'
import { eventsOutContract } from './contract.ts'
import type { EventsOut } from './service.ts'

export function eventsOutRoutes(events: EventsOut): Route[] {
  const { byId } = locateWith(events.locate)
  return [
    serve(eventsOutContract.add, (call, input) => events.add(toRequester(call), input, call.storeResponse)),
    serve(eventsOutContract.list, (_call, { workspace_id }) => events.list(workspace_id)),
    serve(
      eventsOutContract.update,
      (call, { _id, ...change }) => events.update(toRequester(call), toRef(call, _id), change),
      byId,
    ),
    serve(
      eventsOutContract.remove,
      async (call, { _id }) => {
        await events.remove(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(eventsOutContract.test, async (call, { _id }) => ({ delivery: await events.test(toRef(call, _id)) }), byId),
    serve(
      eventsOutContract.deliveries,
      (call, { _id, ...paging }) => events.deliveries(toRef(call, _id), paging),
      byId,
    ),
    serve(
      eventsOutContract.replay,
      async (call, { _id }) => ({ delivery: await events.replay(toRef(call, _id)) }),
      locateWith(events.locateDelivery).byId,
    ),
  ]
}
