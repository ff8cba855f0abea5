import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { type Site, sitesContract } from '../../src/features/sites/contract.ts'
import { addDays, getPacificDay } from '../../src/features/sites/rules/days.ts'
import { type SearchConsoleDouble, startSearchConsole, type TrueSearch } from '../doubles/search-console.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const today = getPacificDay(new Date())
const firstPartialDay = addDays(today, -2)
const lastDay = addDays(today, -3)
const base = 'https://hollowoak.example'
const days = Array.from({ length: 75 }, (_, index) => addDays(today, -74 + index))

/** Five pages answer the brand query each time, so that sums over pages are five times too high. */
const searches: TrueSearch[] = days.flatMap((day, index): TrueSearch[] => [
  {
    ...{ day, query: 'hollow oak', impressions: 100 },
    pages: [0, 1, 2, 3, 4].map((page) => ({
      page: `${base}/${page}`,
      clicks: page === 0 ? 40 : 0,
      position: page + 1,
    })),
  },
  { day, query: 'cold brew ratio', impressions: 30, pages: [{ page: `${base}/ratio`, clicks: 1, position: 8 }] },
  {
    ...{ day, query: 'caffeine chart', impressions: 20 },
    pages: [
      { page: `${base}/caffeine`, clicks: 1, position: index % 3 === 0 ? 9 : 6 },
      { page: `${base}/chart`, clicks: 0, position: 7 },
    ],
  },
  {
    day,
    query: `rare ${day}`,
    impressions: 10,
    hidden: true,
    pages: [{ page: `${base}/ratio`, clicks: 9, position: 3 }],
  },
  ...(index > 60
    ? [{ day, query: 'nitro at home', impressions: 5, pages: [{ page: `${base}/nitro`, clicks: 0, position: 30 }] }]
    : []),
])

let double: SearchConsoleDouble
let server: TestServer
beforeAll(async () => {
  double = await startSearchConsole({ searches, firstPartialDay })
  server = await startTestServer(double.settings)
})
afterAll(async () => {
  await server.close()
  await double.close()
})

type Account = Awaited<ReturnType<TestServer['signUp']>>

async function addSite(account: Account, url = 'hollowoak.example'): Promise<Site> {
  return (await account.call(sitesContract.add, { workspace_id: account.workspaceId, url })).site
}

async function waitFor({ call }: Account, _id: string, isReady: (site: Site) => boolean): Promise<Site> {
  for (;;) {
    const { site } = await call(sitesContract.get, { _id })
    if (isReady(site)) return site
    await sleep(50)
  }
}

async function connect(account: Account) {
  const { _id } = await addSite(account)
  const { url } = await account.call(sitesContract.connect, { _id })
  await account.call(sitesContract.finishConnect, double.consent(url!))
  await waitFor(account, _id, ({ search_console }) => search_console.last_day !== null)
  return _id
}

test('headline figures are those of the date dimension, and each query counts once', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  const { site } = await account.call(sitesContract.get, { _id })
  expect(site.search_console).toMatchObject({
    state: 'connected',
    property: 'sc-domain:hollowoak.example',
    last_day: lastDay,
  })

  const from = addDays(lastDay, -27)
  const truth = double.getRows(['date'], from, lastDay, false)
  const clicks = truth.reduce((sum, row) => sum + row.clicks, 0)
  const impressions = truth.reduce((sum, row) => sum + row.impressions, 0)
  const overview = await account.call(sitesContract.overview, { _id })
  expect(overview).toMatchObject({
    from,
    to: lastDay,
    totals: { clicks, impressions, days: 28 },
    before: { clicks: 28 * 51 },
  })
  expect(overview.days.filter(({ partial }) => partial).map(({ day }) => day)).toEqual(
    days.filter((day) => day >= firstPartialDay && day <= today),
  )
  // 9 of 51 clicks a day have a query that Google hides.
  expect(overview.anonymized_share).toBeCloseTo(9 / 51, 5)

  const { items, totals } = await account.call(sitesContract.queries, { _id, sort: '-impressions' })
  expect(totals).toMatchObject({ clicks, impressions })
  const brand = items[0]!
  // Sums over pages would be 500 %.
  expect(brand).toMatchObject({ query: 'hollow oak', impressions: 2800, clicks: 28 * 40 })
  expect(brand.pages).toHaveLength(5)
  expect(brand.pages.reduce((sum, page) => sum + page.impressions, 0)).toBe(5 * 2800)
  expect(brand.position).toBeCloseTo(1, 5)
})

test('a list of sites has the clicks of the last 28 complete days, and of those before where all are known', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  await waitForSync(_id)
  await addSite(account, 'unconnected.example')
  const list = async () => {
    const { items } = await account.call(sitesContract.list, { workspace_id: account.workspaceId })
    return items.map(({ url, clicks }) => [url, clicks])
  }
  const { totals, before } = await account.call(sitesContract.overview, { _id })
  const found = { from: addDays(lastDay, -27), to: lastDay, clicks: totals!.clicks, before: before!.clicks }
  expect(await list()).toEqual([
    ['hollowoak.example', found],
    ['unconnected.example', null],
  ])
  // Data that begins within the days before can't be compared.
  const removed = `delete from site_search_days where site_id = $1 and dimension = 'date' and day < $2::date`
  await server.database.pool.query(removed, [_id, addDays(lastDay, -40)])
  expect(await list()).toEqual([
    ['hollowoak.example', { ...found, before: null }],
    ['unconnected.example', null],
  ])
  await server.database.pool.query(removed, [_id, addDays(lastDay, -6)])
  expect((await list())[0]).toEqual([
    'hollowoak.example',
    { ...found, ...{ from: addDays(lastDay, -6), before: null }, clicks: expect.any(Number) },
  ])
})

test('days that nothing was read of for weeks are read by the next sync', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  await waitForSync(_id)
  const list = async () => {
    const { items } = await account.call(sitesContract.list, { workspace_id: account.workspaceId })
    return items[0]!.clicks
  }
  const before = await list()
  // As if the connection had stopped working three weeks ago.
  const since = addDays(lastDay, -20)
  await server.database.pool.query('delete from site_search_days where site_id = $1 and day > $2', [_id, since])
  await server.database.pool.query('update site_connections set last_day = $2 where site_id = $1', [_id, since])
  expect(await list()).toMatchObject({ to: since })
  expect(await resync(account, _id)).toMatchObject({ last_day: lastDay })
  expect(await list()).toEqual(before)
  const { items } = await account.call(sitesContract.queries, { _id, sort: '-impressions' })
  expect(items[0]).toMatchObject({ query: 'hollow oak', impressions: 2800, clicks: 28 * 40 })
})

test('pages have the clicks of the page dimension, in the last complete 28 days', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  await waitForSync(_id)
  await server.database.pool.query(
    `insert into site_pages (workspace_id, site_id, key, url, url_key, first_crawl, last_crawl)
     select $1, $2, gen_random_uuid(), url, url, 1, 1 from unnest($3::text[]) url`,
    [account.workspaceId, _id, [`${base}/ratio`, `${base}/0`, `${base}/unseen`]],
  )
  const { items } = await account.call(sitesContract.pages, { _id, sort: '-clicks' })
  expect(items.map(({ url, clicks, impressions }) => ({ url, clicks, impressions }))).toEqual([
    { url: `${base}/0`, clicks: 28 * 40, impressions: 28 * 100 },
    // Rare queries count for their page too.
    { url: `${base}/ratio`, clicks: 28 * 10, impressions: 28 * 40 },
    { url: `${base}/unseen`, clicks: null, impressions: null },
  ])
  expect(items[0]!.position).toBeCloseTo(1, 5)
})

test('each view holds the queries it names', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  const getNames = async (view: 'striking_distance' | 'cannibalized' | 'new') =>
    (await account.call(sitesContract.queries, { _id, view, sort: 'query' })).items.map(({ query }) => query)
  expect(await getNames('striking_distance')).toEqual(['caffeine chart', 'cold brew ratio'])
  expect(await getNames('new')).toEqual(['nitro at home'])
  const rivals = await account.call(sitesContract.queries, { _id, view: 'cannibalized', sort: 'query' })
  expect(rivals.items.map(({ query }) => query)).toEqual(['caffeine chart', 'hollow oak'])
  expect(rivals.items[0]!.pages.map(({ page }) => page).sort()).toEqual([`${base}/caffeine`, `${base}/chart`])
})

test('the view of questions has those of a language, most shown first', async () => {
  const { call, workspaceId } = await server.signUp()
  const { _id } = (await call(sitesContract.add, { workspace_id: workspaceId, url: 'questions.example' })).site
  const queries = ['how to clean a kettle', 'kettle', 'which kettle is quiet', 'wie entkalkt man einen wasserkocher']
  const { pool } = server.database
  for (const [at, text] of queries.entries()) {
    const { rows } = await pool.query<{ id: number }>(
      `insert into site_search_texts (workspace_id, site_id, kind, text) values ($1, $2, 'query', $3) returning id`,
      [workspaceId, _id, text],
    )
    await pool.query(
      `insert into site_search_days (workspace_id, site_id, dimension, day, query_id, page_id, clicks, impressions, position)
       values ($1, $2, 'query', '2026-11-10', $3, 0, 1, $4, 7)`,
      [workspaceId, _id, rows[0]!.id, 100 + at],
    )
  }
  const input = { _id, view: 'questions' as const, to: '2026-11-10', sort: '-impressions' as const }
  const english = await call(sitesContract.queries, input)
  expect(english.items.map(({ query, impressions }) => [query, impressions])).toEqual([
    ['which kettle is quiet', 102],
    ['how to clean a kettle', 100],
  ])
  expect(english.total).toBe(2)
  const german = await call(sitesContract.queries, { ...input, language: 'de' })
  expect(german.items.map(({ query }) => query)).toEqual(['wie entkalkt man einen wasserkocher'])
})

test('a published page of a content plan is measured once Google has shown it for four weeks', async () => {
  const account = await server.signUp()
  const csv =
    'Title,URL,Keywords\nRatio,/ratio,cold brew ratio\nNitro,https://hollowoak.example/nitro,nitro at home\nGrind,/grind,grind\n'
  const file = new File([csv], 'plan.csv')
  const { plan } = await account.call(contentPlanContract.import, { workspace_id: account.workspaceId, file })
  const { items } = await account.call(contentPlanContract.get, { _id: plan._id })
  const published = items.map(({ _id }) => ({ _id, state: 'published' as const }))
  await account.call(contentPlanContract.update, { _id: plan._id, version: plan.version, items: published })
  const getStates = async () => {
    const { items } = await account.call(contentPlanContract.get, { _id: plan._id })
    return Object.fromEntries(items.map(({ title, state }) => [title, state]))
  }
  const _id = await connect(account)
  await waitForSync(_id)
  expect(await getStates()).toEqual({ Ratio: 'published', Nitro: 'published', Grind: 'published' })
  const history = JSON.stringify({ published: `${addDays(today, -40)}T12:00:00.000Z` })
  await server.database.pool.query('update plan_items set history = $1 where plan_id = $2', [history, plan._id])
  await resync(account, _id)
  expect(await getStates()).toEqual({ Ratio: 'measured', Nitro: 'measured', Grind: 'published' })
})

test('a service account connects at once, and its key decides nothing but who it is', async () => {
  const account = await server.signUp()
  const { _id } = await addSite(account)
  const { url, site } = await account.call(sitesContract.connect, { _id, service_account: double.serviceAccount })
  expect([url, site.search_console.state]).toEqual([null, 'connected'])
  await waitFor(account, _id, ({ search_console }) => search_console.last_day === lastDay)
})

test('a consent is good once, for who asked for it, and only for a property that fits', async () => {
  const account = await server.signUp()
  const stranger = await server.signUp()
  const { _id } = await addSite(account)
  const back = double.consent((await account.call(sitesContract.connect, { _id })).url!)
  await expect(stranger.call(sitesContract.finishConnect, back)).rejects.toMatchObject({ code: 'conflict' })
  await expect(account.call(sitesContract.finishConnect, { ...back, state: 'invented' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await account.call(sitesContract.finishConnect, back)
  await expect(account.call(sitesContract.finishConnect, back)).rejects.toMatchObject({ code: 'conflict' })

  const unfit = await addSite(account, 'unrelated.example')
  const { url } = await account.call(sitesContract.connect, { _id: unfit._id })
  await expect(account.call(sitesContract.finishConnect, double.consent(url!))).rejects.toMatchObject({
    options: { reason: 'search_console_no_property', params: { site_id: unfit._id } },
  })
  // The account stays, so that one of its properties can be chosen without another consent.
  const { items } = await account.call(sitesContract.properties, { _id: unfit._id })
  expect(items.map((one) => one.url)).toEqual(['sc-domain:other.example', 'sc-domain:hollowoak.example'])
  await expect(
    account.call(sitesContract.connect, { _id: unfit._id, property: 'sc-domain:else.example' }),
  ).rejects.toMatchObject({ options: { reason: 'search_console_no_property' } })
  const chosen = await account.call(sitesContract.connect, { _id: unfit._id, property: 'sc-domain:other.example' })
  expect(chosen).toMatchObject({
    url: null,
    site: { search_console: { state: 'connected', property: 'sc-domain:other.example', error: null } },
  })
})

test('an expired token is replaced; a withdrawn consent and a lost property keep the data and say what to do', async () => {
  const account = await server.signUp()
  const _id = await connect(account)
  await waitForSync(_id)
  double.state.accessTokens.clear()
  await resync(account, _id)
  expect((await account.call(sitesContract.get, { _id })).site.search_console.state).toBe('connected')

  const removed = double.state.properties.pop()!
  expect(await resync(account, _id)).toMatchObject({
    state: 'error',
    last_day: lastDay,
    failure: { reason: 'search_console_property_removed' },
  })
  double.state.properties.push(removed)

  double.state.accessTokens.clear()
  double.state.refreshTokens.clear()
  expect(await resync(account, _id)).toMatchObject({
    state: 'error',
    last_day: lastDay,
    failure: { reason: 'search_console_reconnect' },
  })
  expect((await account.call(sitesContract.queries, { _id })).items.length).toBeGreaterThan(0)

  await account.call(sitesContract.disconnect, { _id })
  expect((await account.call(sitesContract.get, { _id })).site.search_console).toMatchObject({
    state: 'none',
    last_day: lastDay,
  })
  expect(double.state.revoked).toHaveLength(1)
})

/** Nobody works on the sync any more. */
async function waitForSync(_id: string) {
  for (;;) {
    const { rows } = await server.database.pool.query('select lease from site_connections where site_id = $1', [_id])
    if (rows[0].lease === null) return
    await sleep(50)
  }
}

async function resync(account: Account, _id: string) {
  const { rows } = await server.database.pool.query('select next_at from site_connections where site_id = $1', [_id])
  await account.call(sitesContract.sync, { _id })
  for (;;) {
    const after = await server.database.pool.query('select next_at, lease from site_connections where site_id = $1', [
      _id,
    ])
    if (after.rows[0].lease === null && after.rows[0].next_at.getTime() !== rows[0].next_at.getTime()) break
    await sleep(50)
  }
  return (await account.call(sitesContract.get, { _id })).site.search_console
}
