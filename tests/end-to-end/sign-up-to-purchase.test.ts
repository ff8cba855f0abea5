import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** From an account's first minute to its first bought plan, by two people and staff, each in a browser of their own. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let ada: Page
let grace: Page
let staff: Page
const problems: string[] = []
const soon = { timeout: 30_000 }

const password = 'a long enough one'
const mailOf = { ada: 'ada@example.com', grace: 'grace@example.com' }

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  // As staff may: the free plan has room for a colleague and a second workspace here. Its reports stay five.
  const { call } = await earshot.signIn()
  await call(adminContract.plansUpdate, { name: 'free', allowances: { members: 2, workspaces: 2 } })
  browser = await launchBrowser()
  ada = await openBrowser()
  grace = await openBrowser()
  staff = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

async function openBrowser(options: { storageState?: Awaited<ReturnType<BrowserContext['storageState']>> } = {}) {
  const context = await browser.newContext({
    baseURL: earshot.url,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  return page
}

/** The link in the newest mail to somebody that leads to this page. */
function mailedLink(to: string, page: string): Promise<string> {
  const link = new RegExp(`${page}\\?token=[\\w-]+`)
  return until(`an email to ${to} that leads to ${page}`, async () =>
    (await readOutbox(data.dataDir, to)).flatMap((text) => link.exec(text)?.[0] ?? []).at(-1),
  )
}

async function fillSignUp(page: Page, firstName: string, email: string) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function signIn(page: Page, email: string, itsPassword: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(itsPassword)
  await page.keyboard.press('Enter')
}

/** A call as the page itself would make it, with its cookie. */
async function ask(page: Page, call: string, body: object) {
  const response = await page.request.post(call, { data: body, headers: { Origin: earshot.url } })
  expect(response.ok(), `${call}: ${await response.text()}`).toBe(true)
  return response.json()
}

const switcher = (page: Page) => page.getByRole('button', { name: /Switch workspace/ })
const accent = (page: Page) =>
  page.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--workspace-color').trim())
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const meter = (page: Page, tool: string) => page.getByRole('main').getByRole('meter', { name: tool })

test('Ada signs up, and her address counts once she followed the link in the mail', async () => {
  await ada.goto('/signup')
  await fillSignUp(ada, 'Ada', mailOf.ada)
  await ada.waitForURL('**/app')
  expect((await ask(ada, '/user/userdata', {})).user.email_verified).toBe(false)
  await ada.goto(await mailedLink(mailOf.ada, '/verify'))
  await ada.getByRole('button', { name: 'Confirm' }).click()
  await ada.waitForURL('**/app')
  expect((await ask(ada, '/user/userdata', {})).user.email_verified).toBe(true)
})

test('Ada invites Grace, who signs up by the link of the invitation and joins', async () => {
  await ada.goto('/app/settings/team')
  await ada.getByLabel('Email').fill(mailOf.grace)
  await ada.getByLabel('Role', { exact: true }).selectOption('viewer')
  await ada.getByRole('button', { name: 'Invite', exact: true }).click()
  await ada.getByText('invited, expires on').waitFor()

  await grace.goto(await mailedLink(mailOf.grace, '/invite'))
  await grace.getByRole('link', { name: `Create account with ${mailOf.grace}` }).click()
  await fillSignUp(grace, 'Grace', mailOf.grace)
  await grace.waitForURL('**/invite?token=*')
  await grace.getByRole('button', { name: 'Join workspace' }).click()
  await grace.waitForURL('**/app')
  // The address turns a moment before the screen does.
  await expect.poll(() => switcher(grace).textContent()).toContain('Ada’s workspace')
})

test('Grace feels the role she is given: a viewer starts nothing, an editor does', async () => {
  const listen = grace.getByRole('button', { name: 'Run report' })
  await grace.getByText('ask the workspace owner to make you an editor').waitFor()
  expect(await listen.count()).toBe(0)
  await ada.reload()
  await ada.getByLabel('Role of Grace').selectOption('editor')
  await ada.getByText('Grace is now editor.').waitFor()
  await grace.reload()
  await listen.waitFor()
})

test('Ada switches to a workspace of another colour: kept across a reload, and painted by the server', async () => {
  await ada.goto('/app')
  const first = await accent(ada)
  await switcher(ada).click()
  await ada.getByRole('menuitem', { name: 'New workspace' }).click()
  await ada.getByLabel('Name').fill('Hollow Oak')
  await ada.getByRole('radio', { name: 'Fuchsia' }).check()
  await ada.getByRole('button', { name: 'Create workspace' }).click()
  await ada.waitForURL('**/app')
  await expect.poll(() => switcher(ada).textContent(), soon).toContain('Hollow Oak')
  const made = await stored(ada, 'app_workspace')

  await ada.reload()
  expect(await switcher(ada).textContent()).toContain('Hollow Oak')
  expect(await stored(ada, 'app_workspace')).toBe(made)
  expect(await stored(ada, 'workspace-bg-color')).toBe('#a21caf')
  const context = await browser.newContext({
    baseURL: earshot.url,
    javaScriptEnabled: false,
    storageState: await ada.context().storageState(),
  })
  const withoutScripts = await context.newPage()
  await withoutScripts.goto('/app')
  expect(await accent(withoutScripts)).toBe('#a21caf')
  await context.close()

  await switcher(ada).click()
  await ada.getByRole('menuitem', { name: /Ada’s workspace/ }).click()
  await expect.poll(() => accent(ada), soon).toBe(first)
  await ada.reload()
  expect(await accent(ada)).toBe(first)
})

test('Ada turns two-factor on, and from then on her password alone signs nobody in', async () => {
  await ada.goto('/app/settings/security')
  await ada.getByRole('button', { name: 'Turn on…' }).click()
  const secret = await ada.getByRole('link', { name: 'Open in an authenticator app' }).getAttribute('href')
  const app = new TOTP({ secret: new URL(secret!).searchParams.get('secret')! })
  await ada.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await ada.getByRole('button', { name: 'Turn on', exact: true }).click()
  const list = ada.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const recoveryCodes = await list.getByRole('listitem').allTextContents()
  expect(recoveryCodes.length).toBeGreaterThanOrEqual(8)
  await ada.getByLabel('I’ve saved these codes').check()
  await ada.getByRole('button', { name: 'Done' }).click()
  await ada.getByText('Two-factor sign-in is on.').waitFor()

  await ada.getByRole('button', { name: 'Sign out' }).click()
  await ada.waitForURL(`${earshot.url}/`)
  await signIn(ada, mailOf.ada, password)
  await ada.getByLabel('Password', { exact: true }).fill(password)
  await ada.getByLabel('Two-factor code').fill(recoveryCodes[0]!)
  await ada.keyboard.press('Enter')
  await ada.waitForURL('**/app')
})

test('after the fifth report the free plan says so where Ada asked, in the words of the rule', async () => {
  const workspaceId = await stored(ada, 'app_workspace')
  for (let n = 1; n <= 5; n++)
    await ask(ada, '/reports/new', {
      workspace_id: workspaceId,
      type: 'topic',
      query: `kettle ${n}`,
      country: 'US',
      language: 'en',
      sources: ['patterns'],
    })
  await ada.goto('/app')
  await ada.getByRole('textbox', { name: 'Topic or keyword' }).fill('one too many')
  await ada.getByRole('button', { name: 'Run report' }).click()
  const notice = ada.getByRole('region', { name: 'New report' }).getByRole('status')
  await notice.getByText('You have used up all your limits for this tool.').waitFor()
  expect(await notice.textContent()).toContain('0 of 5 left')
  expect(new URL(ada.url()).pathname).toBe('/app')
  await notice.getByRole('link', { name: 'Upgrade' }).click()
  await ada.waitForURL('**/app/billing')
  expect(await meter(ada, 'Reports').getAttribute('aria-valuenow')).toBe('5')
})

test('a code made by staff raises the meters before Ada’s eyes, and the report is made', async () => {
  await signIn(staff, owner.email, owner.password)
  await staff.waitForURL('**/app')
  await staff.goto('/app/admin/codes')
  await staff.getByRole('button', { name: 'Create codes' }).click()
  const code = (await staff.getByLabel('New codes, one per line').inputValue()).trim()

  await ada.evaluate(() => Object.assign(window, { sinceLoaded: true }))
  await ada.getByRole('textbox', { name: 'Code' }).fill(code)
  await ada.getByRole('button', { name: 'Redeem' }).click()
  await expect.poll(() => meter(ada, 'Reports').getAttribute('aria-valuemax'), soon).toBe('50')
  await ada.getByRole('main').getByText('5 of 50', { exact: true }).waitFor()
  await ada.getByRole('list', { name: 'Redeemed codes' }).getByText('for life').waitFor()
  expect(await ada.evaluate(() => 'sinceLoaded' in window)).toBe(true)

  await ada.getByRole('link', { name: 'Home' }).first().click()
  await ada.getByRole('textbox', { name: 'Topic or keyword' }).fill('one more')
  await ada.getByRole('button', { name: 'Run report' }).click()
  await ada.waitForURL('**/app/reports/*')
})

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
