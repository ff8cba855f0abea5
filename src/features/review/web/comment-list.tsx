import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint, InputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import type { Comment } from '../contract-comments.ts'
import type { PlanComment } from '../contract-plans.ts'
import { toThreads } from '../rules/comment-threads.ts'
import { CommentText } from './comment-text.tsx'
import { reviewErrorTexts } from './error-texts.ts'

type Thread<C> = { first: C; replies: C[] }

type CommentListProps<C> = {
  /** Of the heading. */
  id: string
  headingClass: string
  className?: string
  /** What they are about: other comments are loaded when it changes. */
  subject: string
  load(): Promise<C[]>
  resolve(id: string, isResolved: boolean): Promise<unknown>
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
  subject,
  about,
  form,
  ...calls
}: CommentListProps<C>) {
  const [comments, setComments] = useState<C[] | null>(null)
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async () => {
    const request = ++latest.current
    const items = await calls.load()
    if (request === latest.current) setComments(items)
  }
  const load = () => void run(show)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a subject, and whenever its reader comes back to the window
  useEffect(() => {
    load()
    window.addEventListener('focus', load)
    return () => window.removeEventListener('focus', load)
  }, [subject])
  if (!comments)
    return error ? (
      <section aria-label="Comments">
        <CallError
          error={error}
          texts={reviewErrorTexts}
          action={
            <Button size="s" onClick={load}>
              Try again
            </Button>
          }
        />
      </section>
    ) : null
  const threads = toThreads(comments)
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  const line = (thread: Thread<C>) => (
    <ThreadItem
      key={thread.first._id}
      {...thread}
      busy={busy}
      about={about(thread.first)}
      onResolve={(isResolved) =>
        void run(async () => {
          await calls.resolve(thread.first._id, isResolved)
          await show()
        })
      }
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
  about: ReactNode
  onResolve(isResolved: boolean): void
  reply: ReactNode
}

function ThreadItem({ first, replies, busy, about, onResolve, reply }: ThreadItemProps) {
  const isOpen = first.resolved_at === null
  return (
    <li className="border-line border-b py-2 last:border-0">
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
  getInput(text: string): InputOf<E>
  onSaved(): void
}

/** A form for what is said. */
export function CommentForm<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(props: CommentFormProps<E>) {
  const { endpoint, isReply, hint, getInput, onSaved } = props
  const [text, setText] = useState('')
  const { form, field, busy, callError } = useContractForm({
    endpoint,
    fields: ['text'],
    texts: reviewErrorTexts,
    getInput: () => getInput(text),
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
        <Textarea rows={3} dir="auto" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <CallError {...callError} />
      <Button type="submit" size="s" busy={busy} className="justify-self-start">
        {isReply ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
