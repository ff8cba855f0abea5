import { useState } from 'react'
import { type Comment, commentsContract, maxQuoteLength } from '../contract-comments.ts'
import type { PassageAnchor } from '../rules/passage-index.ts'
import { CommentForm, CommentList } from './comment-list.tsx'
import type { LoadedComments, ShownThread } from './use-comments.ts'

export type DocumentCommentsProps = {
  documentId: string
  comments: LoadedComments<Comment>
  /** The thread whose mark in the text was chosen. */
  shown: ShownThread | null
  /** The passage that is selected in the text, if any. */
  getSelected(): PassageAnchor
  /** Goes to the passage of a comment. False: it isn't in the text any more. */
  onShow(comment: Comment): boolean
}

/** Comments on a document, and a form to comment on the selected passage. */
export default function DocumentComments({ documentId, comments, shown, getSelected, onShow }: DocumentCommentsProps) {
  return (
    <CommentList
      id="document-comments"
      headingClass="subheading mb-1"
      comments={comments}
      shown={shown}
      about={(comment) => comment.quote !== '' && <Passage comment={comment} onShow={onShow} />}
      form={(thread, onSaved) => (
        <CommentForm
          endpoint={commentsContract.add}
          isReply={thread !== null}
          {...(thread
            ? {}
            : { hint: 'It’s about the passage that is selected in the text, otherwise about the whole document.' })}
          getInput={(entered) => {
            if (thread) return { document_id: documentId, ...entered, parent_id: thread._id }
            const { quote, ...around } = getSelected()
            return { document_id: documentId, ...entered, quote: quote.slice(0, maxQuoteLength), ...around }
          }}
          onSaved={onSaved}
        />
      )}
    />
  )
}

type PassageProps = { comment: Comment } & Pick<DocumentCommentsProps, 'onShow'>

/** What a comment is about, with the way to it. */
function Passage({ comment, onShow }: PassageProps) {
  const { quote, orphaned } = comment
  const [isGone, setGone] = useState(false)
  if (orphaned || isGone)
    return (
      <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
        “{quote}” <span className="block">This passage isn’t in the text anymore.</span>
      </p>
    )
  return (
    <button
      type="button"
      title="Show in the text"
      className="link text-left text-xs [overflow-wrap:anywhere]"
      onClick={() => setGone(!onShow(comment))}
    >
      “{quote.length > 140 ? `${quote.slice(0, 137).trimEnd()}…` : quote}”
    </button>
  )
}
