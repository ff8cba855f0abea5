import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({})
})
afterAll(() => server.close())

type Account = Awaited<ReturnType<TestServer['signUp']>>

const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const searchBot = 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)'
const line = (time: string, path: string, agent: string, status = 200) =>
  `192.0.2.77 - secret-user [${time} +0000] "GET ${path} HTTP/1.1" ${status} 512 "-" "${agent}"`

/** Two days that meet in two logs, as a rotation in the morning leaves them. */
const night = [
  line('18/Nov/2026:22:00:00', '/ratio?session=private', gptBot),
  line('19/Nov/2026:01:00:00', '/ratio', gptBot),
  line('19/Nov/2026:02:00:00', '/missing', gptBot, 404),
]
const morning = [
  line('19/Nov/2026:07:00:00', '/ratio', gptBot),
  line('19/Nov/2026:07:00:00', '/ratio', gptBot),
  line('19/Nov/2026:08:00:00', '/robots.txt', searchBot),
  line('19/Nov/2026:08:00:01', '/style.css', searchBot),
  line('19/Nov/2026:09:00:00', '/ratio', 'Mozilla/5.0 Chrome/142'),
]
const log = (lines: readonly string[], name = 'access.log') => new File([`${lines.join('\n')}\n`], name)

const addSite = async ({ call, workspaceId }: Account) =>
  (await call(sitesContract.add, { workspace_id: workspaceId, url: 'hollowoak.example' })).site._id

test('logs that overlap count once, and each bot has its visits, statuses and pages', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  expect(await call(sitesContract.bots, { _id })).toMatchObject({ from: null, bots: [], logs: [], crawled_pages: null })
  const first = await call(sitesContract.uploadLog, { _id, file: log(night) })
  expect(first).toMatchObject({
    repeated: false,
    log: { from: '2026-11-18', to: '2026-11-19', lines: 3, visits: 3, added: 3, unread: 0 },
  })
  // The next log has the end of the first one, too.
  const packed = new File([gzipSync(`${[...night.slice(1), ...morning].join('\n')}\n`)], 'access.log.1.gz')
  const second = await call(sitesContract.uploadLog, { _id, file: packed })
  expect(second.log).toMatchObject({ lines: 7, visits: 6, added: 4 })
  expect(await call(sitesContract.uploadLog, { _id, file: packed })).toEqual({ log: second.log, repeated: true })
  // Another file with nothing new.
  const again = await call(sitesContract.uploadLog, { _id, file: log([...morning, ...night], 'all.log') })
  expect(again.log).toMatchObject({ visits: 7, added: 0 })

  const found = await call(sitesContract.bots, { _id })
  expect(found).toMatchObject({ from: '2026-10-23', to: '2026-11-19', days: 2, incomplete: false })
  const [gpt] = found.bots
  expect(gpt).toMatchObject({
    ...{ bot: 'GPTBot', visits: 5, files: 0, robots: 0, unvisited: null, last_at: '2026-11-19T07:00:00.000Z' },
    statuses: [
      { status: 200, visits: 4 },
      { status: 404, visits: 1 },
    ],
    pages: [
      { path: '/ratio', visits: 4 },
      { path: '/missing', visits: 1 },
    ],
  })
  expect(found.bots.find(({ bot }) => bot === 'OAI-SearchBot')).toMatchObject({ visits: 0, files: 1, robots: 1 })
  expect(found.bots.find(({ bot }) => bot === 'PerplexityBot')).toMatchObject({ visits: 0, last_at: null })
  const { bots } = await call(sitesContract.bots, { _id, from: '2026-11-18', to: '2026-11-18' })
  expect(bots[0]).toMatchObject({ bot: 'GPTBot', visits: 1 })

  await call(sitesContract.removeLogs, { _id })
  expect(await call(sitesContract.bots, { _id })).toMatchObject({ from: null, bots: [], logs: [] })
  expect((await call(sitesContract.uploadLog, { _id, file: log(night) })).log.added).toBe(3)
})

test('neither addresses nor users nor queries of a log are stored', async () => {
  const account = await server.signUp()
  const _id = await addSite(account)
  await account.call(sitesContract.uploadLog, { _id, file: log([...night, ...morning]) })
  for (const table of ['site_visit_logs', 'site_visit_days', 'site_bot_visits']) {
    const { rows } = await server.database.pool.query(`select t::text as row from ${table} t where site_id = $1`, [_id])
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toMatch(/192\.0\.2|secret-user|private/)
  }
})

test('pages that a bot didn’t visit are those of the crawl that search engines may list', async () => {
  const account = await server.signUp()
  const { call, workspaceId } = account
  const _id = await addSite(account)
  const insert = (path: string, status: number, indexable: boolean) =>
    server.database.pool.query(
      `insert into site_pages (workspace_id, site_id, key, url, url_key, status, indexable, first_crawl, last_crawl)
       values ($1, $2, gen_random_uuid(), $3, $3, $4, $5, 1, 1)`,
      [workspaceId, _id, `https://hollowoak.example${path}`, status, indexable],
    )
  await insert('/ratio', 200, true)
  await insert('/chart', 200, true)
  await insert('/chart?page=2', 200, true)
  await insert('/hidden', 200, false)
  await insert('/missing', 404, true)
  await call(sitesContract.uploadLog, { _id, file: log([...night, ...morning]) })
  const found = await call(sitesContract.bots, { _id })
  expect(found.crawled_pages).toBe(2)
  const unvisited = Object.fromEntries(found.bots.map((one) => [one.bot, one.unvisited]))
  expect(unvisited).toMatchObject({ GPTBot: 1, 'OAI-SearchBot': 2 })
  const missed = await call(sitesContract.botPages, { _id, bot: 'GPTBot', view: 'unvisited' })
  expect(missed).toMatchObject({ total: 1, items: [{ path: '/chart', visits: 0, last_at: null, statuses: [] }] })
  const visited = await call(sitesContract.botPages, { _id, bot: 'GPTBot', limit: 1 })
  expect(visited).toMatchObject({
    total: 2,
    items: [{ path: '/ratio', url: 'https://hollowoak.example/ratio', visits: 4, statuses: [{ status: 200 }] }],
  })
})

test('other files and other people’s sites are refused, and nothing is stored', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  const refuse = (file: File) =>
    call(sitesContract.uploadLog, { _id, file }).then(
      () => null,
      ({ code, options }) => [code, options.reason],
    )
  expect(await refuse(new File(['keyword,volume\ncold brew,90\n'], 'a.csv'))).toEqual([
    'invalid_input',
    'not_access_log',
  ])
  expect(await refuse(new File([gzipSync('x').subarray(0, 12)], 'a.gz'))).toEqual(['invalid_input', 'archive_damaged'])
  const stranger = await server.signUp()
  await expect(stranger.call(sitesContract.uploadLog, { _id, file: log(night) })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await call(sitesContract.bots, { _id })).logs).toEqual([])
})

const analytics = (rows: readonly string[]) =>
  new File(
    [
      `# ----------------\n# Traffic acquisition\n# Account: Hollow Oak\n# Start date: 20261101\n# End date: 20261126\n# ----------------\n\n`,
      `Session source / medium,Landing page + query string,Sessions,Engaged sessions\n${rows.join('\n')}\n`,
    ],
    'traffic.csv',
  )

test('an export of Google Analytics shows sessions from assistants, and the next one replaces it', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  expect(await call(sitesContract.referrals, { _id })).toEqual({ referrals: null })
  const rows = [
    'google / organic,/ratio,90,70',
    'chatgpt.com / referral,/ratio,30,20',
    'chatgpt.com / referral,/chart,4,3',
    'perplexity.ai / referral,/chart,6,5',
    ',,130,98,Grand total',
  ]
  const { referrals } = await call(sitesContract.uploadReferrals, { _id, file: analytics(rows) })
  expect(referrals).toMatchObject({
    ...{ file_name: 'traffic.csv', from: '2026-11-01', to: '2026-11-26', sessions: 40, all_sessions: 130 },
    ...{ rows: 4, rejected: 0 },
    assistants: [
      {
        ...{ assistant: 'ChatGPT', sources: ['chatgpt.com'], sessions: 34 },
        pages: [
          { page: '/ratio', sessions: 30 },
          { page: '/chart', sessions: 4 },
        ],
      },
      { assistant: 'Perplexity', sessions: 6 },
    ],
  })
  await call(sitesContract.uploadReferrals, { _id, file: analytics(rows) })
  const next = await call(sitesContract.uploadReferrals, { _id, file: analytics(['claude.ai / referral,/ratio,2,1']) })
  expect(await call(sitesContract.referrals, { _id })).toEqual(next)
  expect(next.referrals).toMatchObject({ sessions: 2, assistants: [{ assistant: 'Claude' }] })
  const other = new File(['keyword,volume\ncold brew,90\n'], 'a.csv')
  await expect(call(sitesContract.uploadReferrals, { _id, file: other })).rejects.toMatchObject({
    ...{ code: 'invalid_input', options: { field: 'file', reason: 'not_referrals' } },
  })
  await call(sitesContract.removeReferrals, { _id })
  expect(await call(sitesContract.referrals, { _id })).toEqual({ referrals: null })
})
