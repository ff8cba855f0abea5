import Papa from 'papaparse'
import { expect } from 'vitest'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { startLanguageModels } from '../doubles/language-models.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** From keywords to articles in the background. What a batch does is tested in tests/http; here is the way on screen. */

const products = ['desk lamp', 'wool rug', 'copper kettle', 'marble bookend', 'oak shelf', 'linen curtain']
const stuffs = ['brass', 'small', 'vintage', 'black', 'white', 'round', 'tall', 'modern', 'cheap', 'handmade']
const asked = ['best', 'how to clean', 'where to buy', 'size of', 'repair of']
const keywords = products.flatMap((product) =>
  stuffs.flatMap((stuff) => asked.map((ask) => `${ask} ${stuff} ${product}`)),
)

let marks = 0
const test = browserTest
  .extend('models', { scope: 'file' }, async ({}, { onCleanup }) => {
    // Texts that share nothing with each other, as those of different topics do.
    const answer = () =>
      Array.from({ length: 40 }, () => `Word${++marks} stands beside thing${++marks} for a while.`).join(' ')
    const models = await startLanguageModels({ answer })
    onCleanup(models.close)
    return models
  })
  .extend('settings', { scope: 'file' }, ({ models }) => ({
    ...models.settings,
    // Whose server it is sees what its model costs.
    DEFAULT_PLAN: 'self_hosted',
    LLM_INPUT_PRICE: '2',
    LLM_OUTPUT_PRICE: '10',
    OUTBOUND_ALLOW: '127.0.0.1',
  }))

test('300 imported keywords become topics, a plan, ten articles written without a browser, and a post', async ({
  models,
  open,
  account,
}) => {
  const page = await open()
  await page.goto('/app/imports')
  await awake(page)
  expect(keywords).toHaveLength(300)
  const csv = Papa.unparse([['Keyword', 'Volume'], ...keywords.map((text, at) => [text, 5000 - 10 * at])])
  const file = { name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 300 keywords' }).click()
  await page.getByRole('link', { name: 'Group into topics' }).first().click()
  await page.getByRole('complementary', { name: 'Cost' }).getByText('300 keywords').waitFor()
  await page.getByRole('button', { name: 'Run report' }).click()
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Plan pages' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Shop')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
  await awake(page)

  // Ten items, how they are written and what it takes.
  const rows = page.getByRole('table').getByRole('checkbox', { name: /^Select (?!all)/ })
  for (let at = 0; at < 10; at++) await rows.nth(at).check()
  await page.getByRole('region', { name: 'Selected items' }).getByRole('button', { name: 'Write' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write 10 items' })
  await dialog.getByRole('region', { name: 'Estimate' }).getByText('20 AI').waitFor()
  await looksRight(page, { name: 'dialog', views: everyView })
  await dialog.getByLabel('Budget in US dollars').fill('five')
  await dialog.getByRole('button', { name: 'Write 10 articles' }).click()
  await dialog.getByText('Enter the budget as a number of dollars').waitFor()
  await dialog.getByLabel('Budget in US dollars').fill('5')
  models.setPace({ tokensPerSecond: 60 })
  await dialog.getByRole('button', { name: 'Write 10 articles' }).click()
  await page.getByRole('heading', { level: 1, name: 'Writing 10 articles' }).waitFor()
  await page.getByText('We’ll email you when it’s done').waitFor()
  // It moves without a reload.
  const spent = page.getByRole('img', { name: / spent and / })
  const before = await spent.getAttribute('aria-label')
  await expect.poll(() => spent.getAttribute('aria-label'), { timeout: 60_000 }).not.toBe(before)
  await looksRight(page, { name: 'running', views: everyView })
  const batchUrl = page.url()
  await page.close()
  models.setPace({ tokensPerSecond: 0 })

  // Nobody is there until it's done.
  const _id = batchUrl.split('/').at(-1)!
  const status = async () => (await account.call(bulkWritingContract.get, { _id })).batch.status
  await expect.poll(status, { timeout: 120_000 }).toBe('done')

  const back = await open()
  await back.goto('/app/notifications')
  await awake(back)
  await back.getByRole('link', { name: /10 documents to review/ }).click()
  await back.getByRole('heading', { level: 1, name: '10 articles ready for review' }).waitFor()
  await looksRight(back, { name: 'done', views: everyView })
  await back
    .getByRole('link', { name: /^Open (?!plan)/ })
    .first()
    .click()
  await back.getByRole('button', { name: 'Publish' }).click()
  const publishing = back.getByRole('dialog', { name: 'Publish' })
  await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
  await publishing.getByText('Published on').waitFor()
  const url = await publishing.getByLabel('URL', { exact: true }).first().inputValue()
  expect((await fetch(url)).status).toBe(200)
  await back.goto(batchUrl)
  await back.getByRole('link', { name: 'Open plan' }).click()
  const states = back.getByRole('list', { name: 'Items by state' })
  await states.getByText('Published 1').waitFor()
  await states.getByText('In review 9').waitFor()
})
