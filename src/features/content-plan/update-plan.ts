import { randomUUIDv7 } from 'node:crypto'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import { changeKeywords, type KeywordChanges } from './change-keywords.ts'
import {
  type contentPlanContract,
  type ItemChange,
  type LinkChange,
  maxPlanItems,
  type PlanWeights,
} from './contract.ts'
import { getWeights, refuseMissingItem, refuseMissingPlan, score } from './get-plan.ts'
import { type Draft, load, take } from './plan-draft.ts'
import { removeItems } from './remove-items.ts'
import { getItemNumbers } from './rules/item-numbers.ts'
import { urlKey } from './rules/item-url.ts'
import type { ItemRecord, LinkRecord } from './rules/plan-records.ts'
import { insertChange } from './store/change-store.ts'
import {
  clearUrls,
  deleteItems,
  deleteLinks,
  findByUrl,
  findChildren,
  findEdges,
  findItemRecords,
  findKeywordRecords,
  findLinks,
  upsertItems,
  upsertLinks,
} from './store/item-store.ts'
import { bumpPlan, findPlanName, lockPlan } from './store/plan-store.ts'

export type UpdateInput = Omit<ParsedInputOf<typeof contentPlanContract.update>, '_id'>

/** What a change needs from other features. */
export type UpdateChecks = {
  isMember(workspaceId: string, userId: string): Promise<boolean>
  isDocument(workspaceId: string, documentId: string): Promise<boolean>
}

export type ItemsChanged = { changed: string[]; version: number; states: { id: string; state: ItemRecord['state'] }[] }

/**
 * Makes all changes or none, as the plan's next version.
 * @throws AppError not_found; conflict when `version` is outdated or a URL is taken; invalid_input; too_large
 */
export async function updatePlan(
  tx: Tx,
  ref: ResourceRef,
  { input, userId, checks }: { input: UpdateInput; userId: string | null; checks: UpdateChecks },
): Promise<ItemsChanged> {
  const locked = (await lockPlan(tx, ref)) ?? refuseMissingPlan()
  if (locked.version !== input.version) throw staleVersion(locked.version)
  const now = new Date().toISOString()
  const draft = await loadDraft(tx, ref, input)
  const heirs = await removeItems(tx, draft, input.remove)
  const ids = await applyFields(tx, draft, { changes: input.items, checks, now })
  await settleHierarchy(tx, draft)
  await refuseTakenUrls(tx, draft)
  const links = await takeLinks(tx, draft, input)
  // New and moved items first, because keywords name them; removed ones last, when they have no keywords left.
  const written = [...draft.after.values()].filter(({ id }) => !draft.removed.has(id))
  await clearUrls(tx, ref, [...draft.removed])
  await upsertItems(tx, ref, written)
  const keywords = await changeKeywords(tx, draft, { changes: input.items, ids, heirs, language: locked.language })
  await recount(tx, draft, { keywords, now, weights: await getWeights(tx, ref.workspaceId) })
  await deleteItems(tx, ref, [...draft.removed])
  await writeLinks(tx, draft, input.links)
  const name = input.name === undefined ? null : await findPlanName(tx, ref)
  const version = await bumpPlan(tx, ref, input.name)
  await insertChange(tx, ref, {
    version,
    userId,
    before: {
      name,
      items: [...draft.before.values()],
      added: draft.added,
      keywords: keywords.before,
      addedKeys: keywords.added,
      ...links,
    },
  })
  const states = [...draft.after.values()].flatMap(({ id, state }) =>
    !draft.removed.has(id) && draft.before.get(id)?.state !== state ? [{ id, state }] : [],
  )
  return { changed: [...draft.after.keys()].filter((id) => !draft.removed.has(id)), version, states }
}

export const staleVersion = (version: number) =>
  new AppError('conflict', `Someone else changed this plan. The current version is ${version}. Get it again.`, {
    field: 'version',
    reason: 'outdated_version',
    params: { version },
    details: { version },
  })

/** Loads what the input names: changed and removed items, and pillars. */
async function loadDraft(tx: Tx, ref: ResourceRef, { items, remove }: UpdateInput): Promise<Draft> {
  const given = items.flatMap(({ _id }) => _id ?? [])
  const twice = given.find((id, index) => given.indexOf(id) !== index || remove.includes(id))
  if (twice)
    throw new AppError('invalid_input', 'An item is named twice.', { field: 'items._id', reason: 'item_twice' })
  const parents = items.flatMap(({ parent_id }) => parent_id ?? [])
  const draft: Draft = { ref, before: new Map(), after: new Map(), added: [], removed: new Set() }
  await load(tx, draft, [...given, ...remove, ...parents])
  if (!given.every((id) => draft.before.has(id))) refuseMissingItem('items._id')
  if (!remove.every((id) => draft.before.has(id))) refuseMissingItem('remove')
  if (!parents.every((id) => draft.before.has(id))) refuseMissingItem('parent_id')
  return draft
}

type FieldChanges = { changes: readonly ItemChange[]; checks: UpdateChecks; now: string }

/** Applies fields to items and creates new ones. Returns the id of each change's item. */
async function applyFields(tx: Tx, draft: Draft, { changes, checks, now }: FieldChanges): Promise<string[]> {
  await refuseStrangers(draft.ref.workspaceId, changes, checks)
  const { last, count } = await findEdges(tx, draft.ref, [])
  const added = changes.filter(({ _id }) => _id === undefined).length
  if (count + added > maxPlanItems)
    throw new AppError('too_large', 'A plan can have up to 10,000 items.', {
      field: 'items',
      reason: 'plan_full',
      params: { max: maxPlanItems },
    })
  let position = last
  const ids = changes.map((change) => {
    const item = change._id ? draft.after.get(change._id)! : createItem(draft, change, ++position)
    const {
      _id,
      keywords: _keywords,
      add_keywords: _added,
      parent_index: _index,
      url,
      state,
      parent_id,
      ...plain
    } = change
    for (const [field, value] of Object.entries(plain)) if (value !== undefined) Object.assign(item, { [field]: value })
    if (url !== undefined) {
      item.url = url || null
      item.url_key = item.url && urlKey(item.url)
    }
    if (state !== undefined && state !== item.state) {
      item.state = state
      item.history = { ...item.history, [state]: item.history[state] ?? now }
    }
    if (parent_id) item.role = 'spoke'
    if (parent_id !== undefined) item.parent_id = parent_id
    if (item.role === 'pillar') item.parent_id = null
    item.updated_at = now
    return item.id
  })
  changes.forEach(({ parent_index }, index) => {
    if (parent_index === undefined) return
    const parentId = ids[parent_index]
    if (!parentId || parent_index === index) refuseMissingItem('parent_index')
    Object.assign(draft.after.get(ids[index]!)!, { role: 'spoke', parent_id: parentId })
  })
  return ids
}

function createItem(draft: Draft, { title, parent_id }: ItemChange, position: number): ItemRecord {
  if (!title) throw new AppError('invalid_input', 'title is missing.', { field: 'items.title', reason: 'missing' })
  const item: ItemRecord = {
    id: randomUUIDv7(),
    title,
    role: parent_id ? 'spoke' : 'pillar',
    parent_id: null,
    intent: null,
    url: null,
    url_key: null,
    state: 'idea',
    owner_id: null,
    due_on: null,
    document_id: null,
    brief_id: null,
    publication_id: null,
    page_id: null,
    position,
    keyword_count: 0,
    volume: null,
    volume_known: 0,
    difficulty: null,
    own_position: null,
    score: null,
    history: { idea: new Date().toISOString() },
    updated_at: '',
  }
  draft.after.set(item.id, item)
  draft.added.push(item.id)
  return item
}

/** Refuses owners who aren’t members, and documents of other workspaces. */
async function refuseStrangers(workspaceId: string, changes: readonly ItemChange[], checks: UpdateChecks) {
  for (const owner of new Set(changes.flatMap(({ owner_id }) => owner_id ?? [])))
    if (!(await checks.isMember(workspaceId, owner)))
      throw new AppError('not_found', 'The owner isn’t a member of this workspace.', {
        field: 'owner_id',
        reason: 'owner_missing',
      })
  for (const field of ['document_id', 'brief_id'] as const)
    for (const id of new Set(changes.flatMap((change) => change[field] ?? [])))
      if (!(await checks.isDocument(workspaceId, id)))
        throw new AppError('not_found', 'This workspace has no such document.', { field, reason: 'document_missing' })
}

/** The parent of a spoke is always a pillar: when a pillar becomes a spoke, its spokes move to its own pillar. */
async function settleHierarchy(tx: Tx, draft: Draft) {
  const demoted = [...draft.after.values()].filter(
    ({ id, role }) => role === 'spoke' && draft.before.get(id)?.role === 'pillar' && !draft.removed.has(id),
  )
  for (const record of await findChildren(
    tx,
    draft.ref,
    demoted.map(({ id }) => id),
  ))
    take(draft, record)
  const demotedIds = new Map(demoted.map(({ id, parent_id }) => [id, parent_id]))
  for (const item of draft.after.values()) {
    if (item.parent_id && demotedIds.has(item.parent_id)) item.parent_id = demotedIds.get(item.parent_id) ?? null
    if (item.parent_id === item.id) item.parent_id = null
  }
  for (const item of draft.after.values()) {
    if (item.parent_id === null || draft.removed.has(item.id)) continue
    await load(tx, draft, [item.parent_id])
    const parent = draft.after.get(item.parent_id)
    if (!parent || draft.removed.has(parent.id)) refuseMissingItem('parent_id')
    if (parent.role !== 'pillar')
      throw new AppError('invalid_input', `“${parent.title}” isn’t a pillar. Make it one first.`, {
        field: 'parent_id',
        reason: 'parent_not_pillar',
        params: { title: parent.title },
      })
  }
}

/** @throws AppError conflict naming both items */
async function refuseTakenUrls(tx: Tx, draft: Draft) {
  const items = [...draft.after.values()].filter(({ id, url_key }) => url_key !== null && !draft.removed.has(id))
  const changed = items.filter(({ id, url_key }) => draft.before.get(id)?.url_key !== url_key)
  const keys = changed.map(({ url_key }) => url_key!)
  const others = await findByUrl(tx, draft.ref, keys, [...draft.after.keys()])
  const owners = new Map<string, { id: string; title: string }>(others.map((other) => [other.url_key!, other]))
  for (const item of items) {
    const other = owners.get(item.url_key!)
    if (other)
      throw new AppError('conflict', `“${other.title}” and “${item.title}” can’t have the same URL, ${item.url}.`, {
        field: 'items.url',
        reason: 'url_taken',
        params: { url: item.url, titles: [other.title, item.title] },
        details: { items: [other, item].map(({ id, title }) => ({ _id: id, title })) },
      })
    owners.set(item.url_key!, item)
  }
}

type Recount = { keywords: KeywordChanges; now: string; weights: PlanWeights }

/** Sums keywords again where they changed, and scores what changed. */
async function recount(tx: Tx, draft: Draft, { keywords, now, weights }: Recount) {
  await load(tx, draft, [...keywords.itemIds])
  const touched = [...draft.after.values()].filter(({ id }) => !draft.removed.has(id))
  const recounted = touched.filter(({ id }) => keywords.itemIds.has(id))
  const found = await findKeywordRecords(tx, draft.ref, { itemIds: recounted.map(({ id }) => id) })
  const byItem = Map.groupBy(found, ({ item_id }) => item_id)
  for (const item of recounted) {
    const { intent, ...numbers } = getItemNumbers(byItem.get(item.id) ?? [])
    Object.assign(item, numbers, { intent: item.intent ?? intent, updated_at: now })
  }
  for (const item of touched) item.score = score(item, weights).score
  await upsertItems(tx, draft.ref, touched)
}

/** The links of all items that the change touches, as they were. */
async function takeLinks(tx: Tx, draft: Draft, { links }: UpdateInput) {
  const ends = links.flatMap(({ from, to }) => [from, to])
  const known = new Set((await findItemRecords(tx, draft.ref, ends)).map(({ id }) => id))
  if (
    links.some(({ from, to }) => !known.has(from) || draft.removed.has(from) || !known.has(to) || draft.removed.has(to))
  )
    refuseMissingItem('links')
  if (links.some(({ from, to }) => from === to))
    throw new AppError('invalid_input', 'An item can’t link to itself.', { field: 'links', reason: 'link_to_itself' })
  const linkedItems = [...new Set([...links.map(({ from }) => from), ...draft.removed])]
  if (linkedItems.length === 0) return { links: [] as LinkRecord[], linkedItems }
  const before = await findLinks(tx, draft.ref, linkedItems)
  return {
    links: before.map(({ from, to, anchor, state }): LinkRecord => ({ from_id: from, to_id: to, anchor, state })),
    linkedItems,
  }
}

async function writeLinks(tx: Tx, draft: Draft, links: readonly LinkChange[]) {
  if (links.length === 0) return
  const isRemoved = ({ state }: LinkChange) => state === 'removed'
  await deleteLinks(tx, draft.ref, links.filter(isRemoved))
  const upserted = links.filter((link) => !isRemoved(link))
  const targets = upserted.map(({ to }) => to)
  const [existing, items, keywords] = await Promise.all([
    findLinks(tx, draft.ref, targets),
    findItemRecords(tx, draft.ref, targets),
    findKeywordRecords(tx, draft.ref, { itemIds: targets }),
  ])
  const titles = new Map(items.map(({ id, title }) => [id, title]))
  const anchor = ({ from, to }: LinkChange) =>
    existing.find((link) => link.from === from && link.to === to)?.anchor ??
    keywords.find(({ item_id }) => item_id === to)?.text ??
    titles.get(to)!
  const records = upserted.map(
    (link): LinkRecord => ({
      from_id: link.from,
      to_id: link.to,
      anchor: link.anchor ?? anchor(link),
      state: link.state === 'set' ? 'set' : 'proposed',
    }),
  )
  await upsertLinks(tx, draft.ref, [
    ...new Map(records.map((link) => [`${link.from_id} ${link.to_id}`, link])).values(),
  ])
}
