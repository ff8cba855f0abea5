import { randomUUID } from 'node:crypto'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { type GoogleIdentity, startGoogleIdentity } from '../doubles/google-identity.ts'
import { readOutbox } from '../support/outbox.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** An attacker signs up with Bob's email and waits for Bob to confirm it. */

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

const password = 'the password of a stranger'
const at = (call: string) => `${server.url}${call}`
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const isSignedIn = async (token: string) => (await post(at('/user/userdata'), {}, bearer(token))).status === 200
const login = (email: string, more = {}) => post(at('/user/authenticate'), { email, password, ...more })

/**
 * The first group of the pattern in the newest matching email to someone. Waits, because emails are sent after the
 * response.
 */
async function mailed(email: string, pattern: RegExp): Promise<string> {
  return until(`an email to ${email} with ${pattern}`, async () => {
    const emails = await readOutbox(server.dataDir, email)
    return emails.flatMap((text) => pattern.exec(text)?.[1] || []).at(-1)
  })
}

/** An account with Bob's email and everything an attacker could prepare in it. */
async function hijacked(email = `bob-${randomUUID()}@gmail.com`) {
  const signedUp = await post(at('/user/signup'), { email, password, first_name: 'Bob' })
  const token = signedUp.body.token as string
  const call = server.as(token)
  const { user } = await call(authContract.userdata, {})
  const workspaceId = user.workspaces[0]!._id
  const other = (await login(email)).body.token as string
  const { key } = await call(apiKeysContract.add, { workspace_id: workspaceId, name: 'Left', scopes: ['reports:read'] })
  const begun = await call(authContract.twoFactorBegin, {})
  const totp = URI.parse(begun.otpauth_url) as import('otpauth').TOTP
  await call(authContract.twoFactorConfirm, { otp: totp.generate() })
  await call(authContract.update, { email: `evil-${email}`, current_password: password })
  const evilLink = await mailed(`evil-${email}`, /\/verify\?token=(ev_[\w-]+)/)
  return { email, token, call, other, key, workspaceId, recoveryCodes: begun.recovery_codes, evilLink }
}

type Hijacked = Awaited<ReturnType<typeof hijacked>>

async function byCode({ email }: Hijacked) {
  await post(at('/user/_carnatic'), { email })
  const code = await mailed(email, /Subject: (\d{6}) is your/)
  return post(at('/user/_carnatic'), { email, code })
}

async function byMailedLink({ email }: Hijacked) {
  await post(at('/user/_carnatic'), { email })
  return post(at('/user/_carnatic'), { token: await mailed(email, /\/login\/code\?token=(el_[\w-]+)/) })
}

async function byVerificationLink({ email }: Hijacked) {
  const token = await mailed(email, /\/verify\?token=(ev_[\w-]+)/)
  return post(at('/user/verifytoken'), { token, purpose: 'email' })
}

async function byGoogle({ email }: Hijacked) {
  return post(at('/user/authenticate/google'), { credential: await google.token({ email }) })
}

async function byReset({ email }: Hijacked) {
  await post(at('/user/forgotpassword'), { email })
  const token = await mailed(email, /\/reset\?token=(er_[\w-]+)/)
  return post(at('/user/verifytoken'), { token, purpose: 'reset', new_password: 'Bob chose this one' })
}

/** Bob has a session of this account that didn't create it, and opens the invitation in it. */
async function byInvitation({ email, recoveryCodes }: Hijacked, call: 'accept' | 'verifytoken') {
  const host = await server.signUp('agency')
  await host.call(teamsContract.add, { workspace_id: host.workspaceId, email, role: 'editor' })
  const token = await mailed(email, /\/invite\?token=(ei_[\w-]+)/)
  const session = (await login(email, { otp: recoveryCodes[0] })).body.token as string
  return call === 'accept'
    ? post(at('/user/team/accept'), { token }, bearer(session))
    : post(at('/user/verifytoken'), { token, purpose: 'invite' }, bearer(session))
}

const ways: [string, (bob: Hijacked) => ReturnType<typeof post>][] = [
  ['an emailed code', byCode],
  ['an emailed link', byMailedLink],
  ['the verification link', byVerificationLink],
  ['Google', byGoogle],
  ['a password reset', byReset],
  ['an invitation', (bob) => byInvitation(bob, 'accept')],
  ['an invitation’s token', (bob) => byInvitation(bob, 'verifytoken')],
]

describe('the first proof of ownership of an email', () => {
  test.each(ways)('by %s removes all access the attacker set up before', async (way, prove) => {
    const bob = await hijacked()
    const answer = await prove(bob)
    expect([way, answer.status, answer.body.error]).toEqual([way, 200, undefined])

    expect(await isSignedIn(bob.token)).toBe(false)
    expect(await isSignedIn(bob.other)).toBe(false)
    expect((await post(at('/reports/find'), { workspace_id: bob.workspaceId }, bearer(bob.key))).status).toBe(401)
    expect((await login(bob.email)).body.error?.code).toBe('invalid_credentials')
    expect((await login(bob.email, { otp: bob.recoveryCodes[1] })).body.error?.code).toBe('invalid_credentials')
    // The email the attacker tried to change the account to.
    const moved = await post(at('/user/verifytoken'), { token: bob.evilLink, purpose: 'email' })
    expect(moved.status).toBe(404)

    // Bob is informed by email, and on screen until he has read it.
    expect(await mailed(bob.email, /(Earlier access to your Earshot account was removed)/)).toBeTruthy()
    const mine = (answer.body.token as string | undefined) ?? ((await byCode(bob)).body.token as string)
    const call = server.as(mine)
    const { user } = await call(authContract.userdata, {})
    expect(user).toMatchObject({ email: bob.email, email_verified: true, two_factor: false, pending_email: null })
    expect(user.access_reset).toMatchObject({ reason: 'first_proof', api_keys: 1, password: true, two_factor: true })
    expect((await call(authContract.update, { access_reset_read: true })).user.access_reset).toBeNull()
  })

  test('removes nothing when the session that created the account opens the link', async () => {
    const person = await server.signUp()
    const other = (await post(at('/user/login'), { email: person.email, password: person.password })).body
    const key = await person.call(apiKeysContract.add, {
      workspace_id: person.workspaceId,
      name: 'Mine',
      scopes: ['reports:read'],
    })
    const token = await mailed(person.email, /\/verify\?token=(ev_[\w-]+)/)
    expect((await post(at('/user/verifytoken'), { token, purpose: 'email' }, bearer(person.token))).body).toEqual({
      success: true,
    })
    const { user } = await person.call(authContract.userdata, {})
    expect(user).toMatchObject({ email_verified: true, has_password: true, access_reset: null })
    expect(await isSignedIn(other.token as string)).toBe(true)
    expect((await post(at('/reports/find'), { workspace_id: person.workspaceId }, bearer(key.key))).status).toBe(200)
  })

  test('a later proof removes nothing, so signing in with a code keeps the password', async () => {
    const person = await server.signUp()
    const token = await mailed(person.email, /\/verify\?token=(ev_[\w-]+)/)
    await post(at('/user/verifytoken'), { token, purpose: 'email' }, bearer(person.token))
    await post(at('/user/_carnatic'), { email: person.email })
    const code = await mailed(person.email, /Subject: (\d{6}) is your/)
    expect((await post(at('/user/_carnatic'), { email: person.email, code })).status).toBe(200)
    expect((await person.call(authContract.userdata, {})).user).toMatchObject({
      has_password: true,
      access_reset: null,
    })
  })

  test('invitations the attacker sent from the account stop working', async () => {
    const bob = await hijacked()
    await server.database.pool.query(
      `update user_plans set plan = 'agency' where user_id = (select id from users where email = $1)`,
      [bob.email],
    )
    const accomplice = await server.signUp()
    const ids = { workspace_id: bob.workspaceId, email: accomplice.email, role: 'admin' as const }
    await bob.call(teamsContract.add, ids)
    const token = await mailed(accomplice.email, /\/invite\?token=(ei_[\w-]+)/)
    await byCode(bob)
    await expect(accomplice.call(teamsContract.accept, { token })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('access the attacker requests while Bob signs in is removed too', async () => {
    for (let round = 0; round < 5; round++) {
      const bob = await hijacked()
      await post(at('/user/_carnatic'), { email: bob.email })
      const code = await mailed(bob.email, /Subject: (\d{6}) is your/)
      const add = () =>
        post(
          at('/user/keys/add'),
          { workspace_id: bob.workspaceId, name: 'Late', scopes: ['reports:read'] },
          bearer(bob.token),
        )
      const [proof, ...late] = await Promise.all([
        post(at('/user/_carnatic'), { email: bob.email, code }),
        login(bob.email, { otp: bob.recoveryCodes[2] }),
        add(),
        add(),
        post(at('/user/twofactor/begin'), {}, bearer(bob.token)),
      ])
      expect(proof.status).toBe(200)
      for (const { body } of late) {
        const opened = (body.token ?? body.key) as string | undefined
        if (!opened) continue
        expect((await post(at('/reports/find'), { workspace_id: bob.workspaceId }, bearer(opened))).status).toBe(401)
      }
      const { rows } = await server.database.pool.query(
        `select (select count(*) from access_tokens t where t.user_id = u.id) as tokens,
           (select count(*) from two_factors f where f.user_id = u.id) as factors from users u where email = $1`,
        [bob.email],
      )
      expect(rows).toEqual([{ tokens: 1, factors: 0 }])
    }
  })
})
