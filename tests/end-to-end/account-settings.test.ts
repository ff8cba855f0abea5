import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** The two personal screens, by the owner and by somebody new. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let page: Page
const problems: string[] = []
const bo = { email: 'bo@example.com', password: 'a long enough one' }
let password = owner.password
let recoveryCodes: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
  page = await open()
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

async function open() {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    baseURL: earshot.url,
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
  })
  const opened = await context.newPage()
  opened.setDefaultTimeout(30_000)
  opened.on('pageerror', (error) => problems.push(`${opened.url()}: ${error.message}`))
  opened.on('console', (message) => {
    // Refusals, and the connection that is cut on purpose.
    const meant = /40\d|ERR_FAILED/.test(message.text())
    if (message.type() === 'error' && !meant) problems.push(`${opened.url()}: ${message.text()}`)
  })
  return opened
}

async function signIn(of: Page, email: string, password: string, otp?: string) {
  await of.goto('/login')
  await of.getByLabel('Email').fill(email)
  await of.getByLabel('Password', { exact: true }).fill(password)
  await of.keyboard.press('Enter')
  if (otp === undefined) return of.waitForURL('**/app')
  await of.getByLabel('Two-factor code').waitFor()
  await of.getByLabel('Password', { exact: true }).fill(password)
  await of.getByLabel('Two-factor code').fill(otp)
  await of.keyboard.press('Enter')
}

async function signOut(of: Page) {
  await of.goto('/app')
  await of.getByRole('button', { name: 'Sign out' }).click()
  await of.waitForURL((url) => url.pathname === '/')
}

const inEveryView = (of: Page) => looksRight(of, { views: everyView })

const part = (of: Page, name: string) =>
  of.locator('section').filter({ has: of.getByRole('heading', { name, level: 2, exact: true }) })
const sessionIsAlive = async (token: string) =>
  (await page.request.post('/user/userdata', { data: {}, headers: { Authorization: `Bearer ${token}` } })).ok()

async function verificationLinks(email: string): Promise<string[]> {
  const emails = await readOutbox(data.dataDir, email)
  return emails.flatMap((text) => /\/verify\?token=[\w-]+/.exec(text)?.[0] ?? [])
}

test('a name is saved where it stands, and is there after a reload', async () => {
  await signIn(page, owner.email, owner.password)
  await page.goto('/app/settings')
  await awake(page)
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

test('the time zone is found by typing alone, and the browser’s own is offered', async () => {
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

test('a mail that is declined stays declined', async () => {
  const digest = page.getByRole('switch', { name: /Listener digest/ })
  expect(await digest.isChecked()).toBe(true)
  await digest.focus()
  await page.keyboard.press('Space')
  await page.getByText('You won’t get the digest.').waitFor()
  await page.reload()
  await awake(page)
  expect(await digest.isChecked()).toBe(false)
})

test('everything of one’s own is saved as one file, and one that cannot be had says so', async () => {
  const get = page.getByRole('button', { name: 'Download my data' })
  const download = page.waitForEvent('download')
  await get.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^earshot-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await readFile(await file.path()))
  expect(strFromU8(files['account.json']!)).toContain('Lovelace')
  await part(page, 'Your data').getByText('.zip was downloaded').waitFor()
  await page.route('**/user/export', (route) => route.abort())
  await get.click()
  await part(page, 'Your data').getByRole('alert').getByText('Couldn’t reach the server.').waitFor()
  await page.unroute('**/user/export')
})

test('somebody new has the confirming mail sent again, and its link counts', async () => {
  const newcomer = await open()
  await newcomer.goto('/signup')
  await newcomer.getByLabel('First name').fill('Bo')
  await newcomer.getByLabel('Email').fill(bo.email)
  await newcomer.getByLabel('Password', { exact: true }).fill(bo.password)
  await newcomer.keyboard.press('Enter')
  await newcomer.waitForURL('**/app')
  await until('the first mail', async () => ((await verificationLinks(bo.email)).length === 1 ? true : undefined))
  await newcomer.goto('/app/settings')
  await awake(newcomer)
  await part(newcomer, 'Email').getByText('not confirmed').waitFor()
  await newcomer.getByRole('button', { name: 'Resend email' }).click()
  await newcomer.getByText(`Sent to ${bo.email}.`).waitFor()
  const links = await until('the second mail', async () => {
    const found = await verificationLinks(bo.email)
    return found.length === 2 ? found : undefined
  })
  await inEveryView(newcomer)
  await newcomer.goto(links[1]!)
  await newcomer.getByRole('button', { name: 'Confirm email' }).click()
  await newcomer.waitForURL('**/app')
  await newcomer.goto('/app/settings')
  await awake(newcomer)
  await part(newcomer, 'Email').getByText('confirmed', { exact: true }).waitFor()

  const email = part(newcomer, 'Email')
  await newcomer.getByRole('button', { name: 'Change email' }).click()
  await newcomer.getByLabel('New email').fill(owner.email)
  await email.getByLabel('Password', { exact: true }).fill('not this one')
  await newcomer.keyboard.press('Enter')
  await email.getByRole('alert').getByText('Wrong password.').waitFor()
  await email.getByLabel('Password', { exact: true }).fill(bo.password)
  await newcomer.keyboard.press('Enter')
  await email.getByRole('alert').getByText('Another account uses this email.').waitFor()
  await newcomer.getByLabel('New email').fill('bo.new@example.com')
  await newcomer.keyboard.press('Enter')
  await email.getByText('waiting for confirmation').waitFor()
  await inEveryView(newcomer)
  await newcomer.getByRole('button', { name: 'Cancel change' }).click()
  await email.getByText(`Your email is still ${bo.email}.`).waitFor()
  await newcomer.getByRole('button', { name: 'Change email' }).click()
  await newcomer.getByLabel('New email').fill('bo.new@example.com')
  await email.getByLabel('Password', { exact: true }).fill(bo.password)
  await newcomer.keyboard.press('Enter')
  const change = await until('the link to the new address', async () => {
    const found = await verificationLinks('bo.new@example.com')
    return found.length === 2 ? found : undefined
  })
  // Somebody else who reads that mailbox doesn't take the account into it unasked.
  const stranger = await open()
  await stranger.goto(`${change[1]!}&change=1`)
  await stranger.getByText('Sign in with your current email to confirm the new one.').waitFor()
  await stranger.context().close()
  await newcomer.goto(`${change[1]!}&change=1`)
  await newcomer.getByRole('button', { name: 'Confirm email' }).click()
  await newcomer.waitForURL('**/app')
  await newcomer.goto('/app/settings')
  await awake(newcomer)
  await email.getByText('bo.new@example.com').waitFor()
  bo.email = 'bo.new@example.com'
  await newcomer.context().close()
})

const getTotp = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
}
let code: ReturnType<typeof getTotp>

test('two-factor sign-in is turned on by a code of the app, and the recovery codes have to be kept', async () => {
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor()
  await inEveryView(page)
  const twoFactor = part(page, 'Two-factor sign-in')
  await twoFactor.getByRole('button', { name: 'Turn on…' }).press('Enter')
  await twoFactor.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await twoFactor.locator('code').innerText()).replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  code = getTotp(secret)
  const field = twoFactor.getByLabel('Code', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  await page.keyboard.type('12 34')
  await page.keyboard.press('Enter')
  await twoFactor.getByRole('alert').getByText('This code is wrong or was already used.').waitFor()
  await inEveryView(page)
  // The code of the step before: the one of now is needed to sign in.
  await field.fill(code(-1))
  await page.keyboard.press('Enter')
  const list = twoFactor.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  recoveryCodes = await list.getByRole('listitem').allInnerTexts()
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

test('signing in takes a code then, and a recovery code once', async () => {
  await signOut(page)
  await signIn(page, owner.email, password, code(0))
  await page.waitForURL('**/app')
  await signOut(page)
  await signIn(page, owner.email, password, recoveryCodes[0])
  await page.waitForURL('**/app')
  await signOut(page)
  await signIn(page, owner.email, password, recoveryCodes[0])
  await page.getByText('This code is wrong or was already used.').waitFor()
  await signIn(page, owner.email, password, recoveryCodes[1])
  await page.waitForURL('**/app')
})

test('it is turned off by the password, which is refused at its field when it is wrong', async () => {
  await page.goto('/app/settings/security')
  await awake(page)
  const twoFactor = part(page, 'Two-factor sign-in')
  await twoFactor.getByRole('button', { name: 'Turn off…' }).click()
  await twoFactor.getByRole('radio', { name: 'My password' }).check()
  const field = twoFactor.getByLabel('Your password', { exact: true })
  await field.fill('not this one')
  await page.keyboard.press('Enter')
  await twoFactor.getByRole('alert').getByText('Wrong password.').waitFor()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await twoFactor.getByText('Two-factor sign-in is off.').waitFor()
})

test('one session is ended, then all the others; this one is marked and stays', async () => {
  const [first, second, third] = [await earshot.signIn(), await earshot.signIn(), await earshot.signIn()]
  await page.reload()
  await awake(page)
  const list = page.getByRole('list', { name: 'Sessions' })
  const before = await list.getByRole('listitem').count()
  expect(await list.getByRole('listitem').first().innerText()).toContain('this device')
  await expect.poll(() => list.getByText('this device').count()).toBe(1)
  await list
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await page.getByText('was signed out.').waitFor()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(before - 1)
  const alive = await Promise.all([first, second, third].map(({ token }) => sessionIsAlive(token)))
  expect(alive.filter(Boolean)).toHaveLength(2)
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
  await page.getByText(`Signed out of ${before - 2} other sessions.`).waitFor()
  await page.getByText('No other active sessions.').waitFor()
  for (const { token } of [first, second, third]) expect(await sessionIsAlive(token)).toBe(false)
})

test('a password is changed with the present one, and the other sessions end', async () => {
  const other = await earshot.signIn()
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
  expect(await sessionIsAlive(other.token)).toBe(true)
  await current.fill(password)
  await page.keyboard.press('Enter')
  await form.getByText('Password changed. All other sessions were signed out.').waitFor()
  expect(await sessionIsAlive(other.token)).toBe(false)
  await expect.poll(() => current.inputValue()).toBe('')
  password = 'another long one'
  await signOut(page)
  await signIn(page, owner.email, password)
})

test('the only one who runs the installation is told in place why the account stays', async () => {
  await page.goto('/app/settings')
  await awake(page)
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('You’re the only staff member on this server').waitFor()
  await inEveryView(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('a deletion says what goes, takes the password, and the start page says that it is done', async () => {
  const leaving = await open()
  await signIn(leaving, bo.email, bo.password)
  await leaving.goto('/app/settings')
  await awake(leaving)
  await leaving.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = leaving.getByRole('dialog')
  await dialog.getByText('the workspace “Bo’s workspace” with no content yet').waitFor()
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one')
  await leaving.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('Wrong password.').waitFor()
  await dialog.getByLabel('Your password', { exact: true }).fill(bo.password)
  await leaving.keyboard.press('Enter')
  await leaving.waitForURL((url) => url.pathname === '/')
  await leaving.getByText('Your account was deleted').waitFor()
  await leaving.getByRole('link', { name: 'Sign up' }).waitFor()
  expect((await leaving.context().cookies()).filter(({ name }) => name === 'app_token')).toEqual([])
  expect(await leaving.evaluate(() => localStorage.getItem('app_email'))).toBe(null)
  const answer = await leaving.request.post('/user/login', { data: bo })
  expect(answer.status()).toBe(401)
  await leaving.context().close()
})

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
