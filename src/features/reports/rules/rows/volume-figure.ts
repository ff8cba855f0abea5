import type { Row } from '../../contract.ts'

/** One figure to sort and size by; the middle of a range, geometrically; null when there is none. */
export function volumeFigure(volume: Row['volume']) {
  if (!volume) return null
  if (volume.value !== null) return volume.value
  return volume.low !== null && volume.high !== null ? Math.sqrt(Math.max(1, volume.low) * volume.high) : null
}
