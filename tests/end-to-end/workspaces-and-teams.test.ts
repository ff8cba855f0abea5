import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { limitPlan } from '../support/limited-plan.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'

/** Workspaces and teams on screen. Their rules are tested in tests/http/workspaces-and-teams.test.ts. */

const phone = { viewport: { width: 360, height: 740 } }

const test = browserTest
  /** The path of the newest invitation sent to an email. */
  .extend('invitationTo', ({ earshot }) => (email: string) => {
    const find = async () =>
      (await readOutbox(earshot.dataDir, email))
        .flatMap((text) => /\/invite\?token=[\w-]+/.exec(text)?.[0] ?? [])
        .at(-1)
    return until(`an invitation to ${email}`, find, 60_000)
  })
  /** Another account, which joins the test's workspace. */
  .extend('join', ({ account, signUp, invitationTo }) => async (role: 'viewer' | 'admin') => {
    const guest = await signUp('Grace')
    const { call, workspaceId } = account
    const { member } = await call(teamsContract.add, { workspace_id: workspaceId, email: guest.email, role })
    const token = (await invitationTo(guest.email)).split('=')[1]!
    await guest.call(teamsContract.accept, { token })
    return { ...guest, memberId: member._id }
  })

const getAccent = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--workspace-color').trim())
const switcher = (page: Page) => page.getByRole('button', { name: /Switch workspace/ })
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}
/** Selects a workspace as the switcher does. */
const enter = (page: Page, { workspaceId }: Pick<Account, 'workspaceId'>, url: string) =>
  page.context().addCookies([{ name: 'app_workspace', value: workspaceId, url }])

const setUp = ({ call, workspaceId }: Account) =>
  call(workspacesContract.rename, { _id: workspaceId, name: 'Hollow Oak', color: '#a21caf' })

test('a workspace created in the switcher previews its color and is opened', async ({ page, account }) => {
  await setUp(account)
  await openPage(page, '/app')
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.waitForURL('**/app/workspaces/new')
  await page.getByLabel('Name').fill('Second Street')
  await page.getByRole('radio', { name: 'Blue' }).check()
  expect(await getAccent(page)).toBe('#0369a1')
  await looksRight(page)
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL('**/app')
  await expect.poll(() => switcher(page).textContent()).toContain('Second Street')
  expect(await getAccent(page)).toBe('#0369a1')
})

test('the selected workspace stays selected after a reload, with its color in the first paint', async ({
  page,
  account,
}) => {
  await setUp(account)
  const { workspace: second } = await account.call(workspacesContract.add, { name: 'Second Street', color: '#0369a1' })
  await openPage(page, '/app')
  await switcher(page).click()
  await page.getByRole('menuitem', { name: /Second Street/ }).click()
  await expect.poll(() => switcher(page).textContent()).toContain('Second Street')
  await page.reload()
  expect(await switcher(page).textContent()).toContain('Second Street')
  const stored = await page.evaluate(() => [
    localStorage.getItem('app_workspace'),
    localStorage.getItem('workspace-bg-color'),
  ])
  expect(stored).toEqual([second._id, '#0369a1'])
  const html = await (await page.request.get('/app')).text()
  expect(html).toContain('--workspace-color:#0369a1')
})

test('a color is previewed, and goes back when undone or when the screen is left', async ({ page, account }) => {
  await setUp(account)
  await openPage(page, '/app/settings/workspace')
  await page.getByRole('radio', { name: 'Teal' }).check()
  expect(await getAccent(page)).toBe('#0f766e')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await getAccent(page)).toBe('#a21caf')
  await page.getByRole('radio', { name: 'Teal' }).check()
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  expect(await getAccent(page)).toBe('#a21caf')
})

test('name and color are saved by keyboard', async ({ page, account }) => {
  await setUp(account)
  await openPage(page, '/app/settings/workspace')
  await page.getByLabel('Name').fill('Hollow Oak Coffee')
  await page.getByRole('radio', { name: 'Teal' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => switcher(page).textContent()).toContain('Hollow Oak Coffee')
  expect(await getAccent(page)).toBe('#0f766e')
  await looksRight(page)
  await page.reload()
  expect(await getAccent(page)).toBe('#0f766e')
})

test('a member is invited by email', async ({ page, invitationTo }) => {
  const email = 'grace@example.com'
  await openPage(page, '/app/settings/team')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('invited, expires on').waitFor()
  await looksRight(page)
  await invitationTo(email)
})

test('someone without an account signs up with the invitation and joins, once', async ({
  open,
  account,
  invitationTo,
}) => {
  await setUp(account)
  const email = `invited-${account.email}`
  await account.call(teamsContract.add, { workspace_id: account.workspaceId, email, role: 'viewer' })
  const guest = await open({ as: null, ...phone })
  const link = await invitationTo(email)
  await guest.goto(link)
  expect(await guest.getByRole('heading', { level: 1 }).textContent()).toBe('Hollow Oak')
  await looksRight(guest)
  await guest.getByRole('link', { name: `Create account with ${email}` }).click()
  // The form is filled with the email the invitation was sent to.
  expect(await guest.getByLabel('Email').inputValue()).toBe(email)
  await guest.getByLabel('First name').fill('Grace')
  await guest.getByLabel('Password', { exact: true }).fill('a long enough one')
  await guest.keyboard.press('Enter')
  await guest.waitForURL('**/invite?token=*')
  await guest.getByRole('button', { name: 'Join workspace' }).click()
  await guest.waitForURL('**/app')
  // The URL changes just before the screen does.
  await expect.poll(() => switcher(guest).textContent()).toContain('Hollow Oak')
  expect(await getAccent(guest)).toBe('#a21caf')
  await guest.goto(link)
  await guest.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
})

test('a role changed by the owner takes effect in the other browser at the next step', async ({
  page,
  open,
  account,
  earshot,
  join,
}) => {
  const member = await join('viewer')
  const guest = await open({ as: member, ...phone })
  await enter(guest, account, earshot.url)
  await openPage(guest, '/app/settings/workspace')
  await guest.getByText('Your role here is viewer').waitFor()
  await looksRight(guest)
  await openPage(page, '/app/settings/team')
  await page.getByLabel('Role of Grace').selectOption('admin')
  await page.getByText('Grace is now admin.').waitFor()
  await guest.reload()
  await guest.getByRole('button', { name: 'Save' }).waitFor()
  await looksRight(guest)
})

test('a viewer sees who can let them run reports', async ({ open, account, earshot, join }) => {
  const guest = await open({ as: await join('viewer') })
  await enter(guest, account, earshot.url)
  await openPage(guest, '/app')
  await guest.getByText('ask the workspace owner to make you an editor').waitFor()
  expect(await guest.getByRole('button', { name: 'Run report' }).count()).toBe(0)
})

test('ownership is offered on the team screen', async ({ page, join }) => {
  await join('admin')
  await openPage(page, '/app/settings/team')
  await page.getByRole('button', { name: 'Actions for Grace' }).click()
  await page.getByRole('menuitem', { name: 'Offer ownership…' }).click()
  await confirm(page, 'Offer ownership')
  await page.getByText('ownership offered', { exact: true }).waitFor()
  await looksRight(page)
})

test('an offer of ownership is declined, after the new owner’s plan had no room to accept it', async ({
  open,
  account,
  earshot,
  join,
}) => {
  const { memberId, ...member } = await join('admin')
  await account.call(teamsContract.transfer, { workspace_id: account.workspaceId, member_id: memberId })
  await limitPlan(earshot, member, { workspaces: 1 })
  const guest = await open({ as: member, ...phone })
  await enter(guest, account, earshot.url)
  await openPage(guest, '/app/settings/team')
  const offer = guest.getByRole('region', { name: 'Ownership offer' })
  await offer.getByText('offers you ownership of').waitFor()
  await looksRight(guest)
  await offer.getByRole('button', { name: 'Accept ownership' }).click()
  await confirm(guest, 'Accept ownership')
  await guest.getByRole('dialog').getByText('no room for another workspace').waitFor()
  await confirm(guest, 'Cancel')
  await offer.getByRole('button', { name: 'Decline offer' }).click()
  await guest.getByText('Ownership offer declined.').waitFor()
})

test('leaving a workspace asks once and opens one’s own workspace', async ({ open, account, earshot, join }) => {
  const guest = await open({ as: await join('admin'), ...phone })
  await enter(guest, account, earshot.url)
  await openPage(guest, '/app/settings/team')
  await guest.getByRole('button', { name: 'Leave…' }).click()
  await confirm(guest, 'Leave')
  await guest.waitForURL('**/app')
  await expect.poll(() => switcher(guest).textContent()).toContain('Grace’s workspace')
})

test('deleting a workspace lists its content, asks once and opens another one', async ({ page, account }) => {
  await setUp(account)
  await account.call(workspacesContract.add, { name: 'Second Street', color: '#0369a1' })
  await openPage(page, '/app/settings/workspace')
  await page.getByRole('button', { name: 'Delete workspace…' }).click()
  await page.getByRole('dialog').getByText('Will be deleted:').waitFor()
  await looksRight(page)
  await confirm(page, 'Delete workspace')
  await page.waitForURL('**/app')
  await expect.poll(() => switcher(page).textContent()).toContain('Second Street')
})

test('the only workspace can’t be deleted', async ({ page }) => {
  await openPage(page, '/app/settings/workspace')
  await page.getByText('You can’t delete your only workspace').waitFor()
})
