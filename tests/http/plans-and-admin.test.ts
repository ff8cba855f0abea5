import { randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { plansContract, toolTypes, unlimited } from '../../src/features/plans/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startLanguageModels } from '../doubles/language-models.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let staff: Call
let staffId: string
beforeAll(async () => {
  server = await startTestServer()
  const account = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [account.user.id])
  staff = account.call
  staffId = account.user.id
})
afterAll(() => server.close())

const makeCodes = async (interval: 'lifetime' | 'annual', count: number) =>
  (await staff(adminContract.codesCreate, { interval, count })).codes
const toPlan = async (call: Call) => (await call(authContract.userdata, {})).user.plan
const lastAudit = async (q: string) => (await staff(adminContract.auditList, { q, page: 1, limit: 1 })).items[0]

test('a code given at sign-up is redeemed, and an invalid one creates no account', async () => {
  const [code] = await makeCodes('lifetime', 1)
  const body = { email: 'with-code@example.com', password: 'a long enough one', first_name: 'Ada' }
  const wrong = await post(`${server.url}/user/signup`, { ...body, code: 'LIFE-AAAA-AAAA-AAAA-AAAA-AAAA' })
  expect([wrong.status, wrong.body.error?.field]).toEqual([404, 'code'])
  const right = await post(`${server.url}/user/signup`, { ...body, code })
  expect(right.body).toMatchObject({
    success: true,
    user: { plan: { name: 'starter', codes: [{ interval: 'lifetime' }] } },
  })
})

describe('redeeming codes', () => {
  test('adds tiers for life', async () => {
    const { call } = await server.signUp()
    const codes = await makeCodes('lifetime', 4)
    const plans: string[] = []
    for (const code of codes) plans.push((await call(plansContract.addCode, { code })).plan.name)
    expect(plans).toEqual(['starter', 'pro', 'agency', 'agency'])
    const plan = await toPlan(call)
    expect(plan).toMatchObject({ name: 'agency', reports: 1000, interval: 'lifetime', renews_at: null })
    expect(plan.codes.map((code) => [code.code, code.tier, code.interval])).toEqual(
      codes.map((code, at) => [`…${code.slice(-4)}`, ['starter', 'pro', 'agency', 'agency'][at], 'lifetime']),
    )
  })

  test('twice changes nothing, and by another account is rejected', async () => {
    const [first, second] = [await server.signUp(), await server.signUp()]
    const [code = ''] = await makeCodes('lifetime', 1)
    const once = await first.call(plansContract.addCode, { code })
    expect(await first.call(plansContract.addCode, { code: code.toLowerCase().replaceAll('-', ' ') })).toEqual(once)
    await expect(second.call(plansContract.addCode, { code })).rejects.toMatchObject({
      code: 'conflict',
      options: { field: 'code' },
    })
    expect(await toPlan(second.call)).toMatchObject({ name: 'free', codes: [] })
  })

  test('concurrently by one account counts each code once', async () => {
    const { call } = await server.signUp()
    const codes = await makeCodes('lifetime', 3)
    await Promise.all([...codes, ...codes].map((code) => call(plansContract.addCode, { code })))
    const plan = await toPlan(call)
    expect(plan.name).toBe('agency')
    expect(plan.codes).toHaveLength(3)
  })

  test('concurrently by many accounts gives the code to one of them', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => server.signUp()))
    const [code = ''] = await makeCodes('lifetime', 1)
    const answers = await Promise.allSettled(accounts.map(({ call }) => call(plansContract.addCode, { code })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a one-year code upgrades the plan until it ends, and userdata shows it immediately', async () => {
    const { call, user } = await server.signUp()
    const [forLife = ''] = await makeCodes('lifetime', 1)
    const [forYear = ''] = await makeCodes('annual', 1)
    await call(plansContract.addCode, { code: forLife })
    const { plan, codes } = await call(plansContract.addCodeAnnual, { code: forYear })
    expect(plan).toMatchObject({ name: 'pro', interval: 'year' })
    expect(plan.renews_at).toBe(codes[1]?.ends_at)
    const days = (new Date(plan.renews_at!).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThan(367)

    const past = new Date(Date.now() - 1000)
    await server.database.pool.query('update codes set ends_at = $1 where redeemed_by = $2 and ends_at is not null', [
      past,
      user.id,
    ])
    await server.database.pool.query('update user_plans set renews_at = $1, changes_at = $1 where user_id = $2', [
      past,
      user.id,
    ])
    expect(await toPlan(call)).toMatchObject({ name: 'starter', interval: 'lifetime', renews_at: null, reports: 50 })
    expect((await toPlan(call)).codes).toHaveLength(1)
  })

  test('unknown codes are 404 at the field, and codes of the other kind say which they are', async () => {
    const { token } = await server.signUp()
    const auth = { Authorization: `Bearer ${token}` }
    for (const code of ['nonsense', 'LIFE-AAAA-AAAA-AAAA-AAAA-AAAA']) {
      const { status, body } = await post(`${server.url}/user/add_code`, { code }, auth)
      expect(status).toBe(404)
      expect(body.error).toMatchObject({ code: 'not_found', field: 'code' })
    }
    const [forYear] = await makeCodes('annual', 1)
    const { status, body } = await post(`${server.url}/user/add_code`, { code: forYear }, auth)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ field: 'code', message: expect.stringContaining('annual code') })
  })

  test('after 20 failures even a valid code has to wait, for this account only', async () => {
    const { call } = await server.signUp()
    const [code = ''] = await makeCodes('lifetime', 1)
    for (let tried = 0; tried < 20; tried++)
      await expect(call(plansContract.addCode, { code: `wrong ${tried}` })).rejects.toMatchObject({ code: 'not_found' })
    await expect(call(plansContract.addCode, { code })).rejects.toMatchObject({ code: 'rate_limited' })
    const other = await server.signUp()
    expect((await other.call(plansContract.addCode, { code })).plan.name).toBe('starter')
  })

  test('codes are stored as hashes', async () => {
    const [code = ''] = await makeCodes('lifetime', 1)
    const { rows } = await server.database.pool.query('select c::text as row from codes c')
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).not.toContain(code.replaceAll('-', ''))
    expect(stored).not.toContain(code)
  })
})

describe('the staff area', () => {
  test('is available to staff only', async () => {
    const { token } = await server.signUp()
    for (const { path } of Object.values(adminContract)) {
      expect((await post(server.url + path, {})).status).toBe(401)
      // Callers without access aren't told what their input lacks.
      for (const sent of [{}, { no_field: 1 }]) {
        const { status, body } = await post(server.url + path, sent, { Authorization: `Bearer ${token}` })
        expect([path, status, body.error?.code]).toEqual([path, 403, 'forbidden'])
      }
    }
  })

  test('lists accounts with plan and usage', async () => {
    const { email, user } = await server.signUp('pro')
    const { items, total } = await staff(adminContract.usersList, { q: email.toUpperCase(), page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      _id: user.id,
      email,
      disabled: false,
      workspaces: 1,
      plan: { name: 'pro', reports: 250 },
      usage: { reports: 0 },
    })
    expect(Date.now() - new Date(items[0]!.last_seen_at!).getTime()).toBeLessThan(60_000)
    expect((await staff(adminContract.usersList, { q: '%', page: 1, limit: 10 })).total).toBe(0)
  })

  test('grants plans, which take effect immediately, are audited and keep redeemed codes', async () => {
    const { email, user, call } = await server.signUp()
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const input = { user_id: user.id, plan: 'agency', interval: 'month' as const, until }
    expect((await staff(adminContract.usersPlan, input)).user.plan).toMatchObject({ name: 'agency', renews_at: until })
    expect(await toPlan(call)).toMatchObject({ name: 'agency', interval: 'month', renews_at: until })
    expect(await lastAudit(email)).toMatchObject({
      action: 'plan.granted',
      subject: email,
      actor_id: staffId,
      details: { plan: 'agency', until },
    })
    const [code = ''] = await makeCodes('lifetime', 1)
    await call(plansContract.addCode, { code })
    expect((await toPlan(call)).name).toBe('agency')
    await staff(adminContract.usersPlan, { user_id: user.id, plan: 'free' })
    expect(await toPlan(call)).toMatchObject({ name: 'starter', interval: 'lifetime' })
  })

  test.each([
    [{ plan: 'platinum' }, 'not_found', 'plan'],
    [{ plan: 'pro', until: '2020-01-01' }, 'invalid_input', 'until'],
    [{ plan: 'pro', until: 'soon' }, 'invalid_input', 'until'],
    [{ plan: 'pro', user_id: randomUUID() }, 'not_found', 'user_id'],
  ])('rejects a plan that can’t be granted: %j', async (wrong, code, field) => {
    await expect(staff(adminContract.usersPlan, { user_id: staffId, ...wrong })).rejects.toMatchObject({
      code,
      options: { field },
    })
  })

  test('disables an account and its sessions, and enables it again', async () => {
    const { email, password, user, call } = await server.signUp()
    expect((await staff(adminContract.usersDisable, { user_id: user.id, disabled: true })).user.disabled).toBe(true)
    await expect(toPlan(call)).rejects.toMatchObject({ code: 'unauthenticated' })
    const login = () => server.anonymous(authContract.login, { email, password })
    await expect(login()).rejects.toMatchObject({ code: 'forbidden' })
    await staff(adminContract.usersDisable, { user_id: user.id, disabled: false })
    await expect(toPlan(call)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await toPlan(server.as((await login()).token))).name).toBe('free')
    expect(await lastAudit(email)).toMatchObject({ action: 'user.enabled', subject: email })
    await expect(staff(adminContract.usersDisable, { user_id: staffId })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('changes single limits of a plan, also for its current users', async () => {
    const { call } = await server.signUp('starter')
    await staff(adminContract.plansUpdate, { name: 'starter', allowances: { ai: 123 }, price: { month: 21.5 } })
    expect(await toPlan(call)).toMatchObject({ ai: 123, reports: 50 })
    const { items } = await server.anonymous(plansContract.catalog, {})
    expect(items.find(({ name }) => name === 'starter')?.price).toEqual({ month: 21.5, year: 190 })
    expect(await lastAudit('plan.changed')).toMatchObject({ subject: 'starter', details: { allowances: { ai: 123 } } })
    await staff(adminContract.plansUpdate, { name: 'starter', allowances: { ai: 100 }, price: { month: 19 } })
  })

  test('adds a plan, sorted by price, with every limit required', async () => {
    const numbers = Object.fromEntries([...toolTypes, 'workspaces', 'members', 'domain'].map((name) => [name, 7]))
    await expect(
      staff(adminContract.plansUpdate, { name: 'team', allowances: { ai: 1 }, price: { month: 99 } }),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'allowances.reports' } })
    await staff(adminContract.plansUpdate, { name: 'team', label: 'Team', allowances: numbers, price: { month: 99 } })
    const { items } = await staff(adminContract.plansList, {})
    expect(items.map(({ name }) => name)).toEqual(['free', 'starter', 'pro', 'team', 'agency', 'self_hosted'])
    const { user } = await server.signUp()
    const given = await staff(adminContract.usersPlan, { user_id: user.id, plan: 'team' })
    expect(given.user.plan).toMatchObject({ name: 'team', clusters: 7 })
  })

  test.each([
    [{ name: 'Über' }, 'name'],
    [{ name: 'free', allowances: { ai: -1 } }, 'allowances.ai'],
    [{ name: 'free', allowances: { ai: unlimited + 1 } }, 'allowances.ai'],
    [{ name: 'free', allowances: { ai: 1.5 } }, 'allowances.ai'],
    [{ name: 'free', allowances: { tea: 1 } }, 'allowances.tea'],
    [{ name: 'free', price: { month: -1 } }, 'price.month'],
  ])('rejects an invalid plan: %j', async (wrong, field) => {
    await expect(staff(adminContract.plansUpdate, wrong as never)).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field },
    })
  })

  test('creates up to 1,000 unique codes without logging them', async () => {
    const codes = await makeCodes('annual', 1000)
    expect(new Set(codes).size).toBe(1000)
    expect(codes.every((code) => /^YEAR(-[A-HJKMNP-Z2-9]{4}){5}$/.test(code))).toBe(true)
    expect(await lastAudit('codes.created')).toMatchObject({ subject: 'annual', details: { count: 1000 } })
    for (const count of [0, 1001])
      await expect(staff(adminContract.codesCreate, { interval: 'annual', count })).rejects.toMatchObject({
        code: 'invalid_input',
        options: { field: 'count' },
      })
  })

  test('lists failed jobs without their payload, and retries them', async () => {
    const id = randomUUID()
    const queue = server.app.jobs[0]!.name
    await server.database.pool.query(
      `insert into pgboss.job (id, name, data, state, output, retry_limit, completed_on)
       values ($1, $2, '{"workspace_id": "11111111-1111-7111-8111-111111111111", "report_id": "11111111-1111-7111-8111-111111111112", "password": "hush"}', 'failed', '{"message": "It broke.", "stack": "at secret.ts"}', 0, now())`,
      [id, queue],
    )
    const { items, total } = await staff(adminContract.jobsList, { state: 'failed', page: 1, limit: 10 })
    expect(total).toBe(1)
    expect(items).toEqual([
      expect.objectContaining({ _id: id, queue, state: 'failed', attempts: 1, error: 'It broke.', starts_at: null }),
    ])
    expect(JSON.stringify(items)).not.toMatch(/hush|secret/)
    await staff(adminContract.jobsRetry, { _id: id })
    await expect(staff(adminContract.jobsRetry, { _id: id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await lastAudit('job.retried')).toMatchObject({ subject: queue, details: { job_id: id } })
  })

  test('checks connections one by one with a result', async () => {
    const { items, checks } = await staff(adminContract.healthCheck, { ids: ['database', 'disk', 'queue', 'mail'] })
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      ['database', 'ok'],
      ['disk', expect.stringMatching(/ok|warn/)],
      ['queue', 'ok'],
      ['mail', 'off'],
    ])
    expect(items[1]?.message).toMatch(/\d GB free/)
    expect(checks.map(({ id }) => id)).toContain('source:google_suggest')
  })
})

describe('connection checks of failing services', () => {
  test('a mail server and a source that don’t respond are reported', async () => {
    const { url, close } = await closedDoor()
    const sick = await startTestServer({
      SMTP_URL: url.replace('http', 'smtp'),
      GOOGLE_SUGGEST_URL: url,
      OUTBOUND_ALLOW: '127.0.0.1',
    })
    try {
      const { call, user } = await sick.signUp()
      await sick.database.pool.query('update users set staff = true where id = $1', [user.id])
      const { items } = await call(adminContract.healthCheck, {
        ids: ['mail', 'source:google_suggest', 'source:serper'],
      })
      expect(items.map(({ state }) => state)).toEqual(['failed', 'failed', 'off'])
      expect(items.every(({ message }) => message.length > 10)).toBe(true)
    } finally {
      await sick.close()
      await close()
    }
  })

  test('each language model is called and its problem reported', async () => {
    const double = await startLanguageModels()
    const { LLM_PROVIDER, LLM_BASE_URL } = double.settings
    const asking = await startTestServer({
      ...double.settings,
      LLM_FALLBACK_PROVIDER: 'anthropic',
      LLM_FALLBACK_BASE_URL: LLM_BASE_URL!,
      LLM_FALLBACK_API_KEY: 'second-key-of-the-test',
      LLM_FALLBACK_MODEL: 'claude-sonnet-4-20250514',
    })
    try {
      double.setFault({ kind: 'status', status: 401, message: 'Not second-key-of-the-test' }, 'anthropic')
      const { call, user } = await asking.signUp()
      await asking.database.pool.query('update users set staff = true where id = $1', [user.id])
      const { items } = await call(adminContract.healthCheck, { ids: ['model', 'model:fallback'] })
      expect(items.map(({ id, state }) => [id, state])).toEqual([
        ['model', 'ok'],
        ['model:fallback', 'failed'],
      ])
      expect(items[0]!.message).toBe(`double-1 (${LLM_PROVIDER}) answers.`)
      expect(items[1]!.message).toContain('Check LLM_FALLBACK_API_KEY')
      expect(items[1]!.message).not.toContain('second-key-of-the-test')
      // The shutdown date is reported without calling the model.
      const asked = double.log.count()
      const lives = await call(adminContract.healthCheck, { ids: ['model:life', 'model:fallback:life'] })
      expect(double.log.count()).toBe(asked)
      expect(lives.items.map(({ id, state }) => [id, state])).toEqual([
        ...(LLM_PROVIDER === 'openai' ? [['model:life', 'warn']] : []),
        ['model:fallback:life', 'warn'],
      ])
      expect(lives.items.at(-1)!.message).toBe(
        'claude-sonnet-4-20250514 was shut down on June 15, 2026. Use claude-sonnet-5-5 instead. Price unknown.',
      )
    } finally {
      await asking.close()
      await double.close()
    }
  })
})

/** A port that accepts connections and closes them immediately. */
async function closedDoor() {
  const door: Server = createServer((socket: Socket) => socket.destroy())
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => door.close(resolve)),
  }
}

describe('the email preview', () => {
  test('holds every email, each with a subject, a preview, a reason and no unfilled value', async () => {
    const { items } = await staff(adminContract.emailsList, {})
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Sign-in code',
        'Invitation',
        'Domain switched off',
        'Payment failed',
        'Digest of one listener',
      ]),
    )
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
    for (const { subject, preview, text, html } of items) {
      expect(subject.length).toBeGreaterThan(5)
      expect(preview.length).toBeGreaterThan(5)
      expect(text).toMatch(/\n--\nYou get this email/)
      for (const part of [subject, preview, text, html]) expect(part).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })
})
