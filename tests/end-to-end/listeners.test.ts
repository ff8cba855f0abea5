import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { startSuggestions } from '../doubles/google-suggest.ts'
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest, signUp } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/**
 * Listeners and notifications on screen. What a run finds, and what its email and webhook say, is tested in
 * tests/http/listeners.test.ts.
 */

const nobody = 'http://127.0.0.1:9'
const search = {
  country: 'US',
  language: 'en',
  sources: ['google_suggest' as const, 'bing_suggest' as const],
}
const suggested = ['how to make cold brew', 'what is cold brew', 'why is cold brew strong', 'cold brew ratio']
/** One keyword is new, and one is lost. */
const suggestedNext = ['how to make cold brew', 'what is cold brew', 'is cold brew less acidic', 'cold brew ratio']

const test = browserTest
  .extend('suggestions', { scope: 'file' }, async ({}, { onCleanup }) => {
    const suggestions = await startSuggestions()
    onCleanup(async () => void (await suggestions.close()))
    suggestions.says.bing = ['how to make cold brew', 'cold brew vs iced coffee']
    return suggestions
  })
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver()
    onCleanup(async () => void (await receiver.close()))
    return receiver
  })
  .extend('settings', { scope: 'file' }, ({ suggestions, receiver }) => ({
    ...suggestions.settings,
    DUCKDUCKGO_SUGGEST_URL: nobody,
    YOUTUBE_SUGGEST_URL: nobody,
    WIKIPEDIA_URL: nobody,
    STACKEXCHANGE_URL: nobody,
    REDDIT_URL: nobody,
    OUTBOUND_ALLOW: receiver.host,
  }))
  .extend('listeners', { scope: 'file' }, ({ suggestions, receiver }) => ({
    /** Creates a listener and waits for its first run. */
    async create({ call, workspaceId, email }: Account) {
      suggestions.says.google = suggested
      const { listener } = await call(listenersContract.add, {
        ...search,
        workspace_id: workspaceId,
        keyword: 'cold brew',
        frequency: 'weekly',
        notify: { email: [email], webhook: receiver.url, rss: true },
      })
      await hasRun(call, listener._id, 1)
      return { ...listener, path: `/app/listeners/${listener._id}` }
    },
    /** Runs it a second time, with one new and one lost keyword. */
    async runAgain({ call }: Account, _id: string) {
      suggestions.says.google = suggestedNext
      await call(listenersContract.run, { _id })
      await hasRun(call, _id, 2)
    },
  }))
  /** An account with a listener that ran twice, for tests that only read. */
  .extend('watching', { scope: 'file' }, async ({ earshot, listeners }) => {
    const account = await signUp(earshot.url)
    const { _id, path } = await listeners.create(account)
    await listeners.runAgain(account, _id)
    return { ...account, path }
  })

const hasRun = (call: Account['call'], _id: string, count: number) =>
  until(
    `run ${count}`,
    async () => {
      const { runs, listener } = await call(listenersContract.single, { _id })
      return runs.length >= count && !listener.running
    },
    60_000,
  )

const keywords = (page: Page) => page.getByRole('list', { name: 'Keywords' })

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}

test('without listeners, the screen says what a listener does and what it costs', async ({ page }) => {
  await page.goto('/app/listeners')
  await page.getByText('No listeners yet.').waitFor()
  await page.getByText(/Each uses 1 listener from your plan while active/).waitFor()
})

test('a question of a report becomes a listener that runs immediately', async ({
  page,
  account,
  suggestions,
  receiver,
}) => {
  suggestions.says.google = suggested
  const { call, workspaceId } = account
  const { report } = await call(reportsContract.new, {
    ...search,
    workspace_id: workspaceId,
    type: 'questions',
    query: 'cold brew',
  })
  const { _id } = report!
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id })).status === 'done', 60_000)
  await openPage(page, `/app/reports/${_id}?tab=questions`)
  await page.getByRole('checkbox', { name: 'how to make cold brew' }).first().check()
  await page.getByRole('button', { name: 'Track changes', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Keyword', { exact: true }).inputValue()).toBe('how to make cold brew')
  await dialog.getByText('Filters and webhook').click()
  await dialog.getByLabel('Webhook').fill('http://10.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Create listener' }).click()
  await dialog.getByText(/points to a private network/).waitFor()
  await dialog.getByLabel('Webhook').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Create listener' }).click()
  await page.waitForURL('**/app/listeners/*')
  await keywords(page).getByText('cold brew ratio').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('how to make cold brew')
})

test('the form says that there is such a listener, and creates another all the same', async ({
  page,
  account,
  listeners,
}) => {
  const { _id } = await listeners.create(account)
  await openPage(page, '/app/listeners?new=Cold%20brew')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Country').selectOption(search.country)
  await dialog.getByLabel('Language').selectOption(search.language)
  const note = dialog.getByText('You already have a listener for “cold brew” in United States (English)')
  await note.waitFor()
  expect(await note.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(`/app/listeners/${_id}`)
  await dialog.getByLabel('Keyword', { exact: true }).fill('cold brew tea')
  await dialog.getByRole('button', { name: 'Create listener' }).waitFor()
  await dialog.getByLabel('Keyword', { exact: true }).fill('cold brew')
  await dialog.getByRole('button', { name: 'Create another listener' }).click()
  await page.waitForURL('**/app/listeners/*')
  expect(page.url()).not.toContain(_id)
})

test('Run now shows new keywords at the top as soon as the run ends', async ({
  page,
  account,
  listeners,
  suggestions,
}) => {
  const { path } = await listeners.create(account)
  suggestions.says.google = suggestedNext
  await openPage(page, path)
  await page.getByRole('button', { name: 'Run now' }).click()
  const first = keywords(page).getByRole('listitem').first()
  await expect.poll(() => first.textContent(), { timeout: 60_000 }).toMatch(/is cold brew less acidic\s*new/)
  await expect.poll(() => keywords(page).getByText('new', { exact: true }).count()).toBe(1)
})

test('a new keyword is added to a list', async ({ page, account, listeners }) => {
  const { _id, path } = await listeners.create(account)
  await listeners.runAgain(account, _id)
  await openPage(page, path)
  await page.getByLabel('Select is cold brew less acidic').check()
  await page.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to list' }).click()
  await page.getByText('1 keyword added to cold brew.').waitFor()
})

test('lost keywords, changes, runs and deliveries of a listener are shown', async ({ open, watching }) => {
  const page = await open({ as: watching })
  await openPage(page, watching.path)
  expect(await keywords(page).getByText('why is cold brew strong').count()).toBe(0)
  await page.getByLabel('Status').selectOption('gone')
  await keywords(page).getByText('why is cold brew strong').waitFor()
  await page.goto(`${watching.path}?tab=changes`)
  await page.getByText('is cold brew less acidic').waitFor()
  await page.goto(`${watching.path}?tab=runs`)
  await expect.poll(() => page.getByRole('list', { name: 'Runs' }).getByRole('listitem').count()).toBe(2)
  await page.goto(`${watching.path}?tab=deliveries`)
  await expect.poll(() => page.getByRole('list', { name: 'Deliveries' }).getByText('delivered').count()).toBe(2)
})

test('a delivery is sent again', async ({ page, account, listeners, receiver }) => {
  const { _id, path } = await listeners.create(account)
  const received = () => receiver.received.filter(({ body }) => JSON.parse(body)._id === _id).length
  await until('the first delivery', async () => received() === 1, 60_000)
  await openPage(page, `${path}?tab=deliveries`)
  await page.getByRole('button', { name: /Resend delivery from/ }).click()
  await until('the second delivery', async () => received() === 2, 60_000)
})

test('the bell counts unread notifications, and reading them resets it', async ({ page, account, listeners }) => {
  const { _id } = await listeners.create(account)
  await listeners.runAgain(account, _id)
  await openPage(page, '/app')
  await page.getByRole('link', { name: 'Notifications, 2 unread' }).first().click()
  await page.waitForURL('**/app/notifications')
  await expect.poll(() => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('All read').waitFor()
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
})

test('words to exclude are saved and hide keywords', async ({ page, account, listeners }) => {
  const { _id, path } = await listeners.create(account)
  await openPage(page, `${path}?tab=settings`)
  await page.getByLabel('Exclude keywords containing').fill('ratio')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  const getExcluded = async () => (await account.call(listenersContract.single, { _id })).listener.filters.exclude
  await expect.poll(getExcluded).toEqual(['ratio'])
  await page.goto(path)
  await keywords(page).getByText('what is cold brew').waitFor()
  expect(await page.getByText('cold brew ratio').count()).toBe(0)
})

test('an email program unsubscribes with one request, and a person on the page, without scripts', async ({
  open,
  account,
  listeners,
  earshot,
}) => {
  await listeners.create(account)
  const link = await until(
    'the email',
    async () => {
      const [email] = (await readOutbox(earshot.dataDir, account.email)).filter((text) => text.includes('unsubscribe?'))
      const header = /List-Unsubscribe: <(http[^>]+)>/.exec(email?.replace(/\r?\n\s+/g, ' ') ?? '')
      return header?.[1]?.replace(/\s/g, '')
    },
    60_000,
  )
  const answer = await fetch(link, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Unsubscribed')
  const reader = await open({ as: null, javaScriptEnabled: false })
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await reader.getByRole('heading', { name: 'Unsubscribed' }).waitFor()
})

test('a listener can be paused from the list', async ({ page, account, listeners }) => {
  await listeners.create(account)
  await openPage(page, '/app/listeners')
  await page.getByRole('button', { name: 'More actions for cold brew' }).click()
  await page.getByRole('menuitem', { name: /^Pause/ }).click()
  await page.getByText('paused', { exact: true }).waitFor()
})

test('every screen of a listener fits a phone and is accessible', async ({ open, watching }) => {
  const page = await open({ as: watching })
  const tabs = ['', '?tab=changes', '?tab=runs', '?tab=deliveries', '?tab=settings'].map((tab) => watching.path + tab)
  for (const path of ['/app/listeners', ...tabs, '/app/notifications', '/unsubscribe?token=x']) {
    await openPage(page, path)
    await looksRight(page, { name: path, views: everyView })
  }
})
