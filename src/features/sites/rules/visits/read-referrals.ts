import { cellText, type SourceRow } from '#features/keywords/rules/import/cells/import-cells.ts'
import { readDate } from '#features/keywords/rules/import/cells/import-dates.ts'
import { readNumber } from '#features/keywords/rules/import/cells/import-numbers.ts'
import { getPeriod } from '#features/keywords/rules/import/search-export.ts'
import { AppError } from '#kit/errors.ts'
import { findAssistant, toSource } from './ai-assistants.ts'

/** Reads an export of Google Analytics: sessions by source and landing page, of which those from assistants are stored. */

export type ReferralRow = { assistant: string; source: string; page: string | null; sessions: number }

export type ReferralExport = {
  from: string | null
  to: string | null
  rows: ReferralRow[]
  all_sessions: number
  /** Rows of the file, and those that can’t be read. */
  total: number
  rejected: number
}

type Row = Pick<SourceRow, 'cells' | 'problem'>
type Columns = { source: number; sessions: number; page: number | null; date: number | null }

const maxHeaderRows = 40
const maxPage = 2000
const maxSessions = 2_147_483_647

/** Words in the headers of Analytics’ own languages. */
const words = {
  source:
    /source|quelle|fuente|origem|origine|sorgente|bron\b|źródło|источник|ソース|参照元|소스|来源|來源|zdroj|kaynak|källa|kilde/i,
  sessions:
    /^(?:sessions|sitzungen|sesiones|sessões|sessioni|sessies|sesje|сеансы|セッション|세션수?|会话数|工作階段|návštěvy|relace|oturumlar|sessioner|økter)$/i,
  page: /landing page|zielseite|page de destination|página de destino|pagina di destinazione|bestemmingspagina|strona docelowa|целевая страница|ランディング|방문 페이지|着陆页|到達網頁/i,
  date: /^(?:date|datum|fecha|data|дата|日付|날짜|日期)$/i,
}

/**
 * `comments`: lines of the file that begin with “#”, where Analytics names the period.
 * @throws AppError invalid_input when it has no sources or no sessions
 */
export function readReferrals(rows: readonly Row[], comments: readonly string[] = []): ReferralExport {
  const texts = rows.map(({ cells }) => cells.map((cell) => cellText(cell)))
  const header = texts.slice(0, maxHeaderRows).findIndex((cells) => findColumns(cells) !== null)
  const columns = header < 0 ? null : findColumns(texts[header]!)
  if (!columns)
    throw new AppError(
      'invalid_input',
      'This isn’t a Google Analytics export with session source and sessions. Export a report that has both columns.',
      { field: 'file', reason: 'not_referrals' },
    )
  const found = new Map<string, ReferralRow>()
  const days: string[] = []
  let [all, total, rejected] = [0, 0, 0]
  for (const [at, cells] of texts.entries()) {
    if (at <= header || cells[0]?.startsWith('#')) continue
    const source = cells[columns.source] ?? ''
    const sessions = toCount(cells[columns.sessions] ?? '')
    // Totals have no source.
    if (source === '' || isTotal(cells)) continue
    total++
    if (rows[at]!.problem !== null || sessions === null) {
      rejected++
      continue
    }
    all += sessions
    const day = columns.date === null ? null : toDay(cells[columns.date] ?? '')
    if (day) days.push(day)
    const assistant = findAssistant(source)
    if (!assistant) continue
    const page = columns.page === null ? null : (cells[columns.page] ?? '').slice(0, maxPage) || null
    const key = `${toSource(source)}\n${page ?? ''}`
    const known = found.get(key)
    if (known) known.sessions += sessions
    else found.set(key, { assistant, source: toSource(source).slice(0, 200), page, sessions })
  }
  const { from, to } = getPeriod(
    days,
    comments.map((line) => line.replace(/^#\s*/, '').trim()),
  )
  return { from, to, rows: [...found.values()], all_sessions: Math.min(all, maxSessions), total, rejected }
}

function findColumns(cells: readonly string[]): Columns | null {
  const find = (pattern: RegExp) => {
    const at = cells.findIndex((cell) => pattern.test(cell))
    return at < 0 ? null : at
  }
  const source = find(words.source)
  const sessions = find(words.sessions)
  if (source === null || sessions === null || cells.length < 2) return null
  return { source, sessions, page: find(words.page), date: find(words.date) }
}

const isTotal = (cells: readonly string[]) => cells.some((cell) => /^grand total$/i.test(cell))

function toCount(text: string): number | null {
  const value = readNumber(text, { decimal: '.' }, true)
  return value === null || !Number.isInteger(value) || value < 0 || value > maxSessions ? null : value
}

/** Analytics writes days as 20261101. */
const toDay = (text: string) => readDate(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
