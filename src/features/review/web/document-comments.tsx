import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type Comment, commentsContract, maxQuoteLength } from '../contract-comments.ts'
import { toThreads } from '../rules/comment-threads.ts'
import { CommentText } from './comment-text.tsx'
import { reviewErrorTexts } from './error-texts.ts'

export type DocumentCommentsProps = {
  documentId: string
  /** The passage that is selected in the text, if any. */
  getSelected(): string
  onGo(passage: string): void
}

const pageSize = 100

async function loadAll(documentId: string): Promise<Comment[]> {
  const items: Comment[] = []
  for (let page = 1; ; page++) {
    const found = await api(commentsContract.list, { document_id: documentId, page, limit: pageSize })
    items.push(...found.items)
    if (found.items.length < pageSize || items.length >= found.total) return items
  }
}

/** What members and guests of the review link said of a document, and a form to comment on the selected passage. */
export default function DocumentComments({ documentId, getSelected, onGo }: DocumentCommentsProps) {
  const [comments, setComments] = useState<Comment[] | null>(null)
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async () => {
    const request = ++latest.current
    const items = await loadAll(documentId)
    if (request === latest.current) setComments(items)
  }
  const load = () => run(show)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document, and whenever its reader comes back to the window
  useEffect(() => {
    void load()
    const onFocus = () => void load()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [documentId])
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
  const resolve = (comment: Comment, isResolved: boolean) =>
    run(async () => {
      await api(commentsContract.resolve, { _id: comment._id, resolved: isResolved })
      await show()
    })
  const line = (thread: (typeof threads)[number]) => (
    <Thread
      key={thread.first._id}
      {...thread}
      busy={busy}
      onGo={onGo}
      onResolve={(isResolved) => void resolve(thread.first, isResolved)}
      reply={
        <CommentForm documentId={documentId} parentId={thread.first._id} onSaved={() => void load()} label="Reply" />
      }
    />
  )
  return (
    <section aria-labelledby="document-comments">
      <h2 id="document-comments" className="subheading mb-1">
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
        <CommentForm
          documentId={documentId}
          getSelected={getSelected}
          onSaved={() => void load()}
          label="Comment"
          hint="It’s about the passage that is selected in the text, otherwise about the whole document."
        />
      </Disclosure>
    </section>
  )
}

type ThreadProps = {
  first: Comment
  replies: Comment[]
  busy: boolean
  onGo(passage: string): void
  onResolve(isResolved: boolean): void
  reply: React.ReactNode
}

function Thread({ first, replies, busy, onGo, onResolve, reply }: ThreadProps) {
  const isOpen = first.resolved_at === null
  return (
    <li className="border-line border-b py-2 last:border-0">
      {first.quote !== '' &&
        (first.orphaned ? (
          <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
            “{first.quote}” <span className="block">This passage isn’t in the text anymore.</span>
          </p>
        ) : (
          <button
            type="button"
            className="link text-left text-xs [overflow-wrap:anywhere]"
            onClick={() => onGo(first.quote)}
          >
            “{first.quote.length > 140 ? `${first.quote.slice(0, 137).trimEnd()}…` : first.quote}”
          </button>
        ))}
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

type CommentFormProps = {
  documentId: string
  parentId?: string
  getSelected?(): string
  label: string
  hint?: string
  onSaved(): void
}

function CommentForm({ documentId, parentId, getSelected, label, hint, onSaved }: CommentFormProps) {
  const [text, setText] = useState('')
  const { form, field, busy, callError } = useContractForm({
    endpoint: commentsContract.add,
    fields: ['text'],
    texts: reviewErrorTexts,
    getInput: () => ({
      document_id: documentId,
      text,
      quote: getSelected?.().slice(0, maxQuoteLength) ?? '',
      ...(parentId ? { parent_id: parentId } : {}),
    }),
    send: async (input) => {
      await api(commentsContract.add, input)
      setText('')
      onSaved()
      return null
    },
  })
  return (
    <form {...form} className="mt-1.5 grid gap-2">
      <Field label={label} hint={hint} {...field('text')} required={undefined}>
        <Textarea rows={3} dir="auto" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <CallError {...callError} />
      <Button type="submit" size="s" busy={busy} className="justify-self-start">
        {parentId ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
