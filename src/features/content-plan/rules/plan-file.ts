import { getOwnPeriod } from '#features/reports/rules/rows/own-period.ts'
import { unguardFormula } from '#kit/formula-guard.ts'
import { type ItemState, itemStates, type PlanItem, type PlanKeyword, type PlanLink } from '../contract.ts'

/** A plan as a table: one row an item, with its keywords and their numbers one per line. Exported and imported alike. */

/** Cells are read up to 10,000 characters. Longer lists go on in rows below, with the same id. */
const maxCell = 9000

export const planColumns = [
  { key: 'id', label: 'Id', type: 'text' },
  { key: 'title', label: 'Title', type: 'text' },
  { key: 'role', label: 'Role', type: 'text' },
  { key: 'pillar_id', label: 'Pillar id', type: 'text' },
  { key: 'pillar', label: 'Pillar', type: 'text' },
  { key: 'state', label: 'State', type: 'text' },
  { key: 'intent', label: 'Intent', type: 'text' },
  { key: 'url', label: 'URL', type: 'text' },
  { key: 'owner', label: 'Owner', type: 'text' },
  { key: 'due_on', label: 'Due', type: 'date' },
  { key: 'keyword_count', label: 'Number of keywords', type: 'number' },
  { key: 'volume', label: 'Volume', type: 'number' },
  { key: 'difficulty', label: 'KD', type: 'number' },
  { key: 'priority', label: 'Priority', type: 'number' },
  { key: 'keywords', label: 'Keywords', type: 'text' },
  { key: 'volumes', label: 'Keyword volumes', type: 'text' },
  { key: 'difficulties', label: 'Keyword difficulties', type: 'text' },
  { key: 'links', label: 'Links to', type: 'text' },
  { key: 'own_page', label: 'Your page', type: 'text' },
  { key: 'own_position', label: 'Your rank', type: 'number' },
  { key: 'own_clicks', label: 'Your clicks', type: 'number' },
  { key: 'own_words', label: 'Words of your page', type: 'number' },
  { key: 'own_period', label: 'Your rank period', type: 'text' },
] as const
export type PlanColumn = (typeof planColumns)[number]['key']

/** Columns for plans with pages of your own sites. */
export const ownColumns: ReadonlySet<PlanColumn> = new Set([
  ...(['own_page', 'own_position', 'own_clicks', 'own_words', 'own_period'] as const),
])

type ExportInput = {
  /** All items: pillars and targets of links are named by them. */
  items: readonly PlanItem[]
  /** The items to write. Default: all. */
  shown?: readonly PlanItem[]
  keywords: ReadonlyMap<string, readonly Pick<PlanKeyword, 'text' | 'volume' | 'difficulty'>[]>
  links: readonly PlanLink[]
  /** Emails by user id. */
  owners: ReadonlyMap<string, string>
}

type Row = Partial<Record<PlanColumn, string | number | null>>

export function* toPlanRows({ items, shown = items, keywords, links, owners }: ExportInput): Generator<Row> {
  const byId = new Map(items.map((item) => [item._id, item]))
  const outgoing = Map.groupBy(links, ({ from }) => from)
  for (const item of shown) {
    const parts = toParts(keywords.get(item._id) ?? [])
    const linked = (outgoing.get(item._id) ?? []).map(
      ({ to, anchor, state }) => `${anchor} → ${byId.get(to)?.url ?? byId.get(to)?.title ?? ''} (${state})`,
    )
    yield {
      id: item._id,
      title: item.title,
      role: item.role,
      pillar_id: item.parent_id,
      pillar: item.parent_id ? (byId.get(item.parent_id)?.title ?? null) : null,
      state: item.state,
      intent: item.intent,
      url: item.url,
      owner: item.owner_id ? (owners.get(item.owner_id) ?? null) : null,
      due_on: item.due_on,
      keyword_count: item.keyword_count,
      volume: item.volume,
      difficulty: item.difficulty,
      priority: item.priority.score,
      links: linked.join('\n'),
      own_page: item.own?.page ?? null,
      own_position: item.own?.position ?? null,
      own_clicks: item.own?.clicks ?? null,
      own_words: item.own?.words ?? null,
      own_period: item.own ? getOwnPeriod(item.own) : null,
      ...parts[0],
    }
    for (const part of parts.slice(1)) yield { id: item._id, ...part }
  }
}

function toParts(keywords: readonly Pick<PlanKeyword, 'text' | 'volume' | 'difficulty'>[]): Row[] {
  const parts: Row[] = []
  for (let at = 0; at < keywords.length; ) {
    let length = 0
    const start = at
    for (; at < keywords.length && length + keywords[at]!.text.length < maxCell; at++)
      length += keywords[at]!.text.length + 1
    const part = keywords.slice(start, at)
    parts.push({
      keywords: part.map(({ text }) => text).join('\n'),
      volumes: part.map(({ volume }) => volume ?? '-').join('\n'),
      difficulties: part.map(({ difficulty }) => difficulty ?? '-').join('\n'),
    })
  }
  return parts
}

export type FileItem = {
  line: number
  id: string
  title: string
  role: 'pillar' | 'spoke' | null
  pillarId: string
  pillar: string
  /** Null where the file has none. */
  state: ItemState | null
  intent: string
  url: string
  owner: string
  due_on: string | null
  keywords: { text: string; volume: number | null; difficulty: number | null }[]
}

export type PlanFile = { items: FileItem[]; rejected: { line: number; reason: string }[] }

const alternatives: Partial<Record<PlanColumn, string[]>> = {
  title: ['title', 'working title', 'page', 'topic'],
  keywords: ['keywords', 'keyword'],
  pillar: ['pillar', 'parent', 'parent topic'],
  due_on: ['due', 'due date', 'due on'],
  state: ['state', 'status'],
  url: ['url', 'path', 'address'],
}

/** Maps a header to columns; null when it has no title. */
export function readHeader(cells: readonly string[]): Partial<Record<PlanColumn, number>> | null {
  const headers = cells.map((cell) => cell.trim().toLowerCase())
  const found: Partial<Record<PlanColumn, number>> = {}
  for (const { key, label } of planColumns) {
    const index = headers.findIndex((header) => (alternatives[key] ?? [label.toLowerCase()]).includes(header))
    if (index >= 0) found[key] = index
  }
  return found.title === undefined ? null : found
}

/** Reads the rows below a header. A row with the id of the one above and no title continues its keywords. */
export function readPlanRows(
  columns: Partial<Record<PlanColumn, number>>,
  rows: Iterable<{ line: number; cells: readonly string[] }>,
): PlanFile {
  const items: FileItem[] = []
  const rejected: PlanFile['rejected'] = []
  for (const { line, cells } of rows) {
    const read = (key: PlanColumn) => unguardFormula(cells[columns[key] ?? -1] ?? '').trim()
    if (cells.every((cell) => cell.trim() === '')) continue
    const keywords = readKeywords(read('keywords'), read('volumes'), read('difficulties'))
    const id = read('id')
    const title = read('title').slice(0, 300)
    const last = items.at(-1)
    if (title === '') {
      if (last && id !== '' && last.id === id) last.keywords.push(...keywords)
      else rejected.push({ line, reason: 'The title is missing.' })
      continue
    }
    const state = read('state').toLowerCase()
    const role = read('role').toLowerCase()
    const due = read('due_on').slice(0, 10)
    items.push({
      line,
      id,
      title,
      role: role === 'pillar' || role === 'spoke' ? role : null,
      pillarId: read('pillar_id'),
      pillar: read('pillar'),
      state: itemStates.find((name) => name === (state === 'in review' ? 'review' : state)) ?? null,
      intent: read('intent').toLowerCase(),
      url: read('url'),
      owner: read('owner').toLowerCase(),
      due_on: /^\d{4}-\d{2}-\d{2}$/.test(due) && !Number.isNaN(Date.parse(due)) ? due : null,
      keywords,
    })
  }
  return { items, rejected }
}

function readKeywords(texts: string, volumes: string, difficulties: string): FileItem['keywords'] {
  if (texts === '') return []
  const numbers = [volumes, difficulties].map((cell) => cell.split(/\r?\n/).map(readNumber))
  return texts
    .split(/\r?\n/)
    .map((text, index) => ({
      text: text.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
      volume: numbers[0]![index] ?? null,
      difficulty: numbers[1]![index] ?? null,
    }))
    .filter(({ text }) => text !== '' && text.length <= 200)
}

const readNumber = (cell: string) => {
  const value = Number(cell.replaceAll(',', '').trim() || Number.NaN)
  return Number.isFinite(value) && value >= 0 ? value : null
}
