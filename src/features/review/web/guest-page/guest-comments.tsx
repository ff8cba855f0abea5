import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDateTime, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { type Comment, maxCommentLength, maxQuoteLength } from '../../contract-comments.ts'
import { toThreads } from '../../rules/comment-threads.ts'
import type { RefusedComment } from './comment-form.ts'
import { GuestNameField } from './guest-name-field.tsx'

type GuestCommentsProps = {
  documentId: string
  comments: Comment[]
  guestName: string
  refused: RefusedComment | null
}

/** What members and guests said of the document, and plain forms to add to it. A script puts a selected passage into the form. */
export function GuestComments({ documentId, comments, guestName, refused }: GuestCommentsProps) {
  const threads = toThreads(comments)
  const open = threads.filter(({ first }) => first.resolved_at === null)
  const resolved = threads.filter(({ first }) => first.resolved_at !== null)
  const forms = { documentId, guestName, refused }
  return (
    <section id="comments" lang="en" aria-labelledby="comments-heading" className="mt-12 border-line border-t pt-5">
      <h2 id="comments-heading" className="subheading">
        {open.length === 0 ? 'Comments' : plural(open.length, 'comment')}
      </h2>
      {open.length === 0 && <p className="mt-2 text-ink-2">No open comments.</p>}
      <ol className="mt-2 grid gap-4">
        {open.map(({ first, replies }) => (
          <Thread key={first._id} first={first} replies={replies} {...forms} />
        ))}
      </ol>
      {resolved.length > 0 && (
        <details className="mt-4">
          <summary className="text-ink-2 text-s">{plural(resolved.length, 'resolved comment')}</summary>
          <ol className="mt-2 grid gap-4">
            {resolved.map(({ first, replies }) => (
              <Thread key={first._id} first={first} replies={replies} {...forms} />
            ))}
          </ol>
        </details>
      )}
      <h3 id="comment-form" className="mt-8 font-[600]">
        Add a comment
      </h3>
      <CommentForm {...forms} parentId="" />
      <a
        href="#comment-form"
        data-passage-link
        hidden
        className="fixed end-5 bottom-5 rounded-full bg-ink px-4 py-2 font-[550] text-page text-s no-underline shadow-lg"
      >
        Comment on selection
      </a>
    </section>
  )
}

type Forms = Omit<GuestCommentsProps, 'comments'>

function Thread({ first, replies, ...forms }: { first: Comment; replies: Comment[] } & Forms) {
  const isRefused = forms.refused?.entered.parent_id === first._id
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
            <input type="hidden" name="resolve" value={first._id} />
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

const maxLinked = 300

/** Goes to the words in the text, without a script. Browsers look for whole words, and a hyphen is a sign of its own there. */
function getTextLink(quote: string) {
  const words = quote.length > maxLinked ? quote.slice(0, quote.lastIndexOf(' ', maxLinked)) : quote
  return `#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`
}

function CommentText({ comment }: { comment: Comment }) {
  const { author, created_at, quote, text, orphaned, resolved_by } = comment
  return (
    <>
      <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
        <b className="font-[600] text-ink-2">{author.name}</b> · {formatDateTime(created_at)} UTC
        {resolved_by !== null && ` · Resolved by ${resolved_by}`}
      </p>
      {quote !== '' && (
        <blockquote className="mt-1.5 border-line-2 border-s-2 ps-3 text-ink-2 text-s [overflow-wrap:anywhere]">
          {orphaned ? (
            <>
              {quote} <span className="block text-ink-3 text-xs">This passage isn’t in the text anymore.</span>
            </>
          ) : (
            <a href={getTextLink(quote)} className="link">
              {quote}
            </a>
          )}
        </blockquote>
      )}
      <p dir="auto" className="mt-1.5 whitespace-pre-line text-s [overflow-wrap:anywhere]">
        {text}
      </p>
    </>
  )
}

function CommentForm({ documentId, guestName, refused, parentId }: Forms & { parentId: string }) {
  const mine = refused?.entered.parent_id === parentId ? refused : null
  const error = (name: string) => (mine?.field === name ? mine.error : undefined)
  const isReply = parentId !== ''
  return (
    <form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name="comment_on" value={documentId} />
      <input type="hidden" name="parent_id" value={parentId} />
      {mine && !['guest_name', 'quote', 'text'].includes(mine.field ?? '') && <ErrorNote>{mine.error}</ErrorNote>}
      <GuestNameField error={error('guest_name')} name={mine?.entered.guest_name ?? guestName} />
      {!isReply && (
        <Field
          label="Passage"
          required={false}
          error={error('quote')}
          hint="Select it in the text above, or leave this empty to comment on the whole document."
        >
          <Textarea
            name="quote"
            rows={2}
            data-passage
            maxLength={maxQuoteLength}
            defaultValue={mine?.entered.quote ?? ''}
          />
        </Field>
      )}
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
