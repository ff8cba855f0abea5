import type { Row } from '../../contract.ts'

/** One figure to sort and size by; the middle of a range, geometrically; null when there is none. */
export function volumeFigure(volume: Row['volume']) {
  if (!volume) return null
  if (volume.value !== null) return volume.value
  return volume.low !== null && volume.high !== null ? Math.sqrt(Math.max(1, volume.low) * volume.high) : null
}

export const providersFromGoogleAds: readonly string[] = ['dataforseo']

/**
 * Whether a provider's volumes are those of Google Ads, which rounds them and gives close variants ("kettle", "kettles") one number.
 * Imported files aren't among them: their volumes are kept without the kind of file, and may be anyone's.
 */
export const isFromGoogleAds = (provider: string) => providersFromGoogleAds.includes(provider)
