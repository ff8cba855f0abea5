import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDateTime, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { type Comment, maxCommentLength } from '../../contract-comments.ts'
import type { PlanComment } from '../../contract-plans.ts'
import { toThreads } from '../../rules/comment-threads.ts'
import { MentionedText } from '../mentioned-text.tsx'
import type { RefusedComment } from './comment-form.ts'
import { GuestNameField } from './guest-name-field.tsx'

type CommentSubject<C> = {
  /** Names of the hidden fields that say what a form is for. */
  fields: { commentOn: string; resolve: string }
  id: string
  /** What a comment is about. */
  about(comment: C): ReactNode
  /** The field for what a new comment is about. */
  aboutField: {
    name: 'quote' | 'item_id'
    field(entered: RefusedComment['entered'] | undefined, error: string | undefined): ReactNode
  }
  guestName: string
  refused: RefusedComment | null
}

type GuestThreadsProps<C> = CommentSubject<C> & {
  comments: C[]
  /** Below the form. */
  children?: ReactNode
}

/** What members and guests said of a document or a plan, and plain forms to add to it. */
export function GuestThreads<C extends Comment | PlanComment>({
  comments,
  children,
  ...subject
}: GuestThreadsProps<C>) {
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
          <Thread key={thread.first._id} {...thread} subject={subject} />
        ))}
      </ol>
      {resolved.length > 0 && (
        <details className="mt-4">
          <summary className="text-ink-2 text-s">{plural(resolved.length, 'resolved comment')}</summary>
          <ol className="mt-2 grid gap-4">
            {resolved.map((thread) => (
              <Thread key={thread.first._id} {...thread} subject={subject} />
            ))}
          </ol>
        </details>
      )}
      <h3 id="comment-form" className="mt-8 font-[600]">
        Add a comment
      </h3>
      <CommentForm subject={subject} parentId="" />
      {children}
    </section>
  )
}

type ThreadProps<C> = { first: C; replies: C[]; subject: CommentSubject<C> }

function Thread<C extends Comment | PlanComment>({ first, replies, subject }: ThreadProps<C>) {
  const isOpen = first.resolved_at === null
  return (
    <li id={`comment-${first._id}`} className="rounded-l border border-line-2 px-4 py-3 target:border-accent">
      <CommentText comment={first} about={subject.about(first)} />
      {replies.length > 0 && (
        <ol className="mt-3 grid gap-3 border-line border-s-2 ps-3">
          {replies.map((reply) => (
            <li key={reply._id} id={`comment-${reply._id}`}>
              <CommentText comment={reply} about={subject.about(reply)} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <details open={subject.refused?.entered.parent_id === first._id} className="grow">
          <summary className="text-ink-2 text-s">Reply</summary>
          <CommentForm subject={subject} parentId={first._id} />
        </details>
        {subject.guestName !== '' && (
          <form method="post">
            <input type="hidden" name={subject.fields.resolve} value={first._id} />
            <input type="hidden" name="resolved" value={String(isOpen)} />
            <input type="hidden" name="guest_name" value={subject.guestName} />
            <Button type="submit" size="s">
              {isOpen ? 'Resolve' : 'Reopen'}
            </Button>
          </form>
        )}
      </div>
    </li>
  )
}

function CommentText({ comment, about }: { comment: Comment | PlanComment; about: ReactNode }) {
  const { author, created_at, text, mentions, resolved_by } = comment
  return (
    <>
      <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
        <b className="font-[600] text-ink-2">{author.name}</b> · {formatDateTime(created_at)} UTC
        {resolved_by !== null && ` · Resolved by ${resolved_by}`}
      </p>
      {about}
      <p dir="auto" className="mt-1.5 whitespace-pre-line text-s [overflow-wrap:anywhere]">
        <MentionedText text={text} mentions={mentions} />
      </p>
    </>
  )
}

function CommentForm<C>({ subject, parentId }: { subject: CommentSubject<C>; parentId: string }) {
  const { fields, id, aboutField, guestName, refused } = subject
  const mine = refused?.entered.parent_id === parentId ? refused : null
  const error = (name: string) => (mine?.field === name ? mine.error : undefined)
  const isReply = parentId !== ''
  return (
    <form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name={fields.commentOn} value={id} />
      <input type="hidden" name="parent_id" value={parentId} />
      {mine && !['guest_name', aboutField.name, 'text'].includes(mine.field ?? '') && (
        <ErrorNote>{mine.error}</ErrorNote>
      )}
      <GuestNameField error={error('guest_name')} name={mine?.entered.guest_name ?? guestName} />
      {!isReply && aboutField.field(mine?.entered, error(aboutField.name))}
      <Field label={isReply ? 'Reply' : 'Comment'} required error={error('text')}>
        <Textarea
          name="text"
          dir="auto"
          rows={4}
          maxLength={maxCommentLength}
          data-passage-text={isReply ? undefined : ''}
          defaultValue={mine?.entered.text ?? ''}
        />
      </Field>
      <Button type="submit" variant={isReply ? undefined : 'solid'} className="justify-self-start" data-busy="Sending…">
        {isReply ? 'Send reply' : 'Add comment'}
      </Button>
    </form>
  )
}
