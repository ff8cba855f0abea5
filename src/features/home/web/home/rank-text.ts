import { formatCount, plural } from '#ui/format/format.ts'
import type { RankChange } from '../../contract.ts'

type Counts = Pick<RankChange, 'up' | 'down' | 'steady' | 'first' | 'first_found' | 'moved' | 'depth'>

/** What a tracker’s latest run says about its keywords. Null when it measured none of them. */
export function getRankText({ up, down, steady, first, first_found, moved, depth }: Counts): string | null {
  const compared = up + down + steady
  const found = `${formatCount(first_found)} of ${plural(first, 'keyword')} found in the first ${formatCount(depth)} results`
  if (compared === 0) return first > 0 ? `First positions: ${found}` : null
  const certainty = moved ? ', more than chance explains' : up + down > 0 ? ', within noise' : ''
  const changes = `${formatCount(up)} up, ${formatCount(down)} down, ${formatCount(steady)} unchanged${certainty}`
  return first > 0 ? `${changes}. First checks: ${found}` : changes
}
