/** When an email that wasn't sent is tried again. Only one that certainly wasn't: another might arrive twice. */

const retrySeconds = [60, 300, 1800, 7200, 21_600]
/** Sending never takes longer: after this, the sending process is considered dead. */
export const sendingSeconds = 15 * 60

type EmailFailure = { code?: string; responseCode?: number; command?: string }

/** What becomes of an email after a failed attempt, numbered from 1: a wait in seconds, or the end. */
export function getNextAttempt(err: unknown, attempt: number): number | 'unclear' | 'refused' {
  if (!wasRefused(err)) return 'unclear'
  return isFinal(err) ? 'refused' : getRetryWait(attempt)
}

/** The wait in seconds after an attempt that sent nothing. */
export const getRetryWait = (attempt: number): number | 'refused' => retrySeconds[attempt - 1] ?? 'refused'

/** True when nothing was sent: the server rejected it, wasn't reached, or the outbox couldn't be written. */
function wasRefused(err: unknown): boolean {
  const { code, responseCode, command } = (err ?? {}) as EmailFailure
  if (responseCode !== undefined && responseCode >= 400) return true
  if (code !== undefined && /^(EDNS|EAUTH|ECONNREFUSED|ENOENT|EACCES|ENOSPC|EROFS|EENVELOPE)$/.test(code)) return true
  return command === 'CONN'
}

/** 5xx: a retry would be rejected again. */
const isFinal = (err: unknown) => ((err as EmailFailure).responseCode ?? 0) >= 500

/** a…@example.com */
export const maskEmail = (email: string) => email.replace(/^(.).*(@.*)$/, '$1…$2')
