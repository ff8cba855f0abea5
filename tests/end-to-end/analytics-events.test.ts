import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { analyticsContract } from '../../src/features/analytics/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** The staff's event screen. Counts and searches are tested in tests/http/analytics-events.test.ts. */

const patience = { timeout: 60_000 }
type Message = { event?: string; uid: string; type?: string } & Record<string, unknown>

const test = browserTest
  .extend('account', async ({ earshot, signUp }) => ({ ...(await signUp()), ...(await earshot.signIn()) }))
  /** Sends events as a customer's site does. */
  .extend('send', ({ earshot }) => async (messages: Message[]) => {
    const keys = await createClient({ baseUrl: earshot.url })(analyticsContract.client, {})
    const location = { address: '', path: '/pricing', query: '', host: '', origin: '', referrer: '' }
    const response = await fetch(`${earshot.url}/v1/public/batch`, {
      method: 'POST',
      body: JSON.stringify({
        public_key: keys.public_key,
        workspace_id: keys.workspace_id,
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
  })

const getFeed = (page: Page) => page.getByRole('table', { name: 'Messages, newest first' })

async function openEvents(page: Page, search = '') {
  await page.goto(`/app/admin/events${search}`)
  await awake(page)
}

test('the screen is linked for staff, and its code example works in the browser console', async ({ page }) => {
  await page.goto('/app/admin')
  await awake(page)
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
  const publicKey = (await page.getByText(/^pk_/).first().textContent())!
  expect(await page.locator('dt:text-is("Workspace ID") + dd').textContent()).toMatch(/\S/)
  await looksRight(page, { views: everyView })
  const snippet = (await page.getByRole('region', { name: 'Test event' }).textContent())!
  expect(snippet).toContain(publicKey)
  // The console allows top-level await; evaluate doesn't.
  expect(await page.evaluate(`(async () => (${snippet.trim()}).status)()`)).toBe(202)
  await page.reload()
  await page.getByRole('cell', { name: 'First event' }).first().waitFor()
})

test('new events appear automatically', async ({ page, send }) => {
  const event = randomUUID()
  await openEvents(page)
  await send([{ event, uid: 'ada' }])
  await getFeed(page).getByRole('cell', { name: event }).waitFor(patience)
})

test('a paused list makes no requests until it is resumed', async ({ open, account, send }) => {
  const page = await open({ as: account })
  await page.clock.install()
  await openEvents(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const event = randomUUID()
  await send([{ event, uid: 'ada' }])
  await page.clock.runFor(60_000)
  expect(asked).not.toContain(analyticsContract.list.path)
  const cell = getFeed(page).getByRole('cell', { name: event })
  expect(await cell.count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await cell.waitFor(patience)
  expect(asked).toContain(analyticsContract.list.path)
})

test('a funnel shows the people of each step and stays in the URL', async ({ page, send }) => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
  const [first, second] = [`Signed up ${randomUUID()}`, `Report made ${randomUUID()}`]
  await send([
    { event: first, uid: 'a', timestamp: at(1) },
    { event: second, uid: 'a', timestamp: at(2), properties: { rows: 1200, plan: 'pro', language: 'en' } },
    { event: first, uid: 'b', timestamp: at(1) },
    { event: second, uid: 'c', timestamp: at(1) },
    { event: first, uid: 'c', timestamp: at(2) },
    { type: 'page', uid: 'a' },
    { type: 'identify', uid: 'a', traits: { plan: 'pro' } },
  ])
  await openEvents(page)
  await page.getByLabel('Step 1').fill(first)
  await page.getByLabel('Step 2').fill(second)
  await page.getByRole('button', { name: 'Count' }).click()
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  const counted = [`${first}3 people`, `${second}1 person, 33%`]
  await expect.poll(() => steps.allTextContents(), patience).toEqual(counted)
  await page.reload()
  await expect.poll(() => steps.allTextContents(), patience).toEqual(counted)
  await expect.poll(() => page.getByText('/pricing').count(), patience).toBeGreaterThan(0)
  await looksRight(page, { name: 'filled', views: everyView })
})

test('messages are searched, and a user links to their events', async ({ page, send }) => {
  const [event, uid] = [`Searched ${randomUUID()}`, `ada-${randomUUID()}`]
  await send([
    { event, uid },
    { event: 'Another', uid },
  ])
  await openEvents(page)
  await page.getByLabel('Name, user, alias or path').fill(event)
  await page.keyboard.press('Enter')
  // The head and one message.
  await expect.poll(() => getFeed(page).getByRole('row').count(), patience).toBe(2)
  await getFeed(page).getByRole('link', { name: uid }).click()
  await page.getByRole('heading', { name: `Events of ${uid}` }).waitFor()
  await expect.poll(() => getFeed(page).getByRole('row').count(), patience).toBe(3)
  await looksRight(page, { name: 'person', views: everyView })
})

test('a search without results says so', async ({ page }) => {
  await openEvents(page, '?q=nothing-like-it')
  await page.getByText('No results match your search.').waitFor()
})

test('the screen is server-rendered, for staff only', async ({ earshot, account, signUp, send }) => {
  const event = randomUUID()
  await send([{ event, uid: 'ada' }])
  const get = (token?: string) =>
    fetch(`${earshot.url}/app/admin/events`, {
      headers: token ? { Cookie: `app_token=${token}` } : {},
      redirect: 'manual',
    })
  await expect.poll(async () => (await get(account.token)).text(), patience).toContain(event)
  expect((await get()).status).toBe(302)
  expect((await get((await signUp()).token)).status).toBe(404)
})
