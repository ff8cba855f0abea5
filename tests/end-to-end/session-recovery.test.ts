import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest, signUp as createAccount } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** When a session ends during work, a dialog signs the same person in again and the interrupted call continues. */

const test = browserTest
  /** Ends all sessions of the account, the browser's too, and signs in once more for the test's own calls. */
  .extend('endSessions', ({ earshot, account }) => async () => {
    const { email, password } = account
    await account.call(authContract.sessionsRevoke, { all: true })
    await account.call(authContract.logout, {})
    const { token } = await createClient({ baseUrl: earshot.url })(authContract.login, { email, password })
    return createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  })
  /** Signs in without leaving a page, as the dialog does. */
  .extend('renew', ({ earshot, account }) => async (fields: Record<string, string>) => {
    const response = await fetch(`${earshot.url}/login/renew`, {
      method: 'POST',
      headers: { Origin: earshot.url },
      body: new URLSearchParams({ user_id: account.userId, email: account.email, ...fields }),
      redirect: 'manual',
    })
    const body = (await response.json()) as { success: boolean; signed_in?: boolean; error?: { code: string } }
    return { status: response.status, cookie: response.headers.get('set-cookie'), ...body }
  })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' })
const editor = (page: Page) => page.locator('.ProseMirror')
const notice = (page: Page) => page.getByText('You’re signed out. What you typed is still on this page')

async function openDocument(page: Page, { call, workspaceId }: Account) {
  const document = { workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await editor(page).click()
  return item._id
}
async function enterPassword(page: Page, password: string) {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('when a session expires during writing, an accessible dialog has the focus', async ({
  page,
  account,
  endSessions,
}) => {
  await openDocument(page, account)
  await endSessions()
  await page.keyboard.type('Steep it for sixteen hours.')
  await dialog(page).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  // Focus stays inside the dialog.
  for (let times = 0; times < 8; times++) {
    await page.keyboard.press('Tab')
    expect(await dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  await looksRight(page, { parts: ['[role="dialog"]'] })
})

test('after closing the dialog, a note says that the text is still there, and asks no further', async ({
  page,
  account,
  endSessions,
}) => {
  await openDocument(page, account)
  await endSessions()
  await page.keyboard.type('Steep it for sixteen hours.')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await editor(page).innerText()).toContain('sixteen hours')
  await editor(page).press('End')
  await page.keyboard.type(' Then strain it.')
  await notice(page).waitFor()
  expect(await dialog(page).count()).toBe(0)
  expect(await editor(page).innerText()).toContain('Then strain it.')
})

test('text typed while signed out is saved after signing in, and a wrong password says so', async ({
  page,
  account,
  endSessions,
}) => {
  const _id = await openDocument(page, account)
  const call = await endSessions()
  await page.keyboard.type('Steep it for sixteen hours.')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  await notice(page).waitFor()
  await editor(page).press('End')
  await page.keyboard.type(' Then strain it.')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await enterPassword(page, 'not the password')
  await dialog(page).getByText('The password is wrong').waitFor()
  await enterPassword(page, account.password)
  await dialog(page).waitFor({ state: 'detached' })
  const saved = async () => (await call(aiContentContract.single, { _id })).item.content_md
  await expect.poll(saved).toContain('Steep it for sixteen hours. Then strain it.')
  await expect.poll(() => notice(page).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(`/app/content/${_id}`)
})

test('a form sent by the router waits for the dialog and is then sent unchanged, once', async ({
  page,
  account,
  endSessions,
}) => {
  await page.goto('/app/reports/new')
  await awake(page)
  await page.locator('main form').getByRole('textbox').first().fill('tea for two')
  const call = await endSessions()
  await page.keyboard.press('Enter')
  await enterPassword(page, account.password)
  await page.waitForURL(/\/app\/reports\/[0-9a-f-]{36}/)
  const { items } = await call(reportsContract.find, { workspace_id: account.workspaceId })
  expect(items.map(({ query }) => query)).toEqual(['tea for two'])
})

test('signing in without leaving the page works for the same person only', async ({ renew, earshot }) => {
  const other = await createAccount(earshot.url)
  expect(await renew({ email: other.email, password: other.password })).toMatchObject({
    status: 403,
    cookie: null,
    error: { code: 'forbidden' },
  })
  // The session that this started for the other person has ended.
  expect((await other.call(authContract.sessionsList, {})).items).toHaveLength(1)
})

test('signing in without leaving the page needs the right password and the second factor', async ({
  renew,
  account,
}) => {
  const { call, password } = account
  expect(await renew({ password: 'wrong' })).toMatchObject({ status: 401, cookie: null })
  expect((await renew({ password })).cookie).toMatch(/^app_token=es_.*HttpOnly/)
  const begun = await call(authContract.twoFactorBegin, {})
  await call(authContract.twoFactorConfirm, { otp: (URI.parse(begun.otpauth_url) as TOTP).generate() })
  expect(await renew({ password })).toMatchObject({ status: 401, cookie: null, error: { code: 'otp_required' } })
  expect(await renew({ password, otp: begun.recovery_codes[0]! })).toMatchObject({ success: true, signed_in: true })
})

test('signing in without leaving the page works with an emailed code', async ({ renew, account, earshot }) => {
  expect(await renew({})).toMatchObject({ success: true, signed_in: false, cookie: null })
  const code = await until('the code to be mailed', async () => {
    const emails = await readOutbox(earshot.dataDir, account.email)
    return emails.flatMap((text) => /^Subject: (\d{6}) is your/m.exec(text)?.[1] ?? []).at(-1)
  })
  expect(await renew({ code })).toMatchObject({ signed_in: true })
})
