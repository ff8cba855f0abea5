import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { type AskedModel, type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { until } from '../support/wait-until.ts'

/** From a report to a finished text, in a real Chromium, with a model that streams. Later steps build on earlier ones. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let models: LanguageModels
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let call: Call
let workspaceId = ''
let reportId = ''
let id = ''
const problems: string[] = []

const sentence = 'Coarse grounds sit in cold water for half a day.'
const shortened = 'Grounds steep in cold water for half a day.'

const proposed = 'This sentence is new.'

/** Writes a few paragraphs; shortens to one fixed sentence. */
function toAnswer(asked: AskedModel) {
  const text = JSON.stringify(asked)
  if (text.includes('half its length')) return shortened
  if (text.includes('one sentence that uses the term')) return proposed
  return Array.from(
    { length: 4 },
    (_, at) => `${sentence} This is paragraph ${at + 1}, and it has **strong** words.`,
  ).join('\n\n')
}

beforeAll(async () => {
  vendors = await startSearchVendors()
  models = await startLanguageModels({ tokensPerSecond: 60, answer: toAnswer })
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, { ...vendors.settings, ...models.settings, OUTBOUND_ALLOW: '127.0.0.1' })
  const signedIn = await earshot.signIn()
  call = signedIn.call
  workspaceId = signedIn.workspaceId
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
  })
  reportId = report!._id
  await until(
    'the report is done',
    async () => {
      const { status } = await call(reportsContract.checkstatus, { _id: reportId })
      return status === 'done'
    },
    60_000,
  )
  browser = await launchBrowser()
  context = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 1440, height: 1000 },
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await models?.close()
  await vendors?.close()
  await data?.remove()
})

const eventually = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 30_000 })
const text = () => page.locator('.ProseMirror')
const saved = () => page.getByText('Saved', { exact: true }).waitFor()
const stored = async () => (await call(aiContentContract.single, { _id: id })).item
/** Selects a whole paragraph as a mouse would, however busy the machine is. */
async function select(paragraph: Locator) {
  await paragraph.click()
  await paragraph.evaluate((element) => getSelection()!.selectAllChildren(element))
}
test('without any content the list says how to begin', async () => {
  await page.goto('/app/content')
  await page.getByText('No documents yet.').waitFor()
  await looksRight(page)
})

test('headings picked in a report become the outline of a new article, with the report as its source', async () => {
  await page.goto(`/app/reports/${reportId}?tab=pages`)
  const main = page.getByRole('main')
  await main
    .getByText(/\d+ headings/)
    .first()
    .click()
  const picks = main.locator('button[title="Add to outline"]')
  // The first is the page's own title. A press before the page is awake does nothing, so each is pressed until it counts.
  const gathered = () => page.evaluate(() => JSON.parse(localStorage.getItem('headingsData') ?? '[]').length as number)
  for (const count of [1, 2])
    await eventually(async () => {
      if ((await gathered()) < count) await picks.nth(1).click()
      return gathered()
    }).toBe(count)
  await main.getByRole('link', { name: 'Write article' }).click()
  await page.waitForURL('**/app/content/new?*')
  await page.getByLabel('Use 2 collected headings as the outline').waitFor()
  // Both as sections of their own.
  for (const at of [0, 1])
    while (!(await page.locator('[data-line]').nth(at).getAttribute('aria-label'))!.startsWith('H2')) {
      await page.locator('[data-line]').nth(at).focus()
      await page.keyboard.press('Shift+Tab')
    }
  expect(await page.getByLabel('Report').inputValue()).toBe(reportId)
  await page.getByText(/Uses 1 AI credit/).waitFor()
  await looksRight(page)
})

test('it is written under one’s eyes, section by section, and is saved when it is through', async () => {
  const outline = JSON.parse((await page.evaluate(() => localStorage.getItem('headingsData'))) ?? '[]') as {
    text: string
  }[]
  await page.getByLabel('Title or topic').fill('How to make cold brew at home')
  await page.getByLabel('Length').fill('300')
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.waitForURL(/\/app\/content\/[0-9a-f-]{36}/)
  id = new URL(page.url()).pathname.split('/').at(-1)!
  await page.getByText(/^Writing/).waitFor()
  await page.getByText(`Writing “${outline[0]!.text}”`).waitFor()
  await saved()
  expect(await text().locator('h2, h3').allTextContents()).toEqual(outline.map((heading) => heading.text))
  const item = await stored()
  expect(item.status).toBe('done')
  expect(item.content_md).toContain(`## ${outline[0]!.text}`.replace(/^## /, ''))
  expect(new URL(page.url()).search).toBe('')
  // Nothing is written twice when the page is opened again.
  const before = models.log.count()
  await page.reload()
  await saved()
  expect(models.log.count()).toBe(before)
})

test('the text is in the HTML the server sends, and stays where it is when the editor has loaded', async () => {
  const html = await (await context.request.get(`/app/content/${id}`)).text()
  expect(html).toContain('Coarse grounds sit in cold water')
  expect(html).toContain('<strong>strong</strong>')
  await page.route('**/assets/editor-*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    await route.continue()
  })
  await page.goto(`/app/content/${id}`)
  const place = async (selector: string) => (await page.locator(`${selector} h2`).last().boundingBox())!
  const first = await place('.document-body')
  await text().waitFor()
  const then = await place('.ProseMirror')
  expect(Math.abs(first.y - then.y)).toBeLessThanOrEqual(1)
  expect(Math.abs(first.x - then.x)).toBeLessThanOrEqual(1)
  await page.unroute('**/assets/editor-*')
})

test('what is typed is saved by itself, and another tab shows it without being asked', async () => {
  const other = await context.newPage()
  await other.goto(`/app/content/${id}`)
  await other.locator('.ProseMirror').waitFor()
  await text().locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Added by hand.')
  await eventually(async () => (await stored()).content_md).toContain('Added by hand.')
  await other.getByText('Added by hand.').waitFor()
  await other.close()
})

test('a selected passage is shortened, compared, accepted by keys, and undone in one step', async () => {
  const last = text().locator('> p').last()
  await select(last)
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Shorten' }).click()
  const card = page.getByRole('region', { name: 'Suggestion' })
  await card.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => card.locator('del').count()).toBeGreaterThan(0)
  await expect.poll(() => card.locator('ins').count()).toBeGreaterThan(0)
  await looksRight(page)
  const before = await last.textContent()
  await page.keyboard.press('Escape')
  expect(await last.textContent()).toBe(before)
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Shorten' }).click()
  await card.getByRole('button', { name: 'Try again' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await eventually(() => last.textContent()).toBe(shortened)
  await page.keyboard.press('Control+z')
  await eventually(() => last.textContent()).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await eventually(() => last.textContent()).toBe(shortened)
  await eventually(async () => (await stored()).content_md).toContain(shortened)
})

test('a suggested term is highlighted and never changes the text; a sentence with it is a proposal', async () => {
  const last = text().locator('> p').last()
  await select(last)
  const whole = await text().textContent()
  const score = page.getByRole('region', { name: 'Score' })
  const chip = score.locator('button[aria-pressed]').first()
  await chip.click()
  await score
    .getByRole('status')
    .getByText(/Not in the text yet|highlighted/)
    .waitFor()
  expect(await text().textContent()).toBe(whole)
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-chip.png` })
  await looksRight(page)
  await score.getByRole('button', { name: 'Write sentence' }).click()
  const card = page.getByRole('region', { name: 'Suggestion' })
  await card.getByRole('button', { name: 'Accept' }).and(page.locator(':enabled')).waitFor()
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-proposal.png` })
  expect(models.log.calls.at(-1)!.asked.messages.at(-1)!.text).toContain((await chip.textContent())!)
  const before = (await last.textContent())!
  await card.getByRole('button', { name: 'Accept' }).click()
  await eventually(() => last.textContent()).toBe(`${before} ${proposed}`)
  await page.keyboard.press('Control+z')
  await eventually(() => last.textContent()).toBe(before)
  await chip.click()
  await saved()
})

test('Stop stops the model within a second and keeps what came', async () => {
  models.setPace({ tokensPerSecond: 12 })
  await page.locator('[data-line]').last().hover()
  await page
    .getByRole('button', { name: /^More for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Rewrite section' }).click()
  await page.getByRole('button', { name: 'Rewrite' }).click()
  await page.getByText(/^Writing “/).waitFor()
  await eventually(() => text().locator('.fresh').last().textContent()).toContain('Coarse')
  const asked = models.log.calls.at(-1)!
  // From the press itself: what it takes to find the button is not its own.
  await page.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { pressedAt: Date.now() }), { capture: true, once: true }),
  )
  await page.getByRole('button', { name: 'Stop' }).click()
  await until('the model is left', async () => asked.state === 'left')
  const pressedAt = await page.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)
  expect(asked.endedAt! - pressedAt).toBeLessThan(1000)
  await saved()
  models.setPace({ tokensPerSecond: 60 })
  expect((await stored()).content_md).toContain('Coarse')
})

test('a model that dies mid-way: what happened stands over the text, what came stays, and it can go on', async () => {
  models.setFault({ kind: 'cut', after: 12, times: 1 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rewrite from scratch' }).click()
  await page.getByRole('button', { name: 'Rewrite' }).click()
  const note = page.getByRole('alert').filter({ hasText: /./ })
  await note.first().waitFor()
  expect(await text().textContent()).toContain('Coarse grounds')
  await looksRight(page)
  models.setFault(null)
  await page.getByRole('button', { name: 'Continue draft' }).first().click()
  await page.getByText(/^Writing/).waitFor()
  await saved()
  expect((await stored()).status).toBe('done')
  await expect.poll(() => text().locator('h2, h3').count()).toBeGreaterThanOrEqual(2)
})

test('a page that is reloaded while it is written shows what came, and the model is left', async () => {
  models.setPace({ tokensPerSecond: 12 })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rewrite from scratch' }).click()
  await page.getByRole('button', { name: 'Rewrite' }).click()
  await eventually(() => text().locator('.fresh').last().textContent()).toContain('Coarse grounds sit')
  const asked = models.log.calls.at(-1)!
  await page.reload()
  await until('the model is left', async () => asked.state === 'left')
  await eventually(() => text().textContent()).toContain('Coarse grounds sit')
  await page.getByRole('button', { name: 'Continue draft' }).waitFor()
  models.setPace({ tokensPerSecond: 60 })
  await page.getByRole('button', { name: 'Continue draft' }).click()
  await page.getByText(/^Writing/).waitFor()
  await saved()
  expect((await stored()).status).toBe('done')
})

test('offline nothing is lost: it is kept here, said, offered after a crash, and saved', async () => {
  await context.setOffline(true)
  await text().locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Typed offline.')
  await page.getByText('Offline. Changes are kept in this browser.').waitFor()
  // A crash: the page goes without a chance to do anything.
  await page.goto('about:blank').catch(() => undefined)
  await context.setOffline(false)
  await page.goto(`/app/content/${id}`)
  await page.getByRole('button', { name: 'Restore text' }).click()
  await eventually(async () => (await stored()).content_md).toContain('Typed offline.')
})

test('two people at one paragraph: one chooses; changes in different ones go together', async () => {
  await page.route('**/ai/events/**', (route) => route.abort())
  await page.goto(`/app/content/${id}`)
  await saved()
  const now = await stored()
  const blocks = now.content_md.split('\n\n')
  const first = blocks.findIndex((block) => block.includes('Coarse'))
  blocks[first] = `${blocks[first]} Theirs.`
  blocks.push('A paragraph of theirs at the end.')
  await call(aiContentContract.update, { _id: id, version: now.version, content_md: blocks.join('\n\n') })
  await text().locator('> p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine.')
  const dialog = page.getByRole('dialog', { name: 'This document was changed in two places' })
  await dialog.waitFor()
  await looksRight(page)
  await dialog.getByText('Both', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save merged version' }).click()
  await saved()
  const merged = (await stored()).content_md
  expect(merged).toContain('Theirs.')
  expect(merged).toContain('Mine.')
  expect(merged).toContain('A paragraph of theirs at the end.')
  // Where each changed another paragraph nobody is asked.
  const apart = await stored()
  await call(aiContentContract.update, {
    _id: id,
    version: apart.version,
    content_md: apart.content_md.replace('A paragraph of theirs at the end.', 'Their end.'),
  })
  await text().locator('> p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Mine again.')
  await page.getByText('Their end.').waitFor()
  await eventually(async () => (await stored()).content_md).toContain('Mine again.')
  expect((await stored()).content_md).toContain('Their end.')
  await page.unroute('**/ai/events/**')
})

test('an earlier version is compared and restored; the one in between is kept too', async () => {
  await page.goto(`/app/content/${id}`)
  await saved()
  const { versions } = await stored()
  const written = [...versions].sort((a, b) => a.version - b.version).find(({ cause }) => cause === 'generation')!
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Version history/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Version history' })
  await drawer
    .getByRole('button', { name: /^Generated/ })
    .last()
    .click()
  await drawer.getByRole('button', { name: `Restore version ${written.version}` }).click()
  await eventually(async () => (await stored()).content_md).not.toContain('Mine.')
  const then = (await call(aiContentContract.version, { _id: id, version: written.version })).version
  expect((await stored()).content_md).toBe(then.content_md)
  expect((await stored()).versions.length).toBeGreaterThan(versions.length)
})

test('it leaves as DOCX, as Markdown, and by the clipboard with its formatting', async () => {
  const exported = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ])
    return readFile(await download.path())
  }
  const docx = unzipSync(new Uint8Array(await exported('Word (DOCX)')))
  const body = strFromU8(docx['word/document.xml']!).replace(/<[^>]+>/g, '')
  expect(body).toContain('Coarse grounds sit in cold water')
  expect((await exported('Markdown')).toString()).toContain('**strong**')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /Copy as rich text/ }).click()
  await page.getByText('Copied as rich text').waitFor()
  await looksRight(page, { parts: ['[data-sonner-toaster]'] })
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item!.getType('text/html')).text()
  })
  expect(html).toContain('<strong>strong</strong>')
})

test('a passage is humanized, with what it does to how it reads, and the document is published', async () => {
  await select(text().locator('> p').first())
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Humanize' }).click()
  const card = page.getByRole('region', { name: 'Suggestion' })
  await card.getByText(/Style score/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Excerpt').fill('How cold brew is made.')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  const url = await dialog.getByRole('link', { name: 'View post' }).getAttribute('href')
  await page.keyboard.press('Escape')
  const html = await (await context.request.get(new URL(url!).pathname)).text()
  expect(html).toContain('Coarse grounds sit in cold water')
})

test('sections are moved by keys, with their text', async () => {
  const headings = () => text().locator('h2, h3').allTextContents()
  const [first, second] = await headings()
  await page.locator('[data-line]').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(headings).toEqual([second, first])
  await eventually(async () => {
    const { content_md } = await stored()
    return content_md.indexOf(second!) < content_md.indexOf(first!)
  }).toBe(true)
})

test('at 360 px nothing runs out of the page, and outline and sources open as sheets', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('dialog', { name: 'Outline' }).waitFor()
  await looksRight(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 1000 })
})

test('brand voices are learned and removed; a model is tested, saved, its key never shown again, and removed', async () => {
  await page.goto('/app/settings/voices')
  await page.getByLabel('Name').fill('Our blog')
  await page.getByLabel('Sample').fill(`${sentence} We say it plainly. You can do this at home. `.repeat(12))
  await page.getByRole('button', { name: 'Create brand voice' }).click()
  await page.getByRole('heading', { name: 'Our blog' }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/No brand voices yet/).waitFor()

  await page.goto('/app/settings/models')
  await page.getByLabel('Provider').selectOption('openai-compatible')
  await page.getByLabel('Model ID').fill('double-1')
  await page.getByLabel('Base URL').fill(`${models.url}/v1`)
  await page.getByLabel('API key').fill('secret-key-9876')
  await page.getByRole('button', { name: 'Test model' }).click()
  await page.getByText(/responded in/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/ending in 9876/).waitFor()
  expect(await page.content()).not.toContain('secret-key')
  await looksRight(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('set for this server').waitFor()
})

test('a document is deleted from the list, once it was asked', async () => {
  await page.goto('/app/content')
  await page.getByRole('button', { name: /^More for How to make/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No documents yet.').waitFor()
})

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
