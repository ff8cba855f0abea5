import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { limitPlan } from '../support/limited-plan.ts'
import { createSampleReport } from '../support/sample-report.ts'

/** Trends, volumes and lists on screen, with keys of vendors. Their numbers are tested in tests/http/research.test.ts. */

const test = browserTest
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendors = await startSearchVendors()
    onCleanup(vendors.close)
    return vendors
  })
  .extend('settings', { scope: 'file' }, ({ vendors }) => vendors.settings)

const us = { country: 'US', language: 'en' } as const
const twoKeywords = ['cold brew', 'espresso']
const lookUpTrends = async ({ call, workspaceId }: Account) =>
  (await call(researchContract.trends, { workspace_id: workspaceId, keywords: twoKeywords, ...us })).lookup_id!
const createList = async ({ call, workspaceId }: Account, texts: string[]) => {
  const items = texts.map((text) => ({ text }))
  return (await call(listsContract.add, { workspace_id: workspaceId, name: 'Autumn plan', items })).list._id
}
const many = Array.from({ length: 60 }, (_, n) => `cold brew ${n}`)

const onPhoneAndDesk = (page: Page) => looksRight(page, { views: [{ width: 360 }, { width: 1440 }] })

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}
async function fillTwoKeywords(page: Page) {
  await page.getByLabel('Keyword 1').fill('cold brew')
  await page.getByRole('button', { name: 'Add keyword' }).click()
  await page.getByLabel('Keyword 2').fill('espresso')
}
async function exportAs(page: Page, format: string) {
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

test('the cost of a trend is shown before it’s looked up, then two lines beside their table', async ({ page }) => {
  await openPage(page, '/app/trends')
  await onPhoneAndDesk(page)
  await fillTwoKeywords(page)
  const cost = page.getByText(/Uses 1 lookup/)
  await cost.waitFor()
  // What the source charges the operator isn’t the customer’s price.
  expect(await cost.textContent()).toContain('Numbers from DataForSEO.')
  expect(await cost.textContent()).not.toContain('$')
  await page.getByRole('button', { name: 'Look up trends' }).click()
  await page.waitForURL('**/app/trends?lookup=*')
  await page.getByRole('heading', { name: 'cold brew, espresso' }).waitFor()
  const source = page.getByText(/^Google Trends ·/).first()
  expect(await source.textContent()).toContain('12 months')
  const rows = page.getByRole('region', { name: /Interest \(peak = 100\)/ }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(53)
  expect(await rows.nth(1).textContent()).toContain('incomplete')
  await onPhoneAndDesk(page)
})

test('a trend’s chart is read with the arrow keys, and its file has the same weeks', async ({ page, account }) => {
  await openPage(page, `/app/trends?lookup=${await lookUpTrends(account)}`)
  const chart = page.getByRole('slider', { name: 'Trend of cold brew, espresso' })
  await chart.focus()
  await page.keyboard.press('Home')
  const valueText = () => chart.getAttribute('aria-valuetext')
  await expect.poll(valueText).toMatch(/^Week of \w+ \d+, \d{4}: cold brew \d+, espresso \d+$/)
  const lines = (await exportAs(page, 'CSV')).trim().split(/\r?\n/)
  expect(lines[0]).toContain('cold brew,espresso')
  expect(lines).toHaveLength(53)
})

test('a trend looked up today is opened again without spending, and is server-rendered', async ({ page, account }) => {
  const id = await lookUpTrends(account)
  await openPage(page, '/app/trends')
  await fillTwoKeywords(page)
  await page.getByRole('link', { name: 'Open that result' }).click()
  await page.waitForURL(`**/app/trends?lookup=${id}`)
  const html = await (await page.request.get(`/app/trends?lookup=${id}`)).text()
  expect(html).toContain('Trend of cold brew, espresso')
})

test('related searches are added to a new list', async ({ page, account }) => {
  await openPage(page, `/app/trends?lookup=${await lookUpTrends(account)}`)
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

test('keywords of a list are selected, removed and restored', async ({ page, account }) => {
  await openPage(page, `/app/lists/${await createList(account, [...twoKeywords, 'matcha'])}`)
  await page.getByText('3 keywords · updated').waitFor()
  await page.getByLabel('Select cold brew', { exact: true }).check()
  await page.getByLabel('Select espresso', { exact: true }).check()
  await page.getByRole('toolbar', { name: 'Selected keywords' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 keyword · updated').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 keywords · updated').waitFor()
})

/** Selects all keywords of a list, and opens what else can be done with them. */
async function selectAll(page: Page) {
  await page.getByLabel('Select all matching rows').check()
  const bar = page.getByRole('toolbar', { name: 'Selected keywords' })
  await bar.getByRole('button', { name: 'More actions' }).click()
}

test('rows pasted from a spreadsheet are counted, added with their numbers, filtered and opened', async ({
  page,
  account,
}) => {
  await openPage(page, `/app/lists/${await createList(account, ['espresso'])}`)
  await page.getByRole('button', { name: 'Add keywords' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Keywords')
    .fill('Keyword\tVolume\tKD\ncold brew jar\t1300\t11\nEspresso\t9\t9\nmatcha\t20\t\n')
  await dialog.getByText('cold brew jar · matcha').waitFor()
  expect(await dialog.getByRole('status').textContent()).toContain('New2Duplicate1Invalid0')
  await dialog.getByRole('button', { name: 'Add 2 keywords' }).click()
  await page.getByText('3 keywords · updated').waitFor()
  const grid = page.getByRole('grid', { name: 'Keywords in Autumn plan' })
  await page.getByRole('button', { name: 'Volume' }).first().click()
  await page.getByLabel('Monthly searches, minimum').fill('100')
  await page.getByText(/1 of 3 keywords/).waitFor()
  await page.keyboard.press('Escape')
  await grid.getByText('cold brew jar').click()
  const drawer = page.getByRole('complementary', { name: 'Keyword: cold brew jar' })
  await drawer.getByText('1,300').waitFor()
  expect(await drawer.textContent()).toContain('Pasted')
})

test('a list’s keywords are sent to Volumes', async ({ page, account }) => {
  await openPage(page, `/app/lists/${await createList(account, many)}`)
  await selectAll(page)
  await page.getByRole('menuitem', { name: /Get search volumes/ }).click()
  await page.waitForURL('**/app/volumes')
  const field = page.getByLabel('Keywords, one per line')
  await expect.poll(async () => (await field.inputValue()).split('\n').sort()).toEqual([...many].sort())
})

test('volumes name their provider and month, and keywords without data are listed', async ({ page }) => {
  await openPage(page, '/app/volumes')
  await page.getByLabel('Keywords, one per line').fill(many.join('\n'))
  await page.getByText(/Uses 60 keywords/).waitFor()
  await onPhoneAndDesk(page)
  await page.getByRole('button', { name: 'Look up volumes' }).click()
  await page.waitForURL('**/app/volumes?lookup=*')
  await page.getByRole('heading', { name: /Volumes for \d+ of 60 keywords/ }).waitFor()
  await page
    .getByRole('grid', { name: 'Volumes' })
    .getByText(/^DataForSEO, \w+ \d{4}$/)
    .first()
    .waitFor()
  await page.getByText(/without data \(no credits used\)/).waitFor()
  expect(await exportAs(page, 'CSV')).toContain('No data')
  await onPhoneAndDesk(page)
})

test('a file fills the field from its keyword column', async ({ page }) => {
  await openPage(page, '/app/volumes')
  await page.getByLabel('Keyword file').setInputFiles({
    name: 'words.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Volume,Keyword\n10,"cold, brewed"\n20,espresso\n'),
  })
  await page.getByText('2 keywords read from words.csv.').waitFor()
  expect(await page.getByLabel('Keywords, one per line').inputValue()).toBe('cold, brewed\nespresso')
})

test('a list’s keywords are sent to a cluster report', async ({ page, account }) => {
  await openPage(page, `/app/lists/${await createList(account, twoKeywords)}`)
  await selectAll(page)
  await page.getByRole('menuitem', { name: /Group into topics/ }).click()
  await page.waitForURL('**/app/reports/new?type=clusters')
  expect(await page.locator('[name="queries"]').inputValue()).toContain('espresso')
})

test('a list is deleted and restored', async ({ page, account }) => {
  await createList(account, twoKeywords)
  await openPage(page, '/app/lists')
  await onPhoneAndDesk(page)
  await page.getByRole('button', { name: 'More for Autumn plan' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click()
  await page.getByRole('heading', { name: 'No lists yet.' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL('**/app/lists/*')
  await page.getByRole('heading', { name: 'Autumn plan' }).waitFor()
})

test('a question of a report is added to a list, which shows where it was found', async ({ page, account }) => {
  const listId = await createList(account, ['tea'])
  const reportId = await createSampleReport(account)
  await openPage(page, `/app/reports/${reportId}?tab=questions`)
  await page.getByRole('listitem').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click()
  await page.getByText(/1 keyword added to Autumn plan/).waitFor()
  await page.getByRole('button', { name: 'Open list' }).click()
  await page.waitForURL(`**/app/lists/${listId}`)
  const source = page.getByRole('link', { name: 'Report: cold brew coffee' })
  expect(await source.getAttribute('href')).toBe(`/app/reports/${reportId}`)
})

test('a plan without volumes says so before anything is looked up', async ({ page, account, earshot }) => {
  await limitPlan(earshot, account, { sv: 0 })
  await openPage(page, '/app/volumes')
  await page.getByLabel('Keywords, one per line').fill('cold brew')
  await page.getByText("You don't have access to this feature. Please upgrade your plan").waitFor()
  await onPhoneAndDesk(page)
})
