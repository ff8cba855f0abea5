import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { awake } from '../support/hydration.ts'

/** Numbers and dates are in English, as the reader’s region writes them, and the same before and after hydration. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

const fetchPricing = async (headers: Record<string, string>) =>
  (await fetch(`${earshot.url}/pricing`, { headers })).text()

test('the server writes numbers for the reader’s region, and US ones for readers without one', async () => {
  expect(await fetchPricing({ 'Accept-Language': 'de-DE,de;q=0.9' })).toMatch(/\b\d\.000\b/)
  const others: Record<string, string>[] = [{}, { 'Accept-Language': 'en-US' }, { 'Accept-Language': '"><script>' }]
  for (const headers of others) {
    const page = await fetchPricing(headers)
    expect(page).toMatch(/\b\d,000\b/)
    expect(page).not.toMatch(/\b\d\.000\b/)
  }
})

test.each([
  ['de-DE', /^Resets \d{1,2} [A-Z][a-z]+/],
  ['en-US', /^Resets [A-Z][a-z]+ \d{1,2}/],
])('a signed-in reader from %s', async (locale, resets) => {
  const problems: string[] = []
  const context = await browser.newContext({ locale, baseURL: earshot.url })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill(`ada-${locale.toLowerCase()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough one')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app**')
  const line = page.getByText(/^Resets /).first()
  const written: (string | null)[] = []
  for (const path of ['/app', '/app/billing']) {
    await page.goto(path)
    written.push(await line.textContent())
    await awake(page)
    written.push(await line.textContent())
  }
  expect(new Set(written).size).toBe(1)
  expect(written[0]).toMatch(resets)
  expect(problems).toEqual([])
  await context.close()
})
