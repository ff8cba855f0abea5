import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
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
  .extend('guide', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.end(guidePage)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onCleanup(() => {
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/compared`
  })
  .extend('settings', { scope: 'file' }, ({ engines, vendors }) => ({
    ...vendors.settings,
    ...engines.settings,
    OUTBOUND_ALLOW: '127.0.0.1',
  }))

const paragraph =
  'Fernway steeps its cold brew for 18 hours and has 45 mg of caffeine per 100 ml, which is less than most of the others that we compared. '
const guidePage = `<!doctype html><html lang="en"><title>Cold brews compared</title><main><article><h1>Cold brews compared</h1>
<h2>Which cold brew is low in acid?</h2>${`<p>${paragraph.repeat(3)}</p>`.repeat(6)}
<table><tr><th>Brand</th><th>Acid</th></tr><tr><td>Fernway</td><td>pH 5.9</td></tr></table></article></main></html>`

test('AI answers are watched, and a prompt without the brand goes into a plan', async ({
  page,
  account,
  engines,
  guide,
}) => {
  const { call, workspaceId } = account
  const { list } = await call(listsContract.add, {
    ...{ workspace_id: workspaceId, name: 'Coffee', items: [{ text: 'cold brew coffee' }] },
  })
  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Winter', list_id: list._id })
  engines.plan((_engine, prompt) =>
    prompt.startsWith('best')
      ? { text: 'Take **Hollow Oak**, it is low in acid.', urls: ['https://hollowoak.example/shop'] }
      : { text: 'Take Fernway.', urls: [guide, 'https://guide.invalid/list'] },
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
  await row.getByRole('link', { name: 'guide.invalid/list' }).waitFor()
  await looksRight(page, { views: everyView })

  const openActions = () => row.getByRole('button', { name: 'Actions for which cold brew is low in acid' }).click()
  await openActions()
  await page.getByRole('menuitem', { name: 'Compare cited pages' }).click()
  const compared = page.getByRole('dialog', { name: 'Cited pages' })
  await compared.getByRole('link', { name: 'Cold brews compared' }).waitFor()
  // One that can't be read says why.
  await compared.getByText('Not read.', { exact: false }).waitFor()
  await looksRight(page, { views: everyView })
  await compared.getByRole('button', { name: 'Close' }).last().click()
  await compared.waitFor({ state: 'hidden' })

  await openActions()
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

test('a server log and an Analytics export show who visits from AI assistants', async ({ page, account }) => {
  const { call, workspaceId } = account
  const { site } = await call(sitesContract.add, { workspace_id: workspaceId, url: 'hollowoak.example' })
  await page.goto(`/app/sites/${site._id}/visits`)
  await awake(page)
  await page.getByText('No server logs yet.').waitFor()
  const upload = async (button: string, label: string, name: string, text: string) => {
    await page.getByRole('button', { name: button }).click()
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await page.getByRole('dialog', { name: button }).getByLabel(label).setInputFiles(file)
  }
  const visit = (path: string, status: number) =>
    `192.0.2.7 - - [19/Nov/2026:07:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 512 "-" "Mozilla/5.0 (compatible; GPTBot/1.2)"\n`
  await upload('Upload server log', 'Server log', 'access.log', visit('/ratio', 200) + visit('/missing', 404))
  const dialog = page.getByRole('dialog', { name: 'Upload server log' })
  await dialog.getByText('2 visits of AI crawlers, 2 new.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await dialog.waitFor({ state: 'hidden' })
  const bots = page.getByRole('table', { name: 'Visits of AI crawlers' })
  const gpt = bots.getByRole('row').filter({ hasText: 'GPTBot' })
  await gpt.getByText('200: 1, 404: 1').waitFor()
  await gpt.getByRole('button', { name: '2 visits of GPTBot: show pages' }).click()
  await page.getByRole('dialog').getByText('/missing').waitFor()
  await page.keyboard.press('Escape')

  const exported =
    '# Start date: 20261101\n# End date: 20261126\n\nSession source / medium,Landing page,Sessions\nchatgpt.com / referral,/ratio,30\n'
  await upload('Upload Analytics export', 'Google Analytics export', 'traffic.csv', exported)
  const assistants = page.getByRole('table', { name: 'Sessions from AI assistants' })
  await assistants.getByRole('row').filter({ hasText: 'ChatGPT' }).getByText('30').first().waitFor()
  await looksRight(page, { views: everyView })
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
  await page.getByRole('button', { name: 'Track changes', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Track' })
  // A report starts with a listener.
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
