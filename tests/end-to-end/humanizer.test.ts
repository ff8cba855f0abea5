import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { type AskedModel, type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { holdScripts } from '../support/hydration.ts'
import { askedSentences } from '../support/planted-facts.ts'

/** A text is humanized in a real Chromium, with a model that streams. Later steps build on earlier ones. */

let models: LanguageModels
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let call: Call
let workspaceId = ''
const problems: string[] = []

const opening =
  /^(?:Moreover, |Furthermore, |In conclusion, |In today's fast-paced digital world, )?(?:it is important to note that )?/i
const answer = (asked: AskedModel) =>
  askedSentences(asked)
    .map((sentence, at) => {
      const bare = sentence.replace(opening, '').replace('utilize', 'use').replace('due to the fact that', 'because')
      return `[[${at + 1}]] ${bare[0]!.toUpperCase()}${bare.slice(1)}`
    })
    .join('\n')

const documentText = [
  '## Tea',
  '',
  'Moreover, it is important to note that tea plays a crucial role in many homes. In conclusion, 3 cups are due to the fact that people utilize large pots.',
  '',
].join('\n')

beforeAll(async () => {
  models = await startLanguageModels({ tokensPerSecond: 400, answer })
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, { ...models.settings, OUTBOUND_ALLOW: '127.0.0.1' })
  const signedIn = await earshot.signIn()
  call = signedIn.call
  workspaceId = signedIn.workspaceId
  browser = await launchBrowser()
  context = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 1440, height: 1000 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  await signIn(page, owner.email, owner.password)
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await models?.close()
  await data?.remove()
})

async function signIn(on: Page, email: string, password: string) {
  await on.goto('/login')
  await on.getByLabel('Email').fill(email)
  await on.getByLabel('Password', { exact: true }).fill(password)
  await on.keyboard.press('Enter')
  await on.waitForURL('**/app')
}
const proposals = () => page.locator('[data-choice="proposed"]')
const runs = async () => (await call(humanizerContract.find, { workspace_id: workspaceId })).items
const through = () => page.getByRole('button', { name: 'Copy text' }).waitFor()
const copied = async () => {
  await page.getByRole('button', { name: 'Copy text' }).click()
  await page.getByText('Text copied').first().waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('what is typed before the page’s scripts have come counts, and the chord of the command menu opens it', async () => {
  const come = await holdScripts(page)
  await page.goto('/app/humanizer', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Text' }).fill('Tea is a plant.')
  await page.keyboard.press('Control+k')
  come()
  await page.getByPlaceholder(/Search reports and screens/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('4 words').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Tea is a plant.')
  await page.unroute('**/assets/*.js')
  await page.goto('/app')
})

test('the command menu leads to the screen, which says what it is, what it costs and what it does not promise', async () => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Search reports and screens/).fill('humanizer')
  await page.getByRole('option', { name: 'Humanizer', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/humanizer')
  await page.getByText('claim to beat AI detectors').waitFor()
  await page.getByText('Uses 1 humanizer credit').waitFor()
  await page.getByText('No texts yet. Humanized texts are kept here for 90 days.').waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Humanize' }).click()
  await page.getByText('Paste a text or open a document.').waitFor()
  await page.getByRole('button', { name: 'Try example' }).click()
  expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('morning walk')
})

test('sentences stream in as a diff with a score; by keyboard each is explained, accepted, rejected and undone', async () => {
  await page.getByText('Strong', { exact: true }).click()
  await page.getByRole('button', { name: 'Humanize' }).click()
  await proposals().first().waitFor()
  await through()
  const changed = await proposals().count()
  expect(changed).toBeGreaterThan(3)
  await page
    .getByRole('region', { name: 'Style score' })
    .getByText(/of 100/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('.diff-text del').count()).toBeGreaterThan(3)

  await proposals().first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Why', { exact: true }).waitFor()
  await looksRight(page)
  const original = (await runs())[0]!
  const { run } = await call(humanizerContract.single, { _id: original._id })
  const [first, second] = run.sentences.filter(({ kept }) => !kept)
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect.poll(() => page.locator('[data-choice="accepted"]').count()).toBe(1)
  await expect.poll(() => page.locator('[data-choice="refused"]').count()).toBe(1)
  const text = await copied()
  expect(text).toContain(first!.rewritten.trim())
  expect(text).toContain(second!.original.trim())
  expect(text).not.toContain(first!.original.trim())

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator('[data-choice="refused"]').count()).toBe(0)
  await page.getByRole('button', { name: 'Reject all' }).click()
  expect(await copied()).toBe(run.text)
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Accept all' }).click()
  expect(await copied()).toBe(run.sentences.map(({ rewritten }) => rewritten).join(''))
})

test('a document is opened, humanized and saved back as its next version', async () => {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'About tea',
  })
  await call(aiContentContract.update, { _id: item._id, content_md: documentText, version: 1 })
  await page.getByRole('button', { name: 'New text' }).click()
  await page.getByRole('button', { name: 'Open document' }).click()
  await page.getByRole('button', { name: /About tea/ }).click()
  await page.getByText('From “About tea”').waitFor()
  await page.getByText('Strong', { exact: true }).click()
  await page.getByRole('button', { name: 'Humanize' }).click()
  await through()
  const text = await copied()
  await page.getByRole('button', { name: 'Save to document' }).click()
  await page.getByText('Saved as version 3 of').waitFor()
  const { item: saved } = await call(aiContentContract.single, { _id: item._id })
  expect([saved.content_md, saved.version]).toEqual([text, 3])
  expect(text).toContain('## Tea\n\n')
  expect(text).not.toContain('Moreover')

  // Someone else goes on with it: what would be lost is not overwritten.
  await call(aiContentContract.update, { _id: item._id, content_md: `${text}\nMore.`, version: 3 })
  await page.getByRole('button', { name: 'Reject all' }).click()
  await page.getByRole('button', { name: 'Save to document' }).click()
  await page.getByText('The document has changed since').waitFor()
})

test('earlier texts are listed, opened again with their sentences, and deleted', async () => {
  await page.goto('/app/humanizer')
  const list = page.getByRole('list', { name: 'History' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  await list.getByRole('link', { name: /Why a morning walk/ }).click()
  await proposals().first().waitFor()
  await page.getByRole('button', { name: 'Delete text' }).first().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => (await runs()).length).toBe(1)
})

test('a model that fails says so where it happened, and the way on', async () => {
  await page.goto('/app/humanizer')
  models.setFault({ kind: 'status', status: 500 })
  await page.getByRole('button', { name: 'Try example' }).click()
  await page.getByText('Strong', { exact: true }).click()
  await page.getByRole('button', { name: 'Humanize' }).click()
  await page.getByRole('alert').waitFor()
  await looksRight(page)
  models.setFault(null)
  await page.getByRole('button', { name: 'Try again' }).click()
  await through()
})

test('without units the notice stands where the button was pressed', async () => {
  await call(adminContract.plansUpdate, { name: 'free', allowances: { humanizer: 0 } })
  const email = 'nothing-left@example.com'
  await createClient({ baseUrl: earshot.url })(authContract.signup, {
    email,
    password: 'correct horse battery',
    first_name: 'Bo',
  })
  const other = await browser.newContext({ baseURL: earshot.url })
  const theirs = await other.newPage()
  await signIn(theirs, email, 'correct horse battery')
  await theirs.goto('/app/humanizer')
  await theirs.getByRole('link', { name: 'Upgrade', exact: true }).waitFor()
  await looksRight(theirs)
  await other.close()
})

test('it holds on a phone and in the dark, and nothing broke on the way', async () => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  const [run] = await runs()
  await page.goto(`/app/humanizer?run=${run!._id}`)
  await through()
  await looksRight(page)
  await page.goto('/app/humanizer')
  await looksRight(page)
  expect(problems).toEqual([])
})
