import { randomUUIDv7 } from 'node:crypto'
import { displayText, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { type ListItem, type listsContract, maxListItems } from './contract.ts'
import { settleListLanguage } from './list-keys.ts'
import { changeCount, insertItems, type NewListItem } from './store/list-store.ts'

export type GivenItem = ParsedInputOf<typeof listsContract.addItems>['items'][number]
type NewItem = GivenItem & { numbers?: ListItem['numbers'] }

/** Adds keywords that aren't in the list yet, compared by key. @throws AppError too_large over 100,000 keywords */
export async function insertListItems(
  tx: Db,
  ref: ResourceRef,
  userId: string,
  { items, language: given }: { items: NewItem[]; language?: string | undefined },
) {
  const texts = items.map(({ text }) => text)
  const language = items.length > 0 ? await settleListLanguage(tx, ref, { texts, language: given }) : null
  const once = new Map<string, NewListItem>()
  for (const { text, from, numbers } of items) {
    const shown = displayText(text) || text
    const key = keywordKeyIn(shown, language)
    if (!once.has(key))
      once.set(key, {
        id: randomUUIDv7(),
        key,
        text: shown,
        from_kind: from?.kind ?? 'typed',
        from_id: from?.id ?? null,
        from_label: from?.label || null,
        numbers: numbers ?? null,
      })
  }
  // Sorts ids, because UUIDv7 ids of one millisecond have no order.
  const ids = [...once.values()].map(({ id }) => id).sort()
  const inOrder = [...once.values()].map((item, at) => ({ ...item, id: ids[at]! }))
  const added = inOrder.length > 0 ? await insertItems(tx, ref, userId, { items: inOrder, language }) : 0
  const list = await changeCount(tx, ref, added)
  if (list.items > maxListItems)
    throw new AppError(
      'too_large',
      `A list can have up to 100,000 keywords. These would make it ${list.items.toLocaleString('en')}. Create another list.`,
      { field: 'items', reason: 'list_full', params: { max: maxListItems, keywords: list.items } },
    )
  return { list, added, known: items.length - added }
}
