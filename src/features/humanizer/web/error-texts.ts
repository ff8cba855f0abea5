import { aiContentErrorTexts } from '#features/ai-content/web/error-texts.ts'
import { formatCount } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const humanizerErrorTexts: ErrorTexts = joinErrorTexts(aiContentErrorTexts, {
  labels: { freeze: 'Keep these words', voice_id: 'Brand voice' },
  reasons: {
    'text:missing': 'Paste a text or open a document.',
    'text:too_long': ({ max, length }) =>
      `The text has ${formatCount(Number(length))} characters, and the limit is ${formatCount(Number(max))}. Shorten it or humanize it in parts.`,
    invalid_characters: (_, label) =>
      `${label} contains characters that can’t be saved. Remove special characters and try again.`,
    'freeze:too_many': ({ max }) => `Keep these words: use up to ${max} words or phrases.`,
    'freeze:too_long': ({ max }) => `Keep these words: each line can have up to ${max} characters.`,
    voice_missing: 'This brand voice was deleted. Choose another one.',
    document_missing: 'This document was deleted. Copy the text into the form instead.',
    document_empty: 'This document is empty. Choose another one.',
    document_changed:
      'The document has changed since you opened it here. Copy the text, or humanize the document again.',
    run_missing: 'This text was deleted, or it’s in a workspace you’re not a member of.',
    run_closed: 'This text was deleted or stopped in another window. Start again.',
    run_stopped: 'This run was stopped early.',
    run_interrupted: 'The server stopped during this run. Try again.',
    text_too_complex: 'This text takes too long to rewrite. Humanize it in parts.',
    not_recorded: 'This run ended early. Try again.',
    connection_lost: 'The connection was lost. Finished sentences were saved. Try again.',
  },
})
