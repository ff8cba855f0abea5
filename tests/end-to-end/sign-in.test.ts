import { randomUUID } from 'node:crypto'
import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { startGoogleIdentity } from '../doubles/google-identity.ts'
import { owner } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** Ways to start and end a session that depend on a browser's cookies. */

const test = browserTest
  .extend('google', { scope: 'file' }, async ({}, { onCleanup }) => {
    const google = await startGoogleIdentity()
    onCleanup(async () => void (await google.close()))
    return google
  })
  .extend('settings', { scope: 'file' }, ({ google }) => google.settings)
  /** The newest match of a pattern's first group in emails to an address. */
  .extend('mailed', ({ earshot }) => (email: string, pattern: RegExp) => {
    const find = async () =>
      (await readOutbox(earshot.dataDir, email)).flatMap((text) => pattern.exec(text)?.[1] ?? []).at(-1)
    return until(`${pattern} to be mailed`, find, 60_000)
  })
  /** Who is signed in on a page. */
  .extend('whoIs', ({ earshot }) => async (page: Page) => {
    const cookie = await findCookie(page, 'app_token')
    return (await as(earshot.url, cookie!.value)(authContract.userdata, {})).user
  })

const as = (baseUrl: string, token: string) =>
  createClient({ baseUrl, headers: () => ({ Authorization: `Bearer ${token}` }) })
const findCookie = async (page: Page, name: string) =>
  (await page.context().cookies()).find((cookie) => cookie.name === name)
const gmail = () => `${randomUUID()}@gmail.com`

const continueWithGoogle = (page: Page) => page.getByRole('link', { name: 'Continue with Google', exact: true }).click()

async function fillSignIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('opening the app signed out leads to the sign-in page and back', async ({ open, account }) => {
  const page = await open({ as: null })
  await page.goto('/app/reports?status=done')
  const at = new URL(page.url())
  expect([at.pathname, at.searchParams.get('redirect_to')]).toEqual(['/login', '/app/reports?status=done'])
  await fillSignIn(page, account)
  await page.waitForURL('**/app/reports?status=done')
})

test('the forms beside signing in have its picture', async ({ open }) => {
  const page = await open({ as: null, javaScriptEnabled: false })
  for (const path of ['/login', '/forgot', '/reset?token=unknown', '/login/code']) {
    await page.goto(path)
    await page.getByRole('complementary', { name: 'Example report' }).waitFor()
  }
})

test('signing up opens the app with a workspace, and keeps the token from scripts', async ({ open }) => {
  const email = `${randomUUID()}@example.com`
  const page = await open({ as: null })
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
  await expect.poll(() => stored('app_email')).toBe(email)
  expect(await stored('app_user')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stored('app_workspace')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await stored('workspace-bg-color')).toMatch(/^#[0-9a-f]{6}$/)
  expect(await findCookie(page, 'app_token')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('app_token')
})

test('signing out opens the start page and ends the session for every copy of its cookie', async ({
  page,
  account,
  earshot,
}) => {
  await page.goto('/app')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${earshot.url}/`)
  const headers = { Cookie: `app_token=${account.token}` }
  const answer = await fetch(`${earshot.url}/app`, { headers, redirect: 'manual' })
  expect(answer.status).toBe(302)
})

test.for([
  ['/app/reports', '/app/reports'],
  ['https://evil.example/', '/app'],
  ['//evil.example', '/app'],
  ['/\\evil.example', '/app'],
  ['javascript:alert(1)', '/app'],
  ['/\tevil', '/app'],
] as const)('signing in with redirect_to %j leads to %s', async ([redirect_to, location], { earshot, account }) => {
  const answer = await fetch(`${earshot.url}/login`, {
    method: 'POST',
    headers: { Origin: earshot.url },
    body: new URLSearchParams({ email: account.email, password: account.password, redirect_to }),
    redirect: 'manual',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
})

test('Google creates an account and returns to the requested page, without any other third party', async ({
  open,
  google,
  whoIs,
  earshot,
}) => {
  const email = gmail()
  google.signIn({ email })
  const page = await open({ as: null })
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto('/login?redirect_to=%2Fapp%2Fimports')
  await looksRight(page)
  await continueWithGoogle(page)
  await page.waitForURL('**/app/imports')
  expect(await whoIs(page)).toMatchObject({ email, google: true, has_password: false })
  expect([...asked].sort()).toEqual([earshot.url, google.url].sort())
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name).filter((name) => name.includes('google'))).toEqual([])
})

test('Google works without scripts, also from the sign-up page', async ({ open, google, whoIs }) => {
  const email = gmail()
  google.signIn({ email })
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto('/signup')
  await continueWithGoogle(page)
  await page.getByRole('button', { name: 'On' }).click()
  await page.waitForURL('**/app')
  expect((await whoIs(page)).email).toBe(email)
})

test('after Google, the second factor is asked for on a separate page', async ({ open, google, earshot }) => {
  const email = gmail()
  const credential = await google.token({ email })
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.google, { credential })
  const begun = await as(earshot.url, token)(authContract.twoFactorBegin, {})
  await as(earshot.url, token)(authContract.twoFactorConfirm, {
    otp: (URI.parse(begun.otpauth_url) as TOTP).generate(),
  })
  google.signIn({ email })
  const page = await open({ as: null, viewport: { width: 360, height: 740 } })
  await page.goto('/login')
  await continueWithGoogle(page)
  const field = page.getByLabel('Two-factor code')
  await field.fill('000000')
  await looksRight(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong or was already used.').waitFor()
  await field.fill(begun.recovery_codes[0]!)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
})

test('an account whose email isn’t hosted by Google is linked only after its password', async ({
  open,
  google,
  account,
  mailed,
  whoIs,
}) => {
  const { email, call } = account
  // Confirmed in the session that created it.
  const confirmation = await mailed(email, /\/verify\?token=([\w-]+)/)
  await call(authContract.verifyToken, { token: confirmation, purpose: 'email' })
  google.signIn({ email })
  const page = await open({ as: null })
  await page.goto('/login')
  await continueWithGoogle(page)
  await page.getByText('An account with this email already exists').waitFor()
  await looksRight(page)
  await page.getByRole('link', { name: 'Sign in with a password' }).click()
  await fillSignIn(page, account)
  await page.getByText(`You’re signed in as ${email}.`).waitFor()
  await looksRight(page)
  await continueWithGoogle(page)
  await page.waitForURL('**/app')
  expect(await whoIs(page)).toMatchObject({ email, google: true, has_password: true })
})

test('canceled at Google, no one is signed in', async ({ open, google }) => {
  google.signIn(null)
  const page = await open({ as: null })
  await page.goto('/login')
  await continueWithGoogle(page)
  await page.getByText('The Google sign-in wasn’t started in this browser').waitFor()
  expect(await findCookie(page, 'app_token')).toBeUndefined()
})

test('a Google token posted by another page signs no one in', async ({ open, google, earshot }) => {
  const id_token = await google.token({ email: gmail(), nonce: 'theirs' })
  const page = await open({ as: null })
  await page.goto('/login')
  await page.evaluate(
    ([action, token]) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = action!
      for (const [name, value] of [
        ['state', 'a'.repeat(32)],
        ['id_token', token!],
      ] as const) {
        const input = form.appendChild(document.createElement('input'))
        input.name = name
        input.value = value
      }
      document.body.append(form)
      form.submit()
    },
    [`${earshot.url}/login/google`, id_token],
  )
  await page.getByText('The Google sign-in wasn’t started in this browser').waitFor()
  expect(await findCookie(page, 'app_token')).toBeUndefined()
})

// A link in an email must not decide where a signed-in person lands.
test('an emailed code signs in without scripts and continues to /app', async ({ open, account, mailed, whoIs }) => {
  const { email } = account
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto('/login/code?redirect_to=%2Fapp%2Fimports')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await mailed(email, /^Subject: (\d{6}) is your/m))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/app')
  expect((await whoIs(page)).email).toBe(email)
})

test('an emailed link signs in without scripts and continues to /app', async ({
  open,
  account,
  mailed,
  whoIs,
  earshot,
}) => {
  const { email } = account
  await createClient({ baseUrl: earshot.url })(authContract.passwordless, { email })
  const token = await mailed(email, /\/login\/code\?token=([\w-]+)/)
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto(`/login/code?token=${token}&redirect_to=%2Fapp%2Fimports`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/app')
  expect((await whoIs(page)).email).toBe(email)
})

/** Opens an account as staff would. */
async function startSupportAccess(page: Page, email: string) {
  await page.goto('/app/admin')
  await awake(page)
  await page.getByRole('button', { name: `Sign in as ${email}` }).click()
  await page.getByRole('dialog').getByText('30 minutes').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in as user' }).click()
  await page.waitForURL('**/app')
}
const banner = (page: Page) => page.getByRole('complementary', { name: 'Support access' })

test.for([1280, 360])(
  'support access at %i px shows whose account it is and until when, with a way back',
  async (width, { open, account, earshot, whoIs }) => {
    const { email } = account
    const page = await open({ as: await earshot.signIn(), viewport: { width, height: 900 } })
    await startSupportAccess(page, email)
    expect(await banner(page).innerText()).toMatch(
      new RegExp(`^You’re viewing ${email}’s account as support until \\d{1,2}:\\d\\d [AP]M( UTC)?\\.`),
    )
    expect(await whoIs(page)).toMatchObject({ email, support: true, staff: false })
    await page.goto('/app/settings/plan')
    await looksRight(page)
    const cookie = (await findCookie(page, 'app_token'))!
    expect(cookie.expires - Date.now() / 1000).toBeLessThanOrEqual(1800)
    await banner(page).getByRole('button', { name: 'End support access' }).click()
    await page.waitForURL('**/app/admin')
    expect((await whoIs(page)).email).toBe(owner.email)
    expect(await banner(page).count()).toBe(0)
    await expect(as(earshot.url, cookie.value)(authContract.userdata, {})).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  },
)

test('expired support access leads back to the staff member’s own session', async ({
  open,
  account,
  earshot,
  whoIs,
}) => {
  const page = await open({ as: await earshot.signIn() })
  await startSupportAccess(page, account.email)
  await page.context().clearCookies({ name: 'app_token' })
  await page.goto('/app')
  await page.waitForURL('**/app/admin')
  expect((await whoIs(page)).email).toBe(owner.email)
})

test('signing out of support access ends both sessions and no others', async ({ open, account, earshot }) => {
  const elsewhere = await earshot.signIn()
  const page = await open({ as: await earshot.signIn() })
  await startSupportAccess(page, account.email)
  const own = (await findCookie(page, 'app_staff_token'))!
  await page.request.post('/logout', { headers: { Origin: earshot.url }, maxRedirects: 0 })
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('_token'))).toEqual([])
  await expect(as(earshot.url, own.value)(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await elsewhere.call(authContract.userdata, {})).user.email).toBe(owner.email)
})

test('support access is for staff only', async ({ account, earshot }) => {
  const response = await fetch(`${earshot.url}/support`, {
    method: 'POST',
    headers: {
      Cookie: `app_token=${account.token}`,
      Origin: earshot.url,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ email: owner.email }),
    redirect: 'manual',
  })
  expect(response.status).toBe(404)
  expect(response.headers.getSetCookie()).toEqual([])
})
