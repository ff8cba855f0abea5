import type { ItemState, PlanRow } from '../contract-item.ts'

/** The fields of an item that its page edits, as the inputs have them: empty where there is nothing. */
export type ItemFields = {
  title: string
  parent_id: string
  intent: string
  url: string
  owner_id: string
  due_on: string
  state: ItemState
}

/** A pillar has no parent. A spoke has none until it's given a pillar. */
export const pillarChoice = 'pillar'

export const toFields = (item: PlanRow): ItemFields => ({
  title: item.title,
  parent_id: item.role === 'pillar' ? pillarChoice : (item.parent_id ?? ''),
  intent: item.intent ?? '',
  url: item.url ?? '',
  owner_id: item.owner_id ?? '',
  due_on: item.due_on ?? '',
  state: item.state,
})

/** What is typed that differs from the item: only this is sent, so nothing that others changed is set back. */
export function getEdited(item: PlanRow, typed: Partial<ItemFields>): Partial<ItemFields> {
  const fields = toFields(item)
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== fields[name as keyof ItemFields]),
  ) as Partial<ItemFields>
}

/** Typed fields that someone else changed since typing began, with what they are now. */
export function getChangedByOthers(
  before: PlanRow,
  now: PlanRow,
  typed: Partial<ItemFields>,
): Partial<Record<keyof ItemFields, string>> {
  const [was, is] = [toFields(before), toFields(now)]
  const names = (Object.keys(typed) as (keyof ItemFields)[]).filter(
    (name) => was[name] !== is[name] && typed[name] !== is[name],
  )
  return Object.fromEntries(names.map((name) => [name, is[name]]))
}
