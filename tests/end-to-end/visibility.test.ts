import { expect } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { startAnswerEngines } from '../doubles/answer-engines.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'

/** Ranks and AI answers on screen. What runs count is tested in tests/http. */

const test = browserTest
  .extend('engines', { scope: 'file' }, async ({}, { onCleanup }) => {
    const engines = await startAnswerEngines()
    onCleanup(() => engines.close())
    return engines
  })
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendors = await startSearchVendors()
    onCleanup(() => vendors.close())
    return vendors
  })
  .extend('settings', { scope: 'file' }, ({ engines, vendors }) => ({ ...vendors.settings, ...engines.settings }))

test('AI answers are watched, and a prompt without the brand goes into a plan', async ({ page, account, engines }) => {
  const { call, workspaceId } = account
  const { list } = await call(listsContract.add, {
    ...{ workspace_id: workspaceId, name: 'Coffee', items: [{ text: 'cold brew coffee' }] },
  })
  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Winter', list_id: list._id })
  engines.plan((_engine, prompt) =>
    prompt.startsWith('best')
      ? { text: 'Take **Hollow Oak**, it is low in acid.', urls: ['https://hollowoak.example/shop'] }
      : { text: 'Take Fernway.', urls: ['https://guide.example/compared'] },
  )
  await page.goto('/app/answers')
  await awake(page)
  await page.getByRole('button', { name: 'Watch answers' }).first().click()
  const form = page.getByRole('dialog', { name: 'Watch AI answers' })
  await form.getByLabel('Brand name').fill('Hollow Oak')
  await form.getByLabel('Websites').fill('hollowoak.example')
  await form.getByLabel('Prompts').fill('best cold brew\nwhich cold brew is low in acid')
  await form.getByLabel('Competitors').fill('Fernway, fernway.example')
  for (const name of ['Anthropic', 'Gemini', 'ChatGPT (DataForSEO)', 'Gemini (DataForSEO)', 'AI Overview'])
    await form.getByRole('checkbox', { name, exact: false }).first().uncheck()
  // What a run takes is shown, and the fees of the engines aren't: they are the operator's.
  await form.getByText(/^20 answers per run\. /).waitFor()
  expect(await form.getByText('$').count()).toBe(0)
  await form.getByRole('button', { name: 'Watch answers' }).click()

  await page.getByRole('heading', { level: 1, name: 'Hollow Oak' }).waitFor()
  await page.getByRole('heading', { name: 'Mentioned in 50% of answers' }).waitFor({ timeout: 30_000 })
  const absent = page.getByRole('region', { name: 'Prompts without you' })
  const row = absent.getByRole('row').filter({ hasText: 'which cold brew is low in acid' })
  await row.getByText('Fernway (10)').waitFor({ timeout: 30_000 })
  await row.getByRole('link', { name: 'guide.example/compared' }).waitFor()
  await looksRight(page, { views: everyView })

  await row.getByRole('button', { name: 'Actions for which cold brew is low in acid' }).click()
  await page.getByRole('menuitem', { name: 'Add to plan' }).click()
  await page.getByRole('dialog', { name: 'Add to plan' }).getByRole('button', { name: 'Add item' }).click()
  await page.getByText('Added to Winter.').waitFor()
  const { items } = await call(contentPlanContract.get, { _id: plan._id })
  expect(items.map(({ title }) => title)).toContain('which cold brew is low in acid')

  await page.getByRole('button', { name: '5 of 5' }).first().click()
  const answer = page.getByRole('dialog').filter({ hasText: 'low in acid' })
  await answer.locator('mark').filter({ hasText: 'Hollow Oak' }).first().waitFor()
  await answer.locator('a[href="https://hollowoak.example/shop"]').first().waitFor()
})

test('ranks of a site are tracked', async ({ page, vendors }) => {
  const serp = (keyword: string, position: number) => {
    const urls = Array.from({ length: 20 }, (_, at) => `https://site-${at + 1}.example/`)
    urls[position - 1] = 'https://mine.example/guide'
    vendors.setSerp(keyword, { urls, features: ['people_also_ask'] })
  }
  serp('oak desk', 4)
  serp('oak desk lamp', 12)
  await page.goto('/app/ranks')
  await awake(page)
  await page.getByRole('button', { name: 'Track ranks' }).first().click()
  const form = page.getByRole('dialog', { name: 'Track ranks' })
  await form.getByLabel('Domain').fill('mine.example')
  await form.getByLabel('Keywords').fill('oak desk\noak desk lamp')
  await form.getByText(/^\d+ keywords?, /).waitFor()
  expect(await form.getByText('$').count()).toBe(0)
  await form.getByRole('button', { name: 'Track ranks' }).click()
  await page.getByRole('heading', { level: 1, name: 'mine.example' }).waitFor()
  const table = page.getByRole('table', { name: /Keywords/ })
  const row = (keyword: string) => table.getByRole('row').filter({ has: page.getByText(keyword, { exact: true }) })
  await row('oak desk').getByText('4', { exact: true }).first().waitFor({ timeout: 30_000 })
  await row('oak desk lamp').getByText('12', { exact: true }).first().waitFor()
  await looksRight(page, { views: everyView })
})

test('a report offers ranks, AI answers and a listener in one dialog, each with what it takes', async ({
  page,
  account,
}) => {
  const reportId = await createSampleReport(account)
  await page.goto(`/app/reports/${reportId}`)
  await awake(page)
  await page.getByRole('button', { name: 'Track', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Track' })
  // A topic starts with a listener.
  await expect.poll(() => dialog.getByLabel('Keyword', { exact: true }).inputValue()).toBe('cold brew coffee')
  await dialog.getByRole('button', { name: /^Ranks .*of 50 rank trackers in this workspace/ }).click()
  await dialog.getByLabel('Domain').waitFor()
  await expect
    .poll(async () => (await dialog.getByLabel('Keywords').inputValue()).split('\n').length)
    .toBeGreaterThan(10)
  await dialog.getByRole('button', { name: /^AI answers .*of 20 watched brands in this workspace/ }).click()
  await dialog.getByLabel('Brand name').waitFor()
  await expect.poll(() => dialog.getByLabel('Prompts').inputValue()).not.toBe('')
  await looksRight(page, { views: everyView })
})
