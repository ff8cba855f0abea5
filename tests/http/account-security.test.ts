import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { readOutbox } from '../support/outbox.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const readEmails = (email: string) => readOutbox(server.dataDir, email)

/** The newest matching email to someone. Waits, because emails are sent after the response. */
async function mailed(email: string, pattern: RegExp, nth = 1): Promise<string> {
  const found = await until(`a mail to ${email} with ${pattern}`, async () => {
    const matches = (await readEmails(email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? [])
    return matches.length >= nth ? matches : undefined
  })
  return found.at(-1)!
}

const verifyLink = /\/verify\?token=(ev_[\w-]+)/
const resetLink = /\/reset\?token=(er_[\w-]+)/
const undoLink = /\/undo-email\?token=(eu_[\w-]+)/
const codeLink = /\/login\/code\?token=(el_[\w-]+)/
const sixDigits = /Subject: (\d{6}) is your/

const at = (call: string) => `${server.url}${call}`
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const alive = async (token: string) => (await post(at('/user/userdata'), {}, bearer(token))).status === 200
const login = (email: string, password: string, more = {}) =>
  post(at('/user/authenticate'), { email, password, ...more })

type Person = Awaited<ReturnType<TestServer['signUp']>>

async function twoFactorOn(person: Person) {
  const begun = await person.call(authContract.twoFactorBegin, {})
  const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  // This step's code now and the next one's later: both are valid even if a new step begins in between.
  const confirmed = code(0)
  await person.call(authContract.twoFactorConfirm, { otp: confirmed })
  return { ...begun, code, confirmed }
}

/** Opens the link emailed at sign-up in the session that signed up. */
async function verify(person: Person) {
  const token = await mailed(person.email, verifyLink)
  await post(at('/user/verifytoken'), { token, purpose: 'email' }, bearer(person.token))
}

async function staff() {
  const person = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [person.user.id])
  return person
}

describe('an account’s email', () => {
  test('is verified once with the link emailed at sign-up', async () => {
    const { email, user, call, token: session } = await server.signUp()
    expect(user.email_verified).toBe(false)
    const token = await mailed(email, verifyLink)
    expect(
      (await post(at('/user/verifytoken'), { token, purpose: 'reset', new_password: 'long enough now' })).status,
    ).toBe(404)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' }, bearer(session))).status).toBe(200)
    expect((await call(authContract.userdata, {})).user.email_verified).toBe(true)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).body.error).toMatchObject({
      code: 'not_found',
      field: 'token',
    })
  })

  test('changes when the new one is confirmed, which ends other sessions and invalidates old links', async () => {
    const person = await server.signUp()
    await verify(person)
    const other = (await login(person.email, person.password)).body.token as string
    const email = `new-${person.email}`
    const change = { email, current_password: person.password }
    const { user } = await person.call(authContract.update, change)
    expect(user).toMatchObject({ email: person.email, email_verified: true, pending_email: email })
    expect(await alive(other)).toBe(true)
    expect((await login(email, person.password)).status).toBe(401)

    const token = await mailed(email, verifyLink)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).body).toEqual({ success: true })
    expect(await alive(other)).toBe(false)
    expect((await person.call(authContract.userdata, {})).user).toMatchObject({
      email,
      email_verified: true,
      pending_email: null,
      has_password: true,
    })
    expect((await login(person.email, person.password)).status).toBe(401)
    expect((await login(email, person.password)).status).toBe(200)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).status).toBe(404)
    await mailed(person.email, /(was changed to)/)
    const stranger = await server.signUp()
    await expect(
      stranger.call(authContract.update, { email, current_password: stranger.password }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('isn’t changed by a session alone: it takes the password, or a fresh session without one', async () => {
    const person = await server.signUp()
    const updateEmail = (more = {}) =>
      post(at('/user/update'), { email: `new-${person.email}`, ...more }, bearer(person.token))
    expect((await updateEmail()).body.error).toMatchObject({ code: 'reauthenticate', field: 'current_password' })
    expect((await updateEmail()).status).toBe(403)
    expect((await updateEmail({ current_password: 'not this one' })).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'current_password',
    })
    const { pool } = server.database
    await pool.query('update users set password_hash = null where id = $1', [person.user.id])
    await pool.query(`update access_tokens set created_at = now() - interval '16 minutes' where user_id = $1`, [
      person.user.id,
    ])
    expect((await updateEmail()).body.error).toMatchObject({ code: 'reauthenticate' })
    await pool.query(`update access_tokens set created_at = now() - interval '14 minutes' where user_id = $1`, [
      person.user.id,
    ])
    expect((await updateEmail()).status).toBe(200)
    expect((await person.call(authContract.userdata, {})).user.email).toBe(person.email)
  })

  test('can be resent the confirmation, or keep the current email by entering it', async () => {
    const person = await server.signUp()
    const email = `new-${person.email}`
    await person.call(authContract.update, { email, current_password: person.password })
    const first = await mailed(email, verifyLink)
    await person.call(authContract.resendVerification, {})
    await mailed(email, verifyLink, 2)
    const { user } = await person.call(authContract.update, { email: person.email })
    expect(user.pending_email).toBeNull()
    expect((await post(at('/user/verifytoken'), { token: first, purpose: 'email' })).status).toBe(404)
  })

  test.each(['before', 'after'])(
    'can be kept with the link in the former mailbox, %s the new one is confirmed',
    async (when) => {
      const person = await server.signUp()
      await verify(person)
      const email = `new-${person.email}`
      const thief = (await login(person.email, person.password)).body.token as string
      const asThief = server.as(thief)
      await asThief(authContract.update, { email, current_password: person.password })
      const token = await mailed(email, verifyLink)
      const undo = await mailed(person.email, undoLink)
      if (when === 'after') {
        await post(at('/user/verifytoken'), { token, purpose: 'email' }, bearer(thief))
        await mailed(person.email, undoLink, 2)
        await asThief(authContract.update, { password: { current: person.password, next: 'the thief’s password' } })
        await asThief(authContract.update, { email: `2-${email}`, current_password: 'the thief’s password' })
        await mailed(`2-${email}`, verifyLink)
        // No one can take the former email while it can be restored.
        const taken = await post(at('/user/signup'), {
          email: person.email,
          password: person.password,
          first_name: 'X',
        })
        expect(taken.body.error?.code).toBe('conflict')
      }
      const { key } = await asThief(apiKeysContract.add, {
        workspace_id: person.workspaceId,
        name: 'Left',
        scopes: ['reports:read'],
      })
      const { body } = await post(at('/user/verifytoken'), { token: undo, purpose: 'email_undo' })
      expect(body).toMatchObject({ email: person.email, access_reset: { reason: 'email_undo', password: true } })
      for (const secret of [thief, person.token]) expect(await alive(secret)).toBe(false)
      expect((await post(at('/reports/find'), { workspace_id: person.workspaceId }, bearer(key))).status).toBe(401)
      expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).status).toBe(404)
      expect((await post(at('/user/verifytoken'), { token: undo, purpose: 'email_undo' })).status).toBe(404)
      for (const address of [email, `2-${email}`, person.email])
        for (const password of [person.password, 'the thief’s password'])
          expect((await login(address, password)).status).toBe(401)
      // Links from the attacker's own changes restore nothing.
      const { rows } = await server.database.pool.query(
        `select count(*) from one_time_tokens where user_id = $1 and used_at is null`,
        [person.user.id],
      )
      expect(rows).toEqual([{ count: 0 }])
      await post(at('/user/_carnatic'), { email: person.email })
      const code = await mailed(person.email, sixDigits)
      const back = await post(at('/user/_carnatic'), { email: person.email, code })
      expect((await server.as(back.body.token as string)(authContract.userdata, {})).user).toMatchObject({
        id: person.user.id,
        email: person.email,
        email_verified: true,
      })
    },
  )

  test('can be restored for 7 days', async () => {
    const person = await server.signUp()
    const email = `new-${person.email}`
    await person.call(authContract.update, { email, current_password: person.password })
    await post(
      at('/user/verifytoken'),
      { token: await mailed(email, verifyLink), purpose: 'email' },
      bearer(person.token),
    )
    const token = await mailed(person.email, undoLink, 2)
    await server.database.pool.query(
      `update one_time_tokens set expires_at = expires_at - interval '7 days' where purpose = 'email_undo' and user_id = $1`,
      [person.user.id],
    )
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email_undo' })).status).toBe(404)
    const free = { email: person.email, password: person.password, first_name: 'Next' }
    expect((await post(at('/user/signup'), free)).status).toBe(200)
  })
})

describe('security emails', () => {
  test('are sent about a new password, a reset and a deleted account', async () => {
    const person = await server.signUp()
    await person.call(authContract.update, { password: { current: person.password, next: 'another long one' } })
    await mailed(person.email, /(Your Earshot password was changed)/)
    await post(at('/user/forgotpassword'), { email: person.email })
    const token = await mailed(person.email, resetLink)
    const reset = await post(at('/user/verifytoken'), { token, purpose: 'reset', new_password: 'the third long one' })
    await mailed(person.email, /(Your Earshot password was changed)/, 2)
    await server.as(reset.body.token as string)(authContract.deleteAccount, { password: 'the third long one' })
    await mailed(person.email, /(Your Earshot account was deleted)/)
  })

  test('are sent when two-factor sign-in is turned on', async () => {
    const person = await server.signUp()
    await twoFactorOn(person)
    await person.call(authContract.twoFactorDisable, { password: person.password })
    await mailed(person.email, /(Two-factor sign-in was turned off)/)
  })
})

describe('a disabled account', () => {
  test('is reported after the right password only', async () => {
    const person = await server.signUp()
    await server.database.pool.query('update users set disabled = true where id = $1', [person.user.id])
    expect((await login(person.email, person.password)).body.error).toMatchObject({
      code: 'forbidden',
      message: 'This account is disabled. Contact the administrator of this server.',
    })
    const wrong = await login(person.email, 'not this one')
    const unknown = await login(`nobody-${person.email}`, 'not this one')
    const summarize = ({ status, body }: typeof wrong) => [status, body.error?.code, body.error?.message]
    expect(summarize(wrong)).toEqual(summarize(unknown))
  })
})

describe('a password', () => {
  test('is reset by email, which ends every session, starts a new one and works once', async () => {
    const { email, token: before } = await server.signUp()
    expect((await post(at('/user/forgotpassword'), { email })).body).toEqual({ success: true })
    const token = await mailed(email, resetLink)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'reset' })).body.error?.field).toBe('new_password')
    const reset = () => post(at('/user/verifytoken'), { token, purpose: 'reset', new_password: 'another long one' })
    const { body } = await reset()
    expect(await alive(body.token as string)).toBe(true)
    expect(await alive(before)).toBe(false)
    expect((await login(email, 'another long one')).status).toBe(200)
    expect((await login(email, 'correct horse battery')).status).toBe(401)
    expect((await reset()).status).toBe(404)
  })

  test('is changed with the current one, and the other sessions end', async () => {
    const person = await server.signUp()
    const other = (await login(person.email, person.password)).body.token as string
    const change = (current: string) =>
      person.call(authContract.update, { password: { current, next: 'another long one' } })
    await expect(change('not this one')).rejects.toMatchObject({ options: { field: 'password.current' } })
    expect(await alive(other)).toBe(true)
    await change(person.password)
    expect(await alive(other)).toBe(false)
    expect(await alive(person.token)).toBe(true)
    expect((await login(person.email, 'another long one')).status).toBe(200)
  })

  test('name and time zone change without ending sessions', async () => {
    const { call } = await server.signUp()
    const personal = { first_name: 'Grace', last_name: 'Hopper' }
    const { user } = await call(authContract.update, { personal, timezone: 'Europe/Lisbon' })
    expect(user).toMatchObject({ personal, timezone: 'Europe/Lisbon' })
    await expect(call(authContract.update, { timezone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('signing in by email', () => {
  const ask = (body: object, headers = {}) => post(at('/user/_carnatic'), body, headers)

  test('works once with the emailed code', async () => {
    const { email } = await server.signUp()
    expect((await ask({ email })).body).toEqual({ success: true, sent: true })
    const code = await mailed(email, sixDigits)
    const { body } = await ask({ email, code })
    expect(await alive(body.token as string)).toBe(true)
    expect((await ask({ email, code })).status).toBe(401)
  })

  test('works once with the emailed link, even after wrong codes', async () => {
    const { email } = await server.signUp()
    await ask({ email })
    const code = await mailed(email, sixDigits)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) expect((await ask({ email, code: wrong })).status).toBe(401)
    expect((await ask({ email, code })).status).toBe(401)
    const token = await mailed(email, codeLink)
    expect(await alive((await ask({ token })).body.token as string)).toBe(true)
    expect((await ask({ token })).status).toBe(401)
  })

  test('rejects a code after ten minutes', async () => {
    const { email, user } = await server.signUp()
    await ask({ email })
    const code = await mailed(email, sixDigits)
    await server.database.pool.query(
      `update sign_in_codes set expires_at = expires_at - interval '10 minutes' where user_id = $1`,
      [user.id],
    )
    expect((await ask({ email, code })).status).toBe(401)
  })

  test('creates one session per code, however many concurrent requests', async () => {
    const { email } = await server.signUp()
    await ask({ email })
    const code = await mailed(email, sixDigits)
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ email, code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('gives staff audited support access for 30 minutes, without account settings', async () => {
    const [helper, person] = [await staff(), await server.signUp()]
    const { body } = await ask({ email: person.email }, bearer(helper.token))
    const token = body.token as string
    const left = new Date(body.expires_at as string).getTime() - Date.now()
    expect(left).toBeGreaterThan(29 * 60_000)
    expect(left).toBeLessThanOrEqual(30 * 60_000)
    const call = server.as(token)
    expect((await call(authContract.userdata, {})).user).toMatchObject({ id: person.user.id, support: true })
    await expect(call(authContract.update, { email: 'mine@example.com' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(call(authContract.deleteAccount, { password: person.password })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const { rows } = await server.database.pool.query(
      `select actor_email from audit_log where action = 'support.signed_in' and subject = $1`,
      [person.email],
    )
    expect(rows).toEqual([{ actor_email: helper.email }])
    // Support access to a staff member has no staff rights, so no one can go from one support session to another.
    const atStaff = (await ask({ email: (await staff()).email }, bearer(helper.token))).body.token as string
    expect((await ask({ email: person.email }, bearer(atStaff))).body).toEqual({ success: true, sent: true })
    expect((await post(at('/__admin/users'), {}, bearer(atStaff))).status).not.toBe(200)
  })

  test('gives no one else a token for an email alone', async () => {
    const [somebody, person] = [await server.signUp(), await server.signUp()]
    expect((await ask({ email: person.email }, bearer(somebody.token))).body).toEqual({ success: true, sent: true })
  })
})

describe('two-factor sign-in', () => {
  test('asks for a code, and accepts each code and recovery code once', async () => {
    const person = await server.signUp()
    const { recovery_codes, code, confirmed } = await twoFactorOn(person)
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await person.call(authContract.userdata, {})).user.two_factor).toBe(true)
    const signIn = (otp?: string) => login(person.email, person.password, otp ? { otp } : {})
    expect((await signIn()).body.error?.code).toBe('otp_required')
    expect((await post(at('/user/login'), { email: person.email, password: person.password })).body.error?.code).toBe(
      'otp_required',
    )
    expect((await login(person.email, 'not the password', { otp: code(0) })).body.error?.field).toBeUndefined()
    expect((await signIn(confirmed)).body.error?.code).toBe('invalid_credentials')
    const now = code(1)
    expect((await signIn(now)).status).toBe(200)
    expect((await signIn(now)).body.error?.code).toBe('invalid_credentials')
    expect((await signIn(recovery_codes[3]!.toUpperCase())).status).toBe(200)
    expect((await signIn(recovery_codes[3])).body.error?.code).toBe('invalid_credentials')
    await expect(person.call(authContract.twoFactorBegin, {})).rejects.toMatchObject({ code: 'conflict' })
  })

  test('also protects emailed codes and password resets', async () => {
    const person = await server.signUp()
    await verify(person)
    const { recovery_codes } = await twoFactorOn(person)
    await post(at('/user/_carnatic'), { email: person.email })
    const code = await mailed(person.email, sixDigits)
    const byCode = (more = {}) => post(at('/user/_carnatic'), { email: person.email, code, ...more })
    expect((await byCode()).body.error?.code).toBe('otp_required')
    expect((await byCode({ otp: recovery_codes[0] })).status).toBe(200)
    await post(at('/user/forgotpassword'), { email: person.email })
    const token = await mailed(person.email, resetLink)
    const reset = { token, purpose: 'reset', new_password: 'another long one' }
    expect((await post(at('/user/verifytoken'), reset)).body).toEqual({ success: true })
    expect((await login(person.email, 'another long one')).body.error?.code).toBe('otp_required')
  })

  test('is turned off with the password, and its secret is stored encrypted', async () => {
    const person = await server.signUp()
    const { otpauth_url } = await twoFactorOn(person)
    const { rows } = await server.database.pool.query('select sealed_secret from two_factors where user_id = $1', [
      person.user.id,
    ])
    expect(rows[0].sealed_secret).not.toContain(new URL(otpauth_url).searchParams.get('secret')!)
    const off = (password: string) => person.call(authContract.twoFactorDisable, { password })
    await expect(off('wrong password')).rejects.toMatchObject({ code: 'invalid_input' })
    await off(person.password)
    expect((await login(person.email, person.password)).status).toBe(200)
  })
})

describe('an account', () => {
  test('is deleted with its workspaces by entering the password', async () => {
    const person = await server.signUp()
    const remove = (password: string) => person.call(authContract.deleteAccount, { password })
    await expect(remove('wrong password')).rejects.toMatchObject({ options: { field: 'password' } })
    await remove(person.password)
    expect(await alive(person.token)).toBe(false)
    const { rows } = await server.database.pool.query('select id from workspaces where id = $1', [person.workspaceId])
    expect(rows).toEqual([])
  })

  test('can’t be deleted while other people are in a workspace it owns', async () => {
    const [owner, guest] = [await server.signUp('agency'), await server.signUp()]
    await owner.call(teamsContract.add, { workspace_id: owner.workspaceId, email: guest.email, role: 'editor' })
    const token = await mailed(guest.email, /\/invite\?token=(ei_[\w-]+)/)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'invite' })).status).toBe(401)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'invite' }, bearer(guest.token))).status).toBe(200)
    const remove = () => owner.call(authContract.deleteAccount, { password: owner.password })
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
    await guest.call(authContract.deleteAccount, { password: guest.password })
    await remove()
  })
})

describe('whether an email has an account', () => {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

  const calls: [string, (email: string) => [string, object]][] = [
    ['forgot', (email) => ['/user/forgotpassword', { email }]],
    ['passwordless', (email) => ['/user/_carnatic', { email }]],
    ['a wrong code', (email) => ['/user/_carnatic', { email, code: 'abcdef' }]],
    ['login', (email) => ['/user/login', { email, password: 'not the password' }]],
  ]

  test.each(calls)('isn’t revealed by %s, neither by the response nor by its time', async (_, ask) => {
    const known = await Promise.all(Array.from({ length: 5 }, async () => (await server.signUp()).email))
    // So that a wrong code has one to be compared with.
    for (const email of known) await post(at('/user/_carnatic'), { email })
    const times = { known: [] as number[], unknown: [] as number[] }
    const seen = new Set<string>()
    for (let round = 0; round < 30; round++) {
      for (const kind of ['known', 'unknown'] as const) {
        const address = kind === 'known' ? known[round % known.length]! : `nobody-${round % 5}-${known[0]}`
        const [where, body] = ask(address)
        const started = performance.now()
        const answer = await post(at(where), body)
        times[kind].push(performance.now() - started)
        seen.add(JSON.stringify([answer.status, { ...answer.body, error: { ...answer.body.error, request_id: '' } }]))
      }
    }
    expect([...seen]).toHaveLength(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(1 / 3)
    expect(ratio).toBeLessThan(3)
  })
})
