import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type Suggestions, startSuggestions } from '../doubles/google-suggest.ts'
import { isAuthentic, startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** From a question of a report to a mail and a webhook about what is new around it, in a real Chromium. */

const sources = ['google_suggest', 'bing_suggest'] as const
const nobody = 'http://127.0.0.1:9'

let suggestions: Suggestions
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let reportId = ''
let listenerPath = ''
const problems: string[] = []

beforeAll(async () => {
  suggestions = await startSuggestions()
  receiver = await startWebhookReceiver()
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, {
    ...suggestions.settings,
    DUCKDUCKGO_SUGGEST_URL: nobody,
    YOUTUBE_SUGGEST_URL: nobody,
    WIKIPEDIA_URL: nobody,
    STACKEXCHANGE_URL: nobody,
    REDDIT_URL: nobody,
    OUTBOUND_ALLOW: receiver.host,
  })
  suggestions.says.google = ['how to make cold brew', 'what is cold brew', 'why is cold brew strong', 'cold brew ratio']
  suggestions.says.bing = ['how to make cold brew', 'cold brew vs iced coffee']
  const { call, workspaceId } = await earshot.signIn()
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'questions',
    query: 'cold brew',
    country: 'US',
    language: 'en',
    sources: [...sources],
  })
  reportId = report!._id
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id: reportId })).status === 'done')
  browser = await launchBrowser()
  context = await browser.newContext({ baseURL: earshot.url, viewport: { width: 1440, height: 1000 } })
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
  await suggestions?.close()
  await receiver?.close()
  await data?.remove()
})

/** Pictures to look at, when somebody wants them. */
async function picture(name: string) {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme)
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), fullPage: true })
  }
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'))
  await page.setViewportSize({ width: 360, height: 780 })
  await page.screenshot({ path: path.join(folder, `${name}-360.png`), fullPage: true })
  await page.setViewportSize({ width: 1440, height: 1000 })
}

async function outbox(): Promise<string[]> {
  return (await readOutbox(data.dataDir)).filter((email) => email.includes('List-Unsubscribe'))
}

test('with nothing to listen to, the screen says what a listener does and what it takes', async () => {
  await page.goto('/app/listeners')
  await page.getByText('No listeners yet.').waitFor()
  await expect.poll(() => page.getByText(/Each uses 1 listener from your plan while active/).count()).toBe(1)
  await picture('list-empty')
})

test('a question of the report becomes a listener, which listens at once', async () => {
  await page.goto(`/app/reports/${reportId}?tab=questions`)
  const listen = page.getByRole('button', { name: 'Track this topic' })
  // The page is there before its script is: what is pressed too early is pressed again.
  await until('the button', async () => {
    await page.getByRole('checkbox', { name: 'how to make cold brew' }).first().check()
    return (await listen.count()) > 0
  })
  await listen.click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Keyword', { exact: true }).inputValue()).toBe('how to make cold brew')
  await dialog.getByText('Filters and webhook').click()
  await dialog.getByLabel('Webhook').fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Create listener' }).click()
  await dialog.getByText(/points to a private network/).waitFor()
  await picture('dialog')
  await dialog.getByLabel('Webhook').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Create listener' }).click()
  await page.waitForURL('**/app/listeners/*')
  listenerPath = new URL(page.url()).pathname
  await page.getByRole('list', { name: 'Keywords' }).getByText('cold brew ratio').waitFor({ timeout: 60_000 })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('how to make cold brew')
})

test('run again: what is new stands at the top and is marked, and what is gone can be seen', async () => {
  await until('the mail about the first run', async () => (await outbox()).length > 0)
  suggestions.says.google = [
    'how to make cold brew',
    'what is cold brew',
    'is cold brew less acidic',
    'cold brew ratio',
  ]
  await page.getByRole('button', { name: 'Run now' }).click()
  const first = page.getByRole('list', { name: 'Keywords' }).getByRole('listitem').first()
  await expect.poll(() => first.textContent(), { timeout: 60_000 }).toMatch(/is cold brew less acidic\s*new/)
  await expect
    .poll(() => page.getByRole('list', { name: 'Keywords' }).getByText('new', { exact: true }).count())
    .toBe(1)
  await picture('listener')
  await page.getByLabel('Select is cold brew less acidic').check()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click()
  await page.getByText('1 keyword added to how to make cold brew.').waitFor()
  await page.getByLabel('Status').selectOption('gone')
  await page.getByRole('list', { name: 'Keywords' }).getByText('why is cold brew strong').waitFor()
  await page.goto(`${listenerPath}?tab=changes`)
  await page.getByText('is cold brew less acidic').waitFor()
  await picture('changes')
  await page.goto(`${listenerPath}?tab=runs`)
  await expect.poll(() => page.getByRole('list', { name: 'Runs' }).getByRole('listitem').count()).toBe(2)
  await picture('runs')
})

test('the mail lies in the outbox, and the receiver knows the webhook as ours', async () => {
  const { call } = await earshot.signIn()
  const { listener } = await call(listenersContract.single, { _id: listenerPath.split('/').at(-1)! })
  const hook = await until('the webhook about the second run', async () =>
    receiver.received.find(({ body }) => JSON.parse(body).run.first === false),
  )
  expect(isAuthentic(listener.webhook_secret!, hook)).toBe(true)
  expect(isAuthentic(listener.webhook_secret!, { ...hook, body: hook.body.replace('acidic', 'bitter') })).toBe(false)
  expect(JSON.parse(hook.body)).toMatchObject({
    _id: listener._id,
    added: [{ text: 'is cold brew less acidic', type: 'question', source: 'google_suggest' }],
    removed: [{ text: 'why is cold brew strong' }],
  })
  const mail = await until('the mail about it', async () =>
    (await outbox()).find((one) => one.includes('+ is cold brew less acidic')),
  )
  expect(mail).toContain(`To: ${owner.email}`)
  expect(mail).toContain('- why is cold brew strong')
  await page.goto(`${listenerPath}?tab=deliveries`)
  await expect.poll(() => page.getByRole('list', { name: 'Deliveries' }).getByText('delivered').count()).toBe(2)
  await picture('deliveries')
  await page
    .getByRole('button', { name: /Resend delivery from/ })
    .first()
    .click()
  await until('the third delivery', async () => receiver.received.length === 3)
})

test('the bell counts what is not read; reading it quiets the bell', async () => {
  await page.goto('/app')
  const bell = page.getByRole('link', { name: 'Notifications, 2 unread' }).first()
  await bell.click()
  await page.waitForURL('**/app/notifications')
  await expect.poll(() => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').count()).toBe(2)
  await picture('notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('All read').waitFor()
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
})

test('whom it tells can be changed; a mail program unsubscribes with one form, without signing in', async () => {
  await page.goto(`${listenerPath}?tab=settings`)
  await picture('settings')
  await page.getByLabel('Exclude keywords containing').fill('ratio')
  await until('the save', async () => {
    await page.getByRole('button', { name: 'Save changes', exact: true }).click()
    const { call } = await earshot.signIn()
    const { listener } = await call(listenersContract.single, { _id: listenerPath.split('/').at(-1)! })
    return listener.filters.exclude.includes('ratio')
  })
  await page.goto(listenerPath)
  await page.getByRole('list', { name: 'Keywords' }).waitFor()
  expect(await page.getByText('cold brew ratio').count()).toBe(0)

  const [mail] = await outbox()
  const link = /List-Unsubscribe: <(http[^>]+)>/.exec(mail!.replace(/\r?\n\s+/g, ' '))![1]!
  const answer = await fetch(link.replace(/\s/g, ''), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Unsubscribed')
  await page.goto(link.replace(/\s/g, ''))
  await picture('unsubscribe')
})

test('pausing from the list, and the list as it looks with something in it', async () => {
  await page.goto('/app/listeners')
  await picture('list')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'More actions for how to make cold brew' }).click()
  await page.getByRole('menuitem', { name: /^Pause/ }).click()
  await page.getByText('paused', { exact: true }).waitFor()
})

test('every one of these screens fits 360 pixels and passes axe, light and dark', async () => {
  const tabs = ['', '?tab=changes', '?tab=runs', '?tab=deliveries', '?tab=settings'].map((tab) => listenerPath + tab)
  for (const address of ['/app/listeners', ...tabs, '/app/notifications', '/unsubscribe?token=x']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await looksRight(page, { name: address, views: everyView })
  }
  await page.emulateMedia({ colorScheme: null })
})

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
