import { randomUUID } from 'node:crypto'
import { base64url, SignJWT } from 'jose'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { type GoogleIdentity, startGoogleIdentity } from '../doubles/google-identity.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let google: GoogleIdentity
let server: TestServer
beforeAll(async () => {
  google = await startGoogleIdentity()
  server = await startTestServer(google.settings)
})
afterAll(async () => {
  await server.close()
  await google.close()
})

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const signIn = (body: object, headers = {}) => post(`${server.url}/user/authenticate/google`, body, headers)
const gmail = () => `${randomUUID()}@gmail.com`
const setUser = (email: string, change: string) =>
  server.database.pool.query(`update users set ${change} where email = $1`, [email])

async function newByGoogle(email = gmail()) {
  const { body } = await signIn({ credential: await google.token({ email, given_name: 'Grace' }) })
  return { email, token: body.token as string, call: server.as(body.token as string), body }
}

/** An account with a password and a Gmail address. */
async function withPassword(email = gmail()) {
  const { body } = await post(`${server.url}/user/signup`, {
    email,
    password: 'correct horse battery',
    first_name: 'Ada',
  })
  return { email, call: server.as(body.token as string), token: body.token as string }
}

describe('Google sign-in', () => {
  test('creates an account with a plan and a workspace, and later signs in to it', async () => {
    const { email, call, body } = await newByGoogle()
    expect(body.is_new).toBe(true)
    const { user } = await call(authContract.userdata, {})
    expect(user).toMatchObject({
      email,
      email_verified: true,
      has_password: false,
      google: true,
      plan: { name: 'free' },
    })
    expect(user.personal.first_name).toBe('Grace')
    expect(user.workspaces).toHaveLength(1)
    const again = await signIn({ credential: await google.token({ email }) })
    expect(again.body).toMatchObject({ success: true, is_new: false })
    expect((await server.as(again.body.token as string)(authContract.userdata, {})).user.id).toBe(user.id)
  })

  test('identifies a person by their Google id, even after their email changed', async () => {
    const sub = randomUUID()
    const first = await signIn({ credential: await google.token({ sub, email: gmail() }) })
    const later = await signIn({ credential: await google.token({ sub, email: gmail() }) })
    expect(later.body.is_new).toBe(false)
    const toId = async (token: unknown) => (await server.as(token as string)(authContract.userdata, {})).user.id
    expect(await toId(later.body.token)).toBe(await toId(first.body.token))
  })

  test('accepts each token once', async () => {
    const credential = await google.token({ email: gmail() })
    expect((await signIn({ credential })).status).toBe(200)
    const second = await signIn({ credential })
    expect([second.status, second.body.error?.message]).toEqual([
      401,
      'This Google sign-in was already used. Start again.',
    ])
  })

  test('asks for the second factor if it is on, with the same token', async () => {
    const { email, call } = await newByGoogle()
    const begun = await call(authContract.twoFactorBegin, {})
    const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
    await call(authContract.twoFactorConfirm, { otp: totp.generate() })
    const credential = await google.token({ email })
    const asked = await signIn({ credential })
    expect([asked.status, asked.body.error?.code]).toEqual([401, 'otp_required'])
    expect((await signIn({ credential, otp: '000000' })).body.error).toMatchObject({ field: 'otp' })
    expect((await signIn({ credential, otp: begun.recovery_codes[0] })).status).toBe(200)
  })

  test('rejects a disabled account', async () => {
    const { email } = await newByGoogle()
    await setUser(email, 'disabled = true')
    expect((await signIn({ credential: await google.token({ email }) })).status).toBe(401)
  })
})

describe('an email that already has an account', () => {
  test('is signed in if Google and the account have both verified it', async () => {
    const { email, call } = await withPassword()
    await setUser(email, 'email_verified = true')
    const { body } = await signIn({ credential: await google.token({ email: email.toUpperCase() }) })
    expect(body).toMatchObject({ success: true, is_new: false })
    const { user } = await call(authContract.userdata, {})
    expect(user).toMatchObject({ google: true, has_password: true })
  })

  test('that was never confirmed belongs to its Google user from now on', async () => {
    const { email, call, token } = await withPassword()
    const { status, body } = await signIn({ credential: await google.token({ email }) })
    expect(status).toBe(200)
    await expect(call(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    const { user } = await server.as(body.token as string)(authContract.userdata, {})
    expect(user).toMatchObject({ google: true, has_password: false, access_reset: { reason: 'first_proof' } })
    expect(token).not.toBe(body.token)
  })

  test('isn’t signed in if it was never confirmed and Google doesn’t host the mailbox', async () => {
    const { email, call } = await withPassword(`${randomUUID()}@example.com`)
    const { status, body } = await signIn({ credential: await google.token({ email }) })
    expect([status, body.error?.code]).toEqual([409, 'conflict'])
    expect((await call(authContract.userdata, {})).user.google).toBe(false)
  })

  test('isn’t signed in if another company hosts the mailbox, but can be linked while signed in', async () => {
    const email = `${randomUUID()}@example.com`
    const { call, token } = await withPassword(email)
    await setUser(email, 'email_verified = true')
    const credential = () => google.token({ email })
    expect((await signIn({ credential: await credential() })).status).toBe(409)
    expect((await signIn({ credential: await credential() }, bearer(token))).body).toMatchObject({ is_new: false })
    expect((await call(authContract.userdata, {})).user.google).toBe(true)
    expect((await signIn({ credential: await credential() })).status).toBe(200)
    const withHd = `${randomUUID()}@company.example`
    await withPassword(withHd)
    await setUser(withHd, 'email_verified = true')
    expect((await signIn({ credential: await google.token({ email: withHd, hd: 'company.example' }) })).status).toBe(
      200,
    )
  })

  test('can be linked to one Google account only, and not from another account’s session', async () => {
    const { email } = await newByGoogle()
    expect((await signIn({ credential: await google.token({ email, sub: randomUUID() }) })).status).toBe(409)
    const { token } = await withPassword()
    expect((await signIn({ credential: await google.token({ email: gmail() }) }, bearer(token))).status).toBe(409)
  })
})

describe('a token rejected with 401', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const unsigned = (claims: object) =>
    `${base64url.encode('{"alg":"none","typ":"JWT"}')}.${base64url.encode(JSON.stringify(claims))}.`
  const byTheirPublicKey = (email: string) => {
    const { kid, n } = google.publicKey() as { kid: string; n: string }
    return new SignJWT(google.claimsOf({ email })).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(n))
  }
  const cases: [string, RegExp, (email: string) => string | Promise<string>][] = [
    ['for another application', /another application/, (email) => google.token({ email, aud: 'someone-else' })],
    ['from another issuer', /not issued by Google/, (email) => google.token({ email, iss: 'https://evil.example' })],
    ['expired', /expired/, (email) => google.token({ email, iat: seconds() - 3500, exp: seconds() - 60 })],
    ['of long ago', /expired/, (email) => google.token({ email, iat: seconds() - 7200, exp: seconds() + 60 })],
    ['with an email not verified', /hasn’t verified/, (email) => google.token({ email, email_verified: false })],
    ['that says "true" in words', /hasn’t verified/, (email) => google.token({ email, email_verified: 'true' })],
    ['without an email', /share your email/, () => google.token({ email: '' })],
    ['signed by nobody', /Google didn’t sign/, (email) => unsigned(google.claimsOf({ email }))],
    ['signed with the public key as a secret', /Google didn’t sign/, byTheirPublicKey],
    [
      'signed by a stranger under Google’s name',
      /Google didn’t sign/,
      (email) => google.forged({ email }, (google.publicKey() as { kid: string }).kid),
    ],
    ['signed by a stranger', /Google didn’t sign/, (email) => google.forged({ email })],
    ['that is no token', /Google didn’t sign/, () => 'not a token'],
  ]
  test.each(cases)('%s', async (_, sentence, make) => {
    const email = gmail()
    const { status, body } = await signIn({ credential: await make(email) })
    expect([status, body.error]).toEqual([
      401,
      expect.objectContaining({
        code: 'invalid_credentials',
        field: 'credential',
        message: expect.stringMatching(sentence),
      }),
    ])
    const { rows } = await server.database.pool.query('select 1 from users where email = $1', [email])
    expect(rows).toEqual([])
  })

  test('started in another browser has a different nonce', async () => {
    const credential = await google.token({ email: gmail(), nonce: 'theirs' })
    expect((await signIn({ credential, nonce: 'ours' })).status).toBe(401)
    expect((await signIn({ credential, nonce: 'theirs' })).status).toBe(200)
  })
})

describe('Google’s keys', () => {
  test('are cached, reloaded when they rotate, and not reloaded for made-up key ids', async () => {
    const double = await startGoogleIdentity()
    const other = await startTestServer(double.settings)
    const authenticate = (credential: string) => post(`${other.url}/user/authenticate/google`, { credential })
    for (let i = 0; i < 3; i++) expect((await authenticate(await double.token({ email: gmail() }))).status).toBe(200)
    expect(double.keysServed).toBe(1)
    await double.rotate()
    expect((await authenticate(await double.token({ email: gmail() }))).status).toBe(200)
    expect(double.keysServed).toBe(2)
    for (let i = 0; i < 3; i++) expect((await authenticate(await double.forged({ email: gmail() }))).status).toBe(401)
    expect(double.keysServed).toBe(2)
    await other.close()
    await double.close()
  })

  test('that can’t be loaded are our error, not the visitor’s', async () => {
    const double = await startGoogleIdentity()
    double.fail(true)
    const other = await startTestServer(double.settings)
    const ask = async () =>
      post(`${other.url}/user/authenticate/google`, { credential: await double.token({ email: gmail() }) })
    expect((await ask()).body.error?.code).toBe('unavailable')
    double.fail(false)
    expect((await ask()).status).toBe(200)
    await other.close()
    await double.close()
  })
})

describe('an account without a password', () => {
  const age = (email: string) =>
    server.database.pool.query(
      `update access_tokens set created_at = created_at - interval '16 minutes' where user_id = (select id from users where email = $1)`,
      [email],
    )

  test('can set one from a fresh session, and needs it from then on', async () => {
    const { email, call } = await newByGoogle()
    const set = (next: string, current?: string) =>
      call(authContract.update, { password: { next, ...(current && { current }) } })
    await age(email)
    await expect(set('a long new one')).rejects.toMatchObject({ code: 'forbidden' })
    const fresh = server.as((await signIn({ credential: await google.token({ email }) })).body.token as string)
    expect((await fresh(authContract.update, { password: { next: 'a long new one' } })).user.has_password).toBe(true)
    expect((await post(`${server.url}/user/login`, { email, password: 'a long new one' })).status).toBe(200)
    await expect(fresh(authContract.update, { password: { next: 'another long one' } })).rejects.toMatchObject({
      options: { field: 'password.current' },
    })
  })

  test('can be deleted from a fresh session only', async () => {
    const { email, call } = await newByGoogle()
    await age(email)
    await expect(call(authContract.deleteAccount, {})).rejects.toMatchObject({ code: 'forbidden' })
    const fresh = server.as((await signIn({ credential: await google.token({ email }) })).body.token as string)
    await fresh(authContract.deleteAccount, {})
    expect((await server.database.pool.query('select 1 from users where email = $1', [email])).rows).toEqual([])
  })
})
