/** Slices of the line under a source. */
const slices = 60

/** Rows that arrived in each of 60 equal slices of the run so far. */
export function getRowSparkline(arrivals: { at: number; rows: number }[], startedAt: number, now: number): number[] {
  const span = Math.max(1, now - startedAt)
  const counts = new Array<number>(slices).fill(0)
  for (const { at, rows } of arrivals) {
    const slice = Math.min(slices - 1, Math.max(0, Math.floor(((at - startedAt) / span) * slices)))
    counts[slice] = counts[slice]! + rows
  }
  return counts
}
