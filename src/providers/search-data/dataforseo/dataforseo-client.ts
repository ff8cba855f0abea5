import { type AskOptions, type Locale, type PaidCall, type SourceId, sourceLabels, sourceNotSetUp } from '../port.ts'
import type { AdapterOptions } from '../suggest/suggest-source.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { countryName, googleGeoTarget } from '../vendor-client/vendor-locale.ts'
import { type Answered, getComplaint, getCost, taskResults } from './dataforseo-answers.ts'

export type DataForSeoOptions = AdapterOptions & { login?: string; password?: string }

const vendorUrl = 'https://api.dataforseo.com'

/** One product of DataForSEO: its own queue, its own circuit breaker, its own name in what goes wrong. */
export function createDataForSeoClient(id: SourceId, options: DataForSeoOptions, concurrency = 4) {
  const { login, password } = options
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const label = sourceLabels[id]
  const client = createVendorClient({
    ...options,
    source: id,
    label,
    setting: 'DATAFORSEO_URL',
    credentials: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
    vendorUrl,
    secrets: [password ?? '', basic],
    limits: { concurrency, timeoutMs: 30_000, maxBytes: 10_000_000, ...options.limits },
  })
  const unavailable = login && password ? null : `Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD to use ${label}.`
  const headers = { authorization: `Basic ${basic}` }

  type Question<Result> = { path: string; tasks?: object[]; price?: number; read: (body: unknown) => Result }

  /** Any call; `price` is the most all its tasks may cost. The vendor's own figure settles it. */
  function call<Result>({ path, tasks, price, read }: Question<Result>, { signal, spending }: AskOptions) {
    if (unavailable) return Promise.reject(sourceNotSetUp(id, unavailable))
    return client.ask({
      path: `/v3/${path}`,
      headers,
      json: tasks,
      signal,
      paid:
        price === undefined
          ? undefined
          : { call: { source: id, endpoint: path, calls: tasks?.length ?? 1, usd: price }, spending, getCost },
      check: (body) => getComplaint(body, client.voice),
      read,
    })
  }

  /** A country without a geo target of Google. */
  const unsupported = ({ country }: Locale) =>
    googleGeoTarget(country) === null ? `${label} has no data for ${countryName(country)}.` : null

  return {
    id,
    label,
    unavailable,
    unsupported,
    client,
    call,
    isVendorItself: !options.baseUrl || URL.parse(options.baseUrl)?.host === new URL(vendorUrl).host,
    /** A live call of one task: its results and what it cost. */
    post: <Result>(
      path: string,
      task: object,
      price: number,
      options: AskOptions,
      read: (results: unknown[]) => Result,
    ): Promise<Answered<Result>> =>
      call(
        {
          path,
          tasks: [task],
          price,
          read: (body) => ({ value: read(taskResults(body)), costUsd: getCost(body) ?? 0 }),
        },
        options,
      ),
  }
}

export const paidCall = (source: SourceId, endpoint: string, usd: number, calls = 1): PaidCall => ({
  source,
  endpoint,
  calls,
  usd,
})

export function toDataForSeoLocation({ country }: Pick<Locale, 'country'>, language: string) {
  const code = googleGeoTarget(country)
  const location = code === null ? { location_name: countryName(country) } : { location_code: code }
  return { ...location, language_code: language }
}
