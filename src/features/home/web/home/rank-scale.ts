/**
 * Where a position is on a line from the first result (0) to just below the results checked (1). By its logarithm: from 1 to 2 is as far
 * as from 10 to 20, as tests of ranks count it. Null is just below.
 */
export function toRankShare(position: number | null, depth: number): number {
  const last = depth + 1
  return Math.log2(Math.min(position ?? last, last)) / Math.log2(last)
}
