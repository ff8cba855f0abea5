import { api } from '#web/calls/api.ts'
import { commentsContract, maxQuoteLength } from '../contract-comments.ts'
import { CommentForm, CommentList } from './comment-list.tsx'
import { loadAll } from './load-all.ts'

export type DocumentCommentsProps = {
  documentId: string
  /** The passage that is selected in the text, if any. */
  getSelected(): string
  onGo(passage: string): void
}

/** Comments on a document, and a form to comment on the selected passage. */
export default function DocumentComments({ documentId, getSelected, onGo }: DocumentCommentsProps) {
  return (
    <CommentList
      id="document-comments"
      headingClass="subheading mb-1"
      subject={documentId}
      load={() => loadAll((paging) => api(commentsContract.list, { document_id: documentId, ...paging }))}
      resolve={(_id, resolved) => api(commentsContract.resolve, { _id, resolved })}
      about={({ quote, orphaned }) =>
        quote !== '' &&
        (orphaned ? (
          <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
            “{quote}” <span className="block">This passage isn’t in the text anymore.</span>
          </p>
        ) : (
          <button type="button" className="link text-left text-xs [overflow-wrap:anywhere]" onClick={() => onGo(quote)}>
            “{quote.length > 140 ? `${quote.slice(0, 137).trimEnd()}…` : quote}”
          </button>
        ))
      }
      form={(thread, onSaved) => (
        <CommentForm
          endpoint={commentsContract.add}
          isReply={thread !== null}
          {...(thread
            ? {}
            : { hint: 'It’s about the passage that is selected in the text, otherwise about the whole document.' })}
          getInput={(text) => ({
            document_id: documentId,
            text,
            ...(thread ? { parent_id: thread._id } : { quote: getSelected().slice(0, maxQuoteLength) }),
          })}
          onSaved={onSaved}
        />
      )}
    />
  )
}
