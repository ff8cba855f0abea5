import { type Intent, intentNames } from '#features/reports/rules/keywords/intent.ts'
import { type ItemRole, type ItemState, itemRoles, itemStates } from '../../contract-item.ts'

/** What a plan's items are filtered by, as the address has it. Empty where everything passes. */
export type PlanFilter = {
  q: string
  state: ItemState | ''
  /** Id of a member, or `none`. */
  owner: string
  intent: Intent | 'none' | ''
  role: ItemRole | ''
  due: DueFilter | ''
}

export const dueFilters = ['late', 'week', 'month', 'none'] as const
export type DueFilter = (typeof dueFilters)[number]

const names = ['q', 'state', 'owner', 'intent', 'role', 'due'] as const satisfies (keyof PlanFilter)[]
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filter of an address. What isn't a filter is left out, so that an old bookmark still opens. */
export function readFilter(params: URLSearchParams): PlanFilter {
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | '' =>
    values.find((value) => value === params.get(name)) ?? ''
  const owner = params.get('owner') ?? ''
  return {
    q: params.get('q')?.trim().slice(0, 200) ?? '',
    state: oneOf('state', itemStates),
    owner: owner === 'none' || uuid.test(owner) ? owner : '',
    intent: oneOf('intent', [...intentNames, 'none'] as const),
    role: oneOf('role', itemRoles),
    due: oneOf('due', dueFilters),
  }
}

export const isFiltered = (filter: PlanFilter) => names.some((name) => filter[name] !== '')

/** The parameters of an address with this filter. */
export const toAddress = (filter: PlanFilter): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])))

/** The filter as calls take it. */
export function toCallFilter({ q, owner, ...exact }: PlanFilter) {
  const filters = {
    ...(exact.state && { state: exact.state }),
    ...(owner && { owner_id: owner }),
    ...(exact.intent && { intent: exact.intent }),
    ...(exact.role && { role: exact.role }),
    ...(exact.due && { due: exact.due }),
  }
  return { ...(q && { q }), filters }
}

/** The address of a file with the items that pass. */
export function toExportPath(planId: string, format: string, filter: PlanFilter): string {
  const { q, filters } = toCallFilter(filter)
  return `/plan/export/${planId}?${new URLSearchParams({ format, ...(q && { q }), ...filters })}`
}
