import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { statusContract } from '../../src/features/status/contract.ts'
import { compactSamples } from '../../src/features/status/sample-status.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
let staff: Awaited<ReturnType<TestServer['signUp']>>
let member: Awaited<ReturnType<TestServer['signUp']>>

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.signUp()
  member = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [staff.user.id])
})
afterAll(() => server?.close())

const getComponents = async (call: Call) =>
  new Map((await call(statusContract.updown, {})).components.map((component) => [component.id, component]))

test('components are checked by their real state: workers, files, sources, listeners', async () => {
  const found = await server.anonymous(statusContract.updown, {})
  expect(found).toMatchObject({ version: '0.0.0-test', maintenance: null })
  expect(found.components.map(({ id, status }) => [id, status])).toEqual([
    ['database', 'up'],
    // This server runs jobs but sends no heartbeat: nothing called watch().
    ['jobs', 'down'],
    ['files', 'up'],
    ['sources', 'idle'],
    ['listeners', 'up'],
    ['model', 'off'],
    ['mail', 'off'],
  ])
  expect(found.status).toBe('degraded')

  const unwatch = await server.app.start({ alone: true })
  await server.database.pool.query(`
    insert into status_outcomes (component, at, good, bad)
    values ('source:reddit', date_trunc('minute', now()), 1, 4), ('source:bing_suggest', date_trunc('minute', now()), 9, 0)`)
  await until('workers to be up', async () => (await getComponents(server.anonymous)).get('jobs')?.status === 'up')
  const now = await server.anonymous(statusContract.updown, {})
  expect(now.components.find(({ id }) => id === 'sources')).toMatchObject({
    status: 'degraded',
    message: 'Reddit isn’t responding; the others are.',
  })
  await unwatch()
}, 30_000)

const getReadiness = async () => {
  const response = await fetch(`${server.url}/readyz`)
  const { error } = (await response.json()) as { error?: { reason?: string } }
  return [response.status, error?.reason ?? null]
}

/** A storage whose writes fail as on a full disk. */
const fullDevice = '/dev/full'

test.skipIf(!existsSync(fullDevice))('a full disk below DATA_DIR is not ready until there is room', async () => {
  expect(await getReadiness()).toEqual([200, null])
  const probeFile = path.join(server.dataDir, `.probe-${process.pid}`)
  await symlink(fullDevice, probeFile)
  expect(await getReadiness()).toEqual([503, 'data_dir_full'])
  await rm(probeFile)
  expect(await getReadiness()).toEqual([200, null])
})

const findNoRoom = `do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`

test('after a query failed because the database’s disk is full, /readyz fails until a write succeeds', async () => {
  const { pool } = server.database
  // Rejects only the probe’s tables, as PostgreSQL does on a full disk.
  await pool.query(`
    create or replace function refuse_probe() returns event_trigger language plpgsql as $$ begin
      if current_setting('application_name') = 'earshot-probe' then
        raise exception 'No space left on device' using errcode = 'disk_full';
      end if;
    end $$`)
  await pool.query('create event trigger full_disk on ddl_command_start execute function refuse_probe()')
  await expect(sql.raw(findNoRoom).execute(server.database.db)).rejects.toMatchObject({ code: '53100' })
  await expect.poll(getReadiness, { timeout: 10_000 }).toEqual([503, 'database_full'])
  await pool.query('drop event trigger full_disk')
  await expect.poll(getReadiness, { timeout: 10_000 }).toEqual([200, null])
})

test('minutes are stored once and summed up to hours and days, without losing a count', async () => {
  const observing = server.app.observe()
  await observing.round()
  await observing.round()
  observing.stop()
  const { rows } = await server.database.pool.query(`select component, grain, up, down from status_samples order by 1`)
  expect(rows).toContainEqual({ component: 'database', grain: 'minute', up: 1, down: 0 })
  expect(rows.filter(({ component }) => component === 'database')).toHaveLength(1)
  // Components that are off or idle don’t count toward uptime.
  expect(rows.some(({ component }) => component === 'model')).toBe(false)

  await server.database.pool.query('delete from status_samples')
  await server.database.pool.query(`
    insert into status_samples (component, grain, at, up, degraded, down)
    select 'database', 'minute', at, 1, 0, 0
    from (
      select generate_series(date_trunc('day', now()) - interval '95 days', now(), interval '97 minutes') as at
      union select date_trunc('minute', now())
    ) as times`)
  const daysBefore = (await server.database.pool.query(sums)).rows
  await compactSamples(server.database.db)
  await compactSamples(server.database.db)
  expect((await server.database.pool.query(sums)).rows).toEqual(daysBefore)
  const kept = (await server.database.pool.query(`select grain, count(*)::int from status_samples group by 1`)).rows
  expect(new Set(kept.map(({ grain }) => grain))).toEqual(new Set(['minute', 'hour', 'day']))
  const { components, days } = await server.anonymous(statusContract.history, {})
  const database = components.find(({ id }) => id === 'database')!
  expect(days).toBe(90)
  expect(database.days).toHaveLength(90)
  expect(database.days.at(-1)!.day).toBe(new Date().toISOString().slice(0, 10))
  expect(database.days.every(({ up, down }) => up > 0 && down === 0)).toBe(true)
})
const sums = `select at::date as day, sum(up)::int as up from status_samples
  where at >= date_trunc('day', now()) - interval '89 days' group by 1 order by 1`

test('incidents are posted, updated, resolved and deleted', async () => {
  const created = await staff.call(statusContract.incidentAdd, { title: 'Slow reports', message: 'We are looking.' })
  const { _id } = created.incident
  await staff.call(statusContract.incidentUpdate, { _id, message: 'Found it.', resolved: true })
  const { items } = await server.anonymous(statusContract.incidents, {})
  expect(items).toEqual([
    {
      _id,
      kind: 'incident',
      title: 'Slow reports',
      started_at: expect.any(String),
      resolved_at: expect.any(String),
      updates: [
        { _id: expect.any(String), at: expect.any(String), message: 'Found it.' },
        { _id: expect.any(String), at: expect.any(String), message: 'We are looking.' },
      ],
    },
  ])
  const again = await staff.call(statusContract.incidentUpdate, { _id, resolved: false })
  expect(again.incident.resolved_at).toBeNull()
  await staff.call(statusContract.incidentDelete, { _id })
  expect((await server.anonymous(statusContract.incidents, {})).items).toEqual([])
  await expect(staff.call(statusContract.incidentDelete, { _id })).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await server.database.pool.query(
    `select action from audit_log where action like 'incident.%' order by at`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'incident.told',
    'incident.changed',
    'incident.changed',
    'incident.deleted',
  ])
})

test('during maintenance staff have access, everyone else gets 503 with Retry-After, and public paths stay open', async () => {
  const { key } = await staff.call(apiKeysContract.add, {
    workspace_id: staff.workspaceId,
    name: 'A program',
    scopes: ['reports:read'],
  })
  const message = 'New disks go in. <b>Back at noon.</b>'
  expect((await staff.call(statusContract.switch, { status: 'maintenance', message })).maintenance?.message).toBe(
    message,
  )
  try {
    const refused = { status: 503, body: { success: false, error: { code: 'unavailable', message } } }
    const overview = (token?: string, headers = {}) =>
      post(
        `${server.url}/reports/overview`,
        { workspace_id: member.workspaceId },
        { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      )
    const answer = await overview(member.token)
    expect(answer).toMatchObject(refused)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await overview()).toMatchObject(refused)
    expect(await overview(key)).toMatchObject(refused)
    expect(await overview('x'.repeat(40))).toMatchObject(refused)
    expect(await overview(undefined, { Cookie: `app_token=${member.token}`, Origin: server.url })).toMatchObject(
      refused,
    )
    // A session that is read together with its data is rejected too.
    await expect(member.call(authContract.userdata, {})).rejects.toMatchObject({ code: 'unavailable' })
    const demo = { query: 'coffee', country: 'US', language: 'en' }
    await expect(server.anonymous(reportsContract.demo, demo)).rejects.toMatchObject({ code: 'unavailable' })

    await staff.call(authContract.userdata, {})
    await staff.call(reportsContract.overview, { workspace_id: staff.workspaceId })
    const byCookie = await fetch(`${server.url}/search_listener/list`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `app_token=${staff.token}`, Origin: server.url },
      body: JSON.stringify({ workspace_id: staff.workspaceId }),
    })
    expect(byCookie.status).toBe(200)
    const support = await staff.call(authContract.passwordless, { email: member.email })
    await server.as((support as { token: string }).token)(workspacesContract.data, { workspace_id: member.workspaceId })
    // Signing in stays possible, since staff need it.
    await server.anonymous(authContract.login, { email: staff.email, password: staff.password })

    for (const path of ['/healthz', '/readyz', '/metrics', '/__skylark/updown', '/__skylark/history'])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
    for (const path of ['/stripe/webhook', '/stripe_ae/webhook', '/coinbase/webhook']) {
      const webhook = await post(server.url + path, { id: 'evt_1' })
      // Without a secret it may be rejected, but not because of maintenance.
      expect(webhook.body?.error?.message).not.toBe(message)
    }
    expect(await server.anonymous(statusContract.updown, {})).toMatchObject({
      status: 'maintenance',
      maintenance: { message },
    })
    // Events (here without a key) and unsubscribing (without a link) are checked by their input.
    expect((await post(`${server.url}/v1/public/batch`, {})).status).toBe(401)
    expect((await post(`${server.url}/notifications/unsubscribe`, { token: 'unknown' })).status).toBe(404)
    expect((await fetch(`${server.url}/unsubscribe?token=x`)).status).not.toBe(503)

    const page = await fetch(`${server.url}/app/reports`, { headers: { Accept: 'text/html' }, redirect: 'manual' })
    const html = await page.text()
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('60')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('New disks go in. &lt;b&gt;Back at noon.&lt;/b&gt;')
    const data = await fetch(`${server.url}/app/reports.data`, { headers: { Accept: '*/*' } })
    expect([data.status, await data.text()]).toEqual([503, message])

    // Another message updates the same maintenance; it outlives the process, since it is in the database.
    await staff.call(statusContract.switch, { status: 'maintenance', message: 'A little longer.' })
    const { items } = await server.anonymous(statusContract.incidents, {})
    expect(items[0]).toMatchObject({ kind: 'maintenance', resolved_at: null })
    expect(items[0]!.updates.map((update) => update.message)).toEqual(['A little longer.', message])
  } finally {
    await staff.call(statusContract.switch, { status: 'up' })
  }
  await member.call(authContract.userdata, {})
  expect((await server.anonymous(statusContract.incidents, {})).items[0]!.resolved_at).not.toBeNull()
  await expect(member.call(statusContract.switch, { status: 'maintenance' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('other processes follow immediately, or soon if the signal is lost, and no listener run starts meanwhile', async () => {
  const { pool } = server.database
  // Another process turned it on and sent the signal.
  await pool.query(`insert into incidents (id, kind, title) values ($1, 'maintenance', 'Maintenance')`, [randomUUID()])
  await pool.query(`select pg_notify('earshot_signals', 'another maintenance:changed')`)
  await until('the door', async () => (await post(`${server.url}/plans/list`, {})).status === 503, 2000)

  const { listener } = await staff.call(listenersContract.add, {
    workspace_id: staff.workspaceId,
    keyword: 'cold brew',
    ...{ country: 'US', language: 'en' },
    sources: ['patterns'],
    frequency: 'daily',
  })
  const unwatch = await server.app.start({ alone: true })
  await staff.call(listenersContract.run, { _id: listener._id })
  // It is turned off without a signal.
  await pool.query(`delete from incidents where resolved_at is null`)
  await until('the door', async () => (await post(`${server.url}/plans/list`, {})).status === 200, 9000)
  await until(
    'a run',
    async () => (await staff.call(listenersContract.single, { _id: listener._id })).runs.length > 0,
    9000,
  )
  await unwatch()
}, 30_000)
