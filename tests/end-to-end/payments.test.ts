import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { paymentsContract } from '../../src/features/payments/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { startCoinbase } from '../doubles/coinbase.ts'
import { startStripe } from '../doubles/stripe.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'
import { until } from '../support/wait-until.ts'

/**
 * Plans, limits and payments on screen, with doubles of Stripe and Coinbase that follow their documentation. What a payment does is
 * tested in tests/http/payments*.test.ts.
 */

const test = browserTest
  .extend('stripe', { scope: 'file' }, async ({}, { onCleanup }) => {
    const stripe = await startStripe()
    onCleanup(() => stripe.close())
    return stripe
  })
  .extend('coinbase', { scope: 'file' }, async ({}, { onCleanup }) => {
    const coinbase = await startCoinbase()
    onCleanup(() => coinbase.close())
    return coinbase
  })
  .extend('settings', { scope: 'file' }, ({ stripe, coinbase }) => ({
    ...stripe.settings,
    ...coinbase.settings,
    DEFAULT_PLAN: 'free',
  }))
  /** Buys a plan as the test's account. */
  .extend('subscribe', ({ account, stripe }) => async (feature: 'starter' | 'pro') => {
    const { url, reference } = await account.call(paymentsContract.paylink, { feature, interval: 'month' })
    stripe.worlds.stripe.pay(new URL(url).pathname.split('/').at(-1)!)
    const isPaid = async () =>
      (await account.call(paymentsContract.status, { reference: reference! })).order.state === 'paid'
    await until('the plan to be paid', isPaid)
  })

test.beforeEach(({ stripe, coinbase, earshot }) => {
  stripe.tellTo(earshot.url)
  stripe.failNext(0)
  coinbase.tell(`${earshot.url}/coinbase/webhook`)
  coinbase.answer('none')
})
// What Stripe would have rejected.
test.afterEach(({ stripe }) => expect(stripe.complaints).toEqual([]))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const meter = (page: Page) => page.getByRole('main').getByRole('meter', { name: 'Reports' })
const maxReports = (page: Page) => expect.poll(() => meter(page).getAttribute('aria-valuemax'))
/** A reload loses this mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sinceMarked: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'sinceMarked' in window)

async function openBilling(page: Page) {
  await page.goto('/app/billing')
  await awake(page)
}
const createCode = async ({ signIn }: { signIn: () => Promise<Pick<Account, 'call'>> }) => {
  const { call } = await signIn()
  return (await call(adminContract.codesCreate, { interval: 'lifetime', count: 1 })).codes[0]!
}

test('a plan chosen on the pricing page is offered with its billing period', async ({ page }) => {
  await page.goto('/pricing')
  await looksRight(page, { name: 'pricing', views: [{ colorScheme: 'light', width: 360 }] })
  await page.getByRole('link', { name: 'Yearly' }).click()
  await page.getByText('$38 less than paying monthly.').waitFor()
  await page.getByRole('link', { name: 'Choose Starter' }).click()
  await page.waitForURL('**/app/billing?feature=starter&interval=year')
  await awake(page)
  await button(page, 'Upgrade to Starter by the year').waitFor()
  await page.getByText('Monthly', { exact: true }).click()
  await button(page, 'Upgrade to Starter by the month').waitFor()
})

test('a plan is active as soon as Stripe confirms it, without a reload', async ({ page, stripe, earshot }) => {
  // Stripe redirects before it sends the event, so the page says what it is waiting for.
  stripe.keepToItself()
  const before = stripe.worlds.stripe.events.length
  await page.goto('/app/billing?feature=starter&interval=month')
  await awake(page)
  await button(page, 'Upgrade to Starter by the month').click()
  await page.waitForURL(`${stripe.url}/pay/*`)
  const reported = page.waitForRequest('**/stripe_ae/csinfo')
  await button(page, 'Pay').click()
  await page.waitForURL('**/app/billing/return?session_id=*')
  await page.getByRole('heading', { name: 'Waiting for Stripe to confirm' }).waitFor()
  expect((await reported).postDataJSON()).toEqual({ id: new URL(page.url()).searchParams.get('session_id') })
  await maxReports(page).toBe('5')
  await mark(page)
  const events = stripe.worlds.stripe.events.slice(before)
  await Promise.all(events.map((event) => stripe.send('stripe', event, { to: `${earshot.url}/stripe/webhook` })))
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await maxReports(page).toBe('50')
  expect(await isSameDocument(page)).toBe(true)
})

test('an upgrade is confirmed at Stripe and takes effect immediately', async ({ page, subscribe }) => {
  await subscribe('starter')
  await openBilling(page)
  await page.getByText('Paid by card each month').waitFor()
  await page.getByRole('link', { name: 'Invoice' }).first().waitFor()
  await looksRight(page, { name: 'billing', views: [{ colorScheme: 'dark', width: 360 }] })
  await button(page, 'Change to Pro by the month').click()
  await button(page, 'Confirm').click()
  await page.waitForURL('**/app/billing?changed=pro')
  await page.getByText('Pro is active.').waitFor()
  await maxReports(page).toBe('250')
})

test('a plan canceled at Stripe is kept', async ({ page, stripe, subscribe, account }) => {
  await subscribe('pro')
  await openBilling(page)
  await button(page, 'Manage cards and invoices').click()
  await page.waitForURL(`${stripe.url}/portal/*`)
  await button(page, 'Cancel subscription').click()
  await stripe.settle()
  const isCanceled = async () =>
    (await account.call(paymentsContract.billing, {})).subscriptions.some(({ status }) => status === 'ending')
  await until('the subscription to be canceled', isCanceled)
  await openBilling(page)
  await page.getByText('Canceled. Active until').waitFor()
  await button(page, 'Keep Pro').click()
  await page.getByText('Billed by the month. Renews on').waitFor()
})

test('codes paid with crypto raise the limits on screen, even if the buyer doesn’t return from checkout', async ({
  page,
  coinbase,
  earshot,
}) => {
  coinbase.tell(null)
  const before = coinbase.events.length
  await openBilling(page)
  await page.getByLabel('Buy lifetime codes').fill('3')
  await page.getByText('$177 total, one-time').waitFor()
  await button(page, 'Pay with crypto').click()
  await page.waitForURL(`${coinbase.url}/payment-links/*`)
  await button(page, 'Pay').click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await openBilling(page)
  await page.getByRole('heading', { name: 'Waiting for Coinbase to confirm' }).waitFor()
  await mark(page)
  coinbase.tell(`${earshot.url}/coinbase/webhook`)
  const sent = coinbase.events.slice(before).map((event) => coinbase.deliver(event))
  expect((await Promise.all(sent)).every((status) => status === 200)).toBe(true)
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  await maxReports(page).toBe('1000')
  await page.getByText('3 lifetime codes').waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('a failing payment provider shows an error at the button', async ({ page, coinbase, stripe }) => {
  await openBilling(page)
  coinbase.answer('broken')
  await button(page, 'Pay with crypto').click()
  await page.getByRole('alert').getByText('You weren’t charged').waitFor()
  stripe.failNext(20)
  await button(page, 'Pay by card').click()
  await page.getByRole('alert').getByText('Stripe').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/billing')
})

test('without an account and scripts, codes are sent by email to the buyer', async ({ open, stripe }) => {
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto('/pricing?aff=a-friend')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Buy with card' }).click()
  await page.waitForURL(`${stripe.url}/pay/*`)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/paid?session_id=*')
  await page.getByText(/2 codes sent to b.*@example\.com/).waitFor()
})

test('a report over the free plan’s limit says so where it is started, and leads to the plans', async ({
  page,
  account,
}) => {
  for (let n = 1; n <= 5; n++)
    await account.call(reportsContract.new, {
      workspace_id: account.workspaceId,
      type: 'topic',
      query: `kettle ${n}`,
      country: 'US',
      language: 'en',
      sources: ['patterns'],
    })
  await page.goto('/app')
  await awake(page)
  await page.getByRole('textbox', { name: 'Topic or keyword' }).fill('one too many')
  await button(page, 'Run report').click()
  const notice = page.getByRole('region', { name: 'New report' }).getByRole('status')
  await notice.getByText('You have used up all your limits for this tool.').waitFor()
  expect(await notice.textContent()).toContain('0 of 5 left')
  expect(new URL(page.url()).pathname).toBe('/app')
  await notice.getByRole('link', { name: 'Upgrade' }).click()
  await page.waitForURL('**/app/billing')
  expect(await meter(page).getAttribute('aria-valuenow')).toBe('5')
})

test('a code raises the limits without a reload', async ({ page, earshot }) => {
  const code = await createCode(earshot)
  await openBilling(page)
  await mark(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await button(page, 'Redeem').click()
  await maxReports(page).toBe('50')
  const redeemed = page.getByRole('list', { name: 'Redeemed codes' })
  await redeemed.getByText(code.slice(-4)).waitFor()
  await redeemed.getByText('for life').waitFor()
  expect(await isSameDocument(page)).toBe(true)
})

test('an empty or unknown code shows an error at its field', async ({ page }) => {
  await openBilling(page)
  await button(page, 'Redeem').click()
  await page.getByText('Enter your code.').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill('LIFE-0000-0000-0000')
  await button(page, 'Redeem').click()
  await page.getByText('This code doesn’t exist.').waitFor()
})

test('staff create codes, up to the limit of one call', async ({ open, earshot }) => {
  const page = await open({ as: await earshot.signIn() })
  await page.goto('/app/admin/codes')
  await awake(page)
  await page.getByLabel('Number of codes').fill('1001')
  await button(page, 'Create codes').click()
  await page.getByText('Number of codes can be up to 1,000.').waitFor()
  await page.getByLabel('Number of codes').fill('2')
  await button(page, 'Create codes').click()
  const codes = (await page.getByLabel('New codes, one per line').inputValue()).trim().split('\n')
  expect(new Set(codes).size).toBe(2)
})
