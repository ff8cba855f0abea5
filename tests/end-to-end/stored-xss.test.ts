import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { statusContract } from '../../src/features/status/contract.ts'
import { type NameServer, startNameServer } from '../doubles/dns.ts'
import type { HostileVendors } from '../doubles/hostile-vendors.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { launchBrowser } from '../support/browser.ts'
import { keptFields, ourFields, shownFields } from '../support/stored-fields.ts'
import {
  isThere,
  openAll,
  partsOfMail,
  type Seen,
  type Visit,
  visitAll,
  visitHtml,
} from '../support/stored-xss-crawler.ts'
import {
  cnameTarget,
  mappedNames,
  packed,
  startVendors,
  type Written,
  writeEverywhere,
} from '../support/stored-xss-seed.ts'

/**
 * Everything that keeps a text of others is filled with texts that try to run; then every page which shows one is opened in a real
 * Chromium, under the policy that is sent. Which fields there are says the database itself.
 */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let vendors: HostileVendors
let dns: NameServer
let browser: Browser
let written: Written
let database: pg.Client

beforeAll(async () => {
  vendors = await startVendors()
  dns = await startNameServer()
  data = await makeDataDir()
  const running = startEarshot(data.dataDir, {
    ...vendors.settings,
    CNAME_TARGET: cnameTarget,
    DNS_SERVER: dns.address,
  })
  browser = await launchBrowser(
    `--host-resolver-rules=${Object.values(mappedNames)
      .map((name) => `MAP ${name} 127.0.0.1`)
      .join(', ')}`,
  )
  earshot = await running
  database = new pg.Client(await getDatabaseUrl(data.dataDir))
  await database.connect()
  written = await writeEverywhere({ earshot, vendors, dns, dataDir: data.dataDir })
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await database?.end()
  await earshot?.kill('SIGTERM')
  await vendors?.close()
  await dns?.close()
  await data?.remove()
})

type Column = { name: string; hostile: boolean }

/** Every column that can hold a text, and whether one of the corpus stands in it. */
async function columnsWithTexts(): Promise<Column[]> {
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

test('every column that holds texts is thought of, and every one that is shown holds some of the corpus', async () => {
  const columns = await columnsWithTexts()
  const shown = shownFields.flatMap((field) => field.columns)
  const listed = [...new Set([...shown, ...Object.keys(keptFields), ...Object.values(ourFields).flat()])]
  const names = columns.map(({ name }) => name)
  // A new column: say in tests/support/stored-fields.ts where it shows, or why it never does.
  expect(names.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
  const hostile = columns.filter((column) => column.hostile).map(({ name }) => name)
  expect(shown.filter((name) => !hostile.includes(name))).toEqual([])
  // What is held to be words of ours alone.
  expect(hostile.filter((name) => Object.values(ourFields).flat().includes(name))).toEqual([])
})

test('nothing of it runs on any page, and all of it is there to be read', { timeout: 400_000 }, async () => {
  const sign = (name: string, value: string) => ({ name, value, url: earshot.url })
  const context = async (...cookies: { name: string; value: string; url: string }[]) => {
    const made = await browser.newContext({
      baseURL: earshot.url,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    })
    await made.addCookies(cookies)
    return made
  }
  const { call, workspaceId, main } = written
  const staff = await context(sign('app_token', written.token), sign('app_workspace', workspaceId))
  const inBlogRoom = await context(sign('app_token', written.token), sign('app_workspace', written.blogRoom))
  const person = await context(
    sign('app_token', written.person.token),
    sign('app_workspace', written.person.workspaceId),
  )
  const anybody = await context()

  const q = encodeURIComponent(packed('qq', 180)[0]!)
  const mailed = (to: string, at: RegExp) =>
    at.exec(partsOfMail(written.mails.find((mail) => mail.includes(`To: ${to}`))!).text)![0]
  const open = (name: string, address: string, as: BrowserContext = staff, act?: Visit['act']): Visit => ({
    name,
    address,
    as,
    act,
  })
  const app = (name: string, path: string, act?: Visit['act']) => open(name, `/app${path}`, staff, act)
  const visits: Visit[] = [
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
    app('refused report', `/reports/${written.refused}`),
    app('compare', `/reports/compare?a=${main}&b=${main}`),
    app('trends', `/trends?lookup=${written.trends}`),
    app('volumes', `/volumes?lookup=${written.volumes}`),
    app('lists', '/lists'),
    app('list', `/lists/${written.list}`),
    app('listeners', '/listeners'),
    ...['heard', 'changes', 'runs', 'deliveries', 'settings'].map((tab) =>
      app(`listener ${tab}`, `/listeners/${written.listeners[0]}?tab=${tab}`),
    ),
    app('refused listener', `/listeners/${written.refusedListener}?tab=runs`),
    app('notifications', '/notifications'),
    app('imports', '/imports', openAll),
    app('images', '/images'),
    app('documents', '/content'),
    app('document', `/content/${written.documents[0]}`),
    app('cited document', `/content/${written.cited}`),
    app('written document', `/content/${written.written}`),
    app('refused document', `/content/${written.refusedDocument}`),
    app('new document', '/content/new?template=blog_post'),
    open('own posts', '/app/content/posts', inBlogRoom),
    app('humanizer', '/humanizer'),
    ...written.runs.map((run) => app('humanized', `/humanizer?run=${run}`)),
    app('users', '/admin'),
    app('plans', '/admin/plans'),
    app('audit', '/admin/audit'),
    app('posts', '/admin/posts'),
    app('edited post', `/admin/posts/${written.posts[0]!._id}`),
    app('events', '/admin/events', openAll),
    app('events', `/admin/events?q=${encodeURIComponent('ev0 <script>')}`),
    app('person of events', `/admin/events?person=${encodeURIComponent(packed('eu', 190)[0]!)}`),
    ...['codes', 'jobs', 'health', 'status'].map((name) => app(`staff ${name}`, `/admin/${name}`)),
    open('settings', '/app/settings', person),
    open('sessions', '/app/settings/security', person),
    open('team', '/app/settings/team', person),
    app('workspace', '/settings/workspace'),
    app('domain', '/settings/domain'),
    app('voices', '/settings/voices'),
    app('models', '/settings/models'),
    app('keys', '/settings/keys'),
    app('billing', '/billing'),
    open('pricing', '/pricing', anybody),
    open('blog', '/blog', anybody),
    open('blog', '/blog?page=2', anybody),
    open('tag', `/blog/tag/${encodeURIComponent(packed('tg', 60)[0]!)}`, anybody),
    open('post', '/blog/post-0', anybody),
    open('post', '/blog/post-1', anybody),
    open('own post', `/b/${written.blogRoom}/own-post`, anybody),
    open('cited post', `/b/${workspaceId}/cited-post`, anybody),
    open('status', '/status', anybody, openAll),
    open('shared report', new URL(written.share.url).pathname, anybody),
    open('demo', '/demo?q=refused%20by%20nobody', anybody),
    open('invitation', new URL(mailed('guest@example.com', /http\S+\/invite\?token=[\w-]+/)).href, anybody),
    open('unsubscribe', new URL(mailed('reader@example.com', /http\S+\/unsubscribe\?token=[\w.%-]+/)).href, anybody),
    // What is asked for is said back.
    ...[
      `/blog?q=${q}`,
      `/blog/tag/${q}`,
      `/blog/${q}`,
      `/r/${q}`,
      `/demo?q=${q}`,
      `/login?redirect_to=${q}`,
      `/signup?redirect_to=javascript:pwned()`,
      `/invite?token=${q}`,
      `/unsubscribe?token=${q}`,
      `/${q}`,
    ].map((address) => open('said back', address, anybody)),
    ...[
      '/reports',
      '/lists',
      '/images',
      '/content',
      '/admin',
      '/admin/audit',
      '/admin/jobs',
      '/admin/posts',
      '/admin/events',
    ].map((address) => app('said back', `${address}?q=${q}`)),
    app('said back', `/trends?lookup=${q}`),
    app('said back', `/content/new?title=${q}`),
    // What programs read, opened by people.
    ...[
      '/blog/feed.xml',
      '/sitemap.xml',
      `/b/${written.blogRoom}/feed.xml`,
      '/status/feed.xml',
      `/cms/list?q=${q}`,
      '/__skylark/incidents',
    ].map((address) => open('for programs', address, anybody)),
    open('listener feed', new URL(written.feed).pathname, anybody),
    open('listener feed', new URL(written.feed.replace(/rss$/, 'json')).pathname, anybody),
    open('an image that is none', `/images/${q}/full`, anybody),
  ]
  const seen = await visitAll(visits, marksOn)

  // Under names of the workspaces' own; the first was waiting for its records until here.
  dns.set(mappedNames.reports, 'CNAME', cnameTarget)
  await call(domainsContract.find, { workspace_id: workspaceId })
  const under = (name: string) => earshot.url.replace('127.0.0.1', name)
  const later = await visitAll(
    [
      open('mapped report', under(mappedNames.reports) + new URL(written.share.url).pathname, anybody),
      open('mapped blog', under(mappedNames.blog), anybody),
      open('mapped post', `${under(mappedNames.blog)}/own-post`, anybody),
      open('mapped feed', `${under(mappedNames.blog)}/feed.xml`, anybody),
    ],
    marksOn,
  )

  // Files and mails are opened without any policy of ours.
  const file = await fetch(`${earshot.url}/ai/export/${written.documents[0]}?format=html`, {
    headers: { Authorization: `Bearer ${written.token}` },
  })
  const bare = await visitHtml(browser, [
    ['document file', await file.text()],
    ...written.mails
      .filter((mail) => /^To: (?:guest|reader)@/m.test(mail))
      .map((mail): [string, string] => [
        /^To: guest@/m.test(mail) ? 'mail of an invitation' : 'digest',
        partsOfMail(mail).html,
      ]),
  ])

  await call(statusContract.switch, { status: 'maintenance', message: packed('mt', 2000)[0]! })
  const closed = await visitAll([open('maintenance', '/', anybody), app('maintained', '')], marksOn)
  const all = [...seen, ...later, ...bare, ...closed]
  expect(all.flatMap(({ name, ran }) => ran.map((what) => `${name}: ${what}`))).toEqual([])
  expect(all.flatMap(({ name, address, dangers }) => dangers.map((what) => `${name} ${address}: ${what}`))).toEqual([])
  expect(all.flatMap(({ name, address, moved }) => moved.map((where) => `${name} ${address}: ${where}`))).toEqual([])
  expect(all.flatMap(({ name, violations }) => violations.map((what) => `${name}: ${what}`))).toEqual([])
  expect(unseen(all)).toEqual([])
})

/** The names of all workspaces. */
async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
}

const marksOn = (name: string) => shownFields.filter(({ on }) => on.includes(name)).map(({ mark }) => mark)

/** Which marks are missing on which pages. */
function unseen(all: Seen[]) {
  const textsOf = Map.groupBy(all, ({ name }) => name)
  return shownFields.flatMap(({ mark, on, columns }) =>
    on.flatMap((name) => {
      const text = (textsOf.get(name) ?? []).map((seen) => seen.text).join(' ')
      return isThere(mark, text) ? [] : [`${columns[0]} (${mark}) on ${name}`]
    }),
  )
}
