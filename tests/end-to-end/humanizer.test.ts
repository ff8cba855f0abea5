import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { type AskedModel, startLanguageModels } from '../doubles/language-models.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake, holdScripts } from '../support/hydration.ts'
import { limitPlan } from '../support/limited-plan.ts'
import { askedSentences } from '../support/planted-facts.ts'

/** The humanizer on screen, with a streaming model. Its rules are tested in tests/http/humanizer.test.ts. */

const opening =
  /^(?:Moreover, |Furthermore, |In conclusion, |In today's fast-paced digital world, )?(?:it is important to note that )?/i
const answer = (asked: AskedModel) =>
  askedSentences(asked)
    .map((sentence, at) => {
      const bare = sentence.replace(opening, '').replace('utilize', 'use').replace('due to the fact that', 'because')
      return `[[${at + 1}]] ${bare[0]!.toUpperCase()}${bare.slice(1)}`
    })
    .join('\n')

const machineText =
  'Moreover, it is important to note that tea plays a crucial role in many homes. In conclusion, 3 cups are due to the fact that people utilize large pots. Furthermore, it is important to note that a robust routine will empower you to leverage every morning.'
const documentText = `## Tea\n\n${machineText}\n`

const test = browserTest
  .extend('models', { scope: 'file' }, async ({}, { onCleanup }) => {
    const models = await startLanguageModels({ tokensPerSecond: 400, answer })
    onCleanup(models.close)
    return models
  })
  .extend('settings', { scope: 'file' }, ({ models }) => ({ ...models.settings, OUTBOUND_ALLOW: '127.0.0.1' }))
  /** Humanizes a text without a screen, and returns the stored run. */
  .extend('humanize', ({ earshot, account }) => async () => {
    const response = await fetch(`${earshot.url}/humanize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ workspace_id: account.workspaceId, text: machineText, strength: 'strong' }),
    })
    expect(await response.text()).toContain('event: done')
    const [newest] = await getRuns(account)
    return (await account.call(humanizerContract.single, { _id: newest!._id })).run
  })

test.beforeEach(({ models }) => models.setFault(null))

const getRuns = async ({ call, workspaceId }: Account) =>
  (await call(humanizerContract.find, { workspace_id: workspaceId })).items
const proposals = (page: Page) => page.locator('[data-choice="proposed"]')
const isThrough = (page: Page) => page.getByRole('button', { name: 'Copy text' }).waitFor()

async function openHumanizer(page: Page, search = '') {
  await page.goto(`/app/humanizer${search}`)
  await awake(page)
}
async function copy(page: Page) {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy text' }).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).not.toBe('')
  return read()
}
async function startStrong(page: Page) {
  await page.getByText('Strong', { exact: true }).click()
  await page.getByRole('button', { name: 'Humanize' }).click()
}

test('text typed before hydration is kept, and the shortcut opens the command menu', async ({ page }) => {
  const come = await holdScripts(page)
  await page.goto('/app/humanizer', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Text' }).fill('Tea is a plant.')
  await page.keyboard.press('Control+k')
  come()
  await page.getByPlaceholder(/Search commands and reports/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('4 words').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Tea is a plant.')
})

test('the command menu opens the screen', async ({ page }) => {
  await page.goto('/app')
  await awake(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search commands and reports/).fill('humanizer')
  await page.getByRole('option', { name: 'Humanizer', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/humanizer')
})

test('the screen says what it does, what it costs and what it can’t promise, and has an example', async ({ page }) => {
  await openHumanizer(page)
  await page.getByText('claim to beat AI detectors').waitFor()
  await page.getByText('Uses 1 humanizer credit').waitFor()
  await page.getByText('No texts yet. Humanized texts are kept here for 90 days.').waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Humanize' }).click()
  await page.getByText('Paste a text or open a document.').waitFor()
  await page.getByRole('button', { name: 'Try example' }).click()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('morning walk')
})

test('sentences stream in as a diff with a score', async ({ page }) => {
  await openHumanizer(page)
  await page.getByRole('button', { name: 'Try example' }).click()
  await startStrong(page)
  await proposals(page).first().waitFor()
  await isThrough(page)
  expect(await proposals(page).count()).toBeGreaterThan(3)
  await page
    .getByRole('region', { name: 'Style score' })
    .getByText(/of 100/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.diff-text del').count()).toBeGreaterThan(3)
})

test('sentences are explained, accepted, rejected and undone by keyboard', async ({ page, humanize }) => {
  const run = await humanize()
  await openHumanizer(page, `?run=${run._id}`)
  await proposals(page).first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Why', { exact: true }).waitFor()
  await looksRight(page)
  const [first, second] = run.sentences.filter(({ kept }) => !kept)
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect.poll(() => page.locator('[data-choice="accepted"]').count()).toBe(1)
  await expect.poll(() => page.locator('[data-choice="refused"]').count()).toBe(1)
  const text = await copy(page)
  expect(text).toContain(first!.rewritten.trim())
  expect(text).toContain(second!.original.trim())
  expect(text).not.toContain(first!.original.trim())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator('[data-choice="refused"]').count()).toBe(0)
})

test('all sentences are rejected, and accepted after undoing that by keyboard', async ({ page, humanize }) => {
  const run = await humanize()
  await openHumanizer(page, `?run=${run._id}`)
  await page.getByRole('button', { name: 'Reject all' }).click()
  expect(await copy(page)).toBe(run.text)
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Accept all' }).click()
  expect(await copy(page)).toBe(run.sentences.map(({ rewritten }) => rewritten).join(''))
})

async function humanizeDocument(page: Page, { call, workspaceId }: Account) {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'About tea',
  })
  await call(aiContentContract.update, { _id: item._id, content_md: documentText, version: 1 })
  await openHumanizer(page)
  await page.getByRole('button', { name: 'Open document' }).click()
  await page.getByRole('button', { name: /About tea/ }).click()
  await page.getByText('From “About tea”').waitFor()
  await startStrong(page)
  await isThrough(page)
  return item._id
}

test('a document is opened, humanized and saved as its next version', async ({ page, account }) => {
  const _id = await humanizeDocument(page, account)
  const text = await copy(page)
  await page.getByRole('button', { name: 'Save to document' }).click()
  await page.getByText('Saved as version 3 of').waitFor()
  const { item } = await account.call(aiContentContract.single, { _id })
  expect([item.content_md, item.version]).toEqual([text, 3])
  expect(text).toContain('## Tea\n\n')
  expect(text).not.toContain('Moreover')
})

test('a document that someone else changed meanwhile isn’t overwritten', async ({ page, account }) => {
  const _id = await humanizeDocument(page, account)
  const theirs = `${documentText}\nMore.`
  await account.call(aiContentContract.update, { _id, content_md: theirs, version: 2 })
  await page.getByRole('button', { name: 'Save to document' }).click()
  await page.getByText('The document has changed since').waitFor()
  expect((await account.call(aiContentContract.single, { _id })).item.content_md).toBe(theirs)
})

test('earlier texts are listed, reopened with their sentences, and deleted', async ({ page, account, humanize }) => {
  await humanize()
  await openHumanizer(page)
  const list = page.getByRole('list', { name: 'History' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await list.getByRole('link').first().click()
  await proposals(page).first().waitFor()
  await page.getByRole('button', { name: 'Delete text' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete text' }).click()
  await expect.poll(async () => (await getRuns(account)).length).toBe(0)
})

test('a failing model shows the error in place with a way to continue', async ({ page, models }) => {
  models.setFault({ kind: 'status', status: 500 })
  await openHumanizer(page)
  await page.getByRole('button', { name: 'Try example' }).click()
  await startStrong(page)
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor()
  await looksRight(page)
  models.setFault(null)
  await page.getByRole('button', { name: 'Try again' }).click()
  await isThrough(page)
})

test('without credits, a notice appears at the button', async ({ page, account, earshot }) => {
  await limitPlan(earshot, account, { humanizer: 0 })
  await openHumanizer(page)
  await page.getByRole('link', { name: 'Upgrade', exact: true }).waitFor()
  await looksRight(page)
})

test('the screen fits a phone in dark mode, empty and with a text', async ({ open, humanize }) => {
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await openHumanizer(page)
  await looksRight(page)
  const run = await humanize()
  await openHumanizer(page, `?run=${run._id}`)
  await isThrough(page)
  await looksRight(page)
})
