import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { type AskedModel, startLanguageModels } from '../doubles/language-models.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest, signUp } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { until } from '../support/wait-until.ts'

/** Writing and editing documents in a real Chromium with a streaming model. */

const sentence = 'Coarse grounds sit in cold water for half a day.'
const shortened = 'Grounds steep in cold water for half a day.'
const proposed = 'This sentence is new.'
const outline = [
  { type: 'h2' as const, text: 'What you need' },
  { type: 'h2' as const, text: 'How long it takes' },
]
const written = [
  `## ${outline[0]!.text}`,
  `${sentence} This is **strong** coffee.`,
  'A jar and a filter are enough.',
  `## ${outline[1]!.text}`,
  'Twelve hours in the fridge, or eight on the counter.',
].join('\n\n')

/** Writes a few paragraphs, and shortens any passage to a fixed sentence. */
function toAnswer(asked: AskedModel) {
  const text = JSON.stringify(asked)
  if (text.includes('half its length')) return shortened
  if (text.includes('one sentence that uses the term')) return proposed
  return Array.from(
    { length: 3 },
    (_, at) => `${sentence} This is paragraph ${at + 1}, and it has **strong** words.`,
  ).join('\n\n')
}

/** Fast enough not to wait for, and slow enough to be seen while it writes. */
const fast = { tokensPerSecond: 400 }
const watchable = { tokensPerSecond: 60 }
const slow = { tokensPerSecond: 12 }

const test = browserTest
  .extend('models', { scope: 'file' }, async ({}, { onCleanup }) => {
    const models = await startLanguageModels({ answer: toAnswer })
    onCleanup(models.close)
    return models
  })
  .extend('settings', { scope: 'file' }, ({ models }) => ({ ...models.settings, OUTBOUND_ALLOW: '127.0.0.1' }))
  /** A finished report of an account for the tests that read it. */
  .extend('reported', { scope: 'file' }, async ({ earshot }) => {
    const account = await signUp(earshot.url)
    return { account, reportId: await createSampleReport(account) }
  })

test.beforeEach(({ models }) => {
  models.setPace(fast)
  models.setFault(null)
})

type NewDocument = Partial<Parameters<typeof aiContentContract.new.input.parse>[0] & object>
async function createDocument({ call, workspaceId }: Account, more: NewDocument = {}, content_md = written) {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'How to make cold brew at home',
    outline,
    ...more,
  })
  if (content_md === '') return item
  return (await call(aiContentContract.update, { _id: item._id, version: item.version, content_md })).item
}
const getDocument = async ({ call }: Account, _id: string) => (await call(aiContentContract.single, { _id })).item
const eventually = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 30_000 })
const text = (page: Page) => page.locator('.ProseMirror')
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** As the reported account instead of the test's own. */
const signIn = (page: Page, url: string, { token }: Account) =>
  page.context().addCookies([{ name: 'app_token', value: token, url, httpOnly: true }])

async function openDocument(page: Page, id: string) {
  await page.goto(`/app/content/${id}`)
  await saved(page)
  await text(page).waitFor()
}
/** Selects a whole paragraph with the mouse, even on a busy machine. */
async function select(paragraph: Locator) {
  await paragraph.click()
  await paragraph.evaluate((element) => getSelection()!.selectAllChildren(element))
}
async function typeAtEndOf(page: Page, paragraph: Locator, typed: string) {
  await paragraph.click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}
async function rewriteFromScratch(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rewrite from scratch' }).click()
  await page.getByRole('button', { name: 'Rewrite' }).click()
}

test('headings selected in a report become the outline of an article based on the report', async ({
  page,
  earshot,
  reported: { account, reportId },
  models,
}) => {
  await signIn(page, earshot.url, account)
  await page.goto(`/app/reports/${reportId}?tab=pages`)
  await awake(page)
  const main = page.getByRole('main')
  await main
    .getByText(/\d+ headings/)
    .first()
    .click()
  const picks = main.locator('button[title="Add to outline"]')
  // The first is the page's title.
  const gathered = () => page.evaluate(() => JSON.parse(localStorage.getItem('headingsData') ?? '[]').length as number)
  for (const count of [1, 2]) {
    await picks.nth(1).click()
    await eventually(gathered).toBe(count)
  }
  await main
    .getByRole('link', { name: /^Write/ })
    .first()
    .click()
  await page.waitForURL('**/app/content/new?*')
  await page.getByLabel('Use 2 collected headings as the outline').waitFor()
  expect(await page.getByRole('combobox', { name: /^Report/ }).inputValue()).toBe(reportId)
  await page.getByText(/Uses 1 AI credit/).waitFor()
  await looksRight(page)
  await page.getByLabel('Title or topic').fill('How to make cold brew at home')
  await page.getByLabel('Length').fill('300')
  models.setPace(watchable)
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.waitForURL(/\/app\/content\/[0-9a-f-]{36}/)
  await page.getByText(/^Writing/).waitFor()
  await saved(page)
  const item = await getDocument(account, new URL(page.url()).pathname.split('/').at(-1)!)
  expect(item).toMatchObject({ report_id: reportId, status: 'done' })
  expect(item.outline).toHaveLength(2)
})

test('an article appears section by section while it is written, and is saved at the end', async ({
  page,
  account,
  models,
}) => {
  const { _id } = await createDocument(account, {}, '')
  models.setPace(watchable)
  await page.goto(`/app/content/${_id}?write=1`)
  for (const heading of outline) await page.getByText(`Writing “${heading.text}”`).waitFor()
  await saved(page)
  expect(await text(page).locator('h2, h3').allTextContents()).toEqual(outline.map((heading) => heading.text))
  const item = await getDocument(account, _id)
  expect(item.status).toBe('done')
  expect(item.content_md).toContain(`## ${outline[0]!.text}`)
  expect(new URL(page.url()).search).toBe('')
  // Opening the page again doesn't start another generation.
  const before = models.log.count()
  await page.reload()
  await saved(page)
  expect(models.log.count()).toBe(before)
})

test('the text is server-rendered and stays in place when the editor loads', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  const html = await (await page.request.get(`/app/content/${_id}`)).text()
  expect(html).toContain('Coarse grounds sit in cold water')
  expect(html).toContain('<strong>strong</strong>')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/editor-*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/app/content/${_id}`, { waitUntil: 'domcontentloaded' })
  const getPosition = async (selector: string) => (await page.locator(`${selector} h2`).last().boundingBox())!
  await page.evaluate(() => document.fonts.ready)
  const first = await getPosition('.document-body')
  expect(await text(page).count()).toBe(0)
  held.resolve()
  await text(page).waitFor()
  const then = await getPosition('.ProseMirror')
  expect(Math.abs(first.y - then.y)).toBeLessThanOrEqual(1)
  expect(Math.abs(first.x - then.x)).toBeLessThanOrEqual(1)
})

test('typing is saved automatically and appears in another tab', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  const other = await page.context().newPage()
  await openDocument(other, _id)
  await openDocument(page, _id)
  await typeAtEndOf(page, text(page).locator('p').first(), ' Added by hand.')
  await eventually(async () => (await getDocument(account, _id)).content_md).toContain('Added by hand.')
  await other.getByText('Added by hand.').waitFor()
})

test('a selected passage is shortened, compared, accepted by keyboard and undone in one step', async ({
  page,
  account,
}) => {
  const { _id } = await createDocument(account)
  await openDocument(page, _id)
  const last = text(page).locator('> p').last()
  await select(last)
  const toolbar = page.getByRole('toolbar', { name: 'Selected text' })
  await toolbar.getByRole('button', { name: 'Shorten' }).click()
  const card = page.getByRole('region', { name: 'Suggestion' })
  await card.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => card.locator('del').count()).toBeGreaterThan(0)
  await expect.poll(() => card.locator('ins').count()).toBeGreaterThan(0)
  await looksRight(page)
  const before = await last.textContent()
  await page.keyboard.press('Escape')
  expect(await last.textContent()).toBe(before)
  await toolbar.getByRole('button', { name: 'Shorten' }).click()
  await card.getByRole('button', { name: 'Try again' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await eventually(() => last.textContent()).toBe(shortened)
  await page.keyboard.press('Control+z')
  await eventually(() => last.textContent()).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await eventually(() => last.textContent()).toBe(shortened)
  await eventually(async () => (await getDocument(account, _id)).content_md).toContain(shortened)
})

test('a suggested term is highlighted without changing the text, and a sentence with it is a suggestion', async ({
  page,
  earshot,
  reported: { account, reportId },
  models,
}) => {
  const { _id } = await createDocument(account, { report_id: reportId })
  await signIn(page, earshot.url, account)
  await openDocument(page, _id)
  const last = text(page).locator('> p').last()
  await select(last)
  const whole = await text(page).textContent()
  const score = page.getByRole('region', { name: 'Score' })
  const chip = score.locator('button[aria-pressed]').first()
  await chip.click()
  await score
    .getByRole('status')
    .getByText(/Not in the text yet|highlighted/)
    .waitFor()
  expect(await text(page).textContent()).toBe(whole)
  await looksRight(page)
  await score.getByRole('button', { name: 'Write sentence' }).click()
  const card = page.getByRole('region', { name: 'Suggestion' })
  await card.getByRole('button', { name: 'Accept' }).and(page.locator(':enabled')).waitFor()
  expect(models.log.calls.at(-1)!.asked.messages.at(-1)!.text).toContain((await chip.textContent())!)
  const before = (await last.textContent())!
  await card.getByRole('button', { name: 'Accept' }).click()
  await eventually(() => last.textContent()).toBe(`${before} ${proposed}`)
  await page.keyboard.press('Control+z')
  await eventually(() => last.textContent()).toBe(before)
})

test('Stop stops the model within a second and keeps the partial text', async ({ page, account, models }) => {
  const { _id } = await createDocument(account)
  models.setPace(slow)
  await openDocument(page, _id)
  await page.locator('[data-line]').last().hover()
  await page
    .getByRole('button', { name: /^More for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Rewrite section' }).click()
  await page.getByRole('button', { name: 'Rewrite' }).click()
  await page.getByText(/^Writing “/).waitFor()
  await eventually(() => text(page).locator('.fresh').last().textContent()).toContain('Coarse')
  const asked = models.log.calls.at(-1)!
  // Measured from the click itself, without the time to find the button.
  await page.evaluate(() =>
    addEventListener('click', () => Object.assign(window, { pressedAt: Date.now() }), { capture: true, once: true }),
  )
  await page.getByRole('button', { name: 'Stop' }).click()
  await until('the model is left', async () => asked.state === 'left')
  const pressedAt = await page.evaluate(() => (window as unknown as { pressedAt: number }).pressedAt)
  expect(asked.endedAt! - pressedAt).toBeLessThan(1000)
  await saved(page)
  expect((await getDocument(account, _id)).content_md).toMatch(/How long it takes\s+Coarse/)
  // Stop went away with the focus, which is in the text now.
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('ProseMirror')
})

test('when a model fails midway, the error is shown above the partial text, which can be continued', async ({
  page,
  account,
  models,
}) => {
  const { _id } = await createDocument(account)
  models.setFault({ kind: 'cut', after: 12, times: 1 })
  await openDocument(page, _id)
  await rewriteFromScratch(page)
  const note = page.getByRole('alert').filter({ hasText: /./ })
  await note.first().waitFor()
  expect(await text(page).textContent()).toContain('Coarse grounds')
  await looksRight(page)
  models.setFault(null)
  models.setPace(watchable)
  await page.getByRole('button', { name: 'Continue draft' }).first().click()
  await page.getByText(/^Writing/).waitFor()
  await saved(page)
  expect((await getDocument(account, _id)).status).toBe('done')
  await expect.poll(() => text(page).locator('h2, h3').count()).toBeGreaterThanOrEqual(2)
})

test('reloading a page during writing shows the partial text and stops the model', async ({
  page,
  account,
  models,
}) => {
  const { _id } = await createDocument(account)
  models.setPace(slow)
  await openDocument(page, _id)
  await rewriteFromScratch(page)
  await eventually(() => text(page).locator('.fresh').last().textContent()).toContain('Coarse grounds sit')
  const asked = models.log.calls.at(-1)!
  await page.reload()
  await until('the model is left', async () => asked.state === 'left')
  await eventually(() => text(page).textContent()).toContain('Coarse grounds sit')
  models.setPace(watchable)
  await page.getByRole('button', { name: 'Continue draft' }).click()
  await page.getByText(/^Writing/).waitFor()
  await saved(page)
  expect((await getDocument(account, _id)).status).toBe('done')
})

test('offline changes are stored locally, restored after a crash and saved later', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  await openDocument(page, _id)
  await page.context().setOffline(true)
  await typeAtEndOf(page, text(page).locator('p').first(), ' Typed offline.')
  await page.getByText('Offline. Changes are kept in this browser.').waitFor()
  // A crash: the page closes without running any handler.
  await page.goto('about:blank').catch(() => undefined)
  await page.context().setOffline(false)
  await page.goto(`/app/content/${_id}`)
  await page.getByRole('button', { name: 'Restore text' }).click()
  await eventually(async () => (await getDocument(account, _id)).content_md).toContain('Typed offline.')
})

test('conflicting edits of a paragraph have to be resolved', async ({ page, account }) => {
  const { _id, version } = await createDocument(account)
  await page.route('**/ai/live/**', (route) => route.abort())
  await openDocument(page, _id)
  const theirs = `${written.replace(sentence, `${sentence} Theirs.`)}\n\nA paragraph of theirs at the end.`
  await account.call(aiContentContract.update, { _id, version, content_md: theirs })
  await typeAtEndOf(page, text(page).locator('> p').first(), ' Mine.')
  const dialog = page.getByRole('dialog', { name: 'This document was changed in two places' })
  await dialog.waitFor()
  await looksRight(page)
  await dialog.getByText('Both', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save merged version' }).click()
  await saved(page)
  const merged = (await getDocument(account, _id)).content_md
  expect(merged).toContain('Theirs.')
  expect(merged).toContain('Mine.')
  expect(merged).toContain('A paragraph of theirs at the end.')
})

test('edits of different paragraphs are merged without a question', async ({ page, account }) => {
  const { _id, version } = await createDocument(account)
  await page.route('**/ai/live/**', (route) => route.abort())
  await openDocument(page, _id)
  const theirs = `${written}\n\nTheir end.`
  await account.call(aiContentContract.update, { _id, version, content_md: theirs })
  await typeAtEndOf(page, text(page).locator('> p').first(), ' Mine.')
  await page.getByText('Their end.').waitFor()
  await eventually(async () => (await getDocument(account, _id)).content_md).toContain('Mine.')
  expect((await getDocument(account, _id)).content_md).toContain('Their end.')
})

test('an earlier version can be compared and restored, and the current one stays in the history', async ({
  page,
  account,
  earshot,
}) => {
  const { _id } = await createDocument(account, {}, '')
  const stream = await fetch(`${earshot.url}/stream`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ _id }),
  })
  expect(await stream.text()).toContain('event: done')
  const { version, content_md: generated } = await getDocument(account, _id)
  await account.call(aiContentContract.update, { _id, version, content_md: 'All new.' })
  await openDocument(page, _id)
  const { versions } = await getDocument(account, _id)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Version history/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Version history' })
  await drawer
    .getByRole('button', { name: /^Generated/ })
    .last()
    .click()
  await drawer.getByRole('button', { name: `Restore version ${version}` }).click()
  await eventually(async () => (await getDocument(account, _id)).content_md).toBe(generated)
  expect((await getDocument(account, _id)).versions.length).toBeGreaterThan(versions.length)
})

test('exports as DOCX and Markdown, and copies with formatting', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  await openDocument(page, _id)
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

test('a passage is humanized with its effect on readability', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  await openDocument(page, _id)
  await select(text(page).locator('> p').first())
  await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Humanize' }).click()
  await page
    .getByRole('region', { name: 'Suggestion' })
    .getByText(/Style score/)
    .waitFor()
})

test('sections are moved with their text by keyboard', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  await openDocument(page, _id)
  const headings = () => text(page).locator('h2, h3').allTextContents()
  const [first, second] = outline.map((heading) => heading.text)
  await page.locator('[data-line]').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await eventually(headings).toEqual([second, first])
  await eventually(async () => {
    const { content_md } = await getDocument(account, _id)
    return content_md.indexOf(second!) < content_md.indexOf(first!)
  }).toBe(true)
})

test('at 360 px nothing overflows, and the outline opens as a sheet', async ({ page, account }) => {
  const { _id } = await createDocument(account)
  await page.setViewportSize({ width: 360, height: 740 })
  await openDocument(page, _id)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('dialog', { name: 'Outline' }).waitFor()
  await looksRight(page)
})

test('a brand voice is created and deleted', async ({ page }) => {
  await page.goto('/app/settings/voices')
  await page.getByLabel('Name').fill('Our blog')
  await page.getByLabel('Sample').fill(`${sentence} We say it plainly. You can do this at home. `.repeat(12))
  await page.getByRole('button', { name: 'Create brand voice' }).click()
  await page.getByRole('heading', { name: 'Our blog' }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/No brand voices yet/).waitFor()
})

test('a model is tested, saved without showing its key, and removed', async ({ page, models }) => {
  await page.goto('/app/settings/models')
  await page.getByLabel('Provider').selectOption('openai-compatible')
  await page.getByLabel('Model ID', { exact: true }).fill('double-1')
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

test('a document is deleted from the list after a confirmation, and without documents the list says so', async ({
  page,
  account,
}) => {
  await createDocument(account)
  await page.goto('/app/content')
  await page.getByRole('button', { name: /^More for How to make/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No documents yet.').waitFor()
  await looksRight(page)
})
