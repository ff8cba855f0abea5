import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { until } from '../support/wait-until.ts'

/** A shop's keywords become topics that a person corrects: import, group with preview and cost, edit, export. */

const shop: [keyword: string, volume: number | null][] = [
  ['oak desk lamp', 900],
  ['oak desk lamps', 300],
  ['best oak desk lamp', 200],
  ['cheap oak desk lamp', 100],
  ['wool rug', 5000],
  ['wool rugs', 700],
  ['best wool rug', 400],
  ['cheap wool rug', null],
  ['copper kettle', 2000],
  ['copper kettles', 350],
  ['best copper kettle', 250],
  ['how to clean a copper kettle', 150],
  ['marble bookend', 600],
  ['marble bookends', 500],
  ['buy marble bookend', 60],
  ['gift card', 80],
]

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
const problems: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
  context = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 1440, height: 1000 },
    acceptDownloads: true,
    locale: 'en-US',
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

const coverage = () => page.locator('[data-topic-coverage]').textContent()
const map = () => page.getByRole('region', { name: 'Topic map' })
const box = (name: string) => map().getByRole('button', { name: new RegExp(`^${name},`) })
const topicRow = (name: string) =>
  page.getByRole('table', { name: 'Topics' }).getByRole('button', { name, exact: true })
const keyword = (text: string) =>
  page.getByRole('list', { name: 'Keywords' }).getByRole('listitem').filter({ hasText: text })
const inDialog = () => page.getByRole('dialog')

async function chooseMore(item: string | RegExp) {
  await page.locator('[data-topic-detail]').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** A screen is visible before it reacts, so a click on a busy machine is repeated until it shows. */
const clickUntil = (button: Locator, result: Locator) =>
  until('the click to show', async () => {
    if (!(await result.isVisible())) await button.click({ timeout: 3000 }).catch(() => {})
    return result.waitFor({ timeout: 5000 }).then(
      () => true,
      () => null,
    )
  })

test('keywords of a shop are edited as topics, and the export has the edited topics', async () => {
  // Import.
  const csv = Papa.unparse([['Keyword', 'Volume'], ...shop.map(([text, volume]) => [text, volume ?? ''])])
  await page.goto('/app/imports')
  await page.locator('input[type="file"]').setInputFiles({
    name: 'shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByRole('button', { name: `Import ${shop.length} keywords` }).click()
  await page.getByRole('link', { name: 'Group into topics' }).first().click()

  // What grouping costs is said before it runs.
  await page.waitForURL('**/app/reports/new?type=clusters&import_id=*')
  const cost = page.getByRole('complementary', { name: 'Cost' })
  await cost.getByText(`${shop.length} keywords`).waitFor()
  await cost.getByText('$0', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Strictness' }).waitFor()
  await page.getByRole('button', { name: 'Run report' }).click()
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  await box('wool rug').waitFor()
  expect(await coverage()).toMatch(/^16 of 16 keywords, 100% of volume · .* · 1 without volume$/)

  // Every topic is a box with its name, and a row of the table.
  const names = await page.getByRole('table', { name: 'Topics' }).locator('[data-open-topic]').allTextContents()
  expect(names).toContain('wool rug')
  for (const name of names) await box(name).waitFor()

  // Grouping again shows counts and its cost before it changes anything.
  await clickUntil(page.getByRole('button', { name: 'Group again' }), inDialog())
  await inDialog().getByText('Strict', { exact: true }).click()
  const previewed = inDialog()
    .getByRole('row', { name: /^Topics/ })
    .getByRole('cell')
  await expect.poll(() => previewed.last().textContent()).toMatch(/^\d+$/)
  await inDialog()
    .getByText(/\$0\.00 and no credits/)
    .waitFor()
  const topics = Number(await previewed.last().textContent())
  await inDialog().getByRole('button', { name: 'Apply grouping' }).click()
  await page.getByText(`Grouped into ${topics} topics`).waitFor()
  expect(await coverage()).toContain(`in ${topics} topics`)

  // Rename, and see it undone by the keyboard and done again.
  await topicRow('wool rug').click()
  await chooseMore('Rename')
  await inDialog().getByLabel('Topic name').fill('Wool rugs for the living room')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Wool rugs for the living room' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('heading', { name: 'wool rug', exact: true }).waitFor()
  await chooseMore('Rename')
  await inDialog().getByLabel('Topic name').fill('Rugs')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Rugs', exact: true }).waitFor()

  // A topic can be planned where it's open.
  await page.locator('[data-topic-detail]').getByRole('button', { name: 'Plan: Rugs' }).click()
  await expect.poll(() => inDialog().getByLabel('Name').inputValue()).toBe('Rugs')
  await page.keyboard.press('Escape')
  await expect.poll(() => inDialog().count()).toBe(0)

  // Split off two keywords.
  for (const text of ['best wool rug', 'cheap wool rug']) await keyword(text).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Split off' }).click()
  await inDialog().getByLabel('Name of the new topic').fill('Rug buying guide')
  await page.keyboard.press('Enter')
  await box('Rug buying guide').waitFor()
  await expect.poll(() => keyword('best wool rug').count()).toBe(0)

  // Move a keyword by menu, another by drag onto the map.
  await page.getByRole('button', { name: 'All topics' }).click()
  await topicRow('copper kettle').click()
  await keyword('best copper kettle').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Move to topic' }).click()
  await inDialog().getByRole('searchbox').fill('oak desk')
  await inDialog().getByRole('button', { name: 'Move keyword' }).click()
  await expect.poll(() => keyword('best copper kettle').count()).toBe(0)
  await keyword('how to clean a copper kettle').dragTo(box('Rug buying guide'))
  await expect.poll(() => keyword('how to clean a copper kettle').count()).toBe(0)
  await page.getByText('Moved “how to clean a copper kettle” to “Rug buying guide”').waitFor()

  // The move by drag was wrong: it is undone.
  await page.locator('[data-topic-detail]').waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await keyword('how to clean a copper kettle').waitFor()

  // Merge two topics from the list, and lock the result.
  await page.getByRole('button', { name: 'All topics' }).click()
  await page.getByRole('checkbox', { name: 'Select marble bookend' }).check()
  await page.getByRole('checkbox', { name: 'Select gift card' }).check()
  await page.getByRole('toolbar', { name: 'Selected topics' }).getByRole('button', { name: 'Merge' }).click()
  await inDialog().getByLabel('Topic name').fill('Gifts')
  await page.keyboard.press('Enter')
  await topicRow('Gifts').click()
  await chooseMore(/^Lock/)
  await page.locator('[data-topic-detail]').getByText('Locked').waitFor()
  expect(problems).toEqual([])

  // The exported file has the topics as they were edited.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.locator('header, main').getByRole('button', { name: 'Export' }).first().click()
      await page.getByRole('menuitem', { name: 'CSV' }).last().click()
    })(),
  ])
  const text = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '')
  const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
  const column = Object.keys(rows[0]!).find((name) => /^topic$/i.test(name))!
  const exported = Object.fromEntries(rows.map((row) => [row.Keyword ?? row.keyword, row[column]]))
  expect(Object.keys(exported)).toHaveLength(shop.length)
  expect(exported).toMatchObject({
    'wool rug': 'Rugs',
    'wool rugs': 'Rugs',
    'best wool rug': 'Rug buying guide',
    'cheap wool rug': 'Rug buying guide',
    'copper kettle': 'copper kettle',
    'how to clean a copper kettle': 'copper kettle',
    'best copper kettle': 'oak desk lamp',
    'marble bookend': 'Gifts',
    'gift card': 'Gifts',
  })
})

test('topics are read, opened and edited with the keyboard alone', async () => {
  await page.goto(page.url())
  await clickUntil(topicRow('Gifts'), page.locator('[data-topic-detail]'))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  // The keyboard is back on the row it came from.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Gifts')
  await box('Rug buying guide').focus()
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.sr-only')?.textContent)
  const first = await focused()
  await until('another box', async () => {
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    return (await focused()) !== first || null
  })
  await page.keyboard.press('Home')
  const name = (await focused())!.split(',')[0]!
  await page.keyboard.press('Enter')
  await page.locator('[data-topic-detail]').getByRole('heading', { name, exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await page.locator('[data-topic-detail]').getByRole('button', { name: 'More' }).focus()
  await page.keyboard.press('Enter')
  // A menu opened by keyboard has its first item focused.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Rename')
  await page.keyboard.press('Enter')
  // The field has the focus, with its name selected.
  const field = inDialog().getByLabel('Topic name')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Named by keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Named by keyboard' }).waitFor()
})

test('someone else’s change is announced, loaded on request, and clears the undo history', async () => {
  const undo = page.locator('main').getByRole('button', { name: 'Undo', exact: true }).first()
  await undo.waitFor()
  const other = await context.newPage()
  await other.goto(page.url())
  const more = other.locator('[data-topic-detail]').getByRole('button', { name: 'More' })
  await clickUntil(other.locator('[data-open-topic]').filter({ hasText: 'Gifts' }), more)
  await more.click()
  await other.getByRole('menuitem', { name: /^Unlock/ }).click()
  await expect.poll(() => other.locator('[data-topic-detail]').getByText('Locked').count()).toBe(0)
  await other.close()
  await undo.click()
  await page
    .getByRole('alert')
    .getByText(/changed the topics/)
    .waitFor()
  await page.getByRole('heading', { name: 'Named by keyboard' }).waitFor()
  await page.getByRole('button', { name: 'Reload topics' }).click()
  await page.getByText('The topics were changed elsewhere. Your earlier changes can’t be undone anymore.').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await undo.count()).toBe(0)
  await chooseMore(/^Lock/)
  await page.locator('[data-topic-detail]').getByText('Locked').waitFor()
  await undo.click()
  await expect.poll(() => page.locator('[data-topic-detail]').getByText('Locked').count()).toBe(0)
  await chooseMore(/^Lock/)
})

test('grouping again says that it can’t be undone, nor what came before it', async () => {
  const undo = page.locator('main').getByRole('button', { name: 'Undo', exact: true }).first()
  await undo.waitFor()
  await page.getByRole('button', { name: 'Group again' }).click()
  await inDialog()
    .getByText(/Grouping again can’t be undone\. .* Your earlier changes can’t be undone after it\./)
    .waitFor()
  await inDialog().getByText('Balanced', { exact: true }).click()
  await inDialog()
    .getByText(/^Largest/)
    .waitFor()
  await inDialog().getByRole('button', { name: 'Apply grouping' }).click()
  await expect.poll(() => inDialog().count()).toBe(0)
  await expect.poll(() => undo.count()).toBe(0)
})

test('list, detail and dialogs are accessible in light and dark, on a phone and wide', async () => {
  await looksRight(page, { name: 'topic', views: everyView })
  await page.getByRole('button', { name: 'All topics' }).click()
  await looksRight(page, { name: 'topics', views: everyView })
  await page.getByRole('button', { name: 'Group again' }).click()
  await inDialog()
    .getByText(/^Largest/)
    .waitFor()
  await looksRight(page, { name: 'group again', views: everyView })
  await page.keyboard.press('Escape')
})
