import { createHmac } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { analyticsContract } from '../../src/features/analytics/contract.ts'
import { type Asked, answerAsTrackers } from '../doubles/trackers.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest, type PageOptions } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** Which requests go to third parties, and when. That there are none without ids is tested in no-trackers.test.ts. */

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

const test = browserTest
  .extend('settings', { scope: 'file' }, ids as Record<string, string>)
  /** Opens a page that reaches third parties through doubles, which record what they were asked. */
  .extend('enter', ({ open, earshot }) => async (options: PageOptions = {}) => {
    const page = await open(options)
    const asked = await answerAsTrackers(page.context(), earshot.url)
    return { page, asked }
  })

const banner = (page: Page) => page.getByRole('region', { name: 'Privacy' })
const getCookies = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name)
const sent = (asked: Asked[], pattern: RegExp) => asked.filter(({ url }) => pattern.test(url))
/** Consent as the banner stores it. */
const giveConsent = (page: Page, url: string, value = '1.measurement:yes.advertising:yes.chat:yes') =>
  page.context().addCookies([{ name: 'earshot_consent', value, url }])

async function openReports(page: Page) {
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
}

test('the banner fits a phone, is accessible, and nothing is requested before consent', async ({ enter, account }) => {
  const { page, asked } = await enter({ as: null, viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await banner(page).waitFor()
  await looksRight(page, { parts: ['[data-consent-banner]'] })
  await page.goto('/demo')
  await signIn(page, account)
  await banner(page).waitFor()
  expect(asked).toEqual([])
})

async function signIn(page: Page, { email, password }: Account) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
}

test('the banner leaves the bottom of the sidebar visible', async ({ enter }) => {
  const { page } = await enter({ viewport: { width: 1280, height: 900 } })
  await page.goto('/app')
  await banner(page).waitFor()
  const foot = page.getByRole('button', { name: 'Sign out' })
  await expect.poll(async () => (await foot.boundingBox())!.y + 20, patience).toBeLessThan(900)
})

test('after consent each script is loaded with its id, and each page view is counted once', async ({
  enter,
  account,
  earshot,
}) => {
  const { page, asked } = await enter()
  await page.goto('/app')
  await awake(page)
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

  await openReports(page)
  const seen = () => ({
    google: sent(asked, /google-analytics\.com\/g\/collect\?tid=G-TEST1234&en=page_view/).length,
    meta: sent(asked, /facebook\.com\/tr\/\?id=1234567890&ev=PageView/).length,
    tiktok: sent(asked, /analytics\.tiktok\.com\/api\/v2\/pixel\?sdkid=CTIKTOK0&event=Pageview/).length,
    posthog: sent(asked, /^https:\/\/us\.i\.posthog\.com\/e\//).filter(({ body }) => {
      const sent = JSON.parse(body)
      return sent.api_key === 'phc_test' && sent.event === '$pageview' && sent.settings.autocapture === false
    }).length,
  })
  // The page with the consent, and the next one.
  await expect.poll(seen, patience).toEqual({ google: 2, meta: 2, tiktok: 2, posthog: 2 })
  expect(sent(asked, /google-analytics/).at(-1)!.url).toContain(
    `dl=${encodeURIComponent(`${earshot.url}/app/reports`)}`,
  )
  expect(sent(asked, /client\.crisp\.chat\/settings\/website\/7598bf86-/).length).toBeGreaterThan(0)

  const booted = sent(asked, /messenger\/web\/ping/).map(({ body }) => JSON.parse(body))
  expect(booted[0]).toMatchObject([
    'boot',
    {
      app_id: 'abc123',
      email: account.email,
      user_id: account.userId,
      user_hash: createHmac('sha256', ids.MESSENGER_SECRET).update(account.userId).digest('hex'),
      plan_name: expect.any(String),
      plan_reports: expect.any(Number),
    },
  ])
  expect(await getCookies(page.context())).toEqual(
    expect.arrayContaining(['_fbp', '_ttp', '_ga', 'ph_phc_test_posthog']),
  )
  expect(
    await page.evaluate(() => [localStorage.getItem('current_route'), localStorage.getItem('previous_route')]),
  ).toEqual(['/app/reports', '/app'])
})

test('with consent, our own collector gets the person and the pages they saw', async ({ page, account, earshot }) => {
  await giveConsent(page, earshot.url, '1.measurement:yes.advertising:no.chat:no')
  await answerAsTrackers(page.context(), earshot.url)
  await page.goto('/app')
  await awake(page)
  await openReports(page)
  // Leaving a page sends pending messages.
  await page.goto('/app/settings')
  const { call } = await earshot.signIn()
  const ours = async () => {
    const { items } = await call(analyticsContract.list, { limit: 100 })
    const own = items.filter(({ uid }) => uid === account.userId)
    const paths = own.filter(({ type }) => type === 'page').map(({ location }) => location.path)
    return [own.some(({ type }) => type === 'identify'), paths.includes('/app'), paths.includes('/app/reports')]
  }
  await expect.poll(ours, patience).toEqual([true, true, true])
})

test('withdrawing consent in the settings stops the trackers and deletes their cookies', async ({ enter, earshot }) => {
  const { page, asked } = await enter()
  await giveConsent(page, earshot.url)
  await page.goto('/app/settings')
  await awake(page)
  await expect.poll(() => getCookies(page.context()), patience).toEqual(expect.arrayContaining(['_fbp', '_ttp', '_ga']))
  await page.evaluate(() => Object.assign(window, { isBefore: true }))
  await page.getByRole('button', { name: 'Reject all' }).click()
  await page.waitForFunction(() => !('isBefore' in window))
  await page.getByRole('button', { name: 'Reject all' }).waitFor()
  expect((await getCookies(page.context())).filter((name) => /^_|posthog|intercom|crisp/.test(name))).toEqual([])
  const before = asked.length
  await openReports(page)
  await page.goto('/')
  expect(await banner(page).count()).toBe(0)
  expect(asked.slice(before)).toEqual([])
  expect(await page.getByRole('link', { name: 'Privacy choices' }).count()).toBe(1)
})

test('some categories can be accepted without scripts', async ({ enter }) => {
  const { page } = await enter({ as: null, javaScriptEnabled: false })
  await page.goto('/demo')
  await banner(page)
    .getByRole('checkbox', { name: /Measurement/ })
    .check()
  await banner(page).getByRole('button', { name: 'Accept selected' }).click()
  await page.waitForURL('**/demo')
  expect(await banner(page).count()).toBe(0)
  const consent = (await page.context().cookies()).find(({ name }) => name === 'earshot_consent')!
  expect(consent.value).toBe('1.measurement:yes.advertising:no.chat:no')
})

test('rejecting loads nothing', async ({ enter }) => {
  const { page, asked } = await enter({ as: null })
  await page.goto('/')
  await banner(page).getByRole('button', { name: 'Reject all' }).click()
  await expect.poll(() => banner(page).count(), patience).toBe(0)
  await page.goto('/demo')
  expect(asked).toEqual([])
})

test('with Global Privacy Control nothing is loaded and no banner is shown, despite consent', async ({
  enter,
  earshot,
}) => {
  const { page, asked } = await enter({ as: null, extraHTTPHeaders: { 'Sec-GPC': '1' } })
  await giveConsent(page, earshot.url)
  const answer = await page.goto('/')
  expect(answer!.headers()['content-security-policy']).not.toContain('https:')
  await page.goto('/consent')
  await page.getByText('Your browser asks not to be tracked').waitFor()
  expect(await banner(page).count()).toBe(0)
  expect(asked).toEqual([])
})

test('Global Privacy Control that only scripts can see hides the banner too', async ({ enter }) => {
  const { page, asked } = await enter({ as: null })
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/')
  await expect.poll(() => banner(page).count(), patience).toBe(0)
  expect(asked).toEqual([])
})
