import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'

/**
 * Home, the list of reports and the command menu on screen. What changed since the last visit is tested in
 * tests/http/home.test.ts, and names, groups and deletion of reports in report-details.test.ts.
 */

test('a new account has one search box with the focus, samples and a file to import', async ({ page }) => {
  await page.goto('/app')
  await awake(page)
  const box = page.getByRole('textbox', { name: 'Topic or keyword' })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('heading', { name: 'Import a file' }).waitFor()
  await looksRight(page, { views: everyView })
  await page.getByRole('button', { name: 'standing desk' }).click()
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1, name: 'standing desk' }).waitFor()
})

test('the daily home shows what is finished, drafts and recent reports', async ({ page, account }) => {
  await createSampleReport(account)
  await account.call(aiContentContract.new, {
    workspace_id: account.workspaceId,
    template: 'blog_post',
    title: 'Cold brew without a machine',
    model: 'builtin',
  })
  await page.goto('/app')
  await awake(page)
  await page.getByRole('heading', { level: 1, name: 'Since yesterday' }).waitFor()
  await page.getByRole('list', { name: 'Finished work' }).getByRole('link', { name: 'cold brew coffee' }).waitFor()
  await page.getByRole('list', { name: 'Recent reports' }).getByRole('link', { name: 'cold brew coffee' }).waitFor()
  await looksRight(page, { views: everyView })
  await page
    .getByRole('list', { name: 'Drafts to finish' })
    .getByRole('link', { name: /^Cold brew without/ })
    .click()
  await page.waitForURL(/\/app\/content\/[0-9a-f-]{36}/)
})

test('a report is renamed and tagged from the list', async ({ page, account }) => {
  await createSampleReport(account)
  await page.goto('/app/reports')
  await awake(page)
  await page.getByRole('button', { name: 'More for cold brew coffee' }).click()
  await page.getByRole('menuitem', { name: 'Rename, tag or add note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit report' })
  await dialog.getByLabel('Tags').fill('client A')
  // Enter does what the dialog's main button does.
  await dialog.getByLabel('Name').fill('Autumn campaign')
  await dialog.getByLabel('Name').press('Enter')
  await page.getByRole('link', { name: 'Autumn campaign' }).waitFor()
  await page.getByRole('button', { name: 'Add Autumn campaign to favorites' }).click()
  await page.getByRole('button', { name: 'Remove Autumn campaign from favorites' }).waitFor()
  await looksRight(page, { views: everyView })
  await page.getByRole('link', { name: 'Reports tagged client A' }).click()
  await page.waitForURL('**/app/reports?tag=client*')
  await page.getByRole('link', { name: 'Autumn campaign' }).waitFor()
})

test('deleting a report can be undone', async ({ page, account }) => {
  await createSampleReport(account)
  await page.goto('/app/reports')
  await awake(page)
  await page.getByRole('button', { name: 'More for cold brew coffee' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('No reports yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'cold brew coffee' }).waitFor()
  const found = await account.call(reportsContract.find, { workspace_id: account.workspaceId })
  expect(found.total).toBe(1)
})

test('the command menu runs a matching command rather than a report about its name', async ({ page }) => {
  await page.goto('/app/lists')
  await awake(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search commands and reports/).fill('new report')
  await page.getByRole('option', { name: 'Run report for “new report”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/app/reports/new' && url.search === '')
  // The first field has the focus.
  const field = page.getByRole('textbox', { name: 'Topic or keyword' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a question mark lists the keys', async ({ page }) => {
  await page.goto('/app/lists')
  await awake(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Search and run commands').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})
