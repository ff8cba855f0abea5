import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { readOutbox } from '../support/outbox.ts'

/** Two people, two browsers, one workspace. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let page: Page
let guest: Page
const problems: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
  page = await open({ width: 1440, height: 1000 })
  guest = await open({ width: 360, height: 740 })
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

async function open(viewport: { width: number; height: number }) {
  const context: BrowserContext = await browser.newContext({ reducedMotion: 'reduce', baseURL: earshot.url, viewport })
  const opened = await context.newPage()
  opened.setDefaultTimeout(30_000)
  opened.on('pageerror', (error) => problems.push(`${opened.url()}: ${error.message}`))
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/40\d/.test(message.text())) problems.push(`${opened.url()}: ${message.text()}`)
  })
  return opened
}

const accent = (of: Page) =>
  of.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--workspace-color').trim())
const switcher = (of: Page) => of.getByRole('button', { name: /Switch workspace/ })
const confirm = (of: Page, name: string) => of.getByRole('dialog').getByRole('button', { name }).click()

async function mailedLink(email: string): Promise<string> {
  const emails = await readOutbox(data.dataDir, email)
  const link = emails.flatMap((text) => /\/invite\?token=[\w-]+/.exec(text)?.[0] ?? []).at(-1)
  if (!link) throw new Error(`No invitation of ${email} in the outbox.`)
  return link
}

/** The colour of the new workspace. */
let chosen = ''

test('a new workspace is made from the switcher, and its colour is the accent at once', async () => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
  // A first workspace has one of the colours, by chance this one too.
  const [name, color] = (await accent(page)) === '#a21caf' ? ['Blue', '#0369a1'] : ['Fuchsia', '#a21caf']
  chosen = color!
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.waitForURL('**/app/workspaces/new')
  await page.getByLabel('Name').fill('Hollow Oak')
  await page.getByRole('radio', { name }).check()
  expect(await accent(page)).toBe(color)
  await looksRight(page)
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.waitForURL('**/app')
  await expect.poll(() => switcher(page).textContent()).toContain('Hollow Oak')
  expect(await accent(page)).toBe(color)
})

test('the switch keeps across a reload, with the colour in the server’s first paint', async () => {
  await page.reload()
  expect(await switcher(page).textContent()).toContain('Hollow Oak')
  const html = await (await page.request.get('/app')).text()
  expect(html).toContain(`--workspace-color:${chosen}`)
})

test('a colour is tried on, taken back, and kept once it is saved', async () => {
  await page.goto('/app/settings/workspace')
  await page.getByRole('radio', { name: 'Teal' }).check()
  expect(await accent(page)).toBe('#0f766e')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await accent(page)).toBe(chosen)
  await page.getByRole('radio', { name: 'Teal' }).check()
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()
  expect(await accent(page)).toBe(chosen)
  await page.getByRole('link', { name: 'Workspace', exact: true }).click()
  await page.getByLabel('Name').fill('Hollow Oak Coffee')
  await page.getByRole('radio', { name: 'Teal' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => switcher(page).textContent()).toContain('Hollow Oak Coffee')
  expect(await accent(page)).toBe('#0f766e')
  await looksRight(page)
  await page.reload()
  expect(await accent(page)).toBe('#0f766e')
})

test('someone without an account is invited, signs up by the link, and joins', async () => {
  await page.goto('/app/settings/team')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('invited, expires on').waitFor()
  await looksRight(page)

  const link = await mailedLink('grace@example.com')
  await guest.goto(link)
  expect(await guest.getByRole('heading', { level: 1 }).textContent()).toBe('Hollow Oak Coffee')
  await looksRight(guest)
  await guest.getByRole('link', { name: 'Create account with grace@example.com' }).click()
  // The sign-up form already holds the address the invitation was sent to.
  expect(await guest.getByLabel('Email').inputValue()).toBe('grace@example.com')
  await guest.getByLabel('First name').fill('Grace')
  await guest.getByLabel('Password', { exact: true }).fill('a long enough one')
  await guest.keyboard.press('Enter')
  await guest.waitForURL('**/invite?token=*')
  await guest.getByRole('button', { name: 'Join workspace' }).click()
  await guest.waitForURL('**/app')
  // The address turns a moment before the screen does.
  await expect.poll(() => switcher(guest).textContent()).toContain('Hollow Oak Coffee')
  expect(await accent(guest)).toBe('#0f766e')
  await guest.goto(link)
  await guest.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
})

test('a role changed by the owner counts in the other browser at the next step', async () => {
  await guest.goto('/app/settings/workspace')
  await guest.getByText('Your role here is viewer').waitFor()
  await looksRight(guest)
  await page.reload()
  await page.getByLabel('Role of Grace').selectOption('admin')
  await page.getByText('Grace is now admin.').waitFor()
  await guest.reload()
  await guest.getByRole('button', { name: 'Save' }).waitFor()
  await looksRight(guest)
  await guest.goto('/app/settings/team')
  await guest.getByText('Grace').first().waitFor()
  await looksRight(guest)
})

test('ownership is offered, seen by both, and says why it cannot be accepted while one’s plan has no room', async () => {
  await page.getByRole('button', { name: 'Actions for Grace' }).click()
  await page.getByRole('menuitem', { name: 'Offer ownership…' }).click()
  await confirm(page, 'Offer ownership')
  await page.getByText('ownership offered', { exact: true }).waitFor()
  await looksRight(page)
  await guest.reload()
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

test('leaving is asked about once, and leads to one’s own workspace', async () => {
  await guest.getByRole('button', { name: 'Leave…' }).click()
  await confirm(guest, 'Leave')
  await guest.waitForURL('**/app')
  await expect.poll(() => switcher(guest).textContent()).toContain('Grace’s workspace')
})

test('removing a workspace says what goes, asks once, and leads to another; the last one stays', async () => {
  await page.goto('/app/settings/workspace')
  await page.getByRole('button', { name: 'Delete workspace…' }).click()
  await page.getByRole('dialog').getByText('Will be deleted:').waitFor()
  await looksRight(page)
  await confirm(page, 'Delete workspace')
  await page.waitForURL('**/app')
  await expect.poll(() => switcher(page).textContent()).not.toContain('Hollow Oak Coffee')
  await page.goto('/app/settings/workspace')
  await page.getByText('You can’t delete your only workspace').waitFor()
})

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
