import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { statusContract } from '../../src/features/status/contract.ts'
import { startNameServer } from '../doubles/dns.ts'
import { getDatabaseUrl } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { browserTest } from '../support/browser-test.ts'
import { keptFields, ourFields, shownFields } from '../support/stored-fields.ts'
import {
  getEmailParts,
  isThere,
  openAll,
  type Seen,
  type Visit,
  visitAll,
  visitHtml,
} from '../support/stored-xss-crawler.ts'
import { type Written, writeEverywhere } from '../support/stored-xss-seed.ts'
import { cnameTarget, mappedNames, packed, startVendors } from '../support/stored-xss-texts.ts'

/**
 * Everything that stores other people's text is filled with script attempts once. Then each group of pages that show it
 * is opened in a real Chromium with the real Content-Security-Policy. The database schema says which fields there are.
 */

const test = browserTest
  .extend('vendors', { scope: 'file' }, async ({}, { onCleanup }) => {
    const vendors = await startVendors()
    onCleanup(async () => void (await vendors.close()))
    return vendors
  })
  .extend('dns', { scope: 'file' }, async ({}, { onCleanup }) => {
    const dns = await startNameServer()
    onCleanup(async () => void (await dns.close()))
    return dns
  })
  .extend('settings', { scope: 'file' }, ({ vendors, dns }) => ({
    ...vendors.settings,
    DEFAULT_PLAN: 'free',
    CNAME_TARGET: cnameTarget,
    DNS_SERVER: dns.address,
  }))
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const toUs = Object.values(mappedNames).map((name) => `MAP ${name} 127.0.0.1`)
    const browser = await launchBrowser(`--host-resolver-rules=${toUs.join(', ')}`)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('written', { scope: 'file' }, ({ earshot, vendors, dns }) =>
    writeEverywhere({ earshot, vendors, dns, dataDir: earshot.dataDir }),
  )
  /** Browsers of those who visit, which keep the scripts that pages share. */
  .extend('visitors', { scope: 'file' }, async ({ browser, earshot, written }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => void (await Promise.all(contexts.map((context) => context.close()))))
    const enter = async (session?: { token: string; workspaceId: string }) => {
      const viewport = { width: 1280, height: 900 }
      const context = await browser.newContext({
        baseURL: earshot.url,
        reducedMotion: 'reduce',
        locale: 'en-US',
        viewport,
      })
      contexts.push(context)
      const cookie = (name: string, value: string) => ({ name, value, url: earshot.url })
      if (session)
        await context.addCookies([cookie('app_token', session.token), cookie('app_workspace', session.workspaceId)])
      return context
    }
    const { token } = written
    return {
      staff: await enter(written),
      inBlogRoom: await enter({ token, workspaceId: written.blogRoom }),
      inWaitingRoom: await enter({ token, workspaceId: written.waitingRoom }),
      person: await enter(written.person),
      anybody: await enter(),
    }
  })

type Visitors = Record<'staff' | 'inBlogRoom' | 'inWaitingRoom' | 'person' | 'anybody', BrowserContext>

/** Pages by the part of the product they are in. A name stands for all pages with it, which are in one group. */
const groups: Record<string, (written: Written, visitors: Visitors, url: string) => Visit[]> = {
  'reports and research': (written, { staff, anybody }) => {
    const app = inApp(staff)
    const { main } = written
    return [
      app('overview', '', openPalette),
      app('reports', '/reports'),
      app('keywords', `/reports/${main}?tab=keywords`),
      app('questions', `/reports/${main}?tab=questions`),
      ...['overview', 'comparisons', 'prepositions', 'a-z', 'related', 'terms', 'trend'].map((tab) =>
        app(`report ${tab}`, `/reports/${main}?tab=${tab}`),
      ),
      app('pages', `/reports/${main}?tab=pages`),
      app('discussions', `/reports/${main}?tab=discussions`),
      app('topics', `/reports/${written.clusters}?tab=topics`),
      app('refused report', `/reports/${written.refused}`, openSources),
      app('compare', `/reports/compare?a=${main}&b=${main}`),
      app('trends', `/trends?lookup=${written.trends}`),
      app('volumes', `/volumes?lookup=${written.volumes}`),
      app('lists', '/lists'),
      app('list', `/lists/${written.list}`),
      app('imports', '/imports', openAll),
      visit('shared report', new URL(written.share.url).pathname, anybody),
      visit('guest page', new URL(written.reviewLink.url).pathname, anybody),
      visit('brief of a guest', `${new URL(written.reviewLink.url).pathname}?brief`, anybody),
      visit('guest plan', new URL(written.planLink.url).pathname, anybody),
      visit('demo', '/demo?q=refused%20by%20nobody', anybody),
    ]
  },
  'listeners and notifications': (written, { staff, anybody }) => {
    const app = inApp(staff)
    return [
      app('listeners', '/listeners'),
      ...['heard', 'changes', 'runs', 'deliveries', 'settings'].map((tab) =>
        app(`listener ${tab}`, `/listeners/${written.listeners[0]}?tab=${tab}`),
      ),
      app('refused listener', `/listeners/${written.refusedListener}?tab=runs`),
      app('rank tracker', `/ranks/${written.tracker}`),
      app('notifications', '/notifications'),
      visit('listener feed', new URL(written.feed).pathname, anybody),
      visit('listener feed', new URL(written.feed.replace(/rss$/, 'json')).pathname, anybody),
    ]
  },
  'writing and images': (written, { staff, inBlogRoom }) => {
    const app = inApp(staff)
    return [
      app('images', '/images'),
      app('documents', '/content'),
      app('activity', '/activity'),
      app('document', `/content/${written.documents[0]}`),
      app('document with suggestions', `/content/${written.documents[1]}`),
      app('cited document', `/content/${written.cited}`),
      app('written document', `/content/${written.written}`),
      app('refused document', `/content/${written.refusedDocument}`, openDetails),
      app('new document', '/content/new?template=blog_post'),
      visit('own posts', '/app/content/posts', inBlogRoom),
      app('humanizer', '/humanizer'),
      ...written.runs.map((run) => app('humanized', `/humanizer?run=${run}`)),
    ]
  },
  'the staff area': (written, { staff }) => {
    const app = inApp(staff)
    return [
      app('users', '/admin'),
      app('plans', '/admin/plans'),
      app('audit', '/admin/audit'),
      app('posts', '/admin/posts'),
      app('edited post', `/admin/posts/${written.posts[0]!._id}`),
      app('events', '/admin/events', openAll),
      app('events', `/admin/events?q=${encodeURIComponent('ev0 <script>')}`),
      app('person of events', `/admin/events?person=${encodeURIComponent(packed('eu', 190)[0]!)}`),
      ...['codes', 'jobs', 'health', 'status'].map((name) => app(`staff ${name}`, `/admin/${name}`)),
    ]
  },
  settings: (_, { staff, person, inWaitingRoom }) => {
    const app = inApp(staff)
    return [
      visit('settings', '/app/settings', person),
      visit('sessions', '/app/settings/security', person),
      visit('team', '/app/settings/team', person),
      app('workspace', '/settings/workspace'),
      visit('domain', '/app/settings/domain', inWaitingRoom),
      app('voices', '/settings/voices'),
      app('models', '/settings/models'),
      app('keys', '/settings/keys'),
      app('billing', '/billing'),
    ]
  },
  'public pages': (written, { anybody }) => {
    const mailed = (to: string, at: RegExp) =>
      at.exec(getEmailParts(written.mails.find((mail) => mail.includes(`To: ${to}`))!).text)![0]
    const open = (name: string, address: string, act?: Visit['act']) => visit(name, address, anybody, act)
    return [
      open('pricing', '/pricing'),
      open('blog', '/blog'),
      open('blog', '/blog?page=2'),
      open('tag', `/blog/tag/${encodeURIComponent(packed('tg', 60)[0]!)}`),
      open('post', '/blog/post-0'),
      open('post', '/blog/post-1'),
      open('own post', `/b/${written.blogRoom}/own-post`),
      open('cited post', `/b/${written.workspaceId}/cited-post`),
      open('status', '/status', openAll),
      open('invitation', new URL(mailed('guest@example.com', /http\S+\/invite\?token=[\w-]+/)).href),
      open('unsubscribe', new URL(mailed('reader@example.com', /http\S+\/unsubscribe\?token=[\w.%-]+/)).href),
    ]
  },
  'pages that repeat a part of their URL': (_, { staff, anybody }) => {
    const q = encodeURIComponent(packed('qq', 180)[0]!)
    const byAnybody = [
      `/blog?q=${q}`,
      `/blog/tag/${q}`,
      `/blog/${q}`,
      `/r/${q}`,
      `/d/${q}`,
      `/demo?q=${q}`,
      `/login?redirect_to=${q}`,
      `/signup?redirect_to=javascript:pwned()`,
      `/invite?token=${q}`,
      `/unsubscribe?token=${q}`,
      `/${q}`,
    ]
    const searched = 'reports lists images content admin admin/audit admin/jobs admin/posts admin/events'.split(' ')
    return [
      ...byAnybody.map((address) => visit('said back', address, anybody)),
      ...searched.map((path) => visit('said back', `/app/${path}?q=${q}`, staff)),
      visit('said back', `/app/trends?lookup=${q}`, staff),
      visit('said back', `/app/content/new?title=${q}`, staff),
    ]
  },
  'feeds and other formats, opened by people': (written, { anybody }) => {
    const q = encodeURIComponent(packed('qq', 180)[0]!)
    return [
      ...feeds(written),
      `/cms/list?q=${q}`,
      '/__skylark/incidents',
      // Not an image.
      `/images/${q}/full`,
    ].map((address) => visit('for programs', address, anybody))
  },
  'custom domains': (written, { anybody }, url) => {
    const on = (name: string) => url.replace('127.0.0.1', name)
    return [
      visit('mapped report', on(mappedNames.reports) + new URL(written.share.url).pathname, anybody),
      visit('mapped blog', on(mappedNames.blog), anybody),
      visit('mapped post', `${on(mappedNames.blog)}/own-post`, anybody),
      visit('mapped feed', `${on(mappedNames.blog)}/feed.xml`, anybody),
    ]
  },
}

const feeds = (written: Written) => [
  '/blog/feed.xml',
  '/sitemap.xml',
  `/b/${written.blogRoom}/feed.xml`,
  '/status/feed.xml',
]

const visit = (name: string, address: string, as: BrowserContext, act?: Visit['act']): Visit => ({
  name,
  address,
  as,
  act,
})
const inApp = (as: BrowserContext) => (name: string, path: string, act?: Visit['act']) =>
  visit(name, `/app${path}`, as, act)

/** Pages of these names are in tests of their own below. */
const maintained = ['maintenance', 'maintained']
const opened = ['document file', 'mail of an invitation', 'digest']

test.for(Object.keys(groups))(
  'none of it runs on %s, and all of it is displayed',
  async (group, { written, visitors, earshot }) => {
    nothingRan(await visitAll(groups[group]!(written, visitors, earshot.url), marksOn))
  },
)

test('none of it runs in files and emails, which no policy protects', async ({ written, browser, earshot }) => {
  const file = await fetch(`${earshot.url}/ai/export/${written.documents[0]}?format=html`, {
    headers: { Authorization: `Bearer ${written.token}` },
  })
  const mails = written.mails.filter((mail) => /^To: (?:guest|reader)@/m.test(mail))
  const seen = await visitHtml(browser, [
    ['document file', await file.text()],
    ...mails.map((mail): [string, string] => [
      /^To: guest@/m.test(mail) ? 'mail of an invitation' : 'digest',
      getEmailParts(mail).html,
    ]),
  ])
  expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(opened))
  nothingRan(seen)
})

test('none of it runs during maintenance', async ({ written, visitors }) => {
  const { call } = written
  onTestFinished(async () => void (await call(statusContract.switch, { status: 'up' })))
  await call(statusContract.switch, { status: 'maintenance', message: packed('mt', 2000)[0]! })
  const { anybody, staff } = visitors
  nothingRan(await visitAll([visit('maintenance', '/', anybody), visit('maintained', '/app', staff)], marksOn))
})

test('feeds and sitemaps stay valid XML', async ({ written, page, earshot }) => {
  for (const path of feeds(written)) {
    const xml = await (await fetch(earshot.url + path)).text()
    const error = await page.evaluate(
      (text) =>
        new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent ?? null,
      xml,
    )
    expect(error, path).toBeNull()
  }
})

test('every page that shows a field is visited', ({ written, visitors, earshot }) => {
  const byGroup = Object.values(groups).map(
    (get) => new Set(get(written, visitors, earshot.url).map(({ name }) => name)),
  )
  const visited = [...byGroup.flatMap((names) => [...names]), ...maintained, ...opened]
  expect(shownFields.flatMap(({ on }) => on).filter((name) => !visited.includes(name))).toEqual([])
  expect(visited).toHaveLength(new Set(visited).size)
})

test('every text column is classified, and every displayed one contains an attempt', async ({ written, earshot }) => {
  expect(written.main, 'the attempts are written').toBeTruthy()
  const columns = await getTextColumns(earshot.dataDir)
  const shown = shownFields.flatMap((field) => field.columns)
  const listed = [...new Set([...shown, ...Object.keys(keptFields), ...Object.values(ourFields).flat()])]
  const names = columns.map(({ name }) => name)
  // A new column: say in tests/support/stored-fields.ts where it is shown, or why it never is.
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
  const hostile = columns.filter((column) => column.hostile).map(({ name }) => name)
  expect(shown.filter((name) => !hostile.includes(name))).toEqual([])
  // Columns said to contain only our own text.
  expect(hostile.filter((name) => Object.values(ourFields).flat().includes(name))).toEqual([])
})

type Column = { name: string; hostile: boolean }

/** Every text column, and whether one of the attempts is stored in it. */
async function getTextColumns(dataDir: string): Promise<Column[]> {
  const database = new pg.Client(await getDatabaseUrl(dataDir))
  await database.connect()
  onTestFinished(() => database.end())
  const { rows } = await database.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) ~ '^(text|character|character varying|json|jsonb|citext|xml)(\\[\\])?$'
    order by 1, 2`)
  const columns: Column[] = []
  for (const { table, column } of rows) {
    const { rows: found } = await database.query(
      `select 1 from "${table}" where "${column}"::text like '%pwned%' limit 1`,
    )
    columns.push({ name: `${table}.${column}`, hostile: found.length > 0 })
  }
  return columns
}

/** The sources of a report that has ended load when their line unfolds. */
async function openSources(page: Page) {
  await page.locator('summary', { hasText: /\d+ sources?/ }).click()
  await page.getByRole('region', { name: 'Sources' }).getByRole('listitem').first().waitFor()
}

/** What a vendor said is for staff, in the fold below our own sentence. */
async function openDetails(page: Page) {
  await page.getByText('Details', { exact: true }).first().click()
}

/** The names of all workspaces. */
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
}

const marksOn = (name: string) => shownFields.filter(({ on }) => on.includes(name)).map(({ mark }) => mark)

function nothingRan(all: Seen[]) {
  expect(all.flatMap(({ name, ran }) => ran.map((what) => `${name}: ${what}`))).toEqual([])
  expect(all.flatMap(({ name, address, dangers }) => dangers.map((what) => `${name} ${address}: ${what}`))).toEqual([])
  expect(all.flatMap(({ name, address, moved }) => moved.map((where) => `${name} ${address}: ${where}`))).toEqual([])
  expect(all.flatMap(({ name, violations }) => violations.map((what) => `${name}: ${what}`))).toEqual([])
  expect(getUnseen(all)).toEqual([])
}

/** Missing marks by page. */
function getUnseen(all: Seen[]) {
  const byName = Map.groupBy(all, ({ name }) => name)
  return shownFields.flatMap(({ mark, on, columns }) =>
    on
      .filter((name) => byName.has(name))
      .flatMap((name) => {
        const text = byName
          .get(name)!
          .map((seen) => seen.text)
          .join(' ')
        return isThere(mark, text) ? [] : [`${columns[0]} (${mark}) on ${name}`]
      }),
  )
}
