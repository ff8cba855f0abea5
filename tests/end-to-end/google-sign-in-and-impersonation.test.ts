import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { type GoogleIdentity, startGoogleIdentity } from '../doubles/google-identity.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** The ways in and out of a session that lead through a browser's cookies. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let google: GoogleIdentity
let earshot: RunningEarshot
let browser: Browser
beforeAll(async () => {
  data = await makeDataDir()
  google = await startGoogleIdentity()
  earshot = await startEarshot(data.dataDir, google.settings)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await google?.close()
  await data?.remove()
})

const gmail = () => `${randomUUID()}@gmail.com`
const password = 'correct horse battery'

async function open(options: { javaScriptEnabled?: boolean; viewport?: { width: number; height: number } } = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: earshot.url, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  return page
}

const as = (token: string) =>
  createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${token}` }) })

async function whoIs(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'app_token')
  return (await as(cookie!.value)(authContract.userdata, {})).user
}

/** The newest match of the pattern's first group in the mails to an address; undefined while there is none. */
async function findMailed(email: string, pattern: RegExp) {
  return (await readOutbox(data.dataDir, email)).flatMap((text) => pattern.exec(text)?.[1] ?? []).at(-1)
}

const readMailed = (email: string, pattern: RegExp) =>
  until(`${pattern} to be mailed`, () => findMailed(email, pattern))

/** An account whose email is confirmed in the session that created it. */
async function signUpConfirmed(email: string) {
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.signup, {
    email,
    password,
    first_name: 'Ada',
  })
  const confirmation = await readMailed(email, /\/verify\?token=([\w-]+)/)
  await as(token)(authContract.verifyToken, { token: confirmation, purpose: 'email' })
}

const continueWithGoogle = (page: Page) => page.getByRole('link', { name: 'Continue with Google', exact: true }).click()

describe('continuing with Google', () => {
  test('makes an account and goes where one wanted to, asking nobody but Google and us', async () => {
    const email = gmail()
    google.signIn({ email })
    const page = await open()
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
    await page.context().close()
  })

  test('works without scripts, from the sign-up page too', async () => {
    const email = gmail()
    google.signIn({ email })
    const page = await open({ javaScriptEnabled: false })
    await page.goto('/signup')
    await continueWithGoogle(page)
    await page.getByRole('button', { name: 'On' }).click()
    await page.waitForURL('**/app')
    expect((await whoIs(page)).email).toBe(email)
    await page.context().close()
  })

  test('asks for the second factor on a page of its own', async () => {
    const email = gmail()
    const credential = await google.token({ email })
    const { token } = await createClient({ baseUrl: earshot.url })(authContract.google, { credential })
    const begun = await as(token)(authContract.twoFactorBegin, {})
    const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
    await as(token)(authContract.twoFactorConfirm, { otp: totp.generate() })
    google.signIn({ email })
    const page = await open({ viewport: { width: 360, height: 740 } })
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
    await page.context().close()
  })

  test('with an account whose mailbox Google doesn’t host asks for its password, then links the two', async () => {
    const email = `${randomUUID()}@example.com`
    await signUpConfirmed(email)
    google.signIn({ email })
    const page = await open()
    await page.goto('/login')
    await continueWithGoogle(page)
    await page.getByText('An account with this email already exists').waitFor()
    await looksRight(page)
    await page.getByRole('link', { name: 'Sign in with a password' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText(`You’re signed in as ${email}.`).waitFor()
    await looksRight(page)
    await continueWithGoogle(page)
    await page.waitForURL('**/app')
    expect(await whoIs(page)).toMatchObject({ email, google: true, has_password: true })
    await page.context().close()
  })

  test('that was called off, or begun in another browser, signs nobody in', async () => {
    google.signIn(null)
    const page = await open()
    await page.goto('/login')
    await continueWithGoogle(page)
    await page.getByText('The Google sign-in wasn’t started in this browser').waitFor()
    // A stranger's own token, posted to us from a page of theirs.
    const id_token = await google.token({ email: gmail(), nonce: 'theirs' })
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
    expect((await page.context().cookies()).some(({ name }) => name === 'app_token')).toBe(false)
    await page.context().close()
  })
})

describe('signing in by email alone', () => {
  test('continues to /app by code and by link, whatever redirect_to says', async () => {
    const email = `${randomUUID()}@example.com`
    await createClient({ baseUrl: earshot.url })(authContract.signup, { email, password, first_name: 'Ada' })
    const page = await open({ javaScriptEnabled: false })
    await page.goto('/login/code?redirect_to=%2Fapp%2Fimports')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    const code = await readMailed(email, /^Subject: (\d{6}) is your/m)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${earshot.url}/app`)
    expect((await whoIs(page)).email).toBe(email)
    await page.context().clearCookies()

    const link = /\/login\/code\?token=([\w-]+)/
    const used = await findMailed(email, link)
    await createClient({ baseUrl: earshot.url })(authContract.passwordless, { email })
    const token = await until('a second link to be mailed', async () => {
      const newest = await findMailed(email, link)
      return newest === used ? undefined : newest
    })
    await page.goto(`/login/code?token=${token}&redirect_to=%2Fapp%2Fimports`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${earshot.url}/app`)
    expect((await whoIs(page)).email).toBe(email)
    await page.context().close()
  })
})

describe('support access', () => {
  async function staffLooksAt(email: string, viewport = { width: 1280, height: 900 }) {
    const page = await open({ viewport })
    await page.goto('/login?redirect_to=%2Fapp%2Fadmin')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/app/admin')
    await awake(page)
    await page.getByRole('button', { name: `Sign in as ${email}` }).click()
    await page.getByRole('dialog').getByText('30 minutes').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in as user' }).click()
    await page.waitForURL('**/app')
    return page
  }
  const banner = (page: Page) => page.getByRole('complementary', { name: 'Support access' })

  async function somebody() {
    const email = `${randomUUID()}@example.com`
    await createClient({ baseUrl: earshot.url })(authContract.signup, { email, password, first_name: 'Ada' })
    return email
  }

  test('says on every screen whose account it is and until when, and leads back', async () => {
    const email = await somebody()
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 740 },
    ]) {
      const page = await staffLooksAt(email, viewport)
      const words = await banner(page).innerText()
      expect(words).toMatch(
        new RegExp(`^You’re viewing ${email}’s account as support until \\d{1,2}:\\d\\d [AP]M( UTC)?\\.`),
      )
      expect(await whoIs(page)).toMatchObject({ email, support: true, staff: false })
      await page.goto('/app/settings/plan')
      await looksRight(page)
      const supportCookie = (await page.context().cookies()).find(({ name }) => name === 'app_token')!
      expect(supportCookie.expires - Date.now() / 1000).toBeLessThanOrEqual(1800)
      await banner(page).getByRole('button', { name: 'End support access' }).click()
      await page.waitForURL('**/app/admin')
      expect((await whoIs(page)).email).toBe(owner.email)
      expect(await banner(page).count()).toBe(0)
      await expect(as(supportCookie.value)(authContract.userdata, {})).rejects.toMatchObject({
        code: 'unauthenticated',
      })
      await page.context().close()
    }
  })

  test('that ran out leads back; signing out of it signs out of both', async () => {
    const email = await somebody()
    const page = await staffLooksAt(email)
    await page.context().clearCookies({ name: 'app_token' })
    await page.goto('/app')
    await page.waitForURL('**/app/admin')
    expect((await whoIs(page)).email).toBe(owner.email)
    const own = (await page.context().cookies()).find(({ name }) => name === 'app_token')!
    await page.context().close()

    const other = await staffLooksAt(email)
    const kept = (await other.context().cookies()).find(({ name }) => name === 'app_staff_token')!
    await other.request.post('/logout', { headers: { Origin: earshot.url }, maxRedirects: 0 })
    expect((await other.context().cookies()).filter(({ name }) => name.endsWith('_token'))).toEqual([])
    await expect(as(kept.value)(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await as(own.value)(authContract.userdata, {})).user.email).toBe(owner.email)
    await other.context().close()
  })

  test('is not to be had by who is no staff', async () => {
    const email = await somebody()
    const { token } = await createClient({ baseUrl: earshot.url })(authContract.login, { email, password })
    const response = await fetch(`${earshot.url}/support`, {
      method: 'POST',
      headers: {
        Cookie: `app_token=${token}`,
        Origin: earshot.url,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ email: owner.email }),
      redirect: 'manual',
    })
    expect(response.status).toBe(404)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
