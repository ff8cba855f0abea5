import { locateWith, type Route, serve, serveFile, toRef, toRequester } from '#platform/http/route.ts'
import { dataFeedsContract } from './contract.ts'
import type { DataFeeds } from './service.ts'

export function dataFeedsRoutes(feeds: DataFeeds): Route[] {
  const { byId } = locateWith(feeds.locate)
  return [
    serve(dataFeedsContract.add, (call, { workspace_id, ...input }) =>
      feeds.add(toRequester(call), workspace_id, input),
    ),
    serve(dataFeedsContract.list, (_call, { workspace_id }) => feeds.list(workspace_id)),
    serve(
      dataFeedsContract.remove,
      async (call, { _id }) => {
        await feeds.remove(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serveFile(dataFeedsContract.read, (_call, { token, file }) => feeds.read(token, file)),
  ]
}
