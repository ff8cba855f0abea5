import type { ItemChange } from '../contract.ts'
import type { PlanRow } from '../contract-item.ts'

/** Merges a change that was made on an outdated plan with what others changed since. Pure. */

export const mergedFields = ['title', 'url', 'state', 'owner_id', 'due_on', 'intent', 'role'] as const
/** `role` is where the item stands: as a pillar, below one, or without one. */
export type MergedField = (typeof mergedFields)[number]

/** A field that others changed too. Values are as the item has them; a role is `pillar`, the id of the pillar above, or null. */
export type FieldConflict = {
  itemId: string
  title: string
  field: MergedField
  was: string | null
  mine: string | null
  theirs: string | null
}

/** A field that only others changed. */
export type OtherChange = Omit<FieldConflict, 'mine'>

export type Merge = {
  /** What can be sent as it is, without the fields in conflict. */
  items: ItemChange[]
  remove: string[]
  conflicts: FieldConflict[]
  /** Items to remove that others changed since. */
  changedBeforeRemoval: { itemId: string; title: string }[]
  /** Items that others removed, with what would have changed. */
  removedByOthers: { title: string; change: ItemChange }[]
  others: OtherChange[]
}

type Input = {
  /** The items as they were when the change was made. */
  before: readonly PlanRow[]
  items: readonly ItemChange[]
  remove: readonly string[]
  /** The same items now; one that others removed isn't among them. */
  now: readonly PlanRow[]
}

const getRole = ({ role, parent_id }: Pick<PlanRow, 'role' | 'parent_id'>) => (role === 'pillar' ? 'pillar' : parent_id)
export const getField = (item: PlanRow, field: MergedField): string | null =>
  field === 'role' ? getRole(item) : item[field]

/** What a change sets a field to; undefined where it leaves it. */
function getMine(change: ItemChange, field: MergedField, before: PlanRow): string | null | undefined {
  if (field !== 'role') return change[field]
  if (change.role === undefined && change.parent_id === undefined) return undefined
  return getRole({
    role: change.role ?? 'spoke',
    parent_id: change.parent_id === undefined ? before.parent_id : change.parent_id,
  })
}

export function mergeChanges({ before, items, remove, now }: Input): Merge {
  const [was, is] = [before, now].map((rows) => new Map(rows.map((row) => [row._id, row]))) as [
    Map<string, PlanRow>,
    Map<string, PlanRow>,
  ]
  const merge: Merge = {
    items: [],
    remove: [],
    conflicts: [],
    changedBeforeRemoval: [],
    removedByOthers: [],
    others: [],
  }
  for (const change of items) {
    const old = was.get(change._id ?? '')
    const current = is.get(change._id ?? '')
    if (!change._id || !old) merge.items.push(change)
    else if (!current) merge.removedByOthers.push({ title: old.title, change })
    else mergeItem(merge, change, old, current)
  }
  for (const id of remove) {
    const current = is.get(id)
    if (!current) continue
    merge.remove.push(id)
    const changes = getOthers(was.get(id) ?? current, current)
    if (changes.length > 0) merge.changedBeforeRemoval.push({ itemId: id, title: current.title })
    merge.others.push(...changes)
  }
  return merge
}

function mergeItem(merge: Merge, change: ItemChange, old: PlanRow, current: PlanRow) {
  const safe: ItemChange = { ...change }
  for (const other of getOthers(old, current)) {
    const mine = getMine(change, other.field, old)
    if (mine === undefined) merge.others.push(other)
    else if (mine !== other.theirs) merge.conflicts.push({ ...other, mine })
    if (mine === undefined) continue
    if (other.field === 'role') for (const name of ['role', 'parent_id'] as const) delete safe[name]
    else delete safe[other.field]
  }
  if (Object.keys(safe).some((name) => name !== '_id')) merge.items.push(safe)
}

const getOthers = (old: PlanRow, current: PlanRow): OtherChange[] =>
  mergedFields.flatMap((field) => {
    const [was, theirs] = [getField(old, field), getField(current, field)]
    return was === theirs ? [] : [{ itemId: current._id, title: current.title, field, was, theirs }]
  })

/** Nothing has to be asked: what others changed is something else. */
export const isSafe = ({ conflicts, changedBeforeRemoval, removedByOthers }: Merge) =>
  conflicts.length === 0 && changedBeforeRemoval.length === 0 && removedByOthers.length === 0

export type Choice = 'mine' | 'theirs'
export const toChoiceKey = ({ itemId, field }: Pick<FieldConflict, 'itemId' | 'field'>) => `${itemId} ${field}`

/** The change with what was chosen for each conflict. An item to remove that others changed is kept unless its choice is `mine`. */
export function applyChoices(merge: Merge, choices: ReadonlyMap<string, Choice>) {
  const items = new Map(merge.items.flatMap((item) => (item._id ? [[item._id, { ...item }]] : [])))
  const added = merge.items.filter(({ _id }) => _id === undefined)
  for (const conflict of merge.conflicts) {
    if (choices.get(toChoiceKey(conflict)) !== 'mine') continue
    const { itemId, field, mine } = conflict
    const item: ItemChange = items.get(itemId) ?? { _id: itemId }
    if (field !== 'role') Object.assign(item, { [field]: mine })
    else if (mine === 'pillar') Object.assign(item, { role: 'pillar', parent_id: null })
    else Object.assign(item, { role: 'spoke', parent_id: mine })
    items.set(itemId, item)
  }
  const staying = new Set(
    merge.changedBeforeRemoval.filter(({ itemId }) => choices.get(itemId) !== 'mine').map(({ itemId }) => itemId),
  )
  return { items: [...items.values(), ...added], remove: merge.remove.filter((id) => !staying.has(id)) }
}
