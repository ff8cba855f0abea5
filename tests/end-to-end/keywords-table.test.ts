import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'

/** The keywords table of a report: its columns, saved views, a keyword's details, and what is done with selected rows. */

const test = browserTest.extend('report', async ({ account }) => {
  const id = await createSampleReport(account)
  return { id, path: `/app/reports/${id}?tab=keywords`, keywords: await getKeywords(account, id) }
})

async function getKeywords({ call }: Account, _id: string): Promise<string[]> {
  const { items } = await call(reportsContract.rows, { _id, limit: 5 })
  return items.map(({ text }) => String(text))
}

const getRow = (page: Page, at: number) => page.locator(`[aria-rowindex="${at + 2}"]`)

async function openTable(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
  await getRow(page, 2).waitFor()
}

const headers = async (page: Page) => (await page.getByRole('columnheader').allTextContents()).filter(Boolean)

test('columns are moved and resized by keyboard, and stay so after a reload', async ({ page, report }) => {
  await openTable(page, report.path)
  const before = await headers(page)
  expect(before.slice(0, 2)).toEqual(['Keyword', 'Sources'])
  const sources = page.getByRole('columnheader', { name: /^Sources/ })
  await sources.getByRole('button').first().focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  const moved = ['Keyword', before[2]!, 'Sources', ...before.slice(3)]
  await expect.poll(() => headers(page)).toEqual(moved)
  const keyword = page.getByRole('columnheader', { name: /^Keyword/ })
  const width = async () => (await keyword.boundingBox())!.width
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/user/documents/put') && /"widths":\{"text"/.test(answer.request().postData() ?? ''),
  )
  const wide = await width()
  await keyword.getByRole('button').first().focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(width).toBeCloseTo(wide - 16, 0)
  await saved
  await page.reload()
  await expect.poll(() => headers(page)).toEqual(moved)
  await expect.poll(width).toBeCloseTo(wide - 16, 0)
})

test('a filter is saved as a view, applied in a new visit and deleted', async ({ page, report, account }) => {
  await openTable(page, report.path)
  await page.getByPlaceholder('Include words').fill('how')
  const matching = page.getByText(/^\d+ of \d+ keywords/)
  await matching.waitFor()
  const status = await matching.textContent()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /Save as view/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('How-to')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('button', { name: 'How-to' }).waitFor()
  await openTable(page, report.path)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'How-to' }).click()
  await expect.poll(() => matching.textContent()).toBe(status)
  expect(await page.getByPlaceholder('Include words').inputValue()).toBe('how')
  await page.getByRole('button', { name: 'How-to' }).click()
  await page.getByRole('menuitem', { name: 'Delete “How-to”' }).click()
  await page.getByText('View “How-to” deleted').waitFor()
  expect((await account.call(reportsContract.listViews, { workspace_id: account.workspaceId })).items).toEqual([])
})

test('a filter is in the address: going back and a reload show the same rows', async ({ page, report }) => {
  await openTable(page, report.path)
  await page.getByPlaceholder('Include words').fill('how')
  const matching = page.getByText(/^\d+ of \d+ keywords/)
  await matching.waitFor()
  const status = await matching.textContent()
  await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe('{"include":["how"]}')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.waitForURL(/\/app\/reports$/)
  await page.goBack()
  await expect.poll(() => matching.textContent()).toBe(status)
  await page.reload()
  await expect.poll(() => matching.textContent()).toBe(status)
  await page.getByPlaceholder('Include words').fill('')
  await expect.poll(() => new URL(page.url()).searchParams.has('filter')).toBe(false)
})

test('a row opens the keyword’s details; arrows go on to the next, Escape goes back to the row', async ({
  page,
  report,
}) => {
  await openTable(page, report.path)
  await getRow(page, 1).getByText(report.keywords[1]!, { exact: true }).click()
  const details = (at: number) => page.getByRole('complementary', { name: `Keyword: ${report.keywords[at]}` })
  await details(1).getByRole('heading', { name: 'Sources' }).waitFor()
  await details(1).getByText('Sample data').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await details(2).getByRole('heading', { name: 'Sources' }).waitFor()
  await details(2).getByRole('button', { name: 'Previous keyword' }).click()
  await details(1).waitFor()
  await page.keyboard.press('Escape')
  await details(1).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))).toBe('3')
})

test('a selected keyword is hidden, and the hidden ones are listed and shown again', async ({ page, report }) => {
  await openTable(page, report.path)
  const first = report.keywords[0]!
  await getRow(page, 0).getByRole('checkbox').click()
  const bar = page.getByRole('toolbar', { name: 'Selected keywords' })
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect.poll(() => getRow(page, 0).textContent()).not.toContain(first)
  await page.getByRole('button', { name: 'Show 1 hidden' }).click()
  await expect.poll(() => getRow(page, 0).textContent()).toContain(first)
  await getRow(page, 0).getByRole('checkbox').click()
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Show again' }).click()
  await page.getByText('No results match your filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => getRow(page, 0).textContent()).toContain(first)
})

test('selected rows are exported, and all matching ones added to a list', async ({ page, report, account }) => {
  await openTable(page, report.path)
  for (const at of [0, 2]) await getRow(page, at).getByRole('checkbox').click()
  const bar = page.getByRole('toolbar', { name: 'Selected keywords' })
  await bar.getByText('2 selected', { exact: true }).waitFor()
  await bar.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`${report.keywords[0]},`)
  await page.getByPlaceholder('Include words').fill('how long')
  const matching = page.getByText(/^\d+ of \d+ keywords/)
  await matching.waitFor()
  const count = Number((await matching.textContent())!.split(' ')[0])
  await page.getByRole('checkbox', { name: 'Select all matching rows' }).click()
  await bar.getByText(`${count} selected`, { exact: true }).waitFor()
  await bar.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'New list name' }).fill('Steeping')
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click()
  await expect
    .poll(async () => (await account.call(listsContract.list, { workspace_id: account.workspaceId })).items)
    .toMatchObject([{ name: 'Steeping', items: count }])
})

test.for([
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1440 },
] as const)('a keyword’s details are accessible at $width px', async (view, { page, report }) => {
  await page.setViewportSize({ width: view.width, height: 900 })
  await openTable(page, report.path)
  await getRow(page, 1).getByText(report.keywords[1]!).first().click()
  await page.getByRole('heading', { name: 'Sources' }).waitFor()
  await looksRight(page, { name: 'keyword details', views: [view] })
})
