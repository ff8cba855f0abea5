import { locateWith, type Route, serve, toRef } from '#platform/http/route.ts'
import { refuseMissingComment } from './comments.ts'
import type { Permission } from './contract.ts'
import { type GuestPlan, type PlanPermission, planReviewContract } from './contract-plans.ts'
import { type ReviewLinks, toRequester } from './links.ts'
import { type PlanComments, refuseMissingPlan } from './plan-comments.ts'

type Dependencies = {
  links: ReviewLinks<GuestPlan, { page: number; limit: number }>
  comments: PlanComments
  locatePlan(workspaceIds: string[], id: string): Promise<string | null>
}

/** Links of plans show no brief, and let nobody write. */
const toPlanLink = <L extends { may: Permission; brief: boolean }>({ brief: _, ...link }: L) => ({
  ...link,
  may: link.may as PlanPermission,
})

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
      async (call, { _id, ...input }) => ({
        share: toPlanLink(await links.share(toRequester(call), toRef(call, _id), input)),
      }),
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
    serve(
      planReviewContract.sharing,
      async (call, { _id }) => {
        const share = await links.find(toRef(call, _id))
        return { share: share && toPlanLink(share) }
      },
      byId,
    ),
    serve(planReviewContract.open, async (_call, input) => {
      const { id, content, ...opened } = await links.open(input)
      return { plan_id: id, plan: content, ...toPlanLink(opened) }
    }),
    serve(
      planReviewContract.addComment,
      async (call, { plan_id, ...input }) => ({ comment: await comments.add(call, plan_id, input) }),
      ofPlan,
    ),
    serve(planReviewContract.comments, (call, { plan_id, ...filter }) => comments.list(call, plan_id, filter), ofPlan),
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
