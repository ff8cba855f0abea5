/** Compares a keyword’s two latest measurements. Failed and skipped checks aren’t measurements, so nothing follows from them. */

export type Measurement = { position: number | null; url: string | null }

export type Movement = 'new' | 'lost' | 'up' | 'down' | 'same' | 'unknown'

/** `previous` null: it was never measured before. `current` null: the latest check failed or was skipped. */
export function getMovement(current: Measurement | null, previous: Measurement | null): Movement {
  if (!current || !previous) return 'unknown'
  if (current.position === null) return previous.position === null ? 'same' : 'lost'
  if (previous.position === null) return 'new'
  if (current.position === previous.position) return 'same'
  return current.position < previous.position ? 'up' : 'down'
}

/** Another page of the site ranks now. */
export const hasUrlChanged = (current: Measurement | null, previous: Measurement | null) =>
  Boolean(current?.url && previous?.url && toPage(current.url) !== toPage(previous.url))

/** Without what doesn’t make it another page: the scheme, "www.", the fragment, a slash at the end. */
function toPage(url: string) {
  const address = URL.parse(url)
  if (!address) return url
  return `${address.hostname.replace(/^www\./, '')}${address.pathname.replace(/\/$/, '')}${address.search}`
}
