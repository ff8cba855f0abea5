import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page, WebError } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { makeDataDir, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from './browser.ts'

/** A person with an account and a workspace of their own. */
export type Account = {
  email: string
  password: string
  token: string
  userId: string
  workspaceId: string
  call: Call
}

export type PageOptions = BrowserContextOptions & {
  /** Who is signed in. By default the test's account; null for a visitor. */
  as?: Pick<Account, 'token'> | null
}

/** Errors of responses that a test expects, and of connections that it cuts. */
const expectedErrors = /^Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/

/**
 * A test in a real Chromium. Each file has one Earshot and one Chromium, each test its own account and cookies, so no
 * test depends on another. A script error on any page fails the test.
 *
 * A file that needs settings or doubles sets `settings`:
 * `browserTest.extend('settings', { scope: 'file' }, async ({}, { onCleanup }) => …)`.
 */
export const browserTest = base
  .extend('settings', { scope: 'file' }, {} as Record<string, string>)
  .extend('earshot', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const { dataDir, remove } = await makeDataDir()
    const running = await startEarshot(dataDir, { DEFAULT_PLAN: 'pro', ...settings })
    onCleanup(async () => {
      await running.kill('SIGTERM')
      await remove()
    })
    return { ...running, dataDir }
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser('--process-per-site')
    onCleanup(() => browser.close())
    return browser
  })
  /** Creates further accounts. */
  .extend(
    'signUp',
    ({ earshot }) =>
      (name?: string) =>
        signUp(earshot.url, name),
  )
  .extend('account', ({ signUp }) => signUp())
  .extend('problems', ({}, { onCleanup }) => {
    const problems: string[] = []
    onCleanup(() => expect(problems, 'script errors of pages').toEqual([]))
    return problems
  })
  /** Opens a page in a browser context of its own, as another person or with other options. */
  .extend('open', async ({ browser, earshot, account, problems }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      await Promise.all(contexts.map((context) => context.close()))
    })
    return async ({ as = account, ...options }: PageOptions = {}): Promise<Page> => {
      const context = await newContext(browser, earshot.url, options)
      contexts.push(context)
      watch(context, problems)
      if (as) await signIn(context, earshot.url, as)
      return context.newPage()
    }
  })
  /** Keeps the scripts that pages share, which a new context would load and compile again for every test. */
  .extend('sharedContext', { scope: 'file' }, async ({ browser, earshot }, { onCleanup }) => {
    const context = await newContext(browser, earshot.url)
    onCleanup(() => context.close())
    return context
  })
  /** Stays open, so that the pages of all tests share its process instead of starting one each. */
  .extend('openPage', { scope: 'file' }, async ({ sharedContext }) => {
    const page = await sharedContext.newPage()
    await page.goto('/robots.txt')
    return page
  })
  /** A page of the test's account. */
  .extend('page', async ({ sharedContext, openPage, earshot, account, problems }, { onCleanup }) => {
    const stopWatching = watch(sharedContext, problems)
    await signIn(sharedContext, earshot.url, account)
    const [page] = await Promise.all([
      sharedContext.waitForEvent('page'),
      openPage.evaluate(() => void window.open('/robots.txt', '_blank', 'noopener')),
    ])
    onCleanup(async () => {
      // Requests that are cut by what follows are no fault of a page.
      stopWatching()
      await sharedContext.setOffline(false)
      await sharedContext.unrouteAll({ behavior: 'ignoreErrors' })
      const pages = sharedContext.pages().filter((opened) => opened !== openPage)
      await Promise.all(pages.map((opened) => opened.close()))
      await deleteData(openPage, earshot.url)
    })
    return page
  })

async function newContext(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    // Pages write numbers and dates as the reader's region does.
    locale: 'en-US',
    viewport: { width: 1440, height: 1000 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  // A busy machine takes its time, and only a failure waits so long.
  context.setDefaultTimeout(60_000)
  return context
}

/** Collects script errors and refusals of the content security policy. */
function watch(context: BrowserContext, problems: string[]) {
  const onError = (error: WebError) => problems.push(`${error.page()?.url()}: ${error.error().message}`)
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' || expectedErrors.test(message.text())) return
    problems.push(`${message.page()?.url()}: ${message.text()}`)
  }
  context.on('weberror', onError)
  context.on('console', onConsole)
  return () => {
    context.off('weberror', onError)
    context.off('console', onConsole)
  }
}

const signIn = (context: BrowserContext, url: string, { token }: Pick<Account, 'token'>) =>
  context.addCookies([{ name: 'app_token', value: token, url, httpOnly: true }])

/** Deletes cookies and everything that pages stored. Cached scripts stay. */
async function deleteData(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,service_workers,cache_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
  await page.context().clearCookies()
}

export async function signUp(url: string, firstName = 'Ada'): Promise<Account> {
  const email = `${randomUUID()}@example.com`
  const password = 'a long enough one'
  const signedUp = await createClient({ baseUrl: url })(authContract.signup, { email, password, first_name: firstName })
  const { token, user } = signedUp
  const call = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  return { email, password, token, userId: user.id, workspaceId: user.workspaces[0]!._id, call }
}
