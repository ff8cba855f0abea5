import { type ItemState, itemStates, type PlanRow } from '../../contract-item.ts'

/** A column of the board: the items loaded so far, and numbers of all items in that state. */
export type BoardColumn = { state: ItemState; items: PlanRow[]; total: number; volume: number | null }

/** The state next to this one in the order of the work; null at either end. Dropping isn't a step of the work. */
export function getNeighborState(state: ItemState, step: -1 | 1): ItemState | null {
  const next = itemStates[itemStates.indexOf(state) + step]
  return next === undefined || next === 'dropped' ? null : next
}

const byPriority = (a: PlanRow, b: PlanRow) =>
  (b.priority.score ?? -1) - (a.priority.score ?? -1) || (a._id < b._id ? -1 : 1)

/** The columns after an item got another state. Counts and volumes follow it. */
export function moveCard(columns: readonly BoardColumn[], id: string, to: ItemState): BoardColumn[] {
  const item = columns.flatMap(({ items }) => items).find(({ _id }) => _id === id)
  if (!item || item.state === to) return [...columns]
  return columns.map((column) => {
    const { state, items, total, volume } = column
    if (state === item.state) {
      const rest = items.filter(({ _id }) => _id !== id)
      const left = item.volume === null || volume === null ? volume : volume - item.volume
      // When the last item with a known volume leaves, nothing is known about the rest.
      const isKnown = rest.length < total - 1 || rest.some((other) => other.volume !== null)
      return { state, items: rest, total: total - 1, volume: isKnown ? left : null }
    }
    if (state === to)
      return {
        state,
        items: [...items, { ...item, state: to }].sort(byPriority),
        total: total + 1,
        volume: item.volume === null ? volume : (volume ?? 0) + item.volume,
      }
    return column
  })
}

/** A column with a further page. Items that were moved here meanwhile are in both, and are kept once. */
export function addPage(column: BoardColumn, page: readonly PlanRow[]): BoardColumn {
  const known = new Set(column.items.map(({ _id }) => _id))
  return { ...column, items: [...column.items, ...page.filter(({ _id }) => !known.has(_id))].sort(byPriority) }
}
