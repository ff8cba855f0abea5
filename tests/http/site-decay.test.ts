import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { addDays, getPacificDay } from '../../src/features/sites/rules/days.ts'
import type { Call } from '../../src/kit/client.ts'
import { type SearchConsoleDouble, startSearchConsole, type TrueSearch } from '../doubles/search-console.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const today = getPacificDay(new Date())
const lastDay = addDays(today, -3)
const base = 'https://hollowoak.example'
const days = Array.from({ length: 70 }, (_, index) => addDays(today, -69 + index))
const pages = 16
/** In the last 28 complete days: lost positions on page 0, and more clicks on page 1, which somebody worked on. */
const from = addDays(lastDay, -27)

const searches: TrueSearch[] = days.flatMap((day, index) =>
  Array.from({ length: pages }, (_, page): TrueSearch => {
    const isAfter = day >= from
    const usual = 20 + ((index * 7 + page * 3) % 9)
    const clicks = isAfter && page === 0 ? Math.round(usual * 0.4) : isAfter && page === 1 ? usual * 2 : usual
    const position = isAfter && page === 0 ? 9 : 4
    return { day, query: `topic ${page}`, impressions: 300, pages: [{ page: `${base}/${page}`, clicks, position }] }
  }),
)

const shelfLife = `<!doctype html><html lang="en"><head><title>Shelf life</title></head><body><nav><a href="/">Home</a></nav>
<main><article><h1>How long does cold brew last?</h1><p>${'Cold brew lasts about a week when it stays in a cold fridge. '.repeat(6)}</p>
<p>In 2023 a jar cost $4 in most shops of the town. See <a href="/ratio">our ratio</a> for how much coffee you need.</p>
<h2>Which jars to use</h2><p>${'Glass jars keep it fresh for longer than plastic bottles do. '.repeat(5)}</p></article></main>
<footer>Imprint</footer></body></html>`

let double: SearchConsoleDouble
let server: TestServer
beforeAll(async () => {
  double = await startSearchConsole({ searches, firstPartialDay: addDays(today, -2) })
  server = await startTestServer({ ...double.settings, OUTBOUND_ALLOW: '127.0.0.1', CRAWL_GAP_MS: '0' })
})
afterAll(async () => {
  await server.close()
  await double.close()
})

async function connect() {
  const account = await server.signUp()
  const input = { workspace_id: account.workspaceId, url: 'hollowoak.example' }
  const { _id } = (await account.call(sitesContract.add, input)).site
  await account.call(sitesContract.addAction, { _id, action: 'retitled', page: `${base}/1`, at: from })
  await account.call(sitesContract.addAction, { _id, action: 'linked', page: `${base}/2`, at: today })
  await account.call(sitesContract.connect, { _id, service_account: double.serviceAccount })
  return { ...account, _id }
}

/** Syncs and waits until it was done and looked through. */
async function resync(call: Call, _id: string) {
  const read = async () => {
    const { rows } = await server.database.pool.query(
      'select synced_at, lease from site_connections where site_id = $1',
      [_id],
    )
    return rows[0] as { synced_at: Date | null; lease: string | null }
  }
  while ((await read()).lease !== null) await sleep(50)
  const { synced_at } = await read()
  await call(sitesContract.sync, { _id })
  while ((await read()).synced_at?.getTime() === synced_at?.getTime()) await sleep(50)
}

test('a page that lost positions is found once, with its cause, and everybody hears of it', async () => {
  const { call, workspaceId, _id, token } = await connect()
  let { items } = await call(sitesContract.decay, { _id })
  while (items.length === 0) {
    await sleep(100)
    items = (await call(sitesContract.decay, { _id })).items
  }
  expect(items).toHaveLength(1)
  const [decay] = items
  expect(decay).toMatchObject({ page: `${base}/0`, state: 'open', against: 'before', since: from, last_day: lastDay })
  expect(decay!.change).toBeCloseTo(-0.6, 1)
  expect(decay!.interval.high).toBeLessThan(-0.4)
  const { demand, position, ctr } = decay!.causes
  expect(position).toBeLessThan(Math.min(demand, ctr))
  expect(demand).toBeCloseTo(0, 5)
  expect(decay!.queries[0]).toMatchObject({ query: 'topic 0', position: 9, position_before: 4 })

  const home = await call(homeContract.get, { workspace_id: workspaceId })
  expect(home.site).toMatchObject([{ page: `${base}/0`, cause: 'position', link: `/app/sites/${_id}/decay` }])
  const told = await server.as(token)(notificationsContract.list, { page: 1, limit: 10 })
  expect(told.items).toMatchObject([{ kind: 'site_decay', subject_id: _id, decay: { pages: 1 } }])

  // The same data again: nothing is found twice, and what was dismissed stays dismissed.
  await call(sitesContract.updateDecay, { _id: decay!._id, state: 'dismissed' })
  await resync(call, _id)
  expect((await call(sitesContract.decay, { _id })).items).toMatchObject([{ _id: decay!._id, state: 'dismissed' }])
})

test('a refresh draft is the page’s present text, made once, with what its lost queries miss', async () => {
  const page = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shelfLife),
  )
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/shelf-life`
  const account = await server.signUp()
  const input = { workspace_id: account.workspaceId, url: 'hollowoak.example' }
  const { _id } = (await account.call(sitesContract.add, input)).site
  const queries = JSON.stringify([
    { query: 'can you freeze cold brew', clicks: 1, clicks_before: 40, position: 9, position_before: 4 },
  ])
  const { rows } = await server.database.pool.query(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       queries, since, last_day)
     values ($1, $2, gen_random_uuid(), $3, 'before', -0.5, -0.6, -0.4, 50, 100, -5, -40, -5, $4, '2026-10-01', '2026-11-20')
     returning id`,
    [account.workspaceId, _id, url, queries],
  )
  const draft = await account.call(sitesContract.refreshDraft, { _id: rows[0].id })
  expect(draft.notes).toMatchObject({
    questions: ['can you freeze cold brew'],
    terms: ['freeze'],
    outdated: ['In 2023 a jar cost $4 in most shops of the town.'],
  })
  const { item: document } = await account.call(aiContentContract.single, { _id: draft.draft_id })
  expect(document).toMatchObject({ title: 'How long does cold brew last?', keywords: ['can you freeze cold brew'] })
  expect(document.content_md).toContain('## Which jars to use')
  expect(document.content_md).toContain('[our ratio](')
  expect(document.content_md).not.toMatch(/Home|Imprint|# How long/)
  expect(document.instructions).toContain('can you freeze cold brew')
  expect((await account.call(sitesContract.refreshDraft, { _id: rows[0].id })).draft_id).toBe(draft.draft_id)
  expect((await account.call(sitesContract.decay, { _id })).items).toMatchObject([
    { state: 'refreshing', draft_id: draft.draft_id },
  ])
  await new Promise((resolve) => page.close(resolve))
})

test('an outcome is measured against pages nobody worked on, once its 28 days are complete', async () => {
  const { call, _id } = await connect()
  let { items } = await call(sitesContract.outcomes, { _id })
  while (!items.some(({ verdict }) => verdict !== 'too_early')) {
    await sleep(100)
    items = (await call(sitesContract.outcomes, { _id })).items
  }
  expect(items.map(({ page, verdict }) => [page, verdict])).toEqual([
    [`${base}/2`, 'too_early'],
    [`${base}/1`, 'gained'],
  ])
  const [early, done] = items
  expect(early).toMatchObject({ before: null, change: null, interval: null, controls: null })
  expect(done).toMatchObject({ at: from, ready_on: lastDay, controls: { pages: 15 } })
  // It doubled; one of the sister pages fell, so that the interval is wide.
  expect(done!.interval!.low).toBeGreaterThan(0)
  expect(done!.interval!.low).toBeLessThan(1)
  expect(done!.interval!.high).toBeGreaterThan(1)
})

test('refuses pages of other sites, days to come and unknown states', async () => {
  const { call, _id } = await connect()
  const action = { _id, action: 'linked', page: `${base}/3`, at: today } as const
  for (const [change, reason] of [
    [{ page: 'https://elsewhere.example/' }, 'page_elsewhere'],
    [{ at: addDays(today, 2) }, 'day_in_future'],
  ] as const)
    await expect(call(sitesContract.addAction, { ...action, ...change })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { reason },
    })
  for (const change of [{ action: 'burned' }, { at: '2026-02-30' }, { page: 'no url' }])
    await expect(call(sitesContract.addAction, { ...action, ...change } as never)).rejects.toMatchObject({
      code: 'invalid_input',
    })
})
