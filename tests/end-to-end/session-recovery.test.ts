import { AxeBuilder } from '@axe-core/playwright'
import { URI } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** A session that ends in the middle of work: a dialog signs the same person in again, and what was interrupted goes on. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let context: BrowserContext
let page: Page
let call: Call
let workspaceId: string
let userId: string

const getClient = (token: string) =>
  createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${token}` }) })

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

beforeEach(async () => {
  ;({ call, workspaceId } = await earshot.signIn())
  userId = (await call(authContract.userdata, {})).user.id
  await context?.close()
  context = await browser.newContext({ baseURL: earshot.url, viewport: { width: 1200, height: 900 } })
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.login, owner)
  await context.addCookies([{ name: 'app_token', value: token, url: earshot.url, httpOnly: true }])
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
})

/** Of the browser; the test signs in anew. */
async function endSessions() {
  await call(authContract.sessionsRevoke, { all: true })
  await call(authContract.logout, {}).catch(() => undefined)
  ;({ call } = await earshot.signIn())
}

const dialog = () => page.getByRole('dialog', { name: 'Sign in to continue' })

test('unsaved text of the editor outlives the session: dialog, Cancel, sign in, saved', async () => {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Cold brew',
    model: 'builtin',
  })
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  const editor = page.locator('.ProseMirror')
  await editor.click()
  await endSessions()
  await page.keyboard.type('Steep it for sixteen hours.')
  await dialog().waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  // The focus stays inside.
  for (let times = 0; times < 8; times++) {
    await page.keyboard.press('Tab')
    expect(await dialog().evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  expect(await editor.innerText()).toContain('sixteen hours')
  await editor.press('End')
  await page.keyboard.type(' Then strain it.')
  const note = page.getByText('You’re signed out. What you typed is still on this page')
  await note.waitFor()
  expect(await dialog().count()).toBe(0)

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog().getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await dialog().getByText('The password is wrong').waitFor()
  await dialog().getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  const text = await until('the text to be saved', async () => {
    const now = (await call(aiContentContract.single, { _id: item._id })).item.content_md
    return now.includes('strain') && now
  })
  expect(text).toContain('Steep it for sixteen hours. Then strain it.')
  expect(await note.count()).toBe(0)
  expect(page.url()).toContain(`/app/content/${item._id}`)
}, 60_000)

test('a form that the router sends waits for the dialog and is then sent as it was', async () => {
  await page.goto('/app/reports/new')
  await awake(page)
  await page.locator('main form').getByRole('textbox').first().fill('tea for two')
  await endSessions()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  const { items } = await call(reportsContract.find, { workspace_id: workspaceId })
  expect(items.filter(({ query }) => query === 'tea for two')).toHaveLength(1)
}, 60_000)

test('the sign-in without a redirect: same person only, two-factor, mailed code', async () => {
  const renew = async (fields: Record<string, string>) => {
    const response = await fetch(`${earshot.url}/login/renew`, {
      method: 'POST',
      headers: { Origin: earshot.url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const body = (await response.json()) as { success: boolean; signed_in?: boolean; error?: { code: string } }
    return { status: response.status, cookie: response.headers.get('set-cookie'), ...body }
  }
  const other = { email: 'other@example.com', password: 'another long one', first_name: 'Bo' }
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.signup, other)
  expect(await renew({ user_id: userId, ...other })).toMatchObject({
    status: 403,
    cookie: null,
    error: { code: 'forbidden' },
  })
  // The session that proved it to be somebody else is over.
  expect((await getClient(token)(authContract.sessionsList, {})).items).toHaveLength(1)

  const person = { user_id: userId, email: owner.email }
  expect(await renew({ ...person, password: 'wrong' })).toMatchObject({ status: 401, cookie: null })
  expect((await renew({ ...person, password: owner.password })).cookie).toMatch(/^app_token=es_.*HttpOnly/)

  const begun = await call(authContract.twoFactorBegin, {})
  const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
  await call(authContract.twoFactorConfirm, { otp: totp.generate() })
  const needed = await renew({ ...person, password: owner.password })
  expect(needed).toMatchObject({ status: 401, cookie: null, error: { code: 'otp_required' } })
  const otp = begun.recovery_codes[0]!
  expect(await renew({ ...person, password: owner.password, otp })).toMatchObject({ success: true, signed_in: true })

  expect(await renew(person)).toMatchObject({ success: true, signed_in: false, cookie: null })
  const code = await until('the code to be mailed', async () => {
    const emails = await readOutbox(data.dataDir)
    return emails.flatMap((text) => /^Subject: (\d{6}) is your/m.exec(text)?.[1] ?? []).at(-1)
  })
  expect(await renew({ ...person, code, otp: begun.recovery_codes[1]! })).toMatchObject({ signed_in: true })
}, 60_000)
