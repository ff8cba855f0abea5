import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { holdScripts } from '../support/hydration.ts'
import { until } from '../support/wait-until.ts'

/** A person's way through Earshot, in a real Chromium, against real processes. Later steps build on earlier ones. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let reportPath = ''
let sharedUrl = ''

beforeAll(async () => {
  vendors = await startSearchVendors({ latencyMs: 100 })
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, vendors.settings)
  browser = await launchBrowser()
  context = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 1440, height: 1000 },
    acceptDownloads: true,
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  // A script error is a failure of whatever was being done.
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|404/.test(message.text())) problems.push(`${page.url()}: ${message.text()}`)
  })
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await vendors?.close()
  await data?.remove()
})
const problems: string[] = []

const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test('someone signed out who opens the app is sent to sign in, and comes back to where they wanted to go', async () => {
  await page.goto('/app/reports?status=done')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(new URL(page.url()).searchParams.get('redirect_to')).toBe('/app/reports?status=done')
})

test('signing up leads into the app, with a workspace, and the browser remembers what the specification says', async () => {
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  await expect.poll(() => stored('app_email')).toBe('ada@example.com')
  expect(await stored('app_user')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stored('app_workspace')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stored('workspace-bg-color')).toMatch(/^#[0-9a-f]{6}$/)
  const token = (await context.cookies()).find(({ name }) => name === 'app_token')!
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('app_token')
})

test('a topic is asked for from the overview; the report fills while one looks, and finishes', async () => {
  await page.getByRole('textbox', { name: 'Topic or keyword' }).fill('cold brew coffee')
  await page.getByRole('button', { name: 'Run report' }).click()
  await page.waitForURL('**/app/reports/*')
  reportPath = new URL(page.url()).pathname
  await page.getByText(/rows so far/).waitFor()
  await page.getByRole('button', { name: 'Share' }).waitFor({ timeout: 30_000 })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('cold brew coffee')
  await expect
    .poll(() => page.getByRole('region', { name: 'Sources' }).getByRole('listitem').count())
    .toBeGreaterThan(8)
})

test('the finished report is in the HTML the server sends', async () => {
  const html = await (await context.request.get(reportPath)).text()
  expect(html).toContain('cold brew coffee')
  expect(html).toMatch(/<svg[^>]*>[\s\S]*how [^<]*cold brew/)
})

test('the wheel: a group is chosen, its questions stand beside it; the tree shows the same', async () => {
  await page.goto(`${reportPath}?tab=questions`)
  const pane = page.getByRole('heading', { level: 2, name: 'why' })
  expect(await pane.count()).toBe(0)
  // The picture is there before its script is: a click may come too early on a busy machine.
  await until('the questions beside the wheel', async () => {
    await page.locator('svg').getByText('why', { exact: true }).first().click()
    return (await pane.count()) > 0
  })
  await page.getByText('Tree', { exact: true }).click()
  await page.getByRole('tree').getByRole('treeitem').first().waitFor()
})

test('what is pressed before the page’s scripts have come is done when they have', async () => {
  const come = await holdScripts(page)
  await page.goto(`${reportPath}?tab=questions`, { waitUntil: 'commit' })
  await page.locator('svg').getByText('what', { exact: true }).first().click()
  expect(await page.getByRole('heading', { level: 2, name: 'what' }).count()).toBe(0)
  come()
  await page.getByRole('heading', { level: 2, name: 'what' }).waitFor()
  await page.unroute('**/assets/*.js')
})

test('the keywords table filters, sorts and selects, by mouse and by keys', async () => {
  await page.goto(`${reportPath}?tab=keywords`)
  const table = page.getByRole('grid').or(page.getByRole('table')).first()
  await table.getByRole('row').nth(5).waitFor()
  const firstRows = async () => (await table.getByRole('row').allTextContents()).slice(1, 8)
  // The table is there before its script is: what is typed too early on a busy machine is typed again.
  await until('rows with “how” alone', async () => {
    await page.getByPlaceholder(/Words/).fill('how')
    const rows = await firstRows()
    return rows.length === 7 && rows.every((text) => /how/i.test(text))
  })
  await page.getByPlaceholder(/Words/).fill('')
  const header = table.getByRole('columnheader', { name: /^Keyword/ })
  const asFound = await table.getByRole('row').nth(1).textContent()
  await header.getByRole('button').first().click()
  await expect.poll(() => header.getAttribute('aria-sort')).not.toBe('none')
  await expect.poll(() => table.getByRole('row').nth(1).textContent()).not.toBe(asFound)
  await table.getByRole('checkbox').nth(1).click()
  await page
    .getByText(/^1 selected$/)
    .first()
    .waitFor()
  // The keys go on from where the mouse was, one row at a time.
  const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')))
  expect(await focused()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe(3)
  await page.keyboard.press('Space')
  await page
    .getByText(/^2 selected$/)
    .first()
    .waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await page
    .getByText(/^3 selected$/)
    .first()
    .waitFor()
  const last = await focused()
  expect(last).toBe(Number(await table.getAttribute('aria-rowcount')))
  // Scrolled out of sight, the row keeps the focus; one Tab leads out of the table and one back to it.
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

test('headings of the ranking pages become an outline that stays in this browser and is ordered by keys', async () => {
  await page.goto(`${reportPath}?tab=pages`)
  const pages = page.getByRole('main')
  await pages
    .getByText(/15 headings|\d+ headings/)
    .first()
    .click()
  const picks = pages.locator('button[title="Add to outline"]')
  await picks.nth(1).click()
  await picks.nth(2).click()
  await expect.poll(async () => JSON.parse((await stored('headingsData')) ?? '[]').length).toBeGreaterThanOrEqual(2)
  const before = JSON.parse((await stored('headingsData'))!) as { type: string; text: string }[]
  expect(before.every(({ type, text }) => /^h[1-6]$/.test(type) && text.length > 0)).toBe(true)
  await page.locator('[data-line]').nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const moved = [before[1], before[0], ...before.slice(2)]
  await expect.poll(async () => JSON.parse((await stored('headingsData'))!)).toEqual(moved)
  await page.reload()
  expect(JSON.parse((await stored('headingsData'))!)).toEqual(moved)
})

test('exports: the whole report as CSV and as a workbook', async () => {
  for (const [name, extension] of [
    ['CSV', 'csv'],
    ['Excel', 'xlsx'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).last().click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`cold brew coffee.${extension}`)
    const bytes = await readFile(await file.path())
    expect(bytes.byteLength).toBeGreaterThan(10_000)
    if (extension === 'csv') expect(bytes.toString('utf8').split('\r\n').length).toBeGreaterThan(1000)
  }
})

test('a share link opens for someone without an account and without scripts, and not once it is closed', async () => {
  await page.goto(reportPath)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  sharedUrl = await dialog.getByRole('textbox').first().inputValue()
  expect(sharedUrl).toMatch(new RegExp(`^${earshot.url}/r/`))
  const guest = await browser.newContext({ javaScriptEnabled: false })
  const guestPage = await guest.newPage()
  await guestPage.goto(sharedUrl)
  expect(await guestPage.getByRole('heading', { level: 1 }).textContent()).toContain('cold brew coffee')
  expect(await guestPage.locator('body').innerText()).toMatch(/how .*cold brew coffee/i)
  expect((await guestPage.request.get(sharedUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status()).toBe(
    404,
  )
  await guest.close()
})

test('signing out leads to the front page and ends the session', async () => {
  const other = await browser.newContext({ baseURL: earshot.url, storageState: await context.storageState() })
  await page.goto('/app')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${earshot.url}/`)
  expect((await other.request.get('/app', { maxRedirects: 0 })).status()).toBe(302)
  await other.close()
})

test('signing in goes where redirect_to says when that is ours, and nowhere else', async () => {
  const post = (to: string) =>
    context.request.post('/login', {
      form: { email: 'ada@example.com', password: 'a long enough one', redirect_to: to },
      headers: { Origin: earshot.url },
      maxRedirects: 0,
    })
  expect((await post('/app/reports')).headers().location).toBe('/app/reports')
  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\tevil',
  ]) {
    const response = await post(elsewhere)
    expect([response.status(), response.headers().location]).toEqual([303, '/app'])
  }
})

describe('accessibility: axe finds nothing', () => {
  const screens = [
    '/',
    '/demo',
    '/demo?q=cold+brew+coffee&country=US&language=en',
    '/login',
    '/signup',
    '/setup?token=x',
    '/app',
    '/app/reports',
    '/app/reports/new',
    '/app/imports',
    '/app/settings',
    ...[
      'overview',
      'questions',
      'keywords',
      'comparisons',
      'prepositions',
      'a-z',
      'related',
      'pages',
      'topics',
      'terms',
      'discussions',
      'trend',
    ].map((tab) => `report ${tab}`),
    'shared',
  ]
  // Each once by day and once by night, once on a phone and once wide; what only differs in its words is seen once.
  const views = [
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 1280 },
  ] as const
  const alike = ['report comparisons', 'report prepositions', 'report a-z', 'report related']
  /** Thousands of rows on one page: a few of each list, and of each spoke of a wheel, stand for the rest. */
  async function shorten(page: Page) {
    await page.evaluate(() => {
      for (const list of document.querySelectorAll('main *'))
        for (const line of [...list.children].slice(list.matches('ul, ol, tbody, svg a') ? 6 : 24)) line.remove()
    })
  }
  const pages = new Map<boolean, Page>()
  /** One for those who are signed in and one for the others: what they all load is loaded once. */
  async function getPage(signedIn: boolean) {
    const found = pages.get(signedIn)
    if (found) return found
    const visitor = await browser.newContext({
      baseURL: earshot.url,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...(signedIn ? { storageState: await context.storageState() } : {}),
    })
    const opened = await visitor.newPage()
    pages.set(signedIn, opened)
    return opened
  }
  afterAll(async () => {
    for (const opened of pages.values()) await opened.context().close()
  })
  test.each(screens)('%s', async (screen) => {
    const at = await getPage(screen.startsWith('/app') || screen.startsWith('report'))
    const address =
      screen === 'shared' ? sharedUrl : screen.startsWith('report ') ? `${reportPath}?tab=${screen.slice(7)}` : screen
    await at.goto(address, { waitUntil: 'load' })
    if (screen === 'shared' || screen.startsWith('/demo?')) {
      await at.setViewportSize({ width: 360, height: 900 })
      expect(await at.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await shorten(at)
    }
    await looksRight(at, { name: screen, views: alike.includes(screen) ? [views[0]] : views })
  })
})

test('no script failed anywhere on the way', () => {
  expect(problems).toEqual([])
})
