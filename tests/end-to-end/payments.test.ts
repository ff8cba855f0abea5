import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Coinbase, startCoinbase } from '../doubles/coinbase.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from '../faults/running-earshot.ts'

/** From what it costs to what was paid: one buyer's walk, with Stripe and Coinbase as they describe themselves. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let coinbase: Coinbase
let earshot: RunningEarshot
let browser: Browser
let ada: Page
const problems: string[] = []
const soon = { timeout: 15_000 }

beforeAll(async () => {
  data = await makeDataDir()
  coinbase = await startCoinbase()
  earshot = await startEarshot(data.dataDir, coinbase.settings)
  coinbase.tell(`${earshot.url}/coinbase/webhook`)
  coinbase.tellTimes(3)
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const context = await browser.newContext({ baseURL: earshot.url, reducedMotion: 'reduce' })
  ada = await context.newPage()
  ada.setDefaultTimeout(30_000)
  ada.on('pageerror', (error) => problems.push(`${ada.url()}: ${error.message}`))
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await coinbase?.close()
  await data?.remove()
})

const meter = (name: string) => ada.getByRole('main').getByRole('meter', { name })
const button = (name: string) => ada.getByRole('button', { name, exact: true })

test('an account', async () => {
  await ada.goto('/signup')
  await ada.getByLabel('Email').fill('ada@example.com')
  await ada.getByLabel('Password', { exact: true }).fill('a long enough one')
  await ada.getByLabel('First name').fill('Ada')
  await button('Make my account').click()
  await ada.waitForURL('**/app')
})

test('codes paid with crypto raise the plan before her eyes, though nobody led her back', async () => {
  await ada.goto('/app/billing')
  expect(await meter('Reports').getAttribute('aria-valuemax')).toBe('5')
  await ada.getByLabel('Buy codes for life').fill('2')
  await ada.getByText('$118 in all, once').waitFor()
  await button('Pay with crypto').click()
  await ada.waitForURL(`${coinbase.url}/payment-links/*`)
  coinbase.hold()
  await button('Pay').click()
  await ada.getByRole('heading', { name: 'Paid' }).waitFor()
  await ada.goto('/app/billing')
  await ada.getByRole('heading', { name: 'Waiting for Coinbase to confirm' }).waitFor()
  await ada.evaluate(() => Object.assign(window, { sinceLoaded: true }))
  await Promise.all(coinbase.events.flatMap((event) => [coinbase.deliver(event), coinbase.deliver(event)]))
  await ada.getByRole('heading', { name: 'Paid' }).waitFor()
  await expect.poll(() => meter('Reports').getAttribute('aria-valuemax'), soon).toBe('250')
  await ada.getByText('2 codes for life').waitFor()
  expect(await ada.evaluate(() => 'sinceLoaded' in window)).toBe(true)
})

test('a provider that fails says so beside the button, and nothing is lost', async () => {
  coinbase.answer('broken')
  await button('Pay with crypto').click()
  await ada.getByRole('alert').getByText('Coinbase refused (500). Nothing was charged').waitFor()
  expect(new URL(ada.url()).pathname).toBe('/app/billing')
})

test('no page failed', () => expect(problems).toEqual([]))
