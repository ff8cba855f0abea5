import { strToU8, zipSync } from 'fflate'
import pg from 'pg'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { addDays, getPacificDay } from '../../src/features/sites/rules/days.ts'
import { startSearchConsole, type TrueSearch } from '../doubles/search-console.ts'
import { startWordPress } from '../doubles/wordpress.ts'
import { getDatabaseUrl } from '../faults/earshot-process.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { until } from '../support/wait-until.ts'

/** From Search Console to an outcome. What each step decides is tested in tests/http; here is the way on screen. */

const today = getPacificDay(new Date())
const lastDay = addDays(today, -3)
/** The page was refreshed long ago, which brought clicks, and lost its position in the last 28 days. */
const refreshedOn = addDays(lastDay, -69)

const test = browserTest
  .extend('searches', { scope: 'file' }, [] as TrueSearch[])
  .extend('console', { scope: 'file' }, async ({ searches }, { onCleanup }) => {
    const double = await startSearchConsole({ searches, firstPartialDay: addDays(today, -2) })
    onCleanup(double.close)
    return double
  })
  .extend('wordpress', { scope: 'file' }, async ({}, { onCleanup }) => {
    const wordpress = await startWordPress()
    onCleanup(async () => {
      await wordpress.close()
    })
    return wordpress
  })
  .extend('settings', { scope: 'file' }, ({ console }) => ({ ...console.settings, OUTBOUND_ALLOW: '127.0.0.1' }))

/** 14 pages alike, and the one that was worked on. */
function createSearches(page: string, base: string): TrueSearch[] {
  return Array.from({ length: 110 }, (_, at) => addDays(today, at - 109)).flatMap((day, at) => {
    const usual = 20 + ((at * 7) % 9)
    const isFallen = day > addDays(lastDay, -28)
    const clicks = isFallen ? Math.round(usual * 0.5) : day >= refreshedOn ? usual * 2 : usual
    return [
      {
        ...{ day, query: 'how long does cold brew last', impressions: 400 },
        pages: [{ page, clicks, position: isFallen ? 9 : 4 }],
      },
      ...Array.from({ length: 14 }, (_, other) => ({
        ...{ day, query: `topic ${other}`, impressions: 300 },
        pages: [{ page: `${base}topic-${other}`, clicks: usual + (other % 3), position: 5 }],
      })),
    ]
  })
}

test('connect, find a page that lost its position, refresh it, publish it, and read what became of it', async ({
  searches,
  console,
  wordpress,
  earshot,
  account,
  page,
}) => {
  const { call, workspaceId } = account
  const { destination } = await call(publishingContract.addDestination, {
    ...{ workspace_id: workspaceId, kind: 'wordpress', url: wordpress.url, credentials: wordpress.credentials },
  })
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew shelf life', model: 'builtin' },
  })
  await call(aiContentContract.update, {
    ...{ _id: item._id, version: 1 },
    content_md: 'Cold brew lasts a week in the fridge, as our tests of 2023 showed.',
  })
  const post = { document_id: item._id, destination_id: destination._id, status: 'publish' as const }
  await call(publishingContract.publish, post)
  const published = await until('the post', async () => {
    const { items } = await call(publishingContract.find, { workspace_id: workspaceId })
    return items[0]?.state === 'published' && items[0].url
  })
  const base = new URL('/', published).href
  const property = { siteUrl: base, permissionLevel: 'siteOwner' }
  console.state.properties.push(property)
  searches.push(...createSearches(published, base))
  const { site } = await call(sitesContract.add, { workspace_id: workspaceId, url: base })

  // Google's page: consent is given at once.
  await page.route(`${console.settings.GOOGLE_OAUTH_BASE}/o/oauth2/**`, async (route) => {
    const back = console.consent(route.request().url())
    const location = `${earshot.url}/app/sites/connected?${new URLSearchParams(back)}`
    await route.fulfill({ status: 302, headers: { location } })
  })
  await page.goto(`/app/sites/${site._id}/queries`)
  await awake(page)
  await page.getByRole('button', { name: 'Connect Search Console' }).click()
  await page.getByRole('region', { name: 'Headline figures' }).waitFor()
  await page.getByLabel('View').selectOption('striking_distance')
  await page.getByRole('row', { name: /how long does cold brew last/ }).waitFor()

  await until('the decay', async () => (await call(sitesContract.decay, { _id: site._id })).items.length > 0, 60_000)
  await page.getByRole('link', { name: 'Decay' }).click()
  const row = page.getByRole('row', { name: /cold-brew-shelf-life/ })
  await row.getByText('Other pages rank above it now.', { exact: false }).waitFor()
  await row.getByRole('button', { name: /Create refresh draft/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Refresh draft' })
  await dialog.getByText('as our tests of 2023 showed', { exact: false }).waitFor()
  await dialog.getByRole('link', { name: 'Open draft' }).click()
  await page.waitForURL(`**/app/content/${item._id}`)

  // The draft is the document that the page came from: it goes back to the same post.
  const { item: draft } = await call(aiContentContract.single, { _id: item._id })
  await call(aiContentContract.update, {
    ...{ _id: item._id, version: draft.version },
    content_md: 'Cold brew lasts ten days in the fridge, as our tests of 2026 showed.',
  })
  await call(publishingContract.publish, post)
  await until('the update', async () =>
    [...wordpress.posts.values()].some(({ content }) => content.includes('ten days')),
  )
  expect(wordpress.posts.size).toBe(1)
  await page.goto(`/app/sites/${site._id}/outcomes`)
  await page.getByText('too early').first().waitFor()

  // Weeks pass.
  const client = new pg.Client({ connectionString: await getDatabaseUrl(earshot.dataDir) })
  await client.connect()
  await client.query(`update site_actions set day = $1 where site_id = $2 and action = 'refreshed'`, [
    refreshedOn,
    site._id,
  ])
  await client.end()
  await call(sitesContract.sync, { _id: site._id })
  await until('the outcome', async () =>
    (await call(sitesContract.outcomes, { _id: site._id })).items.some(({ verdict }) => verdict === 'gained'),
  )
  await page.reload()
  await page
    .getByRole('row', { name: /Refreshed “Cold brew shelf life”/ })
    .getByText('gained')
    .waitFor()
})

test('upload an export to a site without a connection, and see its queries with its period', async ({
  account: { call, workspaceId },
  page,
}) => {
  const { site } = await call(sitesContract.add, { workspace_id: workspaceId, url: 'hollowoak.example' })
  await page.goto(`/app/sites/${site._id}/queries`)
  await awake(page)
  await page.getByRole('button', { name: 'Upload an export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload an export' })
  const files = {
    'Chart.csv': 'Date,Clicks,Impressions,CTR,Position\n2026-11-01,6,90,6.7%,7\n2026-11-02,6,90,6.7%,7\n',
    'Queries.csv': 'Top queries,Clicks,Impressions,CTR,Position\ncold brew ratio,9,120,7.5%,6\nmoka pot,3,x,5%,9\n',
  }
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const name = 'Performance-on-Search.zip'
  await page.getByLabel('Search Console export').setInputFiles({
    ...{ name, mimeType: 'application/zip', buffer: Buffer.from(zip) },
  })
  await dialog.getByText('3 rows stored, 1 left out.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('cell', { name: 'cold brew ratio', exact: true }).waitFor()
  await page.getByText(`From the uploaded export ${name}, Nov 1, 2026 – Nov 2, 2026`, { exact: false }).waitFor()
  await page.getByLabel('View').selectOption('new')
  await page.getByText('New queries need daily data.').waitFor()
})
