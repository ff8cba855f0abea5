import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { type ShopSite, startShopSite } from '../doubles/shop-site.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Earshot is killed while it crawls: the crawl goes on where it was, and the inventory is whole. */

let shop: ShopSite
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
const start = () => startEarshot(data.dataDir, { OUTBOUND_ALLOW: '127.0.0.1', CRAWL_GAP_MS: '20' })

beforeAll(async () => {
  shop = await startShopSite({ products: 10 })
  data = await makeDataDir()
  earshot = await start()
}, 120_000)
afterAll(async () => {
  await earshot?.kill('SIGTERM')
  await data?.remove()
  await shop?.close()
})

test('kill -9 in the middle of a crawl costs a second of requests', async () => {
  let { call, workspaceId } = await earshot.signIn()
  const { site } = await call(sitesContract.add, { workspace_id: workspaceId, url: shop.url })
  const { _id } = site
  await call(sitesContract.crawl, { _id })
  await until('the crawl', () => Promise.resolve(shop.requests.length >= 30), 60_000)
  await earshot.kill('SIGKILL')
  const before = shop.requests.length
  earshot = await start()
  ;({ call } = await earshot.signIn())
  const { crawl } = await until(
    'the end of the crawl',
    async () => {
      const found = (await call(sitesContract.get, { _id })).site
      return found.crawl.state === 'running' ? null : found
    },
    120_000,
  )
  expect(crawl).toMatchObject({ state: 'done', complete: true })
  expect(shop.requests.length).toBeGreaterThan(before)

  const found = new Map<string, unknown>()
  for (let page = 1, total = 1; found.size < total; page++) {
    const list = await call(sitesContract.pages, { _id, page, limit: 100 })
    total = list.total
    for (const { url, status, title, indexable, index_reason: reason } of list.items)
      found.set(url.slice(shop.url.length - 1), { status: status ?? 0, title, indexable, reason })
  }
  expect(new Map([...found].filter(([path]) => !shop.isTrap(path)))).toEqual(shop.getTruth())
  // robots.txt is read by each process; of the pages only those of the last second were asked for again.
  const times = Map.groupBy(
    shop.requests.filter(({ path }) => path !== '/robots.txt'),
    ({ path }) => path,
  )
  expect([...times.values()].filter(({ length }) => length > 1).length).toBeLessThanOrEqual(20)
}, 240_000)
