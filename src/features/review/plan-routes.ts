import { locateWith, type Route, serve, toRef } from '#platform/http/route.ts'
import { refuseMissingComment } from './comments.ts'
import { planReviewContract } from './contract-plans.ts'
import { toRequester } from './links.ts'
import type { PlanComments } from './plan-comments.ts'
import { refuseMissingPlan } from './plan-comments.ts'
import type { PlanLinks } from './plan-links.ts'

type Dependencies = {
  links: PlanLinks
  comments: PlanComments
  locatePlan(workspaceIds: string[], id: string): Promise<string | null>
}

export function planReviewRoutes({ links, comments, locatePlan }: Dependencies): Route[] {
  const { byId } = locateWith(locatePlan)
  const ofPlan = {
    locate: (input: { plan_id: string }, workspaceIds: string[]) => locatePlan(workspaceIds, input.plan_id),
    async guest(token: string, { plan_id, pass }: { plan_id: string; pass?: string | undefined }) {
      const guest = await links.admit(token, pass)
      if (guest && guest.subjectId !== plan_id) refuseMissingPlan()
      return guest
    },
  }
  return [
    serve(
      planReviewContract.share,
      async (call, { _id, ...input }) => ({ share: await links.share(toRequester(call), toRef(call, _id), input) }),
      byId,
    ),
    serve(
      planReviewContract.unshare,
      async (call, { _id }) => {
        await links.unshare(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(planReviewContract.sharing, async (call, { _id }) => ({ share: await links.find(toRef(call, _id)) }), byId),
    serve(planReviewContract.open, (_call, input) => links.open(input)),
    serve(planReviewContract.addComment, async (call, input) => ({ comment: await comments.add(call, input) }), ofPlan),
    serve(planReviewContract.comments, (call, input) => comments.list(call, input), ofPlan),
    serve(
      planReviewContract.resolveComment,
      async (call, input) => ({ comment: await comments.resolve(call, input) }),
      {
        locate: ({ _id }, workspaceIds) => comments.locate(workspaceIds, _id),
        async guest(token, { _id, pass }) {
          const guest = await links.admit(token, pass)
          const comment = guest && (await comments.find({ workspaceId: guest.workspaceId, id: _id }))
          if (guest && comment?.plan_id !== guest.subjectId) refuseMissingComment()
          return guest
        },
      },
    ),
  ]
}
