import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'

/** The staff's screen of events, from the first one on. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
/** For machines that do other things, too. */
const patience = { timeout: 30_000 }
let page: Page
const problems: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    baseURL: earshot.url,
    viewport: { width: 1280, height: 900 },
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
  await data?.remove()
})

const keys = { public_key: '', workspace_id: '' }
async function send(messages: { [field: string]: unknown }[]) {
  const location = { address: '', path: '/pricing', query: '', host: '', origin: '', referrer: '' }
  const response = await fetch(`${earshot.url}/v1/public/batch`, {
    method: 'POST',
    body: JSON.stringify({
      ...keys,
      messages: messages.map((message) => ({
        message_id: randomUUID(),
        type: 'event',
        alias: 'browser-1',
        location,
        timestamp: new Date().toISOString(),
        ...message,
      })),
    }),
  })
  expect(response.status).toBe(202)
}

test('the screen shows the keys and lines that send an event; our own pages have sent theirs', async () => {
  await page.goto('/app/admin')
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
  keys.public_key = (await page.getByText(/^pk_/).textContent())!
  keys.workspace_id = (await page.locator('dt:text-is("Workspace ID") + dd').textContent())!
  await looksRight(page, { name: 'empty', views: everyView })
})

test('the lines, run in the console of the page, send it', async () => {
  const snippet = (await page.getByRole('region', { name: 'Test event' }).textContent())!
  expect(snippet).toContain(keys.public_key)
  // The console of a browser lets await stand alone; evaluate does not.
  const status = await page.evaluate(`(async () => (${snippet.trim()}).status)()`)
  expect(status).toBe(202)
  await page.reload()
  await page.getByRole('cell', { name: 'First event' }).first().waitFor()
})

test('new ones show by themselves, not while paused', async () => {
  await send([{ event: 'Shown at once', uid: 'ada' }])
  const feed = page.getByRole('table', { name: 'Messages, newest first' })
  await feed.getByRole('cell', { name: 'Shown at once' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await send([{ event: 'Came in the pause', uid: 'ada' }])
  await new Promise((resolve) => setTimeout(resolve, 4500))
  expect(await feed.getByRole('cell', { name: 'Came in the pause' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await feed.getByRole('cell', { name: 'Came in the pause' }).waitFor()
})

test('a funnel is counted in order, and stays in the address', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  await send([
    { event: 'Signed up', uid: 'a', timestamp: at(1) },
    { event: 'Report made', uid: 'a', timestamp: at(2), properties: { rows: 1200, plan: 'pro', language: 'en' } },
    { event: 'Signed up', uid: 'b', timestamp: at(1) },
    { event: 'Report made', uid: 'c', timestamp: at(1) },
    { event: 'Signed up', uid: 'c', timestamp: at(2) },
    { type: 'page', uid: 'a' },
    { type: 'identify', uid: 'a', traits: { plan: 'pro' } },
  ])
  await page.getByLabel('Step 1').fill('Signed up')
  await page.getByLabel('Step 2').fill('Report made')
  await page.getByRole('button', { name: 'Count' }).click()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect.poll(() => steps.allTextContents(), patience).toEqual(['Signed up3 people', 'Report made1 person, 33%'])
  await page.reload()
  await expect.poll(() => steps.count()).toBe(2)
  await expect.poll(() => page.getByText('/pricing').count()).toBeGreaterThan(0)
  await looksRight(page, { name: 'filled', views: everyView })
})

test('words find messages, and a name leads to what that person did', async () => {
  await page.getByLabel('Name, user, alias or path').fill('in the pause')
  await page.keyboard.press('Enter')
  const feed = page.getByRole('table', { name: 'Messages, newest first' })
  await expect.poll(() => feed.getByRole('row').count(), patience).toBe(2)
  await feed.getByRole('link', { name: 'ada' }).click()
  await page.getByRole('heading', { name: 'Events of ada' }).waitFor()
  await expect.poll(() => feed.getByRole('row').count(), patience).toBeGreaterThan(2)
  await looksRight(page, { name: 'person', views: everyView })
  await page.goto('/app/admin/events?q=nothing-like-it')
  await page.getByText('No results match your search.').waitFor()
})

test('the screen is painted by the server, for staff only, and no script failed on the way', async () => {
  const html = await (await page.request.get('/app/admin/events')).text()
  expect(html).toContain('Signed up')
  const stranger = await browser.newContext({ baseURL: earshot.url })
  const answer = await stranger.request.get('/app/admin/events', { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  await stranger.close()
  expect(problems).toEqual([])
})
