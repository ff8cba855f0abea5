import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const requestExport = (token: string) => fetch(`${server.url}/user/export`, { method: 'POST', headers: bearer(token) })
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)

async function download(token: string) {
  const response = await requestExport(token)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="earshot-\d{4}-\d\d-\d\d\.zip"$/)
  const files = unzipSync(await response.bytes())
  const text = (path: string) => strFromU8(files[path]!)
  return {
    paths: Object.keys(files),
    text,
    json: (path: string) => JSON.parse(text(path)),
    csv: (path: string) =>
      Papa.parse<Record<string, string>>(text(path).replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true })
        .data,
  }
}

test('the archive has all of a user’s data unchanged, and of other people’s workspaces only the membership', async () => {
  const [me, other] = [await server.signUp('self_hosted'), await server.signUp('self_hosted')]
  const inMine = { workspace_id: me.workspaceId }
  const topic = {
    type: 'topic' as const,
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources: ['sample' as const],
  }
  const { report } = await me.call(reportsContract.new, { ...inMine, ...topic })
  await until('the report to finish', async () =>
    (await me.call(reportsContract.checkstatus, { _id: report!._id })).status === 'done' ? true : null,
  )
  await me.call(reportsContract.hide, { _id: report!._id, hidden: true })
  const { share } = await me.call(sharingContract.share, { _id: report!._id, password: 'a share password' })
  const file = new File(['Keyword,Volume,CPC\n=cold brew,1200,1.5\nespresso,90,\n'], 'mine.csv')
  const { import: imported } = await me.call(importsContract.add, { ...inMine, file })
  const { key } = await me.call(apiKeysContract.add, { ...inMine, name: 'My program', scopes: ['reports:read'] })
  await query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    other.workspaceId,
    me.user.id,
    'editor',
  ])
  await other.call(importsContract.add, { workspace_id: other.workspaceId, file: new File(['theirs\n'], 'theirs.csv') })
  await query(
    `insert into audit_log (id, actor_id, actor_email, action, subject, address) values (gen_random_uuid(), $1, $2, 'plan.granted', $3, '203.0.113.7')`,
    [other.user.id, other.email, me.email],
  )

  const { paths, text, json, csv } = await download(me.token)
  const mine = `workspaces/${me.workspaceId}`
  // Other features add more files.
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.txt',
      'account.json',
      'sessions.json',
      'plan.json',
      'usage.json',
      'api-keys.json',
      'audit.json',
      'memberships.json',
      `${mine}/workspace.json`,
      `${mine}/members.json`,
      `${mine}/reports/${report!._id}.json`,
      `${mine}/reports/${report!._id}.csv`,
      `${mine}/imports/${imported._id}.json`,
      `${mine}/imports/${imported._id}.csv`,
      `${mine}/shares.json`,
    ]),
  )
  for (const path of paths.slice(1))
    expect(text('README.txt')).toContain(path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*'))

  expect(json('account.json')).toMatchObject({ id: me.user.id, email: me.email, first_name: 'Ada', has_password: true })
  expect(json('sessions.json')).toHaveLength(1)
  expect(json('plan.json')).toMatchObject({ plan: 'self_hosted', codes: [] })
  expect(json('usage.json')).toMatchObject([{ tool: 'reports', used: 1 }])
  expect(json('api-keys.json')).toMatchObject([{ name: 'My program', scopes: ['reports:read'], last4: key.slice(-4) }])
  expect(
    json('memberships.json')
      .map((each: { workspace_id: string; role: string }) => [each.workspace_id, each.role])
      .sort(),
  ).toEqual(
    [
      [me.workspaceId, 'owner'],
      [other.workspaceId, 'editor'],
    ].sort(),
  )
  const audit = json('audit.json') as { action: string; by: string; address: string | null }[]
  expect(audit.map(({ action, by }) => `${action} by ${by}`)).toContain('plan.granted by somebody else')
  expect(audit.map(({ action, by }) => `${action} by ${by}`)).toContain('account.exported by you')
  expect(json(`${mine}/members.json`)).toMatchObject([{ email: me.email, role: 'owner' }])

  const answered = await (await fetch(`${server.url}/reports/get/${report!._id}`, { headers: bearer(me.token) })).json()
  const { keywords, ...sections } = json(`${mine}/reports/${report!._id}.json`).sections
  expect(keywords.length).toBeGreaterThan(20)
  const byId = (rows: { _id: string }[]) => [...rows].sort((a, b) => a._id.localeCompare(b._id))
  expect(byId(keywords)).toEqual(byId(answered.report.sections.keywords))
  for (const [name, section] of Object.entries(sections)) expect(section).toEqual(answered.report.sections[name])
  const rows = csv(`${mine}/reports/${report!._id}.csv`)
  expect(rows.map((row) => row.Keyword).sort()).toEqual(keywords.map((row: { text: string }) => row.text).sort())

  expect(json(`${mine}/imports/${imported._id}.json`)).toMatchObject({ file_name: 'mine.csv', accepted: 2 })
  expect(csv(`${mine}/imports/${imported._id}.csv`)).toMatchObject([
    { Keyword: expect.stringMatching(/cold brew$/), 'Search volume': '1200', CPC: '1.5' },
    { Keyword: 'espresso', 'Search volume': '90', CPC: '' },
  ])
  expect(json(`${mine}/shares.json`)).toMatchObject([{ report_id: report!._id, has_password: true }])

  const everything = paths.map(text).join('\n')
  for (const secret of [
    me.token,
    key,
    share.token,
    '$argon2',
    'password_hash',
    'token_hash',
    other.email,
    '203.0.113.7',
    'theirs',
  ])
    expect(everything).not.toContain(secret)
})

test('the export is available to the user only, not to API keys or support access', async () => {
  const me = await server.signUp()
  const { key } = await me.call(apiKeysContract.add, {
    workspace_id: me.workspaceId,
    name: 'Key',
    scopes: ['reports:read'],
  })
  expect((await requestExport(key)).status).toBe(403)
  expect((await post(`${server.url}/user/export`, {})).status).toBe(401)
})

test('the export is limited to three per hour, with a retry time', async () => {
  const { token } = await server.signUp()
  for (let times = 0; times < 3; times++) await (await requestExport(token)).bytes()
  const refused = await requestExport(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  const body = (await refused.json()) as { error: { message: string } }
  expect(body.error.message).toMatch(/^You can export your data three times per hour. Try again in 60 minutes\.$/)
})

test('60 reports of 2,000 rows each are exported completely', async () => {
  const me = await server.signUp('self_hosted')
  await query(
    `insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units, row_count)
     select $1, gen_random_uuid(), 'topic', 'report ' || n, 'US', 'en', 1, false, false, 'done', 'done', 1, 2000 from generate_series(1, 60) n`,
    [me.workspaceId],
  )
  await query(
    `insert into report_rows (workspace_id, report_id, id, key, text, type, sources, depth, position)
     select r.workspace_id, r.id, gen_random_uuid(), md5(r.id::text || n), md5(r.id::text || n) || ' ' || n, 'question', '{sample}', 1, n
     from reports r, generate_series(1, 2000) n where r.workspace_id = $1`,
    [me.workspaceId],
  )
  // Rows added over weeks have statistics; these were inserted together, so the planner would assume an empty table.
  await query('analyze report_rows', [])
  const { paths, text, json } = await download(me.token)
  const of = (ending: string) => paths.filter((path) => path.includes('/reports/') && path.endsWith(ending))
  expect([of('.csv').length, of('.json').length]).toEqual([60, 60])
  for (const path of of('.csv')) expect(text(path).trim().split('\r\n')).toHaveLength(2001)
  for (const path of of('.json')) expect(json(path).sections.keywords).toHaveLength(2000)
}, 180_000)

test('an interrupted download leaves no connection or transaction behind', async () => {
  const me = await server.signUp()
  const response = await requestExport(me.token)
  await response.body!.cancel()
  expect((await me.call(authContract.userdata, {})).user.id).toBe(me.user.id)
})
