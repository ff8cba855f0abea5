import { formatDay } from '#ui/format/format.ts'
import { itemStates, type PlanRow } from '../../contract.ts'
import type { MergedField } from '../../rules/merge-changes.ts'
import { capitalize, type Option, stateLabels } from '../item-labels.ts'

/** What a field's value is called on screen. */
export type Name = (field: MergedField, value: string | null) => string

/** @param rows name the pillars */
export function createNames(members: readonly Option[], rows: readonly PlanRow[]): Name {
  const titles = new Map(rows.map(({ _id, title }) => [_id, title]))
  return (field, value) => {
    if (field === 'role')
      return value === 'pillar' ? 'Pillar' : value ? `Spoke of ${titles.get(value) ?? 'another pillar'}` : 'Spoke'
    if (value === null) return field === 'owner_id' ? 'No owner' : field === 'due_on' ? 'No date' : 'Nothing'
    if (field === 'owner_id') return members.find((member) => member.value === value)?.label ?? 'Former member'
    if (field === 'due_on') return formatDay(value)
    if (field === 'intent') return capitalize(value)
    return field === 'state' ? stateLabels[itemStates.find((state) => state === value) ?? 'idea'] : value
  }
}
