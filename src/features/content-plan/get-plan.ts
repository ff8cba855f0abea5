import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import {
  itemStates,
  type Plan,
  type PlanItem,
  type PlanKeyword,
  type PlanLink,
  type PlanRow,
  type PlanWeights,
} from './contract.ts'
import type { ItemRecord } from './rules/plan-records.ts'
import { defaultWeights, getPriority } from './rules/priority.ts'
import { findKeywordRecords, findLinks } from './store/item-store.ts'
import {
  findAllListed,
  findItemOfDocument,
  findListedById,
  findListedItems,
  findPlace,
  type ItemQuery,
  type ListedItem,
} from './store/list-store.ts'
import { findPlan, findWeights } from './store/plan-store.ts'

/** A plan that doesn't exist, or that the caller may not know of. */
export function refuseMissingPlan(): never {
  throw new AppError('not_found', 'Plan not found. It may have been deleted.', { reason: 'plan_missing' })
}

export function refuseMissingItem(field: string): never {
  throw new AppError('not_found', 'This plan has no such item. It may have been removed.', {
    field,
    reason: 'plan_item_missing',
  })
}

export const getWeights = async (db: Db, workspaceId: string): Promise<PlanWeights> =>
  (await findWeights(db, workspaceId)) ?? defaultWeights

/** Where your own rank is unknown, it is a named missing factor. */
export const score = (
  { volume, difficulty, intent, own_position }: Pick<ItemRecord, 'volume' | 'difficulty' | 'intent' | 'own_position'>,
  weights: PlanWeights,
) => getPriority({ volume, difficulty, intent, position: own_position }, weights)

const roundTenth = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

export function presentRow(item: ListedItem, weights: PlanWeights): PlanRow {
  const {
    id,
    url_key: _urlKey,
    score: _score,
    position: _position,
    history: _history,
    own_position: own,
    ...fields
  } = item
  const difficulty = roundTenth(item.difficulty)
  return {
    _id: id,
    ...fields,
    own: null,
    difficulty,
    priority: score({ ...item, difficulty, own_position: roundTenth(own) }, weights),
  }
}

export async function requirePlan(db: Db, ref: ResourceRef): Promise<Plan> {
  return (await findPlan(db, ref)) ?? refuseMissingPlan()
}

/** Some items with their keywords. */
export async function getItems(db: Db, ref: ResourceRef, ids: readonly string[]): Promise<PlanItem[]> {
  const [items, keywords, weights] = await Promise.all([
    findListedById(db, ref, ids),
    findKeywordRecords(db, ref, { itemIds: ids }),
    getWeights(db, ref.workspaceId),
  ])
  return withKeywords(items, keywords, weights)
}

function withKeywords(
  items: readonly ListedItem[],
  keywords: readonly { item_id: string; text: string }[],
  weights: PlanWeights,
): PlanItem[] {
  const texts = new Map<string, string[]>()
  for (const { item_id, text } of keywords) {
    const known = texts.get(item_id)
    if (known) known.push(text)
    else texts.set(item_id, [text])
  }
  return items.map((item) => ({ ...presentRow(item, weights), keywords: texts.get(item.id) ?? [] }))
}

/** The whole plan. @throws AppError not_found */
export async function getPlan(db: Db, ref: ResourceRef): Promise<{ plan: Plan; items: PlanItem[]; links: PlanLink[] }> {
  const [plan, items, keywords, links, weights] = await Promise.all([
    requirePlan(db, ref),
    findAllListed(db, ref),
    findKeywordRecords(db, ref),
    findLinks(db, ref),
    getWeights(db, ref.workspaceId),
  ])
  return { plan, items: withKeywords(items, keywords, weights), links }
}

/** One page of items. @throws AppError not_found */
export async function listItems(db: Db, ref: ResourceRef, query: ItemQuery) {
  const [plan, found, weights] = await Promise.all([
    requirePlan(db, ref),
    findListedItems(db, ref, query),
    getWeights(db, ref.workspaceId),
  ])
  const { total, volume } = found
  const items = found.items.map((item) => presentRow(item, weights))
  return { plan, items, total, volume, page: query.page, limit: query.limit }
}

/** One item with all there is about it. @throws AppError not_found */
export async function getItem(db: Db, ref: ResourceRef, itemId: string) {
  const [plan, [listed], keywords, links, place, weights] = await Promise.all([
    requirePlan(db, ref),
    findListedById(db, ref, [itemId]),
    findKeywordRecords(db, ref, { itemIds: [itemId] }),
    findLinks(db, ref, [itemId]),
    findPlace(db, ref, itemId),
    getWeights(db, ref.workspaceId),
  ])
  if (!listed || !place) return refuseMissingItem('item_id')
  const others = new Set(links.flatMap(({ from, to }) => [from, to]))
  if (listed.parent_id) others.add(listed.parent_id)
  others.delete(itemId)
  const neighbors = await findListedById(db, ref, [...others])
  return {
    plan,
    item: { ...presentRow(listed, weights), keywords: keywords.map(({ text }) => text) },
    keywords: keywords.map(
      ({ text, volume, difficulty, intent, volume_provider: provider, volume_as_of: as_of }): PlanKeyword => ({
        text,
        volume,
        difficulty: roundTenth(difficulty),
        intent,
        provider,
        as_of,
      }),
    ),
    links,
    neighbors: neighbors.map((item) => presentRow(item, weights)),
    index: place.place,
    previous_id: place.previous,
    next_id: place.next,
    history: itemStates.flatMap((state) => (listed.history[state] ? [{ state, at: listed.history[state] }] : [])),
  }
}

/** The links of a document's item, for its editor. */
export async function getDocumentLinks(db: Db, document: ResourceRef) {
  const found = await findItemOfDocument(db, document)
  if (!found) return { item: null, plan_id: null, version: null, links: [], targets: [] }
  const ref = { workspaceId: document.workspaceId, id: found.plan_id }
  const [links, weights] = await Promise.all([findLinks(db, ref, [found.id]), getWeights(db, ref.workspaceId)])
  const ids = new Set([found.id, ...links.flatMap(({ from, to }) => [from, to])])
  const rows = (await findListedById(db, ref, [...ids])).map((item) => presentRow(item, weights))
  return {
    item: rows.find(({ _id }) => _id === found.id) ?? null,
    plan_id: found.plan_id,
    version: found.version,
    links,
    targets: rows.filter(({ _id }) => _id !== found.id),
  }
}
