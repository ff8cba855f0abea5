import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { startRetentionJob } from '../../src/platform/jobs/retention-job.ts'
import { createLog } from '../../src/platform/log.ts'
import { hashToken } from '../../src/platform/secrets.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('signing up', () => {
  test('creates an account on the free plan with its own workspace', async () => {
    const { user } = await server.signUp()
    expect(user.plan).toMatchObject({ name: 'free', reports: 5, sv: 0 })
    expect(user.usage).toMatchObject({ reports: 0 })
    expect(user.workspaces).toHaveLength(1)
    expect(user.workspaces[0]).toMatchObject({ role: 'owner', color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
    expect(user.workspace_list[0]?._id).toBe(user.workspaces[0]?._id)
    expect(user.staff).toBe(false)
  })

  test('an address with an international domain is one address, however it’s typed', async () => {
    const signUp = (email: string) =>
      post(`${server.url}/user/signup`, { email, password: 'Grüße aus Köln', first_name: 'Ina' })
    const { status, body } = await signUp('info@Müller-agentur.example')
    expect(status).toBe(200)
    expect((body.user as { email: string }).email).toBe('info@müller-agentur.example')
    const punycode = 'info@xn--mller-agentur-wob.example'
    expect((await signUp(punycode)).status).toBe(409)
    // Signed in from a keyboard that writes letter and umlaut as two characters.
    const password = 'Gru\u0308\u00DFe aus Ko\u0308ln'
    expect((await post(`${server.url}/user/login`, { email: punycode, password })).status).toBe(200)
  })

  test('rejects an email that already has an account', async () => {
    const { email } = await server.signUp()
    const { status, body } = await post(`${server.url}/user/signup`, {
      email: email.toUpperCase(),
      password: 'a long enough one',
      first_name: 'Eve',
    })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code: 'conflict', field: 'email' })
  })

  test.each([
    [{ password: 'a long enough one', first_name: 'A' }, 'email', 'email is missing.'],
    [
      { email: 'nobody', password: 'a long enough one', first_name: 'A' },
      'email',
      'email must be a valid email such as name@example.com.',
    ],
    [
      { email: 'a@example.com', password: 'short', first_name: 'A' },
      'password',
      'password needs at least 10 characters.',
    ],
    [{ email: 'a@example.com', password: 'a long enough one' }, 'first_name', 'first_name is missing.'],
    [
      { email: 'a@example.com', password: 'a long enough one', first_name: 'A', colour: 'red' },
      'colour',
      'This call has no field colour.',
    ],
    [{ email: 7, password: 'a long enough one', first_name: 'A' }, 'email', 'email must be text.'],
  ])('names the invalid field: %j', async (body, field, message) => {
    const answer = await post(`${server.url}/user/signup`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      success: false,
      error: { code: 'invalid_input', field, message, retryable: false },
    })
  })

  test('the same Idempotency-Key creates one account and replays the response, and rejects another body', async () => {
    const body = { email: 'once@example.com', password: 'a long enough one', first_name: 'Once' }
    const headers = { 'Idempotency-Key': 'sign-up-1' }
    const first = await post(`${server.url}/user/signup`, body, headers)
    const second = await post(`${server.url}/user/signup`, body, headers)
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    const other = await post(`${server.url}/user/signup`, { ...body, first_name: 'Twice' }, headers)
    expect(other.status).toBe(409)
  })
})

describe('signing in', () => {
  test('returns a token that works until sign-out, and sets no cookie', async () => {
    const { email, password } = await server.signUp()
    const answer = await post(`${server.url}/user/login`, { email, password })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const call = server.as(answer.body.token as string)
    expect((await call(authContract.userdata, {})).user.email).toBe(email)
    await call(authContract.logout, {})
    await expect(call(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('gives the same error for a wrong password and an unknown email', async () => {
    const { email } = await server.signUp()
    const wrong = await post(`${server.url}/user/login`, { email, password: 'not the password' })
    const unknown = await post(`${server.url}/user/login`, {
      email: 'nobody@example.com',
      password: 'not the password',
    })
    const withoutId = ({ error }: typeof wrong.body) => ({ ...error, request_id: null })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(withoutId(wrong.body)).toEqual(withoutId(unknown.body))
  })

  test('is limited to ten failures per email, with Retry-After', async () => {
    const { email, password } = await server.signUp()
    for (let i = 0; i < 10; i++) await post(`${server.url}/user/login`, { email, password: 'not the password' })
    const answer = await post(`${server.url}/user/login`, { email, password })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('sessions are listed and can be ended one by one, or all others at once', async () => {
    const { email, password, call } = await server.signUp()
    const other = (await post(`${server.url}/user/login`, { email, password })).body.token as string
    const third = (await post(`${server.url}/user/login`, { email, password })).body.token as string
    const { items } = await call(authContract.sessionsList, {})
    expect(items).toHaveLength(3)
    expect(items.filter(({ current }) => current)).toHaveLength(1)
    const someone = items.find(({ current }) => !current)!
    await call(authContract.sessionsRevoke, { _id: someone._id })
    expect(await call(authContract.sessionsRevoke, { all: true })).toEqual({ revoked: 1 })
    for (const token of [other, third])
      await expect(server.as(token)(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(call(authContract.sessionsRevoke, { _id: someone._id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('tokens and passwords are stored as hashes', async () => {
    const { token } = await server.signUp()
    const { rows } = await server.database.pool.query('select * from access_tokens')
    expect(JSON.stringify(rows)).not.toContain(token)
    const users = await server.database.pool.query('select password_hash from users')
    expect(users.rows.every(({ password_hash }) => password_hash.startsWith('$argon2id$'))).toBe(true)
  })
})

describe('every call', () => {
  test('returns 400 for a body that isn’t JSON', async () => {
    const { token } = await server.signUp()
    for (const body of ['{"email":', '[]', '"text"', '12']) {
      const answer = await post(`${server.url}/user/sessions/list`, body, { Authorization: `Bearer ${token}` })
      expect(answer.status).toBe(400)
      expect(answer.body.error?.code).toBe('invalid_input')
    }
  })

  test('has a request id, and an unknown path is a 404 in the same format', async () => {
    const response = await fetch(`${server.url}/no/such/call`, { method: 'POST' })
    expect(response.status).toBe(404)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'not_found' } })
  })

  test('accepts a cookie on a POST only with our own Origin', async () => {
    const { token, email } = await server.signUp()
    const cookie = { Cookie: `app_token=${token}` }
    expect((await post(`${server.url}/user/userdata`, {}, cookie)).status).toBe(403)
    expect((await post(`${server.url}/user/userdata`, {}, { ...cookie, Origin: 'https://evil.example' })).status).toBe(
      403,
    )
    const own = await post(`${server.url}/user/userdata`, {}, { ...cookie, Origin: server.url })
    expect(own.body).toMatchObject({ success: true, user: { email } })
  })

  test('returns 413 for a body over the limit', async () => {
    const answer = await post(`${server.url}/user/login`, { email: 'a@example.com', password: 'x'.repeat(1_100_000) })
    expect(answer.status).toBe(413)
    expect(answer.body.error?.code).toBe('too_large')
  })

  test('liveness and readiness are public; metrics are available only from this machine and not through a proxy', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('earshot_request_seconds')
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^earshot_jobs_waiting\{queue="[^"]+"\} \d+$/m)
    expect((await fetch(`${server.url}/metrics`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })).status).toBe(404)
    for (const host of ['evil.example', '127.0.0.1:1'])
      expect([host, await getStatus(server.url, '/metrics', { Host: host })]).toEqual([host, 404])
  })
})

describe('host names', () => {
  test('with PUBLIC_URL set, another Host is served on this machine and gets 421 from elsewhere', async () => {
    const named = await startTestServer({ PUBLIC_URL: 'https://earshot.example' })
    // fetch sets Host itself, so this uses a plain socket.
    const ask = (path: string, host: string, forwarded?: string) =>
      getStatus(named.url, path, { Host: host, ...(forwarded ? { 'X-Forwarded-For': forwarded } : {}) })
    expect(await ask('/openapi', 'other.example')).toBe(404)
    expect(await ask('/openapi', 'other.example', '203.0.113.9')).toBe(421)
    expect(await ask('/openapi', 'earshot.example', '203.0.113.9')).toBe(404)
    expect(await ask('/healthz', 'other.example', '203.0.113.9')).toBe(200)
    await named.close()
  })

  test('CSRF: with PUBLIC_URL set, scheme, host and port of the Origin have to match', async () => {
    const site = 'https://earshot.example:8443'
    const named = await startTestServer({ PUBLIC_URL: site, DATABASE_URL: server.databaseUrl })
    const { token } = await named.signUp()
    const sentFrom = async (origin: string | null) =>
      getStatus(
        named.url,
        '/user/userdata',
        { Host: new URL(site).host, Cookie: `app_token=${token}`, ...(origin === null ? {} : { Origin: origin }) },
        'POST',
      )
    expect(await sentFrom(site)).toBe(200)
    const others = ['http://earshot.example:8443', 'https://earshot.example', 'https://earshot.example:443', 'null']
    for (const origin of [...others, `${site}.evil.example`, 'https://x.earshot.example:8443', `${site}/`, '', null])
      expect([origin, await sentFrom(origin)]).toEqual([origin, 403])
    await named.close()
  })

  test('rate limits by IP address exempt only direct calls from this machine', async () => {
    const own = new URL(server.url).host
    const { pool } = server.database
    const counted = async (headers: Record<string, string>) => {
      await pool.query(`delete from rate_counts where bucket like 'mail:%'`)
      await getStatus(server.url, '/user/forgotpassword', headers, 'POST', { email: 'nobody@example.com' })
      return (await pool.query(`select bucket from rate_counts where bucket ~ '^mail:[0-9]'`)).rows.map(
        (row) => row.bucket,
      )
    }
    expect(await counted({ Host: own })).toEqual([])
    expect(await counted({ Host: own.replace('127.0.0.1', 'localhost') })).toEqual([])
    const strangers = [{ Host: 'evil.example' }, { Host: 'earshot.test' }, { Host: '127.0.0.1:1' }]
    const named = ['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Server', 'CF-Connecting-IP', 'Via', 'Forwarded']
    for (const headers of [...strangers, ...named.map((name) => ({ Host: own, [name]: '127.0.0.1' }))])
      expect([headers, await counted(headers)]).toEqual([headers, ['mail:0.0.0.0']])
  })
})

test('the cleanup job deletes what has expired and nothing else', async () => {
  const { token, call } = await server.signUp()
  await server.database.pool.query(
    `insert into rate_counts values ('old', 3, now() - interval '1 second'), ('new', 3, now() + interval '1 minute')`,
  )
  await server.database.pool.query(
    `insert into source_cache values ('old', '{}', now() - interval '1 second'), ('new', '{}', now() + interval '1 hour')`,
  )
  const cleanupJob = startRetentionJob({
    db: server.database.db,
    log: createLog('silent'),
    cleanups: server.app.cleanups,
  })
  await cleanupJob.cleanUp()
  cleanupJob.stop()
  const left = async (table: string, column: string) =>
    (
      await server.database.pool.query(`select ${column} as key from ${table} where ${column} in ('old', 'new')`)
    ).rows.map(({ key }) => key)
  expect(await left('rate_counts', 'bucket')).toEqual(['new'])
  expect(await left('source_cache', 'key')).toEqual(['new'])
  expect(token).toBeTruthy()
  expect((await call(authContract.userdata, {})).user.workspaces).toHaveLength(1)
})

describe('the first owner', () => {
  test('is created once with the setup link', async () => {
    const token = await server.app.auth.createOwnerSetupToken()
    expect(token).not.toBeNull()
    const made = await post(`${server.url}/user/setup`, {
      token,
      email: 'owner@example.com',
      password: 'a long enough one',
      first_name: 'Olga',
    })
    expect(made.body).toMatchObject({
      success: true,
      user: { staff: true, plan: { name: 'self_hosted', reports: 1_000_000_000 } },
    })
    const again = await post(`${server.url}/user/setup`, {
      token,
      email: 'second@example.com',
      password: 'a long enough one',
      first_name: 'Otto',
    })
    expect(again.status).toBe(404)
    expect(await server.app.auth.createOwnerSetupToken()).toBeNull()
  })

  test('is the only one, and older setup links stop working', async () => {
    const { pool } = server.database
    await server.app.auth.ensureOwner({ email: 'owner@example.com', password: 'a long enough one' })
    await pool.query('update users set staff = true where email = $1', ['owner@example.com'])
    const before = await pool.query('select count(*) from users where staff')
    await pool.query(
      `insert into one_time_tokens (token_hash, purpose, expires_at) values ($1, 'owner', now() + interval '1 day')`,
      [hashToken('own_printed-before')],
    )
    const late = await post(`${server.url}/user/setup`, {
      token: 'own_printed-before',
      email: 'late@example.com',
      password: 'a long enough one',
      first_name: 'Late',
    })
    expect(late.body.error).toMatchObject({
      code: 'not_found',
      field: 'token',
      message: 'This server already has an owner. Sign in instead.',
    })
    expect((await pool.query('select count(*) from users where staff')).rows).toEqual(before.rows)
  })
})

function getStatus(
  base: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body: object = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const type = method === 'POST' ? { 'Content-Type': 'application/json' } : {}
    request(base + path, { method, headers: { ...type, ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end(method === 'POST' ? JSON.stringify(body) : undefined)
  })
}
