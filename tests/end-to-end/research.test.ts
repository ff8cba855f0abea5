import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SearchVendors, startSearchVendors } from '../doubles/search-vendors.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'

/** Trends, volumes and lists in a real Chromium, with and without keys. Later steps build on earlier ones. */

let vendors: SearchVendors
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let page: Page
const problems: string[] = []

const desk = { width: 1440, height: 1000 }

beforeAll(async () => {
  vendors = await startSearchVendors()
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, vendors.settings)
  browser = await launchBrowser()
  page = await signedIn()
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await vendors?.close()
  await data?.remove()
})

async function signedIn() {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    baseURL: earshot.url,
    viewport: desk,
    acceptDownloads: true,
  })
  const opened = await context.newPage()
  opened.setDefaultTimeout(30_000)
  opened.on('pageerror', (error) => problems.push(`${opened.url()}: ${error.message}`))
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/40\d|50\d/.test(message.text()))
      problems.push(`${opened.url()}: ${message.text()}`)
  })
  await opened.goto('/login')
  await opened.getByLabel('Email').fill(owner.email)
  await opened.getByLabel('Password', { exact: true }).fill(owner.password)
  await opened.keyboard.press('Enter')
  await opened.waitForURL('**/app')
  return opened
}

const onPhoneAndDesk = (of: Page) => looksRight(of, { views: [{ width: 360 }, { width: desk.width }] })

const exported = async (of: Page, format: string) => {
  await of.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    of.waitForEvent('download'),
    of.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

test('the cost of a trend is said before it is asked; then two lines stand beside their table', async () => {
  await page.goto('/app/trends')
  await onPhoneAndDesk(page)
  await page.getByLabel('Keyword 1').fill('cold brew')
  await page.getByRole('button', { name: 'Add keyword' }).click()
  await page.getByLabel('Keyword 2').fill('espresso')
  const cost = page.getByText(/Uses 1 lookup/)
  await cost.waitFor()
  expect(await cost.textContent()).toContain('Source fees (DataForSEO): $0.03')
  await page.getByRole('button', { name: 'Look up trends' }).click()
  await page.waitForURL('**/app/trends?lookup=*')
  await page.getByRole('heading', { name: 'cold brew, espresso' }).waitFor()
  expect(
    await page
      .getByText(/^Google Trends ·/)
      .first()
      .textContent(),
  ).toContain('12 months')
  const rows = page.getByRole('region', { name: /Interest \(peak = 100\)/ }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(53)
  expect(await rows.nth(1).textContent()).toContain('incomplete')
  await onPhoneAndDesk(page)
})

test('the chart is read with the arrow keys, and the file holds what it shows', async () => {
  const chart = page.getByRole('slider', { name: 'Trend of cold brew, espresso' })
  await chart.focus()
  await page.keyboard.press('Home')
  const said = await chart.getAttribute('aria-valuetext')
  expect(said).toMatch(/^\w+ \d+, \d{4}: cold brew \d+, espresso \d+$/)
  const lines = (await exported(page, 'CSV')).trim().split(/\r?\n/)
  expect(lines[0]).toContain('cold brew,espresso')
  expect(lines).toHaveLength(53)
})

test('what was asked today is opened again without spending; a reload paints it on the server', async () => {
  const id = new URL(page.url()).searchParams.get('lookup')
  await page.goto('/app/trends')
  await page.getByLabel('Keyword 1').fill('cold brew')
  await page.getByRole('button', { name: 'Add keyword' }).click()
  await page.getByLabel('Keyword 2').fill('espresso')
  await page.getByRole('link', { name: 'Open that result' }).click()
  await page.waitForURL(`**/app/trends?lookup=${id}`)
  const html = await (await page.request.get(`/app/trends?lookup=${id}`)).text()
  expect(html).toContain('Trend of cold brew, espresso')
})

test('what is searched along with it is kept in a new list', async () => {
  await page.getByRole('button', { name: 'Add to list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New list name').fill('Autumn plan')
  await onPhoneAndDesk(page)
  await dialog.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('button', { name: 'Open list' }).click()
  await page.waitForURL('**/app/lists/*')
  await page.getByRole('heading', { name: 'Autumn plan' }).waitFor()
  await page.getByRole('link', { name: 'Trends: cold brew, espresso' }).first().waitFor()
  await onPhoneAndDesk(page)
})

test('keywords of a list are selected, removed and restored', async () => {
  const meta = page.getByText(/^\d+ keywords · updated/)
  const before = Number(/^\d+/.exec((await meta.textContent()) ?? '')?.[0])
  await page.getByLabel('Select cold brew', { exact: true }).check()
  await page.getByLabel('Select espresso', { exact: true }).check()
  await page.getByRole('button', { name: 'Remove 2' }).click()
  await page.getByText(`${before - 2} keywords · updated`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`${before} keywords · updated`).waitFor()
})

test('a list is used for volumes; each number names who gave it and when, and the unknown are listed', async () => {
  await page.getByRole('button', { name: 'Use all keywords' }).click()
  await page.getByRole('menuitem', { name: /Get search volumes/ }).click()
  await page.waitForURL('**/app/volumes')
  const field = page.getByLabel('Keywords, one per line')
  expect((await field.inputValue()).split('\n').length).toBeGreaterThan(10)
  await field.fill(Array.from({ length: 60 }, (_, n) => `cold brew ${n}`).join('\n'))
  await page.getByText(/Uses 60 keywords/).waitFor()
  await onPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Look up volumes' }).click()
  await page.waitForURL('**/app/volumes?lookup=*')
  await page.getByRole('heading', { name: /Volumes for \d+ of 60 keywords/ }).waitFor()
  const grid = page.getByRole('grid', { name: 'Volumes' })
  await grid
    .getByText(/^DataForSEO, \w+ \d\d$/)
    .first()
    .waitFor()
  await page.getByText(/without data \(no credits used\)/).waitFor()
  expect(await exported(page, 'CSV')).toContain('No data')
  await onPhoneAndDesk(page)
})

test('a file fills the field from its keyword column', async () => {
  await page.goto('/app/volumes')
  await page.getByLabel('Keyword file').setInputFiles({
    name: 'words.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Volume,Keyword\n10,"cold, brewed"\n20,espresso\n'),
  })
  await page.getByText('2 keywords read from words.csv.').waitFor()
  expect(await page.getByLabel('Keywords, one per line').inputValue()).toBe('cold, brewed\nespresso')
})

test('a list becomes a report of topics, and is deleted and restored', async () => {
  await page.goto('/app/lists')
  await onPhoneAndDesk(page)
  await page.getByRole('link', { name: 'Autumn plan' }).click()
  await page.waitForURL('**/app/lists/*')
  await page.getByRole('button', { name: 'Use all keywords' }).click()
  await page.getByRole('menuitem', { name: /Group into topics/ }).click()
  await page.waitForURL('**/app/reports/new?type=clusters')
  expect(await page.locator('[name="queries"]').inputValue()).toContain('espresso')
  await page.goto('/app/lists')
  await page.getByRole('button', { name: 'Delete Autumn plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
  await page.getByRole('heading', { name: 'No lists yet.' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL('**/app/lists/*')
  await page.getByRole('heading', { name: 'Autumn plan' }).waitFor()
})

test('a question of a report goes into a list, which says where it was found', async () => {
  await page.goto('/app/reports/new?query=cold+brew+coffee&sources=sample')
  await page.getByRole('button', { name: 'Run report' }).click()
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  const report = new URL(page.url()).pathname
  await page.goto(`${report}?tab=questions`)
  const question = page.getByRole('listitem').getByRole('checkbox').first()
  await question.check()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click()
  await page.getByText(/1 keyword added to Autumn plan/).waitFor()
  await page.getByRole('button', { name: 'Open list' }).click()
  await page.waitForURL('**/app/lists/*')
  expect(await page.getByRole('link', { name: 'Report: cold brew coffee' }).getAttribute('href')).toBe(report)
})

test('a plan that does not reach says so before anything is asked', async () => {
  const { call } = await earshot.signIn()
  const { adminContract } = await import('../../src/features/admin/contract.ts')
  const { authContract } = await import('../../src/features/auth/contract.ts')
  const { user } = await call(authContract.userdata, {})
  await call(adminContract.usersPlan, { user_id: user.id, plan: 'free' })
  await page.goto('/app/volumes')
  await page.getByLabel('Keywords, one per line').fill('cold brew')
  await page.getByText("You don't have access to this feature. Please upgrade your plan").waitFor()
  await onPhoneAndDesk(page)
})

test('without keys the screens say what works', async () => {
  // A page that is open would ask the process that is gone.
  await page.context().close()
  await earshot.kill('SIGTERM')
  const { WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } = vendors.settings as Record<string, string>
  earshot = await startEarshot(data.dataDir, { WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } as never)
  page = await signedIn()
  await page.goto('/app/trends')
  await page.getByLabel('Keyword 1').fill('coffee')
  await page.getByRole('button', { name: 'Look up trends' }).click()
  await page.getByText(/Wikipedia page views of “Coffee”/).waitFor()
  await onPhoneAndDesk(page)
  await page.getByLabel('Source').locator('option', { hasText: 'Google Trends via DataForSEO (not set up)' }).waitFor({
    state: 'attached',
  })
  expect(problems).toEqual([])
})
