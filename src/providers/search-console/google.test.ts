import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SearchConsoleDouble, startSearchConsole, type TrueSearch } from '../../../tests/doubles/search-console.ts'
import { createGoogleSearchConsole } from './google.ts'
import type { Credential, SearchRow } from './port.ts'

/** More rows than one answer may have. */
const rowCount = 60_001
const searches = Array.from(
  { length: rowCount },
  (_, index): TrueSearch => ({
    ...{ day: '2026-11-01', query: `query ${index}`, impressions: 10 },
    pages: [{ page: 'https://hollowoak.example/', clicks: 1, position: 3 }],
  }),
)
const query = { property: 'sc-domain:hollowoak.example', from: '2026-11-01', to: '2026-11-01' }

let double: SearchConsoleDouble
let credential: Credential
const waits: number[] = []
beforeAll(async () => {
  double = await startSearchConsole({ searches, firstPartialDay: '2026-11-20' })
  credential = { kind: 'service_account', json: double.serviceAccount }
})
beforeEach(() => {
  double.state.faults.length = 0
  double.state.queries.length = 0
  waits.length = 0
})
afterAll(() => double.close())

const create = () => {
  const { GOOGLE_OAUTH_BASE, SEARCH_CONSOLE_URL } = double.settings
  return createGoogleSearchConsole({
    fetch: (url, init = {}) => fetch(url, init as RequestInit),
    ...{ clientId: 'client', clientSecret: 'secret', oauthBase: GOOGLE_OAUTH_BASE, apiBase: SEARCH_CONSOLE_URL },
    sleep: async (ms) => void waits.push(ms),
  })
}

async function read(dimensions: ('date' | 'query')[] = ['date']) {
  const rows: SearchRow[] = []
  await create().read(credential, { ...query, dimensions }, async (found) => void rows.push(...found))
  return rows
}

test('more rows than one answer has are read page by page, each once', async () => {
  const rows = await read(['date', 'query'])
  expect(rows).toHaveLength(rowCount)
  expect(new Set(rows.map(({ keys }) => keys[1])).size).toBe(rowCount)
  expect(double.state.queries.map(({ body, rows: count }) => [body.startRow, count])).toEqual([
    [0, 25_000],
    [25_000, 25_000],
    [50_000, 10_001],
  ])
})

test('a full quota and a failing server are tried again, later each time, and then said', async () => {
  const passing = [
    { status: 429, reason: 'rateLimitExceeded' },
    { status: 403, reason: 'quotaExceeded' },
    { status: 503, reason: 'backendError' },
  ]
  double.state.faults.push(...passing)
  expect(await read()).toHaveLength(1)
  expect(waits).toEqual([1000, 4000, 16_000])

  double.state.faults.push(...Array.from({ length: 4 }, () => ({ status: 403, reason: 'userRateLimitExceeded' })))
  await expect(read()).rejects.toMatchObject({ options: { reason: 'search_console_quota' } })
  double.state.faults.push(...Array.from({ length: 4 }, () => ({ status: 500 })))
  await expect(read()).rejects.toMatchObject({ options: { reason: 'search_console_unreachable' } })
})

test('an expired token is replaced once, and a refused one means connecting again', async () => {
  double.state.faults.push({ status: 401, reason: 'authError' })
  expect(await read()).toHaveLength(1)
  expect(waits).toEqual([])
  double.state.faults.push({ status: 401 }, { status: 401 })
  await expect(read()).rejects.toMatchObject({ options: { reason: 'search_console_reconnect' } })
})

test('a withdrawn consent and a property that is gone are told apart, and aren’t tried again', async () => {
  const console = create()
  const withdrawn: Credential = { kind: 'oauth', refreshToken: '1//withdrawn' }
  await expect(console.findProperties(withdrawn)).rejects.toMatchObject({
    options: { reason: 'search_console_reconnect' },
  })
  const gone = { ...query, property: 'sc-domain:gone.example', dimensions: ['date' as const] }
  await expect(console.read(credential, gone, async () => {})).rejects.toMatchObject({
    options: { reason: 'search_console_property_removed' },
  })
  expect(waits).toEqual([])
})

test('an answer that is no answer is said, and nothing of it is used', async () => {
  const broken = createGoogleSearchConsole({
    fetch: async (url) =>
      String(url).endsWith('/token')
        ? Response.json({ access_token: 'a', expires_in: 3600 })
        : Response.json({ rows: [{ keys: ['2026-11-01'], clicks: 'many', impressions: 1, position: 1 }] }),
    ...{ clientId: 'client', clientSecret: 'secret', oauthBase: undefined, apiBase: undefined },
  })
  const rows: SearchRow[] = []
  const reading = broken.read(credential, { ...query, dimensions: ['date'] }, async (found) => void rows.push(...found))
  await expect(reading).rejects.toMatchObject({ options: { reason: 'search_console_invalid_response' } })
  expect(rows).toEqual([])
})
