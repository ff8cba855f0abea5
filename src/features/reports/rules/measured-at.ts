import type { Row } from '../contract.ts'

/** Date of a provider's number. A file says when its numbers are of; a live source is asked when the report runs. */
export function getMeasuredAt(
  provider: string | null,
  { volume }: Pick<Row, 'volume'>,
  finishedAt: string | null,
): string | null {
  if (provider === null) return null
  if (provider !== 'imported') return finishedAt
  return volume?.provider === 'imported' ? volume.as_of : null
}
