import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest, signUp } from '../support/browser-test.ts'
import { awake, holdScripts } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { until } from '../support/wait-until.ts'

/**
 * A report on screen. One finished report serves every test that only reads it. Its rows, filters and files are tested
 * in tests/http/reports.test.ts and row-filters.test.ts.
 */

const test = browserTest
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendors = await startSearchVendors({ latencyMs: 100 })
    onCleanup(vendors.close)
    return vendors
  })
  .extend('settings', { scope: 'file' }, ({ vendors }) => vendors.settings)
  .extend('finished', { scope: 'file' }, async ({ earshot }) => {
    const account = await signUp(earshot.url)
    const { call, workspaceId } = account
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'cold brew coffee',
      country: 'US',
      language: 'en',
    })
    const { _id } = report!
    const isDone = async () => (await call(reportsContract.checkstatus, { _id })).status === 'done'
    await until('the report', isDone, 90_000)
    const { share } = await call(sharingContract.share, { _id })
    return { account, path: `/app/reports/${_id}`, sharedUrl: share.url }
  })
  .extend('account', ({ finished }) => finished.account)

async function openTab(page: Page, path: string, tab: string) {
  await page.goto(`${path}?tab=${tab}`)
  await awake(page)
}

const collected = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('headingsData') ?? '[]') as { type: string; text: string }[])

test('a topic report is started from the overview, fills while it runs, and finishes', async ({ page }) => {
  await page.goto('/app')
  await awake(page)
  await page.getByRole('textbox', { name: 'Topic or keyword' }).fill('espresso machine')
  await page.getByRole('button', { name: 'Run report' }).click()
  await page.waitForURL('**/app/reports/*')
  await page.getByText(/keywords so far/).waitFor()
  await page.getByRole('button', { name: 'Share' }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('espresso machine')
})

test('the sources of a finished report are one line, which unfolds', async ({ page, finished }) => {
  await page.goto(finished.path)
  await awake(page)
  const sources = page.getByRole('region', { name: 'Sources' }).getByRole('listitem')
  expect(await sources.count()).toBe(0)
  await page.locator('summary', { hasText: /\d+ sources/ }).click()
  await expect.poll(() => sources.count()).toBeGreaterThan(8)
})

test('the finished report is server-rendered', async ({ earshot, finished }) => {
  const answer = await fetch(earshot.url + finished.path, {
    headers: { Cookie: `app_token=${finished.account.token}` },
  })
  const html = await answer.text()
  expect(html).toContain('cold brew coffee')
  expect(html).toMatch(/<svg[^>]*>[\s\S]*how [^<]*cold brew/)
})

test('selecting a group of the wheel lists its questions, and the tree shows the same', async ({ page, finished }) => {
  await openTab(page, finished.path, 'questions')
  const pane = page.getByRole('heading', { level: 2, name: 'why' })
  expect(await pane.count()).toBe(0)
  await page.locator('svg').getByText('why', { exact: true }).first().click()
  await pane.waitFor()
  await page.getByText('Tree', { exact: true }).click()
  await page.getByRole('tree').getByRole('treeitem').first().waitFor()
})

test('a click before hydration is replayed afterwards', async ({ page, finished }) => {
  const come = await holdScripts(page)
  await page.goto(`${finished.path}?tab=questions`, { waitUntil: 'commit' })
  await page.locator('svg').getByText('what', { exact: true }).first().click()
  expect(await page.getByRole('heading', { level: 2, name: 'what' }).count()).toBe(0)
  come()
  await page.getByRole('heading', { level: 2, name: 'what' }).waitFor()
})

const getTable = (page: Page) => page.getByRole('grid').or(page.getByRole('table')).first()

test('the keywords table shows only rows with the words typed', async ({ page, finished }) => {
  await openTab(page, finished.path, 'keywords')
  const table = getTable(page)
  await table.getByRole('row').nth(5).waitFor()
  await page.getByPlaceholder('Include words').fill('how')
  const firstRows = async () => {
    const rows = (await table.getByRole('row').allTextContents()).slice(1, 8)
    return rows.length === 7 && rows.every((text) => /how/i.test(text))
  }
  await expect.poll(firstRows).toBe(true)
})

test('a click on a column’s name sorts the keywords', async ({ page, finished }) => {
  await openTab(page, finished.path, 'keywords')
  const table = getTable(page)
  const first = table.getByRole('row').nth(1)
  const asFound = await first.textContent()
  const header = table.getByRole('columnheader', { name: /^Keyword/ })
  await header.getByRole('button').first().click()
  await expect.poll(() => header.getAttribute('aria-sort')).not.toBe('none')
  await expect.poll(() => first.textContent()).not.toBe(asFound)
})

test('keywords are selected by mouse, and from there by keyboard to the last row', async ({ page, finished }) => {
  await openTab(page, finished.path, 'keywords')
  const table = getTable(page)
  const selected = (count: number) => page.getByText(`${count} selected`, { exact: true }).first().waitFor()
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')))
  await table.getByRole('checkbox').nth(1).click()
  await selected(1)
  expect(await focused()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(3)
  await page.keyboard.press('Space')
  await selected(2)
  await page.keyboard.press('End')
  // The last rows are loaded as they come into sight.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toBe('')
  await page.keyboard.press('Space')
  await selected(3)
  expect(await focused()).toBe(Number(await table.getAttribute('aria-rowcount')))
})

test('a row scrolled out of sight keeps the focus, and one Tab leaves the table', async ({ page, finished }) => {
  await openTab(page, finished.path, 'keywords')
  const table = getTable(page)
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')))
  await table.getByRole('checkbox').nth(1).click()
  await page.keyboard.press('End')
  const last = Number(await table.getAttribute('aria-rowcount'))
  await expect.poll(focused).toBe(last)
  await table.evaluate((grid) => grid.scrollTo(0, 0))
  await table.locator('[aria-rowindex="2"]').waitFor()
  expect(await focused()).toBe(last)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]') === null)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe(2)
})

test('collected headings are sorted by keyboard and still there after a reload', async ({ page, finished }) => {
  await openTab(page, finished.path, 'pages')
  const main = page.getByRole('main')
  await main
    .getByText(/\d+ headings/)
    .first()
    .click()
  const picks = main.locator('button[title="Add to outline"]')
  for (const count of [1, 2]) {
    await picks.nth(count).click()
    await expect.poll(async () => (await collected(page)).length).toBeGreaterThanOrEqual(count)
  }
  const before = await collected(page)
  expect(before.length).toBeGreaterThanOrEqual(2)
  expect(before.every(({ type, text }) => /^h[1-6]$/.test(type) && text.length > 0)).toBe(true)
  await page.locator('[data-line]').nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const moved = [before[1], before[0], ...before.slice(2)]
  await expect.poll(() => collected(page)).toEqual(moved)
  await page.reload()
  expect(await collected(page)).toEqual(moved)
})

test('People Also Ask is walked with arrow keys, and a question goes into the outline', async ({ page, account }) => {
  const reportId = await createSampleReport(account)
  await openTab(page, `/app/reports/${reportId}`, 'people-also-ask')
  const tree = page.getByRole('group', { name: 'People Also Ask for cold brew coffee' })
  const opened = page.getByRole('region', { name: 'Question' })
  await tree.getByRole('button', { name: 'What is the best ratio for cold brew?' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await opened.getByRole('heading', { name: 'What ratio makes cold brew concentrate?' }).waitFor()
  await opened.getByRole('link', { name: /Cold Brew Ratio/ }).waitFor()
  await opened.getByRole('button', { name: 'Add to outline' }).click()
  await expect
    .poll(async () => (await collected(page)).map(({ text }) => text))
    .toContain('What ratio makes cold brew concentrate?')
})

test('the whole report is downloaded as CSV and Excel', async ({ page, finished }) => {
  await page.goto(finished.path)
  await awake(page)
  const download = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).last().click()
    const file = await coming
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await download('CSV')
  expect(csv.name).toBe('cold brew coffee.csv')
  expect(csv.bytes.toString('utf8').split('\r\n').length).toBeGreaterThan(1000)
  const workbook = await download('Excel')
  expect(workbook.name).toBe('cold brew coffee.xlsx')
  expect(workbook.bytes.byteLength).toBeGreaterThan(10_000)
})

test('a share link is created, works without an account and scripts, and not with a letter changed', async ({
  open,
  signUp,
  earshot,
}) => {
  const account = await signUp()
  const page = await open({ as: account })
  await page.goto(`/app/reports/${await createSampleReport(account)}`)
  await awake(page)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  expect(url).toMatch(new RegExp(`^${earshot.url}/r/`))
  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(url)
  expect(await guest.getByRole('heading', { level: 1 }).textContent()).toContain('cold brew coffee')
  expect(await guest.locator('body').innerText()).toMatch(/how .*cold brew coffee/i)
  const altered = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await guest.request.get(altered)).status()).toBe(404)
})

test('a share link takes the filter of the keywords table along, unless it’s unchecked', async ({ open, signUp }) => {
  const account = await signUp()
  const page = await open({ as: account })
  const filter = new URLSearchParams({ tab: 'keywords', filter: JSON.stringify({ include: ['how'] }) })
  await page.goto(`/app/reports/${await createSampleReport(account)}?${filter}`)
  await awake(page)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = dialog.getByRole('textbox', { name: 'Link', exact: true })
  const filtered = await link.inputValue()
  expect(new URL(filtered).searchParams.get('filter')).toBe('{"include":["how"]}')
  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(filtered)
  await guest.getByText(/^Showing \d+ of \d+ keywords: with “how”\./).waitFor()
  await guest.getByRole('link', { name: 'Show all keywords' }).click()
  await expect.poll(() => new URL(guest.url()).search).toBe('')
  expect(await guest.getByText(/^Showing \d+ of/).count()).toBe(0)
  await dialog.getByRole('checkbox', { name: 'Open with the table’s filter: with “how”' }).click()
  expect(new URL(await link.inputValue()).search).toBe('')
})

test('the sources of a shared report are one line, which unfolds without scripts', async ({ open, finished }) => {
  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(finished.sharedUrl)
  const sources = guest.getByRole('region', { name: 'Sources', exact: true })
  expect(await sources.isVisible()).toBe(false)
  await guest.locator('summary', { hasText: /\d+ sources/ }).click()
  await sources.waitFor()
})

test('previews of a shared report’s link have a description and an image, and search engines leave it out', async ({
  open,
  finished,
}) => {
  const guest = await open({ as: null, javaScriptEnabled: false })
  await guest.goto(finished.sharedUrl)
  const content = (name: string) => guest.locator(`meta[${name}]`).getAttribute('content')
  expect(await content('property="og:description"')).toMatch(
    /^[\d,]+ keywords found for “.+”, with sources and method\.$/,
  )
  expect((await fetch((await content('property="og:image"'))!)).headers.get('content-type')).toBe('image/png')
  expect(await content('name=robots')).toBe('noindex, nofollow')
})

// A few screens one after the other in one page, which keeps their scripts. A failure names its screen.
test.for([
  { what: 'landing page and the demo', paths: ['/', '/demo', '/demo?q=cold+brew+coffee&country=US&language=en'] },
  { what: 'sign-in, sign-up and setup', paths: ['/login', '/signup', '/setup?token=x'] },
])('the $what are accessible', async ({ paths }, { open }) => {
  const visitor = await open({ as: null })
  for (const path of paths) {
    await visitor.goto(path)
    await looksRight(visitor, { name: path, views: everyView })
  }
})

test('a shared report is accessible', async ({ open, finished }) => {
  const visitor = await open({ as: null })
  await visitor.goto(finished.sharedUrl)
  await looksRight(visitor, { views: everyView })
})

test('the home page, the list of reports, the form of a new one and imports are accessible', async ({ page }) => {
  for (const path of ['/app', '/app/reports', '/app/reports/new', '/app/imports']) {
    await page.goto(path)
    await looksRight(page, { name: path, views: everyView })
  }
})

test.for([
  { what: 'overview, questions and keywords', tabs: ['overview', 'questions', 'keywords'] },
  { what: 'comparisons, pages and topics', tabs: ['comparisons', 'pages', 'topics'] },
  { what: 'terms, discussions and trend', tabs: ['terms', 'discussions', 'trend'] },
])('the tabs $what are accessible', async ({ tabs }, { page, finished }) => {
  for (const tab of tabs) {
    await page.goto(`${finished.path}?tab=${tab}`)
    await looksRight(page, { name: tab, views: everyView })
  }
})
