import { toAnswer } from '../normalize-answer.ts'
import type { Locale, SearchSource, SourceId } from '../port.ts'
import { createVendorClient, type VendorClientOptions } from '../vendor-client/vendor-client.ts'
import type { VendorFetch, VendorLog } from '../vendor-client/vendor-request.ts'
import { parseMaybeJsonp, readSuggestArray } from './suggest-array.ts'

/** What every adapter is given. */
export type AdapterOptions = {
  fetch: VendorFetch
  /** Replaces the vendor's host; its path is kept. */
  baseUrl?: string
  log?: VendorLog
  pacing?: VendorClientOptions['pacing']
  onAsk?: VendorClientOptions['onAsk']
  /** In place of the vendor's own. */
  limits?: VendorClientOptions['limits']
}

type SuggestVendor = {
  id: SourceId
  label: string
  setting: string
  vendorUrl: string
  path: string
  /** Milliseconds between two requests to the vendor's own host. */
  spacingMs: number
  toQuery(term: string, locale: Locale): Record<string, string>
}

/** A keyless source of completions: one GET a term. */
export function createSuggestSource(vendor: SuggestVendor, options: AdapterOptions): SearchSource {
  const client = createVendorClient({
    ...options,
    source: vendor.id,
    label: vendor.label,
    setting: vendor.setting,
    credentials: null,
    vendorUrl: vendor.vendorUrl,
    limits: { concurrency: 10, spacingMs: vendor.spacingMs, timeoutMs: 6000, ...options.limits },
  })
  return {
    id: vendor.id,
    label: vendor.label,
    fanOut: 'expansions',
    concurrency: client.concurrency,
    unavailable: null,
    costPerAskUsd: 0,
    async ask(term, locale, { signal }) {
      const suggestions = await client.ask({
        path: vendor.path,
        query: vendor.toQuery(term, locale),
        // An answer fits one packet. Unpacking hundreds of them takes a tenth of a report's processor time.
        headers: { 'accept-encoding': 'identity' },
        signal,
        parse: parseMaybeJsonp,
        read: readSuggestArray,
      })
      return toAnswer({ suggestions })
    },
  }
}
