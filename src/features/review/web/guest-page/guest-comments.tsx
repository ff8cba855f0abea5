import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { type Comment, maxQuoteLength } from '../../contract-comments.ts'
import type { RefusedComment } from './comment-form.ts'
import { GuestThreads } from './guest-threads.tsx'

type GuestCommentsProps = {
  documentId: string
  comments: Comment[]
  guestName: string
  refused: RefusedComment | null
}

/** What was said of the document. Scripts put a selected passage into the form, and mark the passages of open comments in the text. */
export function GuestComments({ documentId, ...shown }: GuestCommentsProps) {
  return (
    <GuestThreads
      {...shown}
      id={documentId}
      fields={{ commentOn: 'comment_on', resolve: 'resolve' }}
      about={({ _id, quote, prefix, suffix, orphaned, resolved_at }) =>
        quote !== '' && (
          <blockquote className="mt-1.5 border-line-2 border-s-2 ps-3 text-ink-2 text-s [overflow-wrap:anywhere]">
            {orphaned ? (
              <>
                {quote} <span className="block text-ink-3 text-xs">This passage isn’t in the text anymore.</span>
              </>
            ) : (
              <a
                href={getTextLink(quote)}
                className="link"
                title="Show in the text"
                {...(resolved_at === null ? { 'data-mark': _id, 'data-prefix': prefix, 'data-suffix': suffix } : {})}
              >
                {quote}
              </a>
            )}
          </blockquote>
        )
      }
      aboutField={{
        name: 'quote',
        field: (entered, error) => (
          <Field
            label="Passage"
            required={false}
            error={error}
            hint="Select it in the text above, or leave this empty to comment on the whole document."
          >
            <Textarea
              name="quote"
              rows={2}
              data-passage
              maxLength={maxQuoteLength}
              defaultValue={entered?.quote ?? ''}
            />
            <input type="hidden" name="prefix" data-passage-prefix defaultValue={entered?.prefix ?? ''} />
            <input type="hidden" name="suffix" data-passage-suffix defaultValue={entered?.suffix ?? ''} />
          </Field>
        ),
      }}
    >
      <p id="comment-mark" data-mark-description hidden>
        Has a comment, which is shown below the text.
      </p>
      <a
        href="#comment-form"
        data-passage-link
        hidden
        className="fixed end-5 bottom-5 rounded-full bg-ink px-4 py-2 font-[550] text-page text-s no-underline shadow-lg"
      >
        Comment on selection
      </a>
    </GuestThreads>
  )
}

const maxLinked = 300

/** Goes to the words in the text, without a script. Browsers look for whole words, and a hyphen is a sign of its own there. */
function getTextLink(quote: string) {
  const words = quote.length > maxLinked ? quote.slice(0, quote.lastIndexOf(' ', maxLinked)) : quote
  return `#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`
}
