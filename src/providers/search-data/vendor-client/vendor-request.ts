import type { PaidCall, Spending } from '../port.ts'
import type { Fault } from './vendor-errors.ts'

/** `fetch` as vendors need it; the platform's and the runtime's both fit. */
export type VendorFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>

export type VendorLog = {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export type VendorLimits = {
  /** Maximum number of requests in flight. */
  concurrency: number
  /** Between the starts of two requests, in milliseconds; only towards the vendor's real host. */
  spacingMs: number
  /** Of one try, to the last byte. */
  timeoutMs: number
  /** Tries after the first. */
  retries: number
  /** Before the second try; doubles with each, less up to half at random. */
  backoffMs: number
  /** The longest `Retry-After` that is waited for; a longer one fails immediately. */
  maxWaitMs: number
  /** Failed questions in a row after which the vendor is left alone. */
  breakAfter: number
  /** How long it is left alone, the first time and each time the next question fails too. */
  breakForMs: readonly number[]
  maxBytes: number
}

export const defaultLimits: VendorLimits = {
  concurrency: 4,
  spacingMs: 0,
  timeoutMs: 8000,
  retries: 2,
  backoffMs: 400,
  maxWaitMs: 10_000,
  breakAfter: 5,
  breakForMs: [5000, 15_000, 30_000, 60_000],
  maxBytes: 2_000_000,
}

export type VendorRequest<Answer> = {
  /** The vendor's path, kept whatever the address. */
  path: string
  /** Fills `{lang}` in the address. */
  lang?: string
  query?: Record<string, string | number | null | undefined>
  headers?: Record<string, string>
  /** Makes it a POST. */
  json?: unknown
  /** Makes it a POST of form fields. */
  form?: Record<string, string>
  signal: AbortSignal
  /** What the vendor charges for it, and who pays. */
  paid?: { call: PaidCall; spending?: Spending; getCost?: (body: unknown) => number | null }
  /** Turns the text into data, where it is more than JSON. May throw. */
  parse?: (text: string) => unknown
  /** What the vendor says went wrong although it answered 200. */
  check?: (body: unknown) => Fault | null
  /** Maps a status other than 2xx that is a valid answer: 404 for "none". */
  answerTo?: (status: number) => { answer: Answer } | null
  /** Better words for a status than the common ones; null keeps those. `text` is the body as it came. */
  explain?: (status: number, body: unknown, retryAfterSeconds: number | null, text: string) => Fault | null
  /** Parses the data leniently. An exception means an undocumented shape. */
  read: (body: unknown) => Answer
}
