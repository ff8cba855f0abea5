import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRobotsReader } from '../../src/features/reports/pages/page-reader.ts'
import { type Site, type SitePage, sitesContract } from '../../src/features/sites/contract.ts'
import { createCrawler } from '../../src/features/sites/crawl/run-crawl.ts'
import { createSignals } from '../../src/platform/database/notify-signals.ts'
import { createLog } from '../../src/platform/log.ts'
import { createOutbound } from '../../src/platform/outbound/outbound-fetch.ts'
import { createThreads } from '../../src/platform/threads/worker-threads.ts'
import { type ShopSite, startShopSite } from '../doubles/shop-site.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** `SHOP_PRODUCTS=1960` makes it a shop of 2,000 pages. */
const products = Number(process.env.SHOP_PRODUCTS ?? 40)

let server: TestServer
let shop: ShopSite
beforeAll(async () => {
  shop = await startShopSite({ products })
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1', CRAWL_GAP_MS: '0' })
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

type Account = Awaited<ReturnType<TestServer['signUp']>>

async function addSite(account: Account, url: string): Promise<Site> {
  return (await account.call(sitesContract.add, { workspace_id: account.workspaceId, url })).site
}

/** Crawls and waits for the end. */
async function crawl({ call }: Account, _id: string) {
  await call(sitesContract.crawl, { _id })
  for (;;) {
    const { site } = await call(sitesContract.get, { _id })
    if (site.crawl.state !== 'running') return site.crawl
    await sleep(50)
  }
}

async function getPages({ call }: Account, _id: string, filters = {}): Promise<SitePage[]> {
  const pages: SitePage[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await call(sitesContract.pages, { _id, filters, page, limit: 100 })
    pages.push(...items)
    if (pages.length >= total) return pages
  }
}

const toPath = (url: string) => url.slice(shop.url.length - 1)

test('the inventory of a shop with traps equals the truth, and only two complete crawls without a page make it gone', async () => {
  const account = await server.signUp()
  const { _id } = await addSite(account, shop.url)
  const first = await crawl(account, _id)
  expect(first).toMatchObject({ state: 'done', complete: true, failure: null })

  const { ai_crawlers } = (await account.call(sitesContract.get, { _id })).site
  expect(ai_crawlers!.robots_txt).toBe('found')
  expect(ai_crawlers!.bots).toHaveLength(16)
  for (const { access, rule, line } of ai_crawlers!.bots)
    expect({ access, rule, line }).toEqual({ access: 'partly', rule: 'Disallow: /blocked/', line: 2 })
  expect(ai_crawlers!.bots.find(({ bot }) => bot === 'ChatGPT-User')).toMatchObject({
    ...{ vendor: 'OpenAI', purpose: 'user', follows_robots: false },
  })

  const pages = await getPages(account, _id)
  const found = new Map(pages.map((page) => [toPath(page.url), page]))
  const inventory = [...found]
    .filter(([path]) => !shop.isTrap(path))
    .map(([path, { status, title, indexable, index_reason }]) => [
      path,
      { status: status ?? 0, title, indexable, reason: index_reason },
    ])
  expect(new Map(inventory as never)).toEqual(shop.getTruth())
  expect(pages.length - inventory.length).toBeLessThan(120 + 150 * Math.ceil(products / 40) + 20)
  expect(first.skipped.traps).toBeGreaterThan(0)
  // The session in the link is left out, so the cart is one page.
  expect(shop.requests.filter(({ path }) => path.startsWith('/cart'))).toHaveLength(1)
  expect(shop.requests.filter(({ path }) => path.startsWith('/blocked/'))).toEqual([])

  const guide = found.get('/guides/shelf-care')!
  expect(guide).toMatchObject({
    h1: 'How to care for a shelf',
    language: 'en',
    schema_types: ['Article', 'HowTo'],
    images: 2,
    images_without_alt: 1,
    content_inlinks: products + 1,
  })
  expect(guide.topic).toContain('shelf')
  expect(guide.words).toBeGreaterThan(150)
  expect(found.get('/huge')!.failure).toMatchObject({ reason: 'page_too_large' })

  // Nothing changed: products aren't sent again.
  const second = await crawl(account, _id)
  expect(second).toMatchObject({ complete: true, added: 0, removed: 0, changed: 0, unchanged: products })

  const [gone, back, edited] = [1, 3, 5].map(shop.getProduct) as [string, string, string]
  shop.remove(gone)
  shop.remove(back)
  shop.change(edited, 'A shelf of another kind, which is new and made of glass and stone for the bath. ')
  shop.add('/product/new-arrival')
  expect(await crawl(account, _id)).toMatchObject({ added: 1, removed: 0, changed: 3 })
  expect((await getPages(account, _id, { state: 'missing' })).map(({ url }) => toPath(url)).sort()).toEqual(
    ['/missing', gone, back].sort(),
  )
  shop.restore(back)
  expect(await crawl(account, _id)).toMatchObject({ added: 0, removed: 1 })
  expect((await getPages(account, _id, { state: 'gone' })).map(({ url }) => toPath(url))).toEqual([gone])

  const { items } = await account.call(sitesContract.changes, { _id, limit: 100 })
  const changes = items.map(({ url, kind, crawl: no }) => `${no} ${kind} ${toPath(url)}`)
  expect(changes).toContain(`4 removed ${gone}`)
  expect(changes).toContain('3 added /product/new-arrival')
  expect(items.find(({ url }) => toPath(url) === edited)).toMatchObject({ kind: 'changed', fields: ['content'] })
}, 180_000)

test('asks a host at most once a second, robots.txt, sitemaps and redirects included', async () => {
  let time = Date.parse('2026-11-25T12:00:00Z')
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += Math.max(0, ms)
    },
  }
  const timed = await startShopSite({ products: 20, now: clock.now })
  const log = createLog('silent')
  const threads = createThreads()
  const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'EarshotBot/1.0' })
  const signals = createSignals({ url: null, log })
  const account = await server.signUp()
  const { _id } = await addSite(account, timed.url)
  const { db } = server.database
  const crawler = createCrawler({
    ...{ db, threads, signals, log, clock },
    fetch: outbound.fetch,
    readRobots: createRobotsReader(threads),
    gapMs: 1000,
  })
  const crawlId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
  await db
    .insertInto('site_crawls')
    .values({
      workspace_id: account.workspaceId,
      site_id: _id,
      id: crawlId,
      no: 1,
      lease: null,
      leased_until: null,
      error: null,
      failure: null,
      finished_at: null,
    })
    .execute()
  const ref = { workspaceId: account.workspaceId, siteId: _id, crawlId }
  while (await crawler.run(ref, new AbortController().signal));
  const times = timed.requests.map(({ at }) => at).sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(100)
  expect(times.slice(1).filter((at, index) => at - times[index]! < 1000)).toEqual([])
  await threads.stop()
  await outbound.close()
  await timed.close()
}, 180_000)

test('refuses what isn’t a site, a second one alike, and a private address', async () => {
  const account = await server.signUp()
  const input = { workspace_id: account.workspaceId }
  for (const url of [
    'javascript:alert(1)',
    'http://',
    'exa mple.com',
    'https://user:pw@example.com',
    'localhost',
    '10.0.0.1',
  ])
    await expect(account.call(sitesContract.add, { ...input, url })).rejects.toMatchObject({
      options: { field: 'url', reason: 'invalid_site_url' },
    })
  await addSite(account, 'https://WWW.Example.com')
  const { url } = await addSite(account, 'sc-domain:www.example.com')
  expect(url).toBe('example.com')
  await expect(addSite(account, 'example.com')).rejects.toMatchObject({ code: 'conflict' })
  const inside = await addSite(account, 'http://169.254.169.254/')
  expect(await crawl(account, inside._id)).toMatchObject({ state: 'failed', pages: 0 })
})

test('a crawl is canceled, and a crawl that couldn’t read the start takes nothing away', async () => {
  const own = await startShopSite({ products: 0 })
  const account = await server.signUp()
  const { _id } = await addSite(account, own.url)
  const { pages } = await crawl(account, _id)
  await own.close()
  expect(await crawl(account, _id)).toMatchObject({ state: 'failed', complete: false, pages, removed: 0 })
  await expect(account.call(sitesContract.cancelCrawl, { _id })).rejects.toMatchObject({ code: 'conflict' })
}, 180_000)
