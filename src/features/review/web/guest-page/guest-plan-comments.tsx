import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDateTime, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { maxCommentLength } from '../../contract-comments.ts'
import type { GuestPlan, PlanComment } from '../../contract-plans.ts'
import { toThreads } from '../../rules/comment-threads.ts'
import { GuestNameField } from './guest-name-field.tsx'
import type { RefusedPlanComment } from './plan-form.ts'

type GuestPlanCommentsProps = {
  planId: string
  plan: GuestPlan
  comments: PlanComment[]
  /** Id of the item whose Comment link was followed. Empty: the whole plan. */
  itemId: string
  guestName: string
  refused: RefusedPlanComment | null
}

type Forms = Omit<GuestPlanCommentsProps, 'comments'>

/** What members and guests said of the plan and its items, and plain forms to add to it. */
export function GuestPlanComments({ comments, ...forms }: GuestPlanCommentsProps) {
  const threads = toThreads(comments)
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  return (
    <section id="comments" lang="en" aria-labelledby="comments-heading" className="mt-12 border-line border-t pt-5">
      <h2 id="comments-heading" className="subheading">
        {open.length === 0 ? 'Comments' : plural(open.length, 'comment')}
      </h2>
      {open.length === 0 && <p className="mt-2 text-ink-2">No open comments.</p>}
      <ol className="mt-2 grid gap-4">
        {open.map((thread) => (
          <Thread key={thread.first._id} {...thread} {...forms} />
        ))}
      </ol>
      {resolved.length > 0 && (
        <details className="mt-4">
          <summary className="text-ink-2 text-s">{plural(resolved.length, 'resolved comment')}</summary>
          <ol className="mt-2 grid gap-4">
            {resolved.map((thread) => (
              <Thread key={thread.first._id} {...thread} {...forms} />
            ))}
          </ol>
        </details>
      )}
      <h3 id="comment-form" className="mt-8 font-[600]">
        Add a comment
      </h3>
      <CommentForm {...forms} parentId="" />
    </section>
  )
}

function Thread({ first, replies, ...forms }: { first: PlanComment; replies: PlanComment[] } & Forms) {
  const isRefused = forms.refused?.planEntry.parent_id === first._id
  return (
    <li id={`comment-${first._id}`} className="rounded-l border border-line-2 px-4 py-3 target:border-accent">
      <CommentText comment={first} />
      {replies.length > 0 && (
        <ol className="mt-3 grid gap-3 border-line border-s-2 ps-3">
          {replies.map((reply) => (
            <li key={reply._id} id={`comment-${reply._id}`}>
              <CommentText comment={reply} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <details open={isRefused} className="grow">
          <summary className="text-ink-2 text-s">Reply</summary>
          <CommentForm {...forms} parentId={first._id} />
        </details>
        {forms.guestName !== '' && (
          <form method="post">
            <input type="hidden" name="resolve_on_plan" value={first._id} />
            <input type="hidden" name="resolved" value={String(first.resolved_at === null)} />
            <input type="hidden" name="guest_name" value={forms.guestName} />
            <Button type="submit" size="s">
              {first.resolved_at === null ? 'Resolve' : 'Reopen'}
            </Button>
          </form>
        )}
      </div>
    </li>
  )
}

function CommentText({ comment }: { comment: PlanComment }) {
  const { author, created_at, item_title, text, orphaned, resolved_by } = comment
  return (
    <>
      <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
        <b className="font-[600] text-ink-2">{author.name}</b> · {formatDateTime(created_at)} UTC
        {resolved_by !== null && ` · Resolved by ${resolved_by}`}
      </p>
      {item_title !== '' && (
        <p className="mt-1.5 text-ink-2 text-s [overflow-wrap:anywhere]">
          About: <span dir="auto">{item_title}</span>
          {orphaned && <span className="block text-ink-3 text-xs">This item isn’t in the plan anymore.</span>}
        </p>
      )}
      <p dir="auto" className="mt-1.5 whitespace-pre-line text-s [overflow-wrap:anywhere]">
        {text}
      </p>
    </>
  )
}

function CommentForm({ planId, plan, itemId, guestName, refused, parentId }: Forms & { parentId: string }) {
  const mine = refused?.planEntry.parent_id === parentId ? refused : null
  const error = (name: string) => (mine?.field === name ? mine.error : undefined)
  const isReply = parentId !== ''
  const isKnown = plan.items.some(({ _id }) => _id === itemId)
  return (
    <form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name="comment_on_plan" value={planId} />
      <input type="hidden" name="parent_id" value={parentId} />
      {mine && !['guest_name', 'item_id', 'text'].includes(mine.field ?? '') && <ErrorNote>{mine.error}</ErrorNote>}
      <GuestNameField error={error('guest_name')} name={mine?.planEntry.guest_name ?? guestName} />
      {!isReply && (
        <Field label="About" error={error('item_id')}>
          <Select
            name="item_id"
            defaultValue={mine?.planEntry.item_id ?? (isKnown ? itemId : '')}
            options={[
              { value: '', label: 'The whole plan' },
              ...plan.items.map(({ _id, title }) => ({ value: _id, label: title })),
            ]}
          />
        </Field>
      )}
      <Field label={isReply ? 'Reply' : 'Comment'} required error={error('text')}>
        <Textarea
          name="text"
          dir="auto"
          rows={4}
          maxLength={maxCommentLength}
          defaultValue={mine?.planEntry.text ?? ''}
        />
      </Field>
      <Button type="submit" variant={isReply ? undefined : 'solid'} className="justify-self-start" data-busy="Sending…">
        {isReply ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
