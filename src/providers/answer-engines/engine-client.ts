import { type PaidCall, type SharedPacing, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { createVendorClient } from '#providers/search-data/vendor-client/vendor-client.ts'
import type { Fault } from '#providers/search-data/vendor-client/vendor-errors.ts'
import type {
  VendorFetch,
  VendorLimits,
  VendorLog,
  VendorRequest,
} from '#providers/search-data/vendor-client/vendor-request.ts'
import { type Citation, type EngineAskOptions, EngineError, type EngineId, engineLabels } from './port.ts'

export type EngineOptions = {
  fetch: VendorFetch
  log?: VendorLog
  pacing?: SharedPacing
  /** Replaces the vendor’s host. */
  baseUrl?: string
  apiKey?: string
  model?: string
  limits?: Partial<VendorLimits>
}

type Ask<Answer> = Pick<VendorRequest<Answer>, 'path' | 'headers' | 'json' | 'check' | 'read'> & {
  maxCostUsd: number
  getCost: (body: unknown) => number | null
}

/** What is wrong with an answer that isn't whole. It was charged, so it isn't asked for again. */
export const toIncomplete = (what: string, kind: 'bad_answer' | 'rate_limited' = 'bad_answer'): Fault => ({
  kind,
  what,
  advice: 'Try again later.',
  retries: 0,
  weighs: false,
})

/** The client of search sources for an engine: the same pacing, retries, circuit breaker and payment. */
export function createEngineClient(
  id: EngineId,
  vendorUrl: string,
  { fetch, log, pacing, baseUrl, apiKey, limits }: EngineOptions,
) {
  // The client only passes the id on: to errors, which are turned into the engine's own here, and to the log.
  const source = id as unknown as SourceId
  const label = engineLabels[id]
  const name = id.toUpperCase()
  const client = createVendorClient({
    fetch,
    log,
    pacing,
    source,
    label,
    setting: `${name}_ANSWERS_URL`,
    credentials: `${name}_ANSWERS_KEY`,
    vendorUrl,
    baseUrl,
    secrets: apiKey ? [apiKey, Buffer.from(apiKey).toString('base64')] : [],
    // A search and a long answer take a minute.
    limits: { concurrency: 4, timeoutMs: 120_000, retries: 1, maxBytes: 4_000_000, ...limits },
  })
  return {
    concurrency: client.concurrency,
    voice: client.voice,
    unavailable: apiKey ? null : `Set ${name}_ANSWERS_KEY to ask ${label}.`,
    /** @throws EngineError */
    async ask<Answer>({ maxCostUsd, getCost, ...request }: Ask<Answer>, { signal, spending }: EngineAskOptions) {
      const call: PaidCall = { source, endpoint: request.path, calls: 1, usd: maxCostUsd }
      try {
        return await client.ask({ ...request, signal, paid: { call, spending, getCost } })
      } catch (error) {
        throw toEngineError(id, error)
      }
    },
  }
}

/** Anything an engine's request failed with, as that engine's error. */
export function toEngineError(id: EngineId, error: unknown): EngineError {
  if (error instanceof EngineError) return error
  if (error instanceof SourceError) {
    const { kind, message, reason, params, retryAfterSeconds, details } = error
    return new EngineError(id, kind, message, { reason, params, retryAfterSeconds, details, cause: error })
  }
  return new EngineError(id, 'bad_answer', `${engineLabels[id]} sent a response Earshot couldn’t read.`, {
    reason: 'source_invalid_response',
    cause: error,
  })
}

const maxCitations = 100
export const maxAnswerLength = 60_000

/** Pages an answer cites, each once, in its order; anything but http(s) is left out. */
export function toCitations(
  found: readonly { url: string; title?: string | null; domain?: string | null }[],
): Citation[] {
  const citations = new Map<string, Citation>()
  for (const { url, title, domain } of found) {
    const address = URL.parse(url)
    if (!address || !/^https?:$/.test(address.protocol) || url.length > 2000 || citations.size === maxCitations)
      continue
    const host = domain ?? address.hostname
    if (!citations.has(address.href))
      citations.set(address.href, {
        url: address.href,
        title: title?.replace(/\s+/g, ' ').trim().slice(0, 300) || null,
        domain: host
          .toLowerCase()
          .replace(/^www\./, '')
          .slice(0, 253),
      })
  }
  return [...citations.values()]
}

export type TokenPrice = { input: number; output: number }

/** US dollars for tokens at a price for a million, and for searches at a price each. */
export const getPrice = (
  tokens: { input: number; output: number },
  price: TokenPrice,
  searches: number,
  searchPrice: number,
) =>
  Math.round(((tokens.input * price.input + tokens.output * price.output) / 1e6 + searches * searchPrice) * 1e6) / 1e6
