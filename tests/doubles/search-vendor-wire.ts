import type { IncomingMessage } from 'node:http'
import type { DataForSeoQueue } from './search-vendor-dataforseo.ts'

/** What all vendors of the double share. */

export const vendors = [
  'google_suggest',
  'bing_suggest',
  'duckduckgo_suggest',
  'youtube_suggest',
  'wikipedia',
  'wikimedia_metrics',
  'stackexchange',
  'reddit_token',
  'reddit',
  'searxng',
  'dataforseo',
  'serpapi',
  'serper',
  'pages',
] as const

export type Vendor = (typeof vendors)[number]

export const credentials = {
  DATAFORSEO_LOGIN: 'earshot@example.com',
  DATAFORSEO_PASSWORD: 'double-password',
  REDDIT_CLIENT_ID: 'double-reddit-app',
  REDDIT_CLIENT_SECRET: 'double-reddit-secret',
  SERPAPI_KEY: 'double-serpapi-key',
  SERPER_API_KEY: 'double-serper-key',
} as const

export type VendorAnswer = {
  vendor: Vendor
  /** The query, or null if there is none. */
  term: string | null
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
}

export type Asked = { request: IncomingMessage; url: URL; body: string; origin: string; queue: DataForSeoQueue }

export const json = (vendor: Vendor, term: string | null, body: unknown, status = 200): VendorAnswer => ({
  vendor,
  term,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})
