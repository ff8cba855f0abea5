import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { type PlanComment, planReviewContract } from '../contract-plans.ts'
import { CommentForm, CommentList } from './comment-list.tsx'
import { loadAll } from './load-all.ts'
import { useComments } from './use-comments.ts'

export type PlanCommentsProps = {
  planId: string
  /** Comments on one item alone; without it, all of the plan, each with a link to its item. */
  itemId?: string
}

/** Comments on a plan or one of its items. */
export default function PlanComments({ planId, itemId }: PlanCommentsProps) {
  const subject = { plan_id: planId, ...(itemId ? { item_id: itemId } : {}) }
  const comments = useComments<PlanComment>(itemId ?? planId, {
    load: () => loadAll((paging) => api(planReviewContract.comments, { ...subject, ...paging })),
    resolve: (_id, resolved) => api(planReviewContract.resolveComment, { _id, resolved }),
  })
  return (
    <CommentList
      id="plan-comments"
      headingClass="heading mb-2"
      className="max-w-200"
      comments={comments}
      about={({ plan_id, item_id, item_title }) =>
        itemId === undefined &&
        item_title !== '' && (
          <p className="text-xs [overflow-wrap:anywhere]">
            {item_id ? (
              <Link href={`/app/plan/${plan_id}/${item_id}`} className="link">
                {item_title}
              </Link>
            ) : (
              <span className="text-ink-3">
                {item_title} <span className="block">This item isn’t in the plan anymore.</span>
              </span>
            )}
          </p>
        )
      }
      form={(thread, onSaved) => (
        <CommentForm
          endpoint={planReviewContract.addComment}
          isReply={thread !== null}
          getInput={(entered) =>
            thread ? { plan_id: planId, parent_id: thread._id, ...entered } : { ...subject, ...entered }
          }
          onSaved={onSaved}
        />
      )}
    />
  )
}
