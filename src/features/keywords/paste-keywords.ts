import { AppError } from '#kit/errors.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { ListNumbers } from './contract.ts'
import type { ImportAnswer, ImportTask } from './import-thread.ts'
import { createImportError } from './rules/import/import-errors.ts'
import type { ImportedNumbers, ImportRow } from './rules/imported-keyword.ts'

export type PastedKeywords = {
  keywords: { text: string; numbers: ListNumbers | null }[]
  /** Lines that repeat a keyword of the text. */
  duplicates: number
  invalid: number
  invalid_lines: { line: number; reason: string }[]
  columns: { header: string; field: string | null }[]
}

const maxLines = 20

/**
 * Reads pasted text as files of keywords are read: one per line, or tab-separated with columns by their headers. One text per
 * account at a time.
 * @throws AppError invalid_input when it has no keywords
 */
export async function readPasted(threads: Threads, userId: string, text: string): Promise<PastedKeywords> {
  const bytes = new TextEncoder().encode(text)
  const found = await threads
    .run<ImportAnswer>(
      new URL('./import-thread.ts', import.meta.url),
      // In files of this name commas are part of a keyword.
      { bytes, fileName: 'pasted.txt', kind: 'generic' } satisfies ImportTask,
      { pool: 'imports', turn: userId, tooMuch, transfer: [bytes.buffer] },
    )
    .catch(refuseText)
  const rows = found.parts.flatMap((part) => JSON.parse(part) as ImportRow[])
  const isDuplicate = ({ reason }: { reason: string }) => reason.startsWith('duplicate of line')
  return {
    keywords: rows.map(({ text: keyword, data }) => ({ text: keyword, numbers: toNumbers(data) })),
    duplicates: found.duplicates,
    invalid: found.rejected_total - found.duplicates,
    invalid_lines: found.rejected.filter((each) => !isDuplicate(each)).slice(0, maxLines),
    columns: found.columns.filter(({ header }) => header !== ''),
  }
}

const provider = 'pasted'

/** Null where only the keyword was pasted. Nobody says of which date pasted numbers are. */
function toNumbers(data: ImportedNumbers): ListNumbers | null {
  const { volume, monthly = [], difficulty, cpc, competition, impressions, clicks, ctr, position } = data
  const performance = [impressions, clicks, ctr, position].some((value) => value !== undefined)
  const paid = cpc !== undefined || competition !== undefined
  if (!volume && !performance && !paid && difficulty === undefined && monthly.length === 0) return null
  const measured = { provider, at: null, estimate: false }
  return {
    volume: volume ? { ...volume, provider, as_of: null } : null,
    monthly: monthly.flatMap(({ t, v }) => (v === null ? [] : [{ t, v }])),
    difficulty: difficulty ?? null,
    cpc: cpc ?? null,
    competition: competition ?? null,
    intent: null,
    intent_confidence: null,
    popularity: null,
    impressions: impressions ?? null,
    clicks: clicks ?? null,
    ctr: ctr ?? null,
    position: position ?? null,
    performance: performance ? { provider, as_of: null } : null,
    measured: { difficulty: difficulty === undefined ? null : measured, cpc: paid ? measured : null },
    type: null,
    modifier: null,
    sources: [],
  }
}

const tooMuch = ({ kind }: LimitReached) =>
  kind === 'time'
    ? createImportError('too_large', 'file_too_slow', 'Reading the text took too long. Paste it in parts.')
    : createImportError('too_large', 'file_too_complex', 'The text needs too much memory to read. Paste it in parts.')

/** Errors of files name the field of a file. */
function refuseText(error: unknown): never {
  if (error instanceof AppError) throw new AppError(error.code, error.message, { ...error.options, field: 'text' })
  throw error
}
