import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, InputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { LoadError } from '#web/calls/load-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { Comment } from '../contract-comments.ts'
import type { PlanComment } from '../contract-plans.ts'
import { toThreads } from '../rules/comment-threads.ts'
import { CommentText } from './comment-text.tsx'
import { reviewErrorTexts } from './error-texts.ts'
import { MentionTextarea } from './mention-textarea.tsx'
import type { LoadedComments, ShownThread } from './use-comments.ts'
import { useMentions } from './use-mentions.ts'

type Thread<C> = { first: C; replies: C[] }

type CommentListProps<C> = {
  /** Of the heading. */
  id: string
  headingClass: string
  className?: string
  comments: LoadedComments<C>
  shown?: ShownThread | null
  /** What a thread is about. */
  about(first: C): ReactNode
  /** A form for a thread or, without one, for a new comment. */
  form(thread: C | null, onSaved: () => void): ReactNode
}

/** What members and guests of the review link said, and forms to add to it. */
export function CommentList<C extends Comment | PlanComment>({
  id,
  headingClass,
  className,
  comments: { items, error, busy, load, resolve },
  shown = null,
  about,
  form,
}: CommentListProps<C>) {
  if (!items)
    return error ? (
      <section aria-label="Comments">
        <LoadError what="Comments couldn’t be loaded." error={error} texts={reviewErrorTexts} onRetry={load} />
      </section>
    ) : null
  const threads = toThreads(items)
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  const line = (thread: Thread<C>) => (
    <ThreadItem
      key={thread.first._id}
      {...thread}
      busy={busy}
      about={about(thread.first)}
      shown={shown?.id === thread.first._id ? shown : null}
      onResolve={(isResolved) => resolve(thread.first._id, isResolved)}
      reply={form(thread.first, load)}
    />
  )
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={headingClass}>
        {open.length === 0 ? 'Comments' : plural(open.length, 'open comment')}
      </h2>
      <CallError error={error} texts={reviewErrorTexts} />
      {open.length > 0 && <ul>{open.map(line)}</ul>}
      {resolved.length > 0 && (
        <Disclosure summary={plural(resolved.length, 'resolved comment')}>
          <ul>{resolved.map(line)}</ul>
        </Disclosure>
      )}
      <Disclosure summary="Add a comment">{form(null, load)}</Disclosure>
    </section>
  )
}

type ThreadItemProps = Thread<Comment | PlanComment> & {
  busy: boolean
  shown: ShownThread | null
  about: ReactNode
  onResolve(isResolved: boolean): void
  reply: ReactNode
}

function ThreadItem({ first, replies, busy, shown, about, onResolve, reply }: ThreadItemProps) {
  const isOpen = first.resolved_at === null
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!shown) return
    // After a drawer around it took the focus.
    const frame = requestAnimationFrame(() => {
      ref.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
      if (shown.by === 'key') ref.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-current={shown ? 'true' : undefined}
      className={cx(
        'border-line border-b py-2 last:border-0',
        shown && 'rounded-s border-s-2 border-s-accent bg-accent-wash px-2',
      )}
    >
      {about}
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

type CommentFormProps<E extends Endpoint> = {
  endpoint: E
  isReply: boolean
  hint?: string
  getInput(entered: { text: string; mentions?: string[] }): InputOf<E>
  onSaved(): void
}

/** A form for what is said. */
export function CommentForm<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(props: CommentFormProps<E>) {
  const { endpoint, isReply, hint, getInput, onSaved } = props
  const [text, setText] = useState('')
  const { workspace } = useSignedIn()
  const mentions = useMentions(workspace._id)
  const { form, field, busy, callError } = useContractForm({
    endpoint,
    fields: ['text'],
    texts: reviewErrorTexts,
    getInput: () => {
      const mentioned = mentions.getMentioned(text)
      return getInput({ text, ...(mentioned.length > 0 ? { mentions: mentioned } : {}) })
    },
    send: async (input) => {
      await api(endpoint, input)
      setText('')
      onSaved()
      return null
    },
  })
  return (
    <form {...form} className="mt-1.5 grid gap-2">
      <Field label={isReply ? 'Reply' : 'Comment'} hint={hint} {...field('text')} required={undefined}>
        <MentionTextarea text={text} onText={setText} mentions={mentions} />
      </Field>
      <CallError {...callError} />
      <Button type="submit" size="s" busy={busy} className="justify-self-start">
        {isReply ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
