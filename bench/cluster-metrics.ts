/** How well a grouping agrees with another one. Both take one label an item, of any values. */

type Table = { items: number; left: number[]; right: number[]; cells: { left: number; right: number; count: number }[] }

function crossTable(left: ArrayLike<number>, right: ArrayLike<number>): Table {
  if (left.length !== right.length) throw new Error(`${left.length} labels against ${right.length}`)
  const ids = (labels: ArrayLike<number>) => {
    const seen = new Map<number, number>()
    const sizes: number[] = []
    const numbered = Int32Array.from(labels, (label) => {
      const id = seen.get(label) ?? seen.size
      if (id === seen.size) seen.set(label, id)
      sizes[id] = (sizes[id] ?? 0) + 1
      return id
    })
    return { numbered, sizes }
  }
  const a = ids(left)
  const b = ids(right)
  const counts = new Map<number, number>()
  for (let at = 0; at < left.length; at++) {
    const cell = a.numbered[at]! * b.sizes.length + b.numbered[at]!
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const cells = [...counts].map(([cell, count]) => ({
    left: Math.floor(cell / b.sizes.length),
    right: cell % b.sizes.length,
    count,
  }))
  return { items: left.length, left: a.sizes, right: b.sizes, cells }
}

function entropy(sizes: number[], items: number): number {
  return -sizes.reduce((sum, size) => sum + (size / items) * Math.log(size / items), 0)
}

/** Normalized mutual information, arithmetic mean of the entropies (scikit-learn's default); 1: the same grouping. */
export function nmi(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const table = crossTable(left, right)
  const mean = (entropy(table.left, table.items) + entropy(table.right, table.items)) / 2
  if (mean === 0) return 1
  const information = table.cells.reduce(
    (sum, { left, right, count }) =>
      sum + (count / table.items) * Math.log((count * table.items) / (table.left[left]! * table.right[right]!)),
    0,
  )
  return Math.max(0, information / mean)
}

/** Adjusted Rand index: agreement over pairs, 0 for chance, 1 for the same grouping. */
export function ari(left: ArrayLike<number>, right: ArrayLike<number>): number {
  const table = crossTable(left, right)
  const pairs = (count: number) => (count * (count - 1)) / 2
  const getPairs = (sizes: number[]) => sizes.reduce((sum, size) => sum + pairs(size), 0)
  const together = table.cells.reduce((sum, { count }) => sum + pairs(count), 0)
  const inLeft = getPairs(table.left)
  const inRight = getPairs(table.right)
  const expected = (inLeft * inRight) / (pairs(table.items) || 1)
  const most = (inLeft + inRight) / 2
  return most === expected ? 1 : (together - expected) / (most - expected)
}

/** Share of items that belong to the commonest label of their group: 1 when no group mixes labels, whatever their number. */
export function purity(groups: ArrayLike<number>, labels: ArrayLike<number>): number {
  const { cells, items } = crossTable(groups, labels)
  const most = new Map<number, number>()
  for (const { left, count } of cells) most.set(left, Math.max(most.get(left) ?? 0, count))
  return [...most.values()].reduce((sum, count) => sum + count, 0) / items
}
