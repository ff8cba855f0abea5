import type { Call } from '#kit/client.ts'
import { contentPlanContract, type ItemSort, itemStates, type PlanRow } from '../../contract.ts'
import type { BoardColumn } from '../../rules/views/plan-board.ts'
import { getMonthDays } from '../../rules/views/plan-calendar.ts'
import { type PlanFilter, toCallFilter } from '../../rules/views/plan-filter.ts'

/** What each view of a plan reads. Each call reads a page, so that 10,000 items stay fast. */

export const planViews = ['table', 'board', 'map', 'calendar'] as const
export type PlanView = (typeof planViews)[number]

/** Orders of the table, as its menu names them. */
export const tableSorts = {
  pillar: 'Pillar',
  '-priority': 'Priority',
  '-volume': 'Volume',
  due_on: 'Due date',
  state: 'State',
} as const satisfies Partial<Record<ItemSort, string>>
export type TableSort = keyof typeof tableSorts

type Of = { _id: string; filter: PlanFilter }

export type TableQuery = { sort: TableSort; page: number }

export const loadTable = (call: Call, { _id, filter }: Of, { sort, page }: TableQuery) =>
  call(contentPlanContract.items, { _id, sort, page, limit: 100, ...toCallFilter(filter) })

export const loadMap = (call: Call, { _id, filter }: Of) =>
  call(contentPlanContract.map, { _id, ...toCallFilter(filter) })

const cardsAColumn = 25

/** The board's columns are the states, so a filter by state is left out. */
export async function loadBoard(call: Call, { _id, filter }: Of) {
  const { q, filters } = toCallFilter({ ...filter, state: '' })
  const pages = await Promise.all(
    itemStates.map((state) =>
      call(contentPlanContract.items, {
        _id,
        sort: '-priority',
        filters: { ...filters, state },
        limit: cardsAColumn,
        ...(q && { q }),
      }),
    ),
  )
  const columns = pages.map(
    ({ items, total, volume }, index): BoardColumn => ({ state: itemStates[index]!, items, total, volume }),
  )
  return { plan: pages[0]!.plan, columns }
}

const maxPages = 5

export async function loadCalendar(call: Call, { _id, filter }: Of, month: string) {
  const days = getMonthDays(month)
  const { q, filters } = toCallFilter(filter)
  const due_on = { min: days[0]!, max: days.at(-1)! }
  const read = (page: number) =>
    call(contentPlanContract.items, {
      _id,
      sort: 'due_on',
      filters: { ...filters, due_on },
      page,
      limit: 100,
      ...(q && { q }),
    })
  const first = await read(1)
  const items: PlanRow[] = [...first.items]
  for (let page = 2; page <= maxPages && items.length < first.total; page++) items.push(...(await read(page)).items)
  return { plan: first.plan, items, total: first.total }
}
