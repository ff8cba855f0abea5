import { describe, expect, test } from 'vitest'
import { securityHeaders } from '#platform/http/security-headers.ts'
import type { Category } from './consent.ts'
import { createTrackerStorage, createTracking } from './create-tracking.ts'
import { getThirdParties, trackerIds } from './trackers/settings.ts'
import type { Person } from './trackers/tracker.ts'
import { availableCategories, policySources, type TrackerIds, trackerNames } from './trackers/tracker-list.ts'
import { isUnmeasured } from './unmeasured-pages.ts'

const all: TrackerIds = trackerIds({
  POSTHOG_KEY: 'phc_1',
  META_PIXEL_ID: '42',
  TIKTOK_PIXEL_ID: 'TT1',
  GA_MEASUREMENT_ID: 'G-1',
  MESSENGER_APP_ID: 'app1',
  CHAT_WIDGET_ID: 'site-1',
})
const everything: Category[] = ['measurement', 'advertising', 'chat']
const view = { address: 'https://earshot.test/app?x=1', path: '/app', title: 'Overview', referrer: '' }
const person: Person = {
  id: 'user-1',
  hash: 'hash-1',
  email: 'ada@example.com',
  name: 'Ada',
  created_at: '2026-11-21T12:00:00.000Z',
  plan: { name: 'pro', type: 'paid', reports: 50 },
}

/** A page whose scripts never load, so that the queued calls can be inspected. */
function page() {
  const scripts: string[] = []
  const globals: Record<string, unknown> = {}
  const cookies = new Set<string>()
  const document = {
    head: { append: ({ src }: { src: string }) => void scripts.push(src) },
    createElement: () => ({ src: '', async: false, remove() {} }),
  } as unknown as Document
  const tracking = (ids: TrackerIds) =>
    createTracking(
      ids,
      { document, globals },
      { names: () => [...cookies], remove: (name) => void cookies.delete(name) },
    )
  return { scripts, globals, kept: cookies, tracking }
}
const lists = (value: unknown) => [...(value as ArrayLike<unknown>[])].map((item) => [...(item as unknown[])])

describe('with consent', () => {
  test('loads scripts only of allowed categories', () => {
    const { scripts, globals, tracking } = page()
    const trackers = tracking(all)
    trackers.page(view)
    trackers.person(person)
    trackers.allow([])
    expect(scripts).toEqual([])
    expect(Object.keys(globals)).toEqual([])
    trackers.allow(['advertising'])
    expect(scripts).toEqual([
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=TT1&lib=ttq',
    ])
  })

  test('loads no script without an id', () => {
    const { scripts, tracking } = page()
    tracking({}).allow(everything)
    tracking({ google: 'G-1' }).allow(everything)
    expect(scripts).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-1'])
  })

  test('each tracker receives the current and every later page view once', () => {
    const { globals, tracking, scripts } = page()
    const trackers = tracking(all)
    trackers.page(view)
    trackers.allow(everything)
    trackers.allow(everything)
    trackers.page({ ...view, address: 'https://earshot.test/app/reports' })
    expect(scripts).toHaveLength(6)
    const posthog = globals.posthog as unknown[][] & { _i: [string, Record<string, unknown>, string][] }
    expect(posthog._i[0]).toMatchObject([
      'phc_1',
      { api_host: 'https://us.i.posthog.com', autocapture: false },
      'posthog',
    ])
    expect([...posthog]).toEqual([
      ['capture', '$pageview', { $current_url: view.address }],
      ['capture', '$pageview', { $current_url: 'https://earshot.test/app/reports' }],
    ])
    expect(lists((globals.fbq as { queue: unknown }).queue)).toEqual([
      ['set', 'autoConfig', false, '42'],
      ['init', '42'],
      ['track', 'PageView'],
      ['track', 'PageView'],
    ])
    expect(lists(globals.ttq)).toEqual([['page'], ['page']])
    expect(Object.keys((globals.ttq as { _i: object })._i)).toEqual(['TT1'])
    const google = lists(globals.dataLayer)
    expect(google).toContainEqual(['config', 'G-1', { send_page_view: false, allow_google_signals: false }])
    expect(google.filter(([, name]) => name === 'page_view')).toHaveLength(2)
  })

  test('a self-hosted PostHog is loaded from its own host', () => {
    const { scripts, tracking } = page()
    const ids = trackerIds({ POSTHOG_KEY: 'k', POSTHOG_HOST: 'https://ph.example.net' })
    tracking(ids).allow(['measurement'])
    expect(scripts).toEqual(['https://ph.example.net/static/array.js'])
    expect(policySources(ids)).toEqual({ script: ['https://ph.example.net'], connect: ['https://ph.example.net'] })
  })
})

describe('identification', () => {
  const intercom = { intercom: 'app1' }
  const calls = (globals: Record<string, unknown>) => lists((globals.Intercom as { q: unknown }).q)

  test('Intercom gets the signed identity and the plan, an update when they change, and a shutdown on sign-out', () => {
    const { globals, tracking } = page()
    const trackers = tracking(intercom)
    trackers.person(person)
    trackers.allow(['chat'])
    trackers.person({ ...person, plan: { ...person.plan, name: 'agency' } })
    trackers.person(null)
    trackers.person(null)
    const facts = {
      user_id: 'user-1',
      user_hash: 'hash-1',
      email: 'ada@example.com',
      name: 'Ada',
      created_at: 1795262400,
      plan_name: 'pro',
      plan_type: 'paid',
      plan_reports: 50,
    }
    expect(calls(globals)).toEqual([
      ['boot', { app_id: 'app1', ...facts }],
      ['update', { ...facts, plan_name: 'agency' }],
      ['shutdown'],
    ])
  })

  test('another user starts a new conversation', () => {
    const { globals, tracking } = page()
    const trackers = tracking(intercom)
    trackers.allow(['chat'])
    trackers.person(person)
    trackers.person({ ...person, id: 'user-2' })
    expect(calls(globals).map(([name]) => name)).toEqual(['boot', 'shutdown', 'boot', 'shutdown', 'boot'])
  })

  test('advertising pixels and Crisp get no personal data', () => {
    const { globals, tracking } = page()
    const trackers = tracking({ meta: '42', tiktok: 'TT1', crisp: 'site-1' })
    trackers.person(person)
    trackers.allow(everything)
    expect(JSON.stringify([lists((globals.fbq as { queue: unknown }).queue), globals.ttq, globals.$crisp])).not.toMatch(
      /ada|user-1|hash-1/,
    )
  })
})

describe('withdrawing consent', () => {
  test('stops each tracker, deletes its cookies, and sends no further page views', () => {
    const { globals, kept: cookies, tracking } = page()
    const trackers = tracking(all)
    trackers.allow(everything)
    for (const name of [
      '_ga',
      '_ga_1',
      '_fbp',
      '_ttp',
      'ph_phc_1_posthog',
      'intercom-id-app1',
      'crisp-client%2Fx',
      'app_token',
      'theme',
    ])
      cookies.add(name)
    expect(trackers.allow([])).toBe(true)
    trackers.page(view)
    expect([...cookies]).toEqual(['app_token', 'theme'])
    expect(globals['ga-disable-G-1']).toBe(true)
    expect(lists((globals.fbq as { queue: unknown }).queue).at(-1)).toEqual(['consent', 'revoke'])
    expect(lists(globals.ttq).slice(-2)).toEqual([['disableCookie'], ['revokeConsent']])
    expect((globals.posthog as unknown[][]).at(-1)).toEqual(['opt_out_capturing'])
    expect(lists((globals.Intercom as { q: unknown }).q).at(-1)).toEqual(['shutdown'])
    expect(trackers.allow([])).toBe(false)
  })

  test('cookies are deleted for every parent domain', () => {
    const written: string[] = []
    const document = {
      get cookie() {
        return '_ga=1; app_user=2'
      },
      set cookie(value: string) {
        written.push(value)
      },
    }
    const leavings = createTrackerStorage({ document, storage: null, hostname: 'app.earshot.example' })
    expect(leavings.names()).toEqual(['_ga', 'app_user'])
    leavings.remove('_ga')
    expect(written).toEqual([
      '_ga=; Path=/; Max-Age=0',
      '_ga=; Path=/; Max-Age=0; Domain=app.earshot.example',
      '_ga=; Path=/; Max-Age=0; Domain=earshot.example',
      '_ga=; Path=/; Max-Age=0; Domain=example',
    ])
  })
})

describe('Content-Security-Policy', () => {
  const publicUrl = 'https://earshot.test'
  const headers = (path: string, trackers: TrackerIds, given: Record<string, string> = {}, eventsHost?: string) => {
    const request = new Request(publicUrl + path, { headers: given })
    return securityHeaders('n0nce', request, {
      development: false,
      pagesWithExternalImages: /^\/blog/,
      publicUrl,
      thirdParties: (page) => getThirdParties(page, { trackers, publicUrl, eventsHost }),
    })['Content-Security-Policy']!
  }
  const foreign = (policy: string) => policy.match(/(?:https|wss):\/\/(?!earshot\.test)[^\s;]+/g) ?? []

  test('allows no third party when none is configured', () => {
    const policy = headers('/app', {})
    expect(foreign(policy)).toEqual([])
    expect(policy).toContain("script-src 'self' 'nonce-n0nce';")
    expect(policy).not.toMatch(/frame-src|worker-src|media-src/)
  })

  test.each([
    ['google', { google: 'G-1' }, /googletagmanager|google-analytics|analytics\.google/],
    ['meta', { meta: '1' }, /facebook/],
    ['tiktok', { tiktok: '1' }, /tiktok/],
    ['posthog', { posthog: { key: 'k', host: 'https://eu.i.posthog.com' } }, /posthog/],
    ['intercom', { intercom: 'a' }, /intercom|youtube|vimeo|wistia/],
    ['crisp', { crisp: 'a' }, /crisp/],
  ] as [string, TrackerIds, RegExp][])(
    'with only %s configured, it allows only that vendor’s hosts and keeps the nonce',
    (_name, ids, own) => {
      const policy = headers('/app', ids)
      const hosts = foreign(policy)
      expect(hosts.length).toBeGreaterThan(0)
      expect(hosts.filter((host) => !own.test(host))).toEqual([])
      expect(policy).toContain("script-src 'self' 'nonce-n0nce' https://")
      expect(policy).not.toContain("'unsafe-eval'")
      for (const directive of policy.split('; ').filter((part) => foreign(part).length > 0))
        expect(directive).toContain("'self'")
    },
  )

  test('allows no third party with an opt-out signal, on pages with a secret URL, or on another host', () => {
    expect(foreign(headers('/app', all)).length).toBeGreaterThan(20)
    expect(foreign(headers('/app', all, { 'Sec-GPC': '1' }))).toEqual([])
    expect(foreign(headers('/app', all, { DNT: '1' }))).toEqual([])
    expect(foreign(headers('/r/abc', all))).toEqual([])
    expect(foreign(headers('/signup?redirect_to=%2Finvite%3Ftoken%3Dabc', all))).toEqual([])
    expect(
      getThirdParties(
        { url: 'https://other.example/app', headers: new Headers() },
        { trackers: all, publicUrl, eventsHost: undefined },
      ),
    ).toEqual({})
  })

  test('allows a collector on another host', () => {
    expect(headers('/app', {}, {}, 'https://in.example/')).toContain("connect-src 'self' https://in.example;")
    expect(foreign(headers('/app', {}))).toEqual([])
  })
})

test('only categories of configured trackers are available', () => {
  expect(availableCategories({})).toEqual([])
  expect(availableCategories({ crisp: 'a', google: 'G-1' })).toEqual(['measurement', 'chat'])
  expect(trackerNames(all, 'advertising')).toEqual(['Meta', 'TikTok'])
})

test.each([
  ['/app/reports', '?q=tokens', false],
  ['/blog/reading', '', false],
  ['/reset', '?token=a', true],
  ['/invite', '', true],
  ['/r/abcdef', '', true],
  ['/b/acme/post', '', true],
  ['/login', '?redirect_to=%2Finvite%3Ftoken%3Da', true],
  ['/app', '?session_id=cs_1', true],
  ['/login/code', '', true],
  ['/login', '?redirect_to=/app', false],
])('%s%s isn’t tracked: %j', (path, search, left) => expect(isUnmeasured(path, search)).toBe(left))
