import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { createSecrets, hashToken } from '../../src/platform/secrets.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  // This machine acts as the proxy, so the forwarded address is the caller.
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => server.close())

const from = (address: string) => ({ 'X-Forwarded-For': address })
const request = (call: string, body: object, headers = {}) => post(`${server.url}${call}`, body, headers)
const nobody = () => `${randomUUID()}@example.com`
const setCount = (bucket: string, count: number) =>
  server.database.pool.query(
    `insert into rate_counts values ($1, $2, now() + interval '1 hour') on conflict (bucket) do update set count = $2`,
    [bucket, count],
  )
const countOf = async (bucket: string) =>
  (await server.database.pool.query('select count from rate_counts where bucket = $1', [bucket])).rows[0]?.count ?? 0

describe('emails requested from one IP address', () => {
  const calls: [string, string][] = [
    ['a new password', '/user/forgotpassword'],
    ['a code', '/user/_carnatic'],
  ]
  test.each(calls)('%s: a hundred per hour, by the address the trusted proxy reports', async (_, call) => {
    const address = `203.0.113.${1 + calls.findIndex(([, path]) => path === call)}`
    await setCount(`mail:${address}`, 99)
    expect((await request(call, { email: nobody() }, from(address))).status).toBe(200)
    const refused = await request(call, { email: nobody() }, from(address))
    expect([refused.status, refused.body.error?.message]).toEqual([
      429,
      'Too many attempts from your network. Try again in 60 minutes.',
    ])
    // Addresses the caller put in front don't count, and other callers aren't limited.
    expect((await request(call, { email: nobody() }, from(`198.51.100.9, ${address}`))).status).toBe(429)
    expect((await request(call, { email: nobody() }, from('198.51.100.9'))).status).toBe(200)
  })
})

describe('failures are counted', () => {
  const otpOn = async () => {
    const person = await server.signUp()
    const begun = await person.call(authContract.twoFactorBegin, {})
    const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
    await person.call(authContract.twoFactorConfirm, { otp: totp.generate() })
    return { ...person, recovery: begun.recovery_codes }
  }

  test('for emailed codes by email: after ten even the right one is rejected, and passwords are counted separately', async () => {
    const { email, password } = await server.signUp()
    for (let tries = 0; tries < 10; tries++)
      expect((await request('/user/_carnatic', { email, code: 'abcdef' })).status).toBe(401)
    const refused = await request('/user/_carnatic', { email, code: 'abcdef' })
    expect([refused.status, refused.body.error?.message]).toEqual([
      429,
      expect.stringMatching(
        /^Too many wrong codes for this email. Use the link in the email\. Try again in \d+ minutes\.$/,
      ),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await request('/user/login', { email, password })).status).toBe(200)
  })

  test('for second factors by account after an emailed code: ten, without using up the code', async () => {
    const person = await otpOn()
    // With an unconfirmed email, the code would remove the second factor.
    await server.database.pool.query('update users set email_verified = true where id = $1', [person.user.id])
    const code = '123456'
    await server.database.pool.query(
      `insert into sign_in_codes (user_id, code_hash, link_hash, tries, expires_at) values ($1, $2, $3, 0, now() + interval '10 minutes')`,
      [person.user.id, hashToken(`${person.user.id}\n${code}`), hashToken('el_link')],
    )
    const byLink = (otp?: string) => request('/user/_carnatic', { token: 'el_link', ...(otp && { otp }) })
    for (let tries = 0; tries < 10; tries++) expect((await byLink('000000')).status).toBe(401)
    expect(await countOf(`otp:${person.user.id}`)).toBe(10)
    expect((await byLink(person.recovery[0])).status).toBe(429)
    await setCount(`otp:${person.user.id}`, 9)
    expect((await byLink()).body.error?.code).toBe('otp_required')
    expect((await byLink(person.recovery[0])).status).toBe(200)
  })

  test('for second factors after the password together with wrong passwords, and a success resets them', async () => {
    const person = await otpOn()
    const logIn = (otp?: string) =>
      request('/user/authenticate', { email: person.email, password: person.password, ...(otp && { otp }) })
    for (let tries = 0; tries < 4; tries++) await logIn('000000')
    expect(await countOf(`login:${person.email}`)).toBe(4)
    // Being asked for the code isn't a failure.
    await logIn()
    expect(await countOf(`login:${person.email}`)).toBe(4)
    expect((await logIn(person.recovery[0])).status).toBe(200)
    expect(await countOf(`login:${person.email}`)).toBe(0)
  })
})

test('the last staff member can’t delete their account unless there is another one', async () => {
  const [last, next] = [await server.signUp(), await server.signUp()]
  const makeStaff = (id: string) => server.database.pool.query('update users set staff = true where id = $1', [id])
  await makeStaff(last.user.id)
  const remove = () => last.call(authContract.deleteAccount, { password: last.password })
  await expect(remove()).rejects.toMatchObject({
    code: 'conflict',
    message: 'You’re the only staff member on this server. Make someone else staff first.',
  })
  expect((await last.call(authContract.userdata, {})).user.staff).toBe(true)
  await makeStaff(next.user.id)
  await remove()
})

test('an encrypted value can be decrypted only with its purpose, context and key, and unaltered', () => {
  const secrets = createSecrets('a secret for tests that is long enough')
  const sealed = secrets.seal('two-factor', 'JBSWY3DPEHPK3PXP', 'user-1')
  expect(secrets.open('two-factor', sealed, 'user-1')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toBe(secrets.seal('two-factor', 'JBSWY3DPEHPK3PXP', 'user-1'))
  const bytes = Buffer.from(sealed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at]! ^ 1
    expect(() => secrets.open('two-factor', changed.toString('base64url'), 'user-1')).toThrow()
  }
  expect(() => secrets.open('two-factor', sealed, 'user-2')).toThrow()
  expect(() => secrets.open('idempotency', sealed, 'user-1')).toThrow()
  expect(() => createSecrets('another secret that is long enough').open('two-factor', sealed, 'user-1')).toThrow()
  expect(() => secrets.open('two-factor', '', 'user-1')).toThrow()
})

describe('a known and an unknown email get the same response, including headers', () => {
  const bodies: [string, string, (email: string) => object][] = [
    ['login', '/user/login', (email) => ({ email, password: 'not the password' })],
    ['login with a code', '/user/authenticate', (email) => ({ email, password: 'not the password', otp: '000000' })],
    ['forgotten password', '/user/forgotpassword', (email) => ({ email })],
    ['signing in by mail', '/user/_carnatic', (email) => ({ email })],
    ['a wrong mailed code', '/user/_carnatic', (email) => ({ email, code: 'abcdef' })],
  ]
  test.each(bodies)('%s', async (_, call, body) => {
    const [plain, withOtp] = [await server.signUp(), await server.signUp()]
    await withOtp.call(authContract.twoFactorBegin, {})
    const disabled = await server.signUp()
    await server.database.pool.query('update users set disabled = true where id = $1', [disabled.user.id])
    const answers = []
    for (const email of [plain.email, withOtp.email, disabled.email, nobody()]) {
      const { status, headers, body: answered } = await request(call, body(email))
      const { 'x-request-id': requestId, date, ...others } = Object.fromEntries(headers)
      expect(requestId).toBeTruthy()
      expect(date).toBeTruthy()
      answers.push({ status, others, text: JSON.stringify(answered).replace(requestId!, '') })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})
