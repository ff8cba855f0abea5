import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeContract } from '../../src/features/home/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { wrongInReportLists } from '../support/report-lists.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Names, tags, notes, favorites, groups of runs, order and deletion of reports. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>
type Filter = Omit<Parameters<Person['call']>[1] & object, 'workspace_id'>

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
const find = (who: Person, filter: Filter = {}) =>
  who.call(reportsContract.find, { workspace_id: who.workspaceId, ...filter })

/** A finished report without content, minutes ago. */
async function insert(who: Person, text: string, { rows = 1, minutes = 0, country = 'US', status = 'done' } = {}) {
  const { rows: inserted } = await query(
    `insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units, row_count, created_at)
     values ($1, gen_random_uuid(), 'topic', $2, $3, 'en', 1, false, false, $4, 'done', 1, $5, now() - $6 * interval '1 minute')
     returning id`,
    [who.workspaceId, text, country, status, rows, minutes],
  )
  return inserted[0].id as string
}

const names = ({ items }: Awaited<ReturnType<typeof find>>) => items.map(({ title, query }) => title ?? query)

test('a report gets a name, tags, a note and a star, and is found by them', async () => {
  const who = await server.signUp()
  const _id = await insert(who, 'cold brew')
  await insert(who, 'standing desk')
  const { report } = await who.call(reportsContract.update, {
    _id,
    title: '  Autumn campaign ',
    tags: ['client A', 'client A', 'draft'],
    note: 'Ask Dana.',
    favorite: true,
  })
  expect(report).toMatchObject({
    title: 'Autumn campaign',
    query: 'cold brew',
    tags: ['client A', 'draft'],
    note: 'Ask Dana.',
    favorite: true,
  })
  for (const filter of [{ q: 'autumn' }, { q: 'CLIENT' }, { q: 'cold' }, { tag: 'client A' }, { favorite: true }])
    expect([filter, names(await find(who, filter))]).toEqual([filter, ['Autumn campaign']])
  expect(names(await find(who, { tag: 'client' }))).toEqual([])
  expect(names(await find(who, { favorite: false }))).toEqual(['standing desk'])
  expect((await who.call(reportsContract.tags, { workspace_id: who.workspaceId })).items).toEqual([
    { tag: 'client A', count: 1 },
    { tag: 'draft', count: 1 },
  ])
  // What isn't sent stays; an empty name is none.
  const { report: renamed } = await who.call(reportsContract.update, { _id, title: '' })
  expect(renamed).toMatchObject({ title: null, tags: ['client A', 'draft'], favorite: true })
  expect(names(await find(who, { q: 'autumn' }))).toEqual([])
  expect(await wrongInReportLists(server.database.pool)).toEqual([])
})

test('runs of one query, country and type are one line: the latest, with their number', async () => {
  const who = await server.signUp()
  const old = await insert(who, 'Cold Brew', { minutes: 9 })
  const latest = await insert(who, 'cold brew', { minutes: 5 })
  await insert(who, 'cold brew', { minutes: 7, country: 'DE' })
  await insert(who, 'standing desk', { minutes: 1 })
  const grouped = await find(who, { group: true })
  expect(grouped.total).toBe(3)
  expect(grouped.items.map(({ query, country, runs }) => `${query} ${country} ${runs}`)).toEqual([
    'standing desk US 1',
    'cold brew US 2',
    'cold brew DE 1',
  ])
  const runs = await find(who, { same_as: latest, group: true })
  expect(runs.items.map(({ _id }) => _id)).toEqual([latest, old])
  const second = await find(who, { group: true, limit: 1, page: 2 })
  expect([second.total, second.items.map(({ _id }) => _id)]).toEqual([3, [latest]])
  // A report of another workspace names no query here.
  const other = await server.signUp()
  expect((await find(other, { same_as: latest })).total).toBe(0)
})

test('the list is sorted by time, name and rows', async () => {
  const who = await server.signUp()
  await insert(who, 'beans', { rows: 30, minutes: 1 })
  const zebra = await insert(who, 'Zebra', { rows: 10, minutes: 2 })
  await insert(who, 'apple', { rows: 20, minutes: 3 })
  const sorted = async (sort: string) => names(await find(who, { sort, group: true } as Filter))
  expect(await sorted('-created_at')).toEqual(['beans', 'Zebra', 'apple'])
  expect(await sorted('created_at')).toEqual(['apple', 'Zebra', 'beans'])
  expect(await sorted('query')).toEqual(['apple', 'beans', 'Zebra'])
  expect(await sorted('-query')).toEqual(['Zebra', 'beans', 'apple'])
  expect(await sorted('-rows')).toEqual(['beans', 'apple', 'Zebra'])
  expect(await sorted('rows')).toEqual(['Zebra', 'apple', 'beans'])
  await who.call(reportsContract.update, { _id: zebra, title: 'Aardvark' })
  expect(await sorted('query')).toEqual(['Aardvark', 'apple', 'beans'])
})

test('a deleted report disappears everywhere, can be restored, and is deleted permanently after 7 days', async () => {
  const who = await server.signUp('starter')
  const _id = await createSampleReport(who)
  const kept = await insert(who, 'standing desk')
  const { share } = await who.call(sharingContract.share, { _id })
  await who.call(reportsContract.delete, { _id })
  expect((await find(who)).items.map((head) => head._id)).toEqual([kept])
  expect((await find(who, { group: true })).total).toBe(1)
  const calls = await Promise.allSettled([
    who.call(reportsContract.get, { id: _id }),
    who.call(reportsContract.checkstatus, { _id }),
    who.call(reportsContract.rows, { _id, section: 'keywords' }),
    who.call(reportsContract.update, { _id, favorite: true }),
    who.call(reportsContract.delete, { _id }),
    server.anonymous(sharingContract.open, { token: share.token }),
  ])
  for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
  const deleted = await find(who, { deleted: true })
  expect(deleted.items).toMatchObject([{ _id, deleted_at: expect.any(String) }])
  expect(await wrongInReportLists(server.database.pool)).toEqual([])

  const { report } = await who.call(reportsContract.restore, { _id })
  expect(report).toMatchObject({ _id, deleted_at: null, status: 'done' })
  expect((await find(who)).total).toBe(2)
  expect((await server.anonymous(sharingContract.open, { token: share.token })).report).toMatchObject({ _id })
  expect(await wrongInReportLists(server.database.pool)).toEqual([])

  await who.call(reportsContract.delete, { _id })
  for (const [days, left] of [
    [6, 1],
    [8, 0],
  ] as const) {
    await query(`update reports set deleted_at = now() - $2 * interval '1 day' where id = $1`, [_id, days])
    for (const cleanUp of server.app.cleanups) await cleanUp()
    expect((await query('select from reports where id = $1', [_id])).rowCount).toBe(left)
  }
  expect((await query('select from report_rows where report_id = $1', [_id])).rowCount).toBe(0)
  await expect(who.call(reportsContract.restore, { _id })).rejects.toMatchObject({ code: 'not_found' })
})

test('deleting a queued report stops it and refunds it', async () => {
  const who = await server.signUp('starter')
  const { report } = await who.call(reportsContract.new, {
    workspace_id: who.workspaceId,
    type: 'topic',
    query: 'never answered',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  await query(`update reports set status = 'queued', row_count = 0 where id = $1`, [report!._id])
  await who.call(reportsContract.delete, { _id: report!._id })
  const { rows } = await query('select status from reports where id = $1', [report!._id])
  expect(rows[0].status).toBe('cancelled')
})

test('lists and the home count keywords as the report does, without template phrases', async () => {
  const who = await server.signUp('starter')
  const { report } = await who.call(reportsContract.new, {
    workspace_id: who.workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources: ['sample', 'patterns'],
  })
  const _id = report!._id
  const progress = await until('the report', async () => {
    const found = await who.call(reportsContract.checkstatus, { _id })
    return found.status === 'done' && found
  })
  const { counts } = (await who.call(reportsContract.get, { id: _id, sections: 'overview' })).report.sections.overview!
  expect(counts.ideas).toBeGreaterThan(0)
  const expected = { rows: counts.keywords! + counts.ideas!, found: counts.keywords! }
  expect(progress).toMatchObject(expected)
  const listed = async () => (await find(who)).items[0]
  expect(await listed()).toMatchObject(expected)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const home = await who.call(homeContract.get, { workspace_id: who.workspaceId, since })
  expect(home.finished).toMatchObject([{ kind: 'report', _id, count: counts.keywords }])
  // A report of an earlier version has the number in its overview only.
  await query('update reports set idea_count = null where id = $1', [_id])
  expect(await listed()).toMatchObject(expected)
})

test('a visitor of a shared report doesn’t see what members wrote about it', async () => {
  const who = await server.signUp('starter')
  const _id = await createSampleReport(who)
  await who.call(reportsContract.update, { _id, title: 'Pays late', tags: ['pays late'], note: 'Pays late.' })
  const { share } = await who.call(sharingContract.share, { _id })
  const opened = await server.anonymous(sharingContract.open, { token: share.token })
  expect(opened.report).toMatchObject({ query: 'cold brew coffee' })
  expect(JSON.stringify(opened).toLowerCase()).not.toContain('pays late')
})
