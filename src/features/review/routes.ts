import type { Documents } from '#features/ai-content/service.ts'
import type { UserCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, toRef } from '#platform/http/route.ts'
import { reviewContract } from './contract.ts'
import type { Requester, ReviewLinks } from './links.ts'

const toRequester = ({ actor, clientAddress }: UserCall): Requester => ({
  userId: actor.userId,
  email: actor.email,
  address: clientAddress,
})

export function reviewRoutes({ links, documents }: { links: ReviewLinks; documents: Documents }): Route[] {
  const { byId } = locateWith(documents.locate)
  return [
    serve(
      reviewContract.share,
      async (call, { _id, ...input }) => ({ share: await links.share(toRequester(call), toRef(call, _id), input) }),
      byId,
    ),
    serve(
      reviewContract.unshare,
      async (call, { _id }) => {
        await links.unshare(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(reviewContract.sharing, async (call, { _id }) => ({ share: await links.find(toRef(call, _id)) }), byId),
    serve(reviewContract.open, (_call, input) => links.open(input)),
  ]
}
