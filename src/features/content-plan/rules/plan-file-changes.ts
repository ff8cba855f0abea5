import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { displayText, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ItemChange, PlanItem } from '../contract.ts'
import { urlKey } from './item-url.ts'
import type { FileItem, PlanFile } from './plan-file.ts'

/** What a file would change in a plan. Empty cells change nothing, and items that aren't in the file stay. Pure. */
export type FileChanges = {
  items: ItemChange[]
  unchanged: number
  rejected: PlanFile['rejected']
}

type Input = {
  current: readonly PlanItem[]
  file: readonly FileItem[]
  /** User ids of members by email. */
  owners: ReadonlyMap<string, string>
  /** The plan's. */
  language: string
}

export function getFileChanges({ current, file, owners, language }: Input): FileChanges {
  const find = createMatcher(current)
  const rejected: PlanFile['rejected'] = []
  const taken = new Set<string>()
  const matched = file.flatMap((row) => {
    const item = find(row)
    if (item && taken.has(item._id)) {
      rejected.push({ line: row.line, reason: `“${item.title}” is in the file twice.` })
      return []
    }
    if (item) taken.add(item._id)
    return [{ row, item }]
  })
  const changes = matched.map(({ row, item }) => getFields(row, item, { owners, rejected }))
  const complete = addKeywords(changes, matched, { rejected, language })
  setPillars(complete, matched, current)
  const isChanged = (change: ItemChange) => Object.keys(change).some((name) => name !== '_id')
  // A new pillar is named by its index, so unchanged items may only be left out when that index is counted again.
  const staying = complete.map((change, index) => (isChanged(change) ? index : -1)).filter((index) => index >= 0)
  const indexOf = new Map(staying.map((old, index) => [old, index]))
  return {
    items: staying.map((index) => {
      const { parent_index, ...change } = complete[index]!
      return parent_index === undefined ? change : { ...change, parent_index: indexOf.get(parent_index)! }
    }),
    unchanged: complete.length - staying.length,
    rejected,
  }
}

type Matched = { row: FileItem; item: PlanItem | null }

function createMatcher(current: readonly PlanItem[]) {
  const byId = new Map(current.map((item) => [item._id, item]))
  const byUrl = new Map(current.flatMap((item) => (item.url ? [[urlKey(item.url), item]] : [])))
  const byTitle = new Map(current.map((item) => [item.title.toLowerCase(), item]))
  return ({ id, url, title }: FileItem): PlanItem | null =>
    byId.get(id) ?? (url === '' ? undefined : byUrl.get(urlKey(url))) ?? byTitle.get(title.toLowerCase()) ?? null
}

type Context = { owners: ReadonlyMap<string, string>; rejected: PlanFile['rejected'] }

function getFields(row: FileItem, item: PlanItem | null, { owners, rejected }: Context): ItemChange {
  const owner = owners.get(row.owner)
  if (row.owner !== '' && !owner) rejected.push({ line: row.line, reason: `No member has the email ${row.owner}.` })
  const values = {
    title: row.title,
    state: row.state,
    intent: intentNames.find((name) => name === row.intent) ?? null,
    url: row.url || null,
    owner_id: owner ?? null,
    due_on: row.due_on,
  }
  const fields = Object.entries(values).filter(
    ([name, value]) => value !== null && (!item || item[name as keyof typeof values] !== value),
  )
  return { ...(item && { _id: item._id }), ...Object.fromEntries(fields) }
}

/** Adds the keywords that an item doesn't have yet, each once. */
function addKeywords(
  changes: readonly ItemChange[],
  matched: readonly Matched[],
  { rejected, language }: { rejected: PlanFile['rejected']; language: string },
) {
  const toKey = (text: string) => keywordKeyIn(text, language)
  const seen = new Set<string>()
  return changes.map((change, index): ItemChange => {
    const { row, item } = matched[index]!
    const own = new Set(item?.keywords.map(toKey))
    const added = row.keywords.flatMap(({ text: written }) => {
      const text = displayText(written) || written
      const key = toKey(text)
      if (seen.has(key)) {
        rejected.push({ line: row.line, reason: `The keyword “${text}” is in another row.` })
        return []
      }
      seen.add(key)
      return own.has(key) ? [] : [text]
    })
    return added.length === 0 ? change : { ...change, add_keywords: added }
  })
}

/** Sets what each item is below: a pillar of the plan, or a new one of the file. */
function setPillars(changes: ItemChange[], matched: readonly Matched[], current: readonly PlanItem[]) {
  const known = new Map(current.map((item) => [item._id, item]))
  const byTitle = new Map(
    current.filter(({ role }) => role === 'pillar').map((item) => [item.title.toLowerCase(), item]),
  )
  const rows = new Map<string, number>()
  matched.forEach(({ row }, index) => {
    for (const name of [row.id && `id ${row.id}`, row.title.toLowerCase()])
      if (name && !rows.has(name)) rows.set(name, index)
  })
  changes.forEach((change, index) => {
    const { row, item } = matched[index]!
    const isPillar = row.role === 'pillar' || (row.role === null && !row.pillarId && !row.pillar && !item)
    if (isPillar) {
      if (item?.role !== 'pillar') Object.assign(change, { role: 'pillar' })
      return
    }
    if (!row.pillarId && !row.pillar) {
      if (row.role === 'spoke' && item?.role !== 'spoke') Object.assign(change, { role: 'spoke' })
      return
    }
    const parent = known.get(row.pillarId) ?? byTitle.get(row.pillar.toLowerCase())
    const parentRow = rows.get(`id ${row.pillarId}`) ?? rows.get(row.pillar.toLowerCase())
    if (parent && parent._id !== item?._id) {
      if (item?.parent_id !== parent._id) Object.assign(change, { role: 'spoke', parent_id: parent._id })
    } else if (parentRow !== undefined && parentRow !== index && !matched[parentRow]!.item)
      Object.assign(change, { role: 'spoke', parent_index: parentRow })
    else if (!item) Object.assign(change, { role: 'spoke' })
  })
}
