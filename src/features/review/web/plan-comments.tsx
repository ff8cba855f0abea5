import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type PlanComment, planReviewContract } from '../contract-plans.ts'
import { toThreads } from '../rules/comment-threads.ts'
import { CommentText } from './comment-text.tsx'
import { reviewErrorTexts } from './error-texts.ts'

export type PlanCommentsProps = {
  planId: string
  /** Comments on one item alone; without it, all of the plan, each with a link to its item. */
  itemId?: string
}

const pageSize = 100

async function loadAll({ planId, itemId }: PlanCommentsProps): Promise<PlanComment[]> {
  const items: PlanComment[] = []
  for (let page = 1; ; page++) {
    const found = await api(planReviewContract.comments, {
      ...{ plan_id: planId, page, limit: pageSize },
      ...(itemId ? { item_id: itemId } : {}),
    })
    items.push(...found.items)
    if (found.items.length < pageSize || items.length >= found.total) return items
  }
}

/** What members and guests of the review link said of a plan or one of its items, and a form to add to it. */
export default function PlanComments({ planId, itemId }: PlanCommentsProps) {
  const [comments, setComments] = useState<PlanComment[] | null>(null)
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async () => {
    const request = ++latest.current
    const items = await loadAll(itemId ? { planId, itemId } : { planId })
    if (request === latest.current) setComments(items)
  }
  const load = () => run(show)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a plan or item, and whenever its reader comes back to the window
  useEffect(() => {
    void load()
    const onFocus = () => void load()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [planId, itemId])
  if (!comments)
    return error ? (
      <section aria-label="Comments">
        <CallError
          error={error}
          texts={reviewErrorTexts}
          action={
            <Button size="s" onClick={() => void load()}>
              Try again
            </Button>
          }
        />
      </section>
    ) : null
  const threads = toThreads(comments)
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  const resolve = (comment: PlanComment, isResolved: boolean) =>
    run(async () => {
      await api(planReviewContract.resolveComment, { _id: comment._id, resolved: isResolved })
      await show()
    })
  const line = (thread: (typeof threads)[number]) => (
    <Thread
      key={thread.first._id}
      {...thread}
      busy={busy}
      isItemShown={itemId === undefined}
      onResolve={(isResolved) => void resolve(thread.first, isResolved)}
      reply={<CommentForm planId={planId} parentId={thread.first._id} onSaved={() => void load()} />}
    />
  )
  return (
    <section aria-labelledby="plan-comments" className="max-w-200">
      <h2 id="plan-comments" className="heading mb-2">
        {open.length === 0 ? 'Comments' : plural(open.length, 'open comment')}
      </h2>
      <CallError error={error} texts={reviewErrorTexts} />
      {open.length > 0 && <ul>{open.map(line)}</ul>}
      {resolved.length > 0 && (
        <Disclosure summary={plural(resolved.length, 'resolved comment')}>
          <ul>{resolved.map(line)}</ul>
        </Disclosure>
      )}
      <Disclosure summary="Add a comment">
        <CommentForm planId={planId} {...(itemId ? { itemId } : {})} onSaved={() => void load()} />
      </Disclosure>
    </section>
  )
}

type ThreadProps = {
  first: PlanComment
  replies: PlanComment[]
  busy: boolean
  isItemShown: boolean
  onResolve(isResolved: boolean): void
  reply: React.ReactNode
}

function Thread({ first, replies, busy, isItemShown, onResolve, reply }: ThreadProps) {
  const isOpen = first.resolved_at === null
  return (
    <li className="border-line border-b py-2 last:border-0">
      {isItemShown && first.item_title !== '' && (
        <p className="text-xs [overflow-wrap:anywhere]">
          {first.item_id ? (
            <Link href={`/app/plan/${first.plan_id}/${first.item_id}`} className="link">
              {first.item_title}
            </Link>
          ) : (
            <span className="text-ink-3">
              {first.item_title} <span className="block">This item isn’t in the plan anymore.</span>
            </span>
          )}
        </p>
      )}
      <CommentText comment={first} />
      {replies.length > 0 && (
        <ul className="mt-1 border-line border-s-2 ps-2.5">
          {replies.map((each) => (
            <li key={each._id} className="mt-1.5">
              <CommentText comment={each} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-1.5 flex flex-wrap items-start justify-between gap-2">
        <Disclosure summary="Reply" className="grow">
          {reply}
        </Disclosure>
        <Button
          size="s"
          disabled={busy}
          aria-label={`${isOpen ? 'Resolve' : 'Reopen'} comment of ${first.author.name}`}
          onClick={() => onResolve(isOpen)}
        >
          {isOpen ? 'Resolve' : 'Reopen'}
        </Button>
      </div>
    </li>
  )
}

type CommentFormProps = { planId: string; itemId?: string; parentId?: string; onSaved(): void }

function CommentForm({ planId, itemId, parentId, onSaved }: CommentFormProps) {
  const [text, setText] = useState('')
  const { form, field, busy, callError } = useContractForm({
    endpoint: planReviewContract.addComment,
    fields: ['text'],
    texts: reviewErrorTexts,
    getInput: () => ({
      plan_id: planId,
      text,
      ...(itemId ? { item_id: itemId } : {}),
      ...(parentId ? { parent_id: parentId } : {}),
    }),
    send: async (input) => {
      await api(planReviewContract.addComment, input)
      setText('')
      onSaved()
      return null
    },
  })
  return (
    <form {...form} className="mt-1.5 grid gap-2">
      <Field label={parentId ? 'Reply' : 'Comment'} {...field('text')} required={undefined}>
        <Textarea rows={3} dir="auto" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <CallError {...callError} />
      <Button type="submit" size="s" busy={busy} className="justify-self-start">
        {parentId ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
