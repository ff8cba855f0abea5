import type { ScoredDocument } from '#features/ai-content/contract.ts'
import { citationsIn } from '#features/ai-content/rules/generation/citations/citation-marks.ts'
import { AppError } from '#kit/errors.ts'
import type { Manuscript } from './publish-document.ts'

/** What is published of a document. @throws AppError conflict while it's being written, invalid_input without text (drafts may be empty) */
export function toManuscript(document: ScoredDocument, { isDraft }: { isDraft: boolean }): Manuscript {
  if (document.status === 'writing')
    throw new AppError('conflict', 'This document is still being written. Publish it when that’s done.', {
      reason: 'document_in_progress',
      retryable: true,
    })
  if (!isDraft && document.content_md.trim() === '')
    throw new AppError('invalid_input', 'This document is empty. Add some text before you publish.', {
      reason: 'document_empty',
    })
  return {
    documentId: document._id,
    title: document.title.trim() || 'Untitled',
    contentMd: document.content_md,
    lang: document.language,
    sources: citationsIn(document.content_md, document.citations).map(({ n, url, title }) => ({ n, url, title })),
  }
}
