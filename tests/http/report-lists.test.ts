import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract, reportTypes } from '../../src/features/reports/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { wrongInReportLists } from '../support/report-lists.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Report lists come from separate tables and have to match the reports. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows
const statuses = ['queued', 'running', 'done', 'failed', 'cancelled']
const topics = ['Kettle', 'cold brew 100%', 'snake_case', 'back\\slash', 'ÖL kettle', 'a']

/** Inserts reports of all kinds, two per timestamp. */
const insert = (workspaceId: string, count: number) =>
  query(
    `insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units, hidden, created_at)
     select $1, gen_random_uuid(), ($2::text[])[1 + n % 4], ($4::text[])[1 + n % 6] || ' ' || n, 'US', 'en', 1, false, false,
       ($3::text[])[1 + n / 3 % 5], 'done', 1, n % 7 = 0, '2026-01-01'::timestamptz + n / 2 * interval '1 minute'
     from generate_series(1, $5) n returning id`,
    [workspaceId, reportTypes, statuses, topics, count],
  )

async function listsAreRight(call: Call, workspaceId: string) {
  const all = await query(
    `select id, type, status, hidden, query, lower(query) as words from reports where workspace_id = $1
     order by created_at desc, id desc`,
    [workspaceId],
  )
  const searches = [undefined, 'KETTLE', '100%', 'e_c', '\\s', 'Öl', 'ÖL', 'a', 'nowhere']
  // Which letters besides ASCII have another case depends on the database's locale.
  const lowered = new Map<string | undefined, string>(
    (
      await query('select q, lower(q) as words from unnest($1::text[]) q', [searches.filter((q) => q !== undefined)])
    ).map(({ q, words }) => [q, words]),
  )
  for (const type of [undefined, 'topic'] as const)
    for (const status of [undefined, 'failed'] as const)
      for (const hidden of [false, true])
        for (const q of searches) {
          const right = all.filter(
            (report) =>
              (!type || report.type === type) &&
              (!status || report.status === status) &&
              report.hidden === hidden &&
              (!q || report.words.includes(lowered.get(q))),
          )
          for (const [page, limit] of [
            [1, 10],
            [Math.max(1, Math.ceil(right.length / 14)), 7],
            [Math.max(1, Math.ceil(right.length / 7)), 7],
            [99, 10],
          ] as const) {
            const ask = { workspace_id: workspaceId, type, status, hidden, q, page, limit }
            const { items, total } = await call(reportsContract.find, ask)
            expect({ ask, total, ids: items.map(({ _id }) => _id) }).toEqual({
              ask,
              total: right.length,
              ids: right.slice((page - 1) * limit, page * limit).map(({ id }) => id),
            })
          }
        }
  return all
}

test('lists match the reports for every filter and page, with and without the search index', async () => {
  const { call, workspaceId } = await server.signUp()
  await insert((await server.signUp()).workspaceId, 10)
  await insert(workspaceId, 150)
  const all = await listsAreRight(call, workspaceId)
  const { totals_by_type } = await call(reportsContract.overview, { workspace_id: workspaceId })
  for (const type of reportTypes)
    expect(totals_by_type[type] ?? 0).toBe(all.filter((report) => report.type === type && !report.hidden).length)
  // The index is missing if the role can't add extensions.
  const [index] = await query(`select indexdef from pg_indexes where indexname = 'report_listings_words'`)
  await query('drop index report_listings_words')
  await listsAreRight(call, workspaceId)
  await query(index!.indexdef)
})

test('counts are correct during concurrent writes and summing, and a deleted workspace leaves none', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { workspace } = await call(workspacesContract.add, { name: 'Another', color: '#0f766e' })
  const other = workspace._id
  const ids = (await insert(workspaceId, 120)).map(({ id }) => id as string)
  await insert(other, 40)
  const getRows = async (table: string, of: string) =>
    Number((await query(`select count(*) as n from ${table} where workspace_id = $1`, [of]))[0]!.n)
  const addUp = () => Promise.all(server.app.cleanups.map((cleanUp) => cleanUp()))
  let isOver = false
  const watching = (async () => {
    let looks = 0
    for (; !isOver; looks++) expect(await wrongInReportLists(server.database.pool)).toEqual([])
    return looks
  })()
  await Promise.all([
    ...ids.slice(0, 30).map((_id) => call(reportsContract.hide, { _id, hidden: true })),
    ...ids.slice(0, 30).map((_id) => call(reportsContract.hide, { _id, hidden: false })),
    ...ids
      .slice(20, 60)
      .map((id) => query(`update reports set status = 'running', type = 'topic' where id = $1`, [id])),
    ...ids.slice(40, 80).map((id) => query(`update reports set progress = progress + 0.1 where id = $1`, [id])),
    query('begin; delete from reports where workspace_id = $WORKSPACE; rollback'.replace('$WORKSPACE', `'${other}'`)),
    query('delete from reports where id = any ($1)', [ids.slice(100)]),
    insert(workspaceId, 30),
    addUp(),
    addUp(),
  ]).finally(() => {
    isOver = true
  })
  expect(await watching).toBeGreaterThan(0)
  // Counts are compacted from 100 rows on; how many the calls above left depends on when they were compacted last.
  for (const id of ids.slice(40, 100)) await query(`update reports set hidden = not hidden where id = $1`, [id])
  expect(await getRows('report_counts', workspaceId)).toBeGreaterThan(100)
  await addUp()
  expect(await wrongInReportLists(server.database.pool)).toEqual([])
  // At most one row per kind: 2 × 4 × 5.
  expect(await getRows('report_counts', workspaceId)).toBeLessThanOrEqual(40)
  await listsAreRight(call, workspaceId)

  expect(await getRows('report_counts', other)).toBeGreaterThan(0)
  await call(workspacesContract.remove, { _id: other })
  for (const table of ['report_counts', 'report_listings']) expect(await getRows(table, other)).toBe(0)
  expect(await wrongInReportLists(server.database.pool)).toEqual([])
})
