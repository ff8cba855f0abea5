import { api } from '#web/calls/api.ts'
import { type Comment, commentsContract } from '../contract-comments.ts'
import { loadAll } from './load-all.ts'
import { useComments } from './use-comments.ts'

export type { ShownThread } from './use-comments.ts'

/** The comments on a document, for its list and for the marks in its text. */
export const useDocumentComments = (documentId: string) =>
  useComments<Comment>(documentId, {
    load: () => loadAll((paging) => api(commentsContract.list, { document_id: documentId, ...paging })),
    resolve: (_id, resolved) => api(commentsContract.resolve, { _id, resolved }),
  })
