import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { Secret, TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { owner } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** Personal settings and security. The rules behind them are tested in tests/http/account-security.test.ts. */

const inEveryView = (page: Page) => looksRight(page, { views: everyView })
const part = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2, exact: true }) })

async function openSettings(page: Page, path = '/app/settings') {
  await page.goto(path)
  await awake(page)
}

async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>, otp?: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  if (otp === undefined) return page.waitForURL('**/app')
  await page.getByLabel('Two-factor code').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Two-factor code').fill(otp)
  await page.keyboard.press('Enter')
}

const getTotp = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}
/** Uses the previous code, because the current one is needed to sign in. */
async function turnOnTwoFactor({ call }: Account) {
  const { otpauth_url, recovery_codes } = await call(authContract.twoFactorBegin, {})
  const code = getTotp((URI.parse(otpauth_url) as TOTP).secret.base32)
  await call(authContract.twoFactorConfirm, { otp: code(0) })
  return { recoveryCodes: recovery_codes, code }
}

/** Links to confirm an email, oldest first. */
const confirmationLinks = (dataDir: string, email: string, count: number) =>
  until(`${count} emails to ${email}`, async () => {
    const emails = await readOutbox(dataDir, email)
    const links = emails.flatMap((text) => /\/verify\?token=[\w-]+/.exec(text)?.[0] ?? [])
    return links.length === count ? links : null
  })

test('a name is validated, saved and still there after a reload', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('First name').fill('   ')
  await page.keyboard.press('Enter')
  await part(page, 'Name').getByRole('alert').getByText('First name is required.').waitFor()
  expect(await page.getByLabel('First name').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.keyboard.press('Enter')
  await part(page, 'Name').getByText('Saved.').waitFor()
  await page.reload()
  await awake(page)
  expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  await inEveryView(page)
})

test('the time zone can be found by typing, and the browser’s time zone is suggested', async ({ open }) => {
  const page = await open({ timezoneId: 'Asia/Tokyo' })
  await openSettings(page)
  const button = page.getByRole('button', { name: /^Time zone:/ })
  expect(await button.innerText()).toContain('not set')
  await page.getByText('Your browser uses Tokyo, Asia.').waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Search by city, region').waitFor()
  await page.keyboard.type('lisb')
  await page.getByRole('option', { name: /Lisbon, Europe/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Saved: Lisbon, Europe.').waitFor()
  await page.reload()
  await awake(page)
  await page.getByRole('button', { name: 'Time zone: Lisbon, Europe', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Use this' }).click()
  await page.getByText('Saved: Tokyo, Asia.').waitFor()
  await expect.poll(() => page.getByText('Your browser uses').count()).toBe(0)
})

test('a digest that is switched off stays off after a reload', async ({ page }) => {
  await openSettings(page)
  const digest = page.getByRole('switch', { name: /Daily digest/ })
  expect(await digest.isChecked()).toBe(true)
  await digest.focus()
  await page.keyboard.press('Space')
  await page.getByText('You won’t get the digest.').waitFor()
  await page.reload()
  await awake(page)
  expect(await digest.isChecked()).toBe(false)
})

test('the account export is downloaded as a zip, and a failed download shows an error', async ({ page, account }) => {
  await openSettings(page)
  const get = page.getByRole('button', { name: 'Download my data' })
  const download = page.waitForEvent('download')
  await get.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^earshot-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await file.path()))
  expect(strFromU8(files['account.json']!)).toContain(account.email)
  await part(page, 'Your data').getByText('.zip was downloaded').waitFor()
  await page.route('**/user/export', (route) => route.abort())
  await get.click()
  await part(page, 'Your data').getByRole('alert').getByText('Couldn’t reach the server.').waitFor()
})

test('a new user can resend the confirmation email and confirm it', async ({ page, account, earshot }) => {
  await confirmationLinks(earshot.dataDir, account.email, 1)
  await openSettings(page)
  await part(page, 'Email').getByText('not confirmed').waitFor()
  await page.getByRole('button', { name: 'Resend email' }).click()
  await page.getByText(`Sent to ${account.email}.`).waitFor()
  const links = await confirmationLinks(earshot.dataDir, account.email, 2)
  await page.goto(links[1]!)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.waitForURL('**/app')
  await openSettings(page)
  await part(page, 'Email').getByText('confirmed', { exact: true }).waitFor()
})

test('a new email needs the password and can’t be another account’s, and the change can be canceled', async ({
  page,
  account,
}) => {
  await openSettings(page)
  const email = part(page, 'Email')
  const password = email.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(owner.email)
  await password.fill('not this one')
  await page.keyboard.press('Enter')
  await email.getByRole('alert').getByText('Wrong password.').waitFor()
  await password.fill(account.password)
  await page.keyboard.press('Enter')
  await email.getByRole('alert').getByText('Another account uses this email.').waitFor()
  await page.getByLabel('New email').fill(`new-${account.email}`)
  await page.keyboard.press('Enter')
  await email.getByText('waiting for confirmation').waitFor()
  await inEveryView(page)
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await email.getByText(`Your email is still ${account.email}.`).waitFor()
})

test('a new email is confirmed by its owner only', async ({ page, open, account, earshot }) => {
  const email = `new-${account.email}`
  await account.call(authContract.update, { email, current_password: account.password })
  const [link] = await confirmationLinks(earshot.dataDir, email, 1)
  // Someone else who reads that mailbox can't confirm the change without signing in.
  const stranger = await open({ as: null })
  await stranger.goto(`${link}&change=1`)
  await stranger.getByText('Sign in with your current email to confirm the new one.').waitFor()
  await page.goto(`${link}&change=1`)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.waitForURL('**/app')
  await openSettings(page)
  await part(page, 'Email').getByText(email).waitFor()
})

test('two-factor sign-in is turned on with a code, and recovery codes have to be saved first', async ({ page }) => {
  await openSettings(page)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
  await inEveryView(page)
  const twoFactor = part(page, 'Two-factor sign-in')
  await twoFactor.getByRole('button', { name: 'Turn on…' }).press('Enter')
  await twoFactor.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await twoFactor.locator('code').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const field = twoFactor.getByLabel('Code', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await page.keyboard.type('12 34')
  await page.keyboard.press('Enter')
  await twoFactor.getByRole('alert').getByText('This code is wrong or was already used.').waitFor()
  await inEveryView(page)
  await field.fill(getTotp(secret)(0))
  await page.keyboard.press('Enter')
  const list = twoFactor.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts()
  expect(new Set(recoveryCodes).size).toBe(10)
  await inEveryView(page)
  const done = twoFactor.getByRole('button', { name: 'Done' })
  expect(await done.isDisabled()).toBe(true)
  const download = page.waitForEvent('download')
  await twoFactor.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  for (const recovery of recoveryCodes) expect(file).toContain(recovery)
  await twoFactor.getByLabel('I’ve saved these codes').check()
  await done.click()
  await twoFactor.getByText('Two-factor sign-in is on. You’ll need a code').waitFor()
  await expect.poll(() => page.getByText(recoveryCodes[0]!).count()).toBe(0)
})

test('signing in then requires a code', async ({ open, account }) => {
  const { code } = await turnOnTwoFactor(account)
  const page = await open({ as: null })
  // The next step's: this step's was used, and it's valid until a step later.
  await signIn(page, account, code(1))
  await page.waitForURL('**/app')
})

test('a recovery code signs in once', async ({ open, account }) => {
  const { recoveryCodes } = await turnOnTwoFactor(account)
  const page = await open({ as: null })
  await signIn(page, account, recoveryCodes[0])
  await page.waitForURL('**/app')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, account, recoveryCodes[0])
  await page.getByText('This code is wrong or was already used.').waitFor()
})

test('two-factor sign-in is turned off with the password, and a wrong one shows an error at its field', async ({
  page,
  account,
}) => {
  await turnOnTwoFactor(account)
  await openSettings(page, '/app/settings/security')
  const twoFactor = part(page, 'Two-factor sign-in')
  await twoFactor.getByRole('button', { name: 'Turn off…' }).click()
  await twoFactor.getByRole('radio', { name: 'My password' }).check()
  const field = twoFactor.getByLabel('Your password', { exact: true })
  await field.fill('not this one')
  await page.keyboard.press('Enter')
  await twoFactor.getByRole('alert').getByText('Wrong password.').waitFor()
  await field.fill(account.password)
  await page.keyboard.press('Enter')
  await twoFactor.getByText('Two-factor sign-in is off.').waitFor()
})

test('one session or all others can be signed out, and the current one is marked', async ({
  page,
  account,
  earshot,
}) => {
  const anonymous = createClient({ baseUrl: earshot.url })
  const others = [1, 2, 3].map(() =>
    anonymous(authContract.login, { email: account.email, password: account.password }),
  )
  const tokens = (await Promise.all(others)).map(({ token }) => token)
  const alive = async () => {
    const answers = await Promise.all(tokens.map((token) => sessionIsAlive(earshot.url, token)))
    return answers.filter(Boolean).length
  }
  await openSettings(page, '/app/settings/security')
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4)
  expect(await list.getByRole('listitem').first().innerText()).toContain('this device')
  expect(await list.getByText('this device').count()).toBe(1)
  await list
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await page.getByText('was signed out.').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3)
  expect(await alive()).toBe(2)
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
  await page.getByText('Signed out of 2 other sessions.').waitFor()
  await page.getByText('No other active sessions.').waitFor()
  expect(await alive()).toBe(0)
})

const sessionIsAlive = async (url: string, token: string) =>
  (await fetch(`${url}/user/userdata`, { method: 'POST', body: '{}', headers: { Authorization: `Bearer ${token}` } }))
    .ok

test('a password change requires the current one and ends the other sessions', async ({ page, account, earshot }) => {
  const { email, password } = account
  const other = await createClient({ baseUrl: earshot.url })(authContract.login, { email, password })
  await openSettings(page, '/app/settings/security')
  const form = part(page, 'Password')
  const current = form.getByLabel('Current password', { exact: true })
  const next = form.getByLabel('New password', { exact: true })
  expect(await current.getAttribute('autocomplete')).toBe('current-password')
  expect(await next.getAttribute('autocomplete')).toBe('new-password')
  await current.fill(password)
  await next.fill('short')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('New password needs at least 10 characters.').waitFor()
  await next.fill('another long one')
  await current.fill('not this one')
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('Wrong password.').waitFor()
  expect(await current.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await sessionIsAlive(earshot.url, other.token)).toBe(true)
  await current.fill(password)
  await page.keyboard.press('Enter')
  await form.getByText('Password changed. All other sessions were signed out.').waitFor()
  expect(await sessionIsAlive(earshot.url, other.token)).toBe(false)
  await expect.poll(() => current.inputValue()).toBe('')
  await createClient({ baseUrl: earshot.url })(authContract.login, { email, password: 'another long one' })
})

test('the only staff member can’t delete their account and sees why', async ({ open, earshot }) => {
  const page = await open({ as: await earshot.signIn() })
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('You’re the only staff member on this server').waitFor()
  await inEveryView(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('deleting an account lists what is deleted, requires the password and confirms it on the start page', async ({
  page,
  account,
  earshot,
}) => {
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the workspace “Ada’s workspace” with no content yet').waitFor()
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Wrong password.').waitFor()
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByText('Your account was deleted').waitFor()
  await page.getByRole('link', { name: 'Sign up' }).waitFor()
  expect((await page.context().cookies()).filter(({ name }) => name === 'app_token')).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('app_email'))).toBe(null)
  const { email, password } = account
  await expect(createClient({ baseUrl: earshot.url })(authContract.login, { email, password })).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})

test('password managers are led to the password form', async ({ page }) => {
  await page.goto('/.well-known/change-password')
  await page.getByLabel('Current password', { exact: true }).waitFor()
})
