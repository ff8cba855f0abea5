import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { type Coinbase, startCoinbase } from '../doubles/coinbase.ts'
import { type StripeDouble, startStripe } from '../doubles/stripe.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { awake } from '../support/hydration.ts'

/** From what it costs to what was paid: one buyer's walk, with Stripe and Coinbase as they describe themselves. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let coinbase: Coinbase
let stripe: StripeDouble
let earshot: RunningEarshot
let browser: Browser
let ada: Page
const problems: string[] = []
const soon = { timeout: 15_000 }

beforeAll(async () => {
  data = await makeDataDir()
  coinbase = await startCoinbase()
  stripe = await startStripe()
  earshot = await startEarshot(data.dataDir, { ...coinbase.settings, ...stripe.settings })
  browser = await launchBrowser()
  const { token } = await createClient({ baseUrl: earshot.url })(authContract.signup, {
    email: `${randomUUID()}@example.com`,
    password: 'a long enough one',
    first_name: 'Ada',
  })
  ada = await open()
  await ada.context().addCookies([{ name: 'app_token', value: token, url: earshot.url }])
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await coinbase?.close()
  await stripe?.close()
  await data?.remove()
})

async function open(options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ baseURL: earshot.url, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  return page
}

const meter = () => ada.getByRole('main').getByRole('meter', { name: 'Reports' })
const maxReports = () => expect.poll(() => meter().getAttribute('aria-valuemax'), soon)
const button = (name: string) => ada.getByRole('button', { name, exact: true })
/** What is loaded anew loses the mark. */
const mark = () => ada.evaluate(() => Object.assign(window, { sinceMarked: true }))
const isSameDocument = () => ada.evaluate(() => 'sinceMarked' in window)

test('a plan chosen where the prices stand is paid for, and counts without loading the page again', async () => {
  await ada.goto('/pricing')
  await looksRight(ada, { name: 'pricing', views: [{ colorScheme: 'light', width: 360 }] })
  await ada.getByRole('link', { name: 'Yearly' }).click()
  await ada.getByText('$38 less than paying monthly.').waitFor()
  await ada.getByRole('link', { name: 'Choose Starter' }).click()
  await ada.waitForURL('**/app/billing?feature=starter&interval=year')
  await awake(ada)
  await ada.getByText('Monthly', { exact: true }).click()
  await button('Upgrade to Starter by the month').click()
  await ada.waitForURL(`${stripe.url}/pay/*`)
  const reported = ada.waitForRequest('**/stripe_ae/csinfo')
  await button('Pay').click()

  // Stripe leads back before it has told: nothing counts yet, and the page says what it waits for.
  await ada.waitForURL('**/app/billing/return?session_id=*')
  await ada.getByRole('heading', { name: 'Waiting for Stripe to confirm' }).waitFor()
  expect((await reported).postDataJSON()).toEqual({ id: new URL(ada.url()).searchParams.get('session_id') })
  await expect.poll(() => meter().getAttribute('aria-valuemax')).toBe('5')
  await mark()
  const told = stripe.worlds.stripe.events.splice(0)
  stripe.tellTo(earshot.url)
  await Promise.all(told.map((event) => stripe.send('stripe', event, { to: `${earshot.url}/stripe/webhook` })))
  await ada.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await maxReports().toBe('50')
  expect(await isSameDocument()).toBe(true)
})

test('a bigger plan is confirmed at Stripe and counts at once; a cancelled one is kept', async () => {
  await ada.getByRole('link', { name: 'Plan and billing' }).click()
  await ada.getByText('Paid by card by the month').waitFor()
  await looksRight(ada, { name: 'billing', views: [{ colorScheme: 'dark', width: 360 }] })
  await button('Change to Pro by the month').click()
  await button('Confirm').click()
  await ada.waitForURL('**/app/billing?changed=pro')
  await awake(ada)
  await ada.getByText('Pro is active.').waitFor()
  await maxReports().toBe('250')

  await button('Manage cards and invoices').click()
  await ada.waitForURL(`${stripe.url}/portal/*`)
  await button('Cancel subscription').click()
  await stripe.settle()
  await expect
    .poll(async () => {
      await ada.goto('/app/billing')
      return ada.getByText('Canceled. Active until').count()
    }, soon)
    .toBe(1)
  await awake(ada)
  await button('Keep Pro').click()
  await ada.getByText('Billed by the month. Renews on').waitFor()
  await ada.getByRole('link', { name: 'Invoice' }).first().waitFor()
})

test('codes paid with crypto raise the plan before her eyes, though nobody led her back', async () => {
  await ada.getByLabel('Buy lifetime codes').fill('3')
  await ada.getByText('$177 total, one-time').waitFor()
  await button('Pay with crypto').click()
  await ada.waitForURL(`${coinbase.url}/payment-links/*`)
  await button('Pay').click()
  await ada.getByRole('heading', { name: 'Paid' }).waitFor()
  await ada.goto('/app/billing')
  await ada.getByRole('heading', { name: 'Waiting for Coinbase to confirm' }).waitFor()
  await mark()
  coinbase.tell(`${earshot.url}/coinbase/webhook`)
  const sent = coinbase.events.flatMap((event) => [event, event, event].map((each) => coinbase.deliver(each)))
  expect(await Promise.all(sent)).toEqual([200, 200, 200])
  await ada.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await maxReports().toBe('1000')
  await ada.getByText('3 lifetime codes').waitFor()
  expect(await isSameDocument()).toBe(true)
})

test('a code from staff is redeemed beside it', async () => {
  const { call } = await earshot.signIn()
  const { codes } = await call(adminContract.codesCreate, { interval: 'annual', count: 1 })
  await ada.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
  await button('Redeem').click()
  await ada.getByRole('list', { name: 'Redeemed codes' }).getByText(codes[0]!.slice(-4)).waitFor()
})

test('a provider that fails says so beside the button', async () => {
  coinbase.answer('broken')
  await button('Pay with crypto').click()
  await ada.getByRole('alert').getByText('You weren’t charged').waitFor()
  stripe.failNext(20)
  await button('Pay by card').click()
  await ada.getByRole('alert').getByText('Stripe').waitFor()
  expect(new URL(ada.url()).pathname).toBe('/app/billing')
  stripe.failNext(0)
})

test('without an account and without scripts, codes go by mail to whoever paid', async () => {
  const page = await open({ javaScriptEnabled: false })
  await page.goto('/pricing?aff=a-friend')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Buy with card' }).click()
  await page.waitForURL(`${stripe.url}/pay/*`)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/paid?session_id=*')
  await page.getByText(/2 codes sent to b.*@example\.com/).waitFor()
  await page.context().close()
})

test('no page failed, and Stripe would have refused nothing', () => {
  expect(problems).toEqual([])
  expect(stripe.complaints).toEqual([])
})
