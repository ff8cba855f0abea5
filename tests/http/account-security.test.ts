import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The mails that went to someone, oldest first, with quoted-printable undone. */
async function mailsTo(email: string): Promise<string[]> {
  const outbox = path.join(server.dataDir, 'outbox')
  const files = (await readdir(outbox).catch(() => [] as string[])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')))
  return mails
    .map((mail) => mail.replace(/=\r?\n/g, '').replace(/=3D/gi, '='))
    .filter((mail) => mail.includes(`To: ${email}`))
}

/** What the newest mail to someone that matches says; mails go after the answer, so it is waited for. */
async function mailed(email: string, pattern: RegExp, nth = 1): Promise<string> {
  const found = await until(`a mail to ${email} with ${pattern}`, async () => {
    const matches = (await mailsTo(email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? [])
    return matches.length >= nth ? matches : undefined
  })
  return found.at(-1)!
}

const verifyLink = /\/verify\?token=(ev_[\w-]+)/
const resetLink = /\/reset\?token=(er_[\w-]+)/
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
  await person.call(authContract.twoFactorConfirm, { otp: code(-1) })
  return { ...begun, code }
}

async function staff() {
  const person = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [person.user.id])
  return person
}

describe('an email', () => {
  test('is verified by the link mailed at sign-up, once', async () => {
    const { email, user, call } = await server.signUp()
    expect(user.email_verified).toBe(false)
    const token = await mailed(email, verifyLink)
    expect(
      (await post(at('/user/verifytoken'), { token, purpose: 'reset', new_password: 'long enough now' })).status,
    ).toBe(404)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).status).toBe(200)
    expect((await call(authContract.userdata, {})).user.email_verified).toBe(true)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' })).body.error).toMatchObject({
      code: 'not_found',
      field: 'token',
    })
  })

  test('that is changed counts at once, has to be verified, and ends the other sessions and old links', async () => {
    const person = await server.signUp()
    const oldLink = await mailed(person.email, verifyLink)
    const other = (await login(person.email, person.password)).body.token as string
    const email = `new-${person.email}`
    const { user } = await person.call(authContract.update, { email })
    expect(user).toMatchObject({ email, email_verified: false })
    expect(await alive(other)).toBe(false)
    expect(await alive(person.token)).toBe(true)
    expect((await login(person.email, person.password)).status).toBe(401)
    expect((await post(at('/user/verifytoken'), { token: oldLink, purpose: 'email' })).status).toBe(404)
    await mailed(person.email, /(was changed to)/)
    await post(at('/user/verifytoken'), { token: await mailed(email, verifyLink), purpose: 'email' })
    expect((await person.call(authContract.userdata, {})).user.email_verified).toBe(true)
    const stranger = await server.signUp()
    await expect(stranger.call(authContract.update, { email })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a password', () => {
  test('is reset by mail: every session ends, a fresh one begins, the link works once', async () => {
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

  test('is changed with the present one, and the other sessions end', async () => {
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

  test('name and time zone are changed without touching sessions', async () => {
    const { call } = await server.signUp()
    const personal = { first_name: 'Grace', last_name: 'Hopper' }
    const { user } = await call(authContract.update, { personal, timezone: 'Europe/Lisbon' })
    expect(user).toMatchObject({ personal, timezone: 'Europe/Lisbon' })
    await expect(call(authContract.update, { timezone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('signing in by mail', () => {
  const ask = (body: object, headers = {}) => post(at('/user/_carnatic'), body, headers)

  test('takes the mailed code once', async () => {
    const { email } = await server.signUp()
    expect((await ask({ email })).body).toEqual({ success: true, sent: true })
    const code = await mailed(email, sixDigits)
    const { body } = await ask({ email, code })
    expect(await alive(body.token as string)).toBe(true)
    expect((await ask({ email, code })).status).toBe(401)
  })

  test('takes the mailed link once, also after the code was tried out by somebody else', async () => {
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

  test('refuses a code after ten minutes', async () => {
    const { email, user } = await server.signUp()
    await ask({ email })
    const code = await mailed(email, sixDigits)
    await server.database.pool.query(
      `update sign_in_codes set expires_at = expires_at - interval '10 minutes' where user_id = $1`,
      [user.id],
    )
    expect((await ask({ email, code })).status).toBe(401)
  })

  test('one code makes one session, however many ask at once', async () => {
    const { email } = await server.signUp()
    await ask({ email })
    const code = await mailed(email, sixDigits)
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ email, code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('gives staff 30 minutes as somebody, written down, without power over the account', async () => {
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
    // Looking at a member of staff does not make one: nobody climbs from one support session to another.
    const atStaff = (await ask({ email: (await staff()).email }, bearer(helper.token))).body.token as string
    expect((await ask({ email: person.email }, bearer(atStaff))).body).toEqual({ success: true, sent: true })
    expect((await post(at('/__admin/users'), {}, bearer(atStaff))).status).not.toBe(200)
  })

  test('gives nobody else a token for an email alone', async () => {
    const [somebody, person] = [await server.signUp(), await server.signUp()]
    expect((await ask({ email: person.email }, bearer(somebody.token))).body).toEqual({ success: true, sent: true })
  })
})

describe('two-factor sign-in', () => {
  test('asks for a code, takes each once, and a recovery code once', async () => {
    const person = await server.signUp()
    const { recovery_codes, code } = await twoFactorOn(person)
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await person.call(authContract.userdata, {})).user.two_factor).toBe(true)
    const signIn = (otp?: string) => login(person.email, person.password, otp ? { otp } : {})
    expect((await signIn()).body.error?.code).toBe('otp_required')
    expect((await post(at('/user/login'), { email: person.email, password: person.password })).body.error?.code).toBe(
      'otp_required',
    )
    expect((await login(person.email, 'not the password', { otp: code(0) })).body.error?.field).toBeUndefined()
    expect((await signIn(code(-1))).body.error?.code).toBe('invalid_credentials')
    const now = code(0)
    expect((await signIn(now)).status).toBe(200)
    expect((await signIn(now)).body.error?.code).toBe('invalid_credentials')
    expect((await signIn(recovery_codes[3]!.toUpperCase())).status).toBe(200)
    expect((await signIn(recovery_codes[3])).body.error?.code).toBe('invalid_credentials')
    await expect(person.call(authContract.twoFactorBegin, {})).rejects.toMatchObject({ code: 'conflict' })
  })

  test('guards the mailed code and the reset too', async () => {
    const person = await server.signUp()
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

  test('is turned off by the password, and its secret is not stored in the clear', async () => {
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
  test('is removed with its workspaces, by its password', async () => {
    const person = await server.signUp()
    const remove = (password: string) => person.call(authContract.deleteAccount, { password })
    await expect(remove('wrong password')).rejects.toMatchObject({ options: { field: 'password' } })
    await remove(person.password)
    expect(await alive(person.token)).toBe(false)
    const { rows } = await server.database.pool.query('select id from workspaces where id = $1', [person.workspaceId])
    expect(rows).toEqual([])
  })

  test('stays while other people are in a workspace it owns', async () => {
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

describe('a stranger does not learn whether an email is known', () => {
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

  const calls: [string, (email: string) => [string, object]][] = [
    ['forgot', (email) => ['/user/forgotpassword', { email }]],
    ['passwordless', (email) => ['/user/_carnatic', { email }]],
    ['a wrong code', (email) => ['/user/_carnatic', { email, code: 'abcdef' }]],
    ['login', (email) => ['/user/login', { email, password: 'not the password' }]],
  ]

  test.each(calls)('from %s: neither by its answer nor by its time', async (_, ask) => {
    const known = await Promise.all(Array.from({ length: 5 }, async () => (await server.signUp()).email))
    // So that a wrong code is compared with one there is.
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
