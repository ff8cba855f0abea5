import { displayText, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { AppError } from '#kit/errors.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ItemChange } from './contract.ts'
import type { Draft } from './plan-draft.ts'
import type { KeywordRecord } from './rules/plan-records.ts'
import { deleteKeywords, findKeywordRecords, upsertKeywords } from './store/item-store.ts'

/** What changed, and what the keywords were before. */
export type KeywordChanges = { itemIds: Set<string>; before: KeywordRecord[]; added: string[] }

type Input = {
  changes: readonly ItemChange[]
  /** Id of each change's item. */
  ids: readonly string[]
  /** Who takes the keywords of each removed item. */
  heirs: ReadonlyMap<string, string>
  /** The plan's. */
  language: string
}

/**
 * Moves, adds and removes keywords. Each stays in exactly one item.
 * @throws AppError invalid_input for a keyword in two items, or one of the source that no item would have
 */
export async function changeKeywords(
  tx: Tx,
  draft: Draft,
  { changes, ids, heirs, language }: Input,
): Promise<KeywordChanges> {
  const { ref } = draft
  const requested = readRequested(changes, ids, language)
  const listed = changes.flatMap(({ keywords }, index) => (keywords ? ids[index]! : []))
  const touched = [...listed, ...draft.removed]
  if (requested.size === 0 && touched.length === 0) return { itemIds: new Set(), before: [], added: [] }
  const [ofItems, ofKeys] = await Promise.all([
    findKeywordRecords(tx, ref, { itemIds: touched }),
    findKeywordRecords(tx, ref, { keys: [...requested.keys()] }),
  ])
  const existing = new Map([...ofItems, ...ofKeys].map((keyword) => [keyword.key, keyword]))
  const itemIds = new Set(listed)
  const before: KeywordRecord[] = []
  const written: KeywordRecord[] = []
  const dropped: string[] = []
  for (const keyword of existing.values()) {
    const to = requested.get(keyword.key)?.itemId ?? heirs.get(keyword.item_id)
    const isListed = listed.includes(keyword.item_id)
    if (to === keyword.item_id || (to === undefined && !isListed)) continue
    if (to === undefined && keyword.from_source)
      throw new AppError('invalid_input', `“${keyword.text}” would be in no item. Give it to another one.`, {
        field: 'items.keywords',
        reason: 'keyword_left_out',
        params: { keyword: keyword.text },
      })
    before.push(keyword)
    itemIds.add(keyword.item_id)
    if (to === undefined) dropped.push(keyword.key)
    else {
      itemIds.add(to)
      written.push({ ...keyword, item_id: to })
    }
  }
  const added = [...requested].filter(([key]) => !existing.has(key))
  for (const [key, { itemId, text }] of added) {
    itemIds.add(itemId)
    written.push(toNewKeyword(key, itemId, text))
  }
  await upsertKeywords(tx, ref, written)
  await deleteKeywords(tx, ref, dropped)
  for (const id of draft.removed) itemIds.delete(id)
  return { itemIds, before, added: added.map(([key]) => key) }
}

/** Which item is to have which keyword. */
function readRequested(changes: readonly ItemChange[], ids: readonly string[], language: string) {
  const requested = new Map<string, { itemId: string; text: string }>()
  changes.forEach(({ keywords = [], add_keywords = [] }, index) => {
    for (const written of [...keywords, ...add_keywords]) {
      const text = displayText(written) || written
      const key = keywordKeyIn(text, language)
      const other = requested.get(key)
      if (other && other.itemId !== ids[index])
        throw new AppError('invalid_input', `“${text}” can be in one item only.`, {
          field: 'items.keywords',
          reason: 'keyword_twice',
          params: { keyword: text },
        })
      requested.set(key, { itemId: ids[index]!, text })
    }
  })
  return requested
}

/** A keyword typed by hand: no number is known of it. */
const toNewKeyword = (key: string, itemId: string, text: string): KeywordRecord => ({
  key,
  item_id: itemId,
  text,
  volume: null,
  volume_provider: null,
  volume_as_of: null,
  difficulty: null,
  own_position: null,
  intent: null,
  from_source: false,
})
