/** Names that only mean something inside a network. */
const privateName = /(^|\.)(localhost|local|internal|test|invalid|lan|home\.arpa)$/

/** Whether search engines can reach an address, so that telling them of it makes sense. */
export function isAnnounceable(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' && /\.[a-z][a-z0-9-]*$/i.test(hostname) && !privateName.test(hostname)
}

const firstRetryMs = 60_000
const maxRetryMs = 6 * 3_600_000
const tryForMs = 24 * 3_600_000

/** When addresses are sent again after `attempts`. Null once a day has passed since they were queued. */
export function getNextTry(attempts: number, queuedAt: Date, now: Date): Date | null {
  if (now.getTime() - queuedAt.getTime() >= tryForMs) return null
  return new Date(now.getTime() + Math.min(maxRetryMs, firstRetryMs * 3 ** (attempts - 1)))
}

/**
 * What an answer means: https://www.indexnow.org/documentation. 200 and 202 (the key is checked later) are fine. 400, 403 and 422
 * say that the addresses or the key are wrong, which a repetition doesn't change.
 */
export function toOutcome(status: number): 'taken' | 'refused' | 'later' {
  if (status === 200 || status === 202) return 'taken'
  return [400, 403, 422].includes(status) ? 'refused' : 'later'
}
