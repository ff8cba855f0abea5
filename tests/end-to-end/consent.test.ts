import { createHmac } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsContract } from '../../src/features/analytics/contract.ts'
import { type Asked, answerAsTrackers } from '../doubles/trackers.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { settled } from '../support/wait-for-idle.ts'

/** What leaves the origin, and when. Later steps build on earlier ones. */

const ids = {
  POSTHOG_KEY: 'phc_test',
  META_PIXEL_ID: '1234567890',
  TIKTOK_PIXEL_ID: 'CTIKTOK0',
  GA_MEASUREMENT_ID: 'G-TEST1234',
  MESSENGER_APP_ID: 'abc123',
  MESSENGER_SECRET: 'a secret shared with the messenger',
  CHAT_WIDGET_ID: '7598bf86-9ebb-46bc-8c61-be8929bbf93d',
}
const patience = { timeout: 30_000 }

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
const problems: string[] = []

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

async function visitor(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: earshot.url, ...options })
  const asked = await answerAsTrackers(context, earshot.url)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && problems.push(line.text()))
  return { context, page, asked }
}

async function signIn(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
}
const banner = (page: Page) => page.getByRole('region', { name: 'Privacy' })
/** Hosts of others that the page's policy names. */
const allowed = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy']!.match(/(?:https|wss):\/\/[^\s;]+/g) ?? []
const cookies = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)

test('with no ids, nothing is asked, allowed or fetched elsewhere', async () => {
  const { context, page, asked } = await visitor()
  await page.goto('/')
  await signIn(page)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  expect(await banner(page).count()).toBe(0)
  expect(await allowed(page, '/')).toEqual([])
  expect(asked).toEqual([])
  await context.close()
  await earshot.kill('SIGTERM')
  earshot = await startEarshot(data.dataDir, ids)
})

let walk: Awaited<ReturnType<typeof visitor>>
const sent = (asked: Asked[], pattern: RegExp) => asked.filter(({ url }) => pattern.test(url))

test('with ids, it is asked first and nothing leaves', async () => {
  walk = await visitor({ viewport: { width: 360, height: 740 } })
  const { page, asked } = walk
  await page.goto('/')
  await banner(page).waitFor()
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).include('[data-consent-banner]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await page.goto('/demo')
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page)
  await banner(page).waitFor()
  expect(asked).toEqual([])
  // The foot of the rail is in the window, and stays there.
  const foot = page.getByRole('button', { name: 'Sign out' })
  await expect.poll(async () => (await foot.boundingBox())!.y + 20, patience).toBeLessThan(900)
})

test('after a yes each script is asked for with its id, and every page is seen once', async () => {
  const { page, asked, context } = walk
  await banner(page).getByRole('button', { name: 'Accept all' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => banner(page).count(), patience).toBe(0)
  const scripts = [
    'https://us-assets.i.posthog.com/static/array.js',
    'https://www.googletagmanager.com/gtag/js?id=G-TEST1234',
    'https://connect.facebook.net/en_US/fbevents.js',
    'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=CTIKTOK0&lib=ttq',
    'https://widget.intercom.io/widget/abc123',
    'https://client.crisp.chat/l.js',
  ]
  await expect.poll(() => scripts.filter((script) => !asked.some(({ url }) => url === script)), patience).toEqual([])

  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  const here = encodeURIComponent(`${earshot.url}/app/reports`)
  const seen = () => ({
    google: sent(asked, /google-analytics\.com\/g\/collect\?tid=G-TEST1234&en=page_view/).length,
    meta: sent(asked, /facebook\.com\/tr\/\?id=1234567890&ev=PageView/).length,
    tiktok: sent(asked, /analytics\.tiktok\.com\/api\/v2\/pixel\?sdkid=CTIKTOK0&event=Pageview/).length,
    posthog: sent(asked, /^https:\/\/us\.i\.posthog\.com\/e\//).filter(({ body }) => {
      const told = JSON.parse(body)
      return told.api_key === 'phc_test' && told.event === '$pageview' && told.settings.autocapture === false
    }).length,
  })
  // The page where it was allowed, and the next.
  await expect.poll(seen, patience).toEqual({ google: 2, meta: 2, tiktok: 2, posthog: 2 })
  expect(sent(asked, /google-analytics/).at(-1)!.url).toContain(`dl=${here}`)
  expect(sent(asked, /client\.crisp\.chat\/settings\/website\/7598bf86-/).length).toBeGreaterThan(0)

  const booted = sent(asked, /messenger\/web\/ping/).map(({ body }) => JSON.parse(body))
  const userId = booted[0][1].user_id
  expect(booted[0]).toMatchObject([
    'boot',
    {
      app_id: 'abc123',
      email: owner.email,
      user_hash: createHmac('sha256', ids.MESSENGER_SECRET).update(userId).digest('hex'),
      plan_name: expect.any(String),
      plan_reports: expect.any(Number),
    },
  ])
  expect(await cookies(context)).toEqual(expect.arrayContaining(['_fbp', '_ttp', '_ga', 'ph_phc_test_posthog']))
  expect(
    await page.evaluate(() => [localStorage.getItem('current_route'), localStorage.getItem('previous_route')]),
  ).toEqual(['/app/reports', '/app'])
})

test('taking it back, in the settings, stops them and takes their cookies', async () => {
  const { page, asked, context } = walk
  // Leaving a page sends what waits to our own collector.
  await page.goto('/app/settings')
  const { call } = await earshot.signIn()
  const ours = async () => {
    const { items } = await call(analyticsContract.list, { limit: 100 })
    const paths = items.filter(({ type, uid }) => type === 'page' && uid).map(({ location }) => location.path)
    return [
      items.some(({ type, uid }) => type === 'identify' && uid),
      paths.includes('/app'),
      paths.includes('/app/reports'),
    ]
  }
  await expect.poll(ours, patience).toEqual([true, true, true])
  await page.evaluate(() => Object.assign(window, { isBefore: true }))
  await page.getByRole('button', { name: 'Reject all' }).click()
  await page.waitForFunction(() => !('isBefore' in window))
  await page.getByRole('button', { name: 'Reject all' }).waitFor()
  const left = (await cookies(context)).filter((name) => /^_|posthog|intercom|crisp/.test(name))
  expect(left).toEqual([])
  const before = asked.length
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  await page.goto('/')
  expect(await banner(page).count()).toBe(0)
  expect(asked.slice(before)).toEqual([])
  expect(await page.getByRole('link', { name: 'Privacy choices' }).count()).toBe(1)
})

test('some is some, without scripts too; a no is a no', async () => {
  const { page, context } = await visitor({ javaScriptEnabled: false })
  await page.goto('/demo')
  await banner(page)
    .getByRole('checkbox', { name: /Measurement/ })
    .check()
  await banner(page).getByRole('button', { name: 'Accept selected' }).click()
  await page.waitForURL('**/demo')
  expect(await banner(page).count()).toBe(0)
  expect((await context.cookies()).find(({ name }) => name === 'earshot_consent')!.value).toBe(
    '1.measurement:yes.advertising:no.chat:no',
  )
  await context.close()
  const other = await visitor()
  await other.page.goto('/')
  await banner(other.page).getByRole('button', { name: 'Reject all' }).click()
  await expect.poll(() => banner(other.page).count(), patience).toBe(0)
  await other.page.goto('/demo')
  expect(other.asked).toEqual([])
  await other.context.close()
})

test('Global Privacy Control is a no nobody is asked about', async () => {
  const { page, asked, context } = await visitor({ extraHTTPHeaders: { 'Sec-GPC': '1' } })
  await context.addCookies([{ name: 'earshot_consent', value: '1.measurement:yes', url: earshot.url }])
  await page.goto('/')
  await page.goto('/consent')
  await page.getByText('Your browser asks not to be tracked').waitFor()
  expect(await banner(page).count()).toBe(0)
  expect(asked).toEqual([])
  expect((await page.goto('/'))!.headers()['content-security-policy']).not.toContain('https:')
  // A browser that says it to scripts alone.
  const quiet = await visitor()
  await quiet.context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await quiet.page.goto('/')
  await expect.poll(() => banner(quiet.page).count(), patience).toBe(0)
  expect(quiet.asked).toEqual([])
  await quiet.context.close()
  await context.close()
  expect(problems).toEqual([])
})
