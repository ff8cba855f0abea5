import { AppError } from '#kit/errors.ts'

/** What a lookup lacks and why, as errors: stored with the answer, and with a sentence for screens in `web/error-texts.ts`. */

export const noImportedHistory = (keywords: string[]) =>
  new AppError('not_found', `Imported files have no history for ${quoted(keywords)} in this time range.`, {
    reason: 'no_imported_history',
    params: { keywords },
  })

export const paidSourceSkipped = (source: string) =>
  new AppError(
    'conflict',
    `${source} was skipped because it charges and wasn’t part of the estimate. Select it as the source to use it.`,
    { reason: 'paid_source_skipped', params: { source } },
  )

export const sourceWithoutData = (source: string, keywords: string[]) =>
  new AppError('not_found', `${source} has no data for ${quoted(keywords)}.`, {
    reason: 'source_without_data',
    params: { source, keywords },
  })

export const keywordsWithoutData = (keywords: string[]) =>
  new AppError('not_found', `No data for ${quoted(keywords)}.`, {
    reason: 'keywords_without_data',
    params: { keywords },
  })

export const keywordsNotLookedUp = (keywords: string[]) =>
  new AppError('upstream_failed', `${quoted(keywords)} couldn’t be looked up. Try again later.`, {
    reason: 'keywords_not_looked_up',
    params: { keywords },
  })

export const importedVolumesOnly = () =>
  new AppError(
    'unavailable',
    'These numbers are from imported files because no source with live search volumes is set up.',
    { reason: 'imported_volumes_only' },
  )

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ')

/** As an answer has them: sentences for developers, and what screens write their own from. */
export const toAnswerNotes = (notes: AppError[]) => ({
  notes: notes.map(({ message }) => message),
  note_reasons: notes.map((note) => note.toFailure()),
})

export const joinNotes = (notes: AppError[]) => notes.map(({ message }) => message).join(' ')
