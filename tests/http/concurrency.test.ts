import { randomUUID } from 'node:crypto'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { type GivenRole, teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { hashToken } from '../../src/platform/secrets.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { readOutbox } from '../support/outbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Concurrent calls, and changes that happen after a call was authorized. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
beforeAll(async () => {
  vendors = await startSearchVendors()
  server = await startTestServer(vendors.settings)
})
afterAll(async () => {
  await server.close()
  await vendors.close()
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
const onPlan = (person: Person, plan: string) =>
  query('update user_plans set plan = $1 where user_id = $2', [plan, person.user.id])

async function joined(owner: Person, role: GivenRole) {
  const person = await server.signUp()
  const { member } = await owner.call(teamsContract.add, {
    workspace_id: owner.workspaceId,
    email: person.email,
    role,
  })
  await person.call(teamsContract.accept, { token: await mailedToken(person.email) })
  return { ...person, memberId: member._id }
}

async function mailedToken(email: string): Promise<string> {
  const emails = await readOutbox(server.dataDir, email)
  const invitation = emails.filter((text) => text.includes('/invite?token=')).at(-1)!
  return /token=(ei_[\w-]+)/.exec(invitation)![1]!
}

type SourceName = 'youtube_suggest' | 'bing_suggest' | 'patterns'

const code = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof AppError ? outcome.reason.code : outcome.status

/**
 * Starts a call, blocks it on the rows locked by `hold`, commits a concurrent change, and returns the result of the
 * call.
 */
async function meanwhile(hold: [string, unknown[]], act: () => Promise<unknown>, change: [string, unknown[]][]) {
  const client = await server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(...hold)
    const outcome = Promise.allSettled([act()])
    await until('the call to wait behind the lock', async () => {
      const { rows } = await query(`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and application_name = 'earshot'`)
      return rows.length > 0
    })
    for (const [text, values] of change) await client.query(text, values)
    await client.query('commit')
    return (await outcome)[0]!
  } finally {
    client.release()
  }
}
const lockWorkspace = (person: Person): [string, unknown[]] => [
  'select 1 from workspaces where id = $1 for update',
  [person.workspaceId],
]
const getRole = (role: string, person: Person, workspaceId: string): [string, unknown[]] => [
  'update members set role = $1 where user_id = $2 and workspace_id = $3',
  [role, person.user.id, workspaceId],
]

describe('a workspace', () => {
  test('offered to two members who accept concurrently goes to the last one it was offered to', async () => {
    const owner = await server.signUp('agency')
    const heirs = [await joined(owner, 'viewer'), await joined(owner, 'editor')]
    for (const heir of heirs) await onPlan(heir, 'agency')
    const ids = { workspace_id: owner.workspaceId }
    await Promise.all(heirs.map(({ memberId }) => owner.call(teamsContract.transfer, { ...ids, member_id: memberId })))
    const accepting = [...heirs, ...heirs].map(({ call }) => call(teamsContract.transferAccept, ids))
    const outcomes = await Promise.allSettled(accepting)
    expect(outcomes.map(code).sort()).toEqual(['fulfilled', 'not_found', 'not_found', 'not_found'])
    const winner = heirs[outcomes.findIndex(({ status }) => status === 'fulfilled') % 2]!
    const { rows } = await query(
      `select m.user_id, w.owner_id from members m join workspaces w on w.id = m.workspace_id
       where m.workspace_id = $1 and m.role = 'owner'`,
      [owner.workspaceId],
    )
    expect(rows).toEqual([{ user_id: winner.user.id, owner_id: winner.user.id }])
  })

  test('that was just handed over can’t be deleted by its former owner', async () => {
    const owner = await server.signUp('agency')
    await owner.call(workspacesContract.add, { name: 'Another', color: '#0f766e' })
    const heir = await joined(owner, 'admin')
    const outcome = await meanwhile(
      lockWorkspace(owner),
      () => owner.call(workspacesContract.remove, { _id: owner.workspaceId }),
      [
        ['update workspaces set owner_id = $1 where id = $2', [heir.user.id, owner.workspaceId]],
        getRole('owner', heir, owner.workspaceId),
        getRole('admin', owner, owner.workspaceId),
      ],
    )
    expect(code(outcome)).toBe('forbidden')
    expect((await query('select 1 from workspaces where id = $1', [owner.workspaceId])).rowCount).toBe(1)
  })

  test('that was just deleted starts no report and takes no unit', async () => {
    const owner = await server.signUp('agency')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Going', color: '#0f766e' })
    const start = () =>
      owner.call(reportsContract.new, {
        workspace_id: workspace._id,
        type: 'topic',
        query: 'too late',
        country: 'US',
        language: 'en',
        sources: ['patterns'],
      })
    const outcome = await meanwhile(['select 1 from workspaces where id = $1 for update', [workspace._id]], start, [
      ['delete from workspaces where id = $1', [workspace._id]],
    ])
    expect(code(outcome)).toBe('not_found')
    expect((await owner.call(authContract.userdata, {})).user.usage.reports).toBe(0)
  })
})

describe('an admin who was just made a viewer', () => {
  const calls: [string, (owner: Person, admin: Person, other: { memberId: string }) => Promise<unknown>][] = [
    [
      'can’t invite anyone',
      (owner, admin) =>
        admin.call(teamsContract.add, { workspace_id: owner.workspaceId, email: 'late@example.com', role: 'admin' }),
    ],
    [
      'can’t remove anyone',
      (owner, admin, { memberId }) =>
        admin.call(teamsContract.remove, { workspace_id: owner.workspaceId, member_id: memberId }),
    ],
    [
      'can’t change a role, including their own',
      (owner, admin) =>
        admin.call(teamsContract.role, { workspace_id: owner.workspaceId, member_id: admin.user.id, role: 'admin' }),
    ],
  ]
  test.each(calls)('%s', async (_, act) => {
    const owner = await server.signUp('pro')
    const admin = await joined(owner, 'admin')
    const other = await joined(owner, 'viewer')
    const outcome = await meanwhile(lockWorkspace(owner), () => act(owner, admin, other), [
      getRole('viewer', admin, owner.workspaceId),
    ])
    expect(code(outcome)).toBe('forbidden')
    const { members } = await owner.call(workspacesContract.data, { workspace_id: owner.workspaceId })
    expect(members.map(({ role }) => role)).toEqual(['owner', 'viewer', 'viewer'])
  })
})

describe('API keys of a removed member', () => {
  const make = (person: Person, workspaceId: string) =>
    person.call(apiKeysContract.add, { workspace_id: workspaceId, name: 'Export', scopes: ['reports:read'] })

  test('stop working, even if the member is invited again', async () => {
    const owner = await server.signUp('pro')
    const admin = await joined(owner, 'admin')
    const { key } = await make(admin, owner.workspaceId)
    const byKey = () => server.as(key)(reportsContract.find, { workspace_id: owner.workspaceId })
    await byKey()
    await owner.call(teamsContract.remove, { workspace_id: owner.workspaceId, member_id: admin.memberId })
    await expect(byKey()).rejects.toMatchObject({ code: 'unauthenticated' })
    await owner.call(teamsContract.add, { workspace_id: owner.workspaceId, email: admin.email, role: 'admin' })
    await admin.call(teamsContract.accept, { token: await mailedToken(admin.email) })
    await expect(byKey()).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('can’t be created by a call that was authorized before', async () => {
    const owner = await server.signUp('pro')
    const admin = await joined(owner, 'admin')
    const removal: [string, unknown[]] = [
      'delete from members where user_id = $1 and workspace_id = $2',
      [admin.user.id, owner.workspaceId],
    ]
    const outcome = await meanwhile(removal, () => make(admin, owner.workspaceId), [])
    expect(code(outcome)).toBe('not_found')
    expect((await owner.call(apiKeysContract.list, { workspace_id: owner.workspaceId })).total).toBe(0)
  })

  test('created during the removal are deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await server.signUp('pro')
      const admin = await joined(owner, 'admin')
      const outcomes = await Promise.allSettled([
        make(admin, owner.workspaceId),
        owner.call(teamsContract.remove, { workspace_id: owner.workspaceId, member_id: admin.memberId }),
        make(admin, owner.workspaceId),
      ])
      expect(outcomes[1]!.status).toBe('fulfilled')
      expect((await owner.call(apiKeysContract.list, { workspace_id: owner.workspaceId })).total).toBe(0)
    }
  })
})

describe('a plan with fewer seats than members', () => {
  test('keeps the members, but no new or pending invitation can be accepted', async () => {
    const owner = await server.signUp('pro')
    const members = [await joined(owner, 'admin'), await joined(owner, 'viewer')]
    const late = await server.signUp()
    const invite = (email: string) =>
      owner.call(teamsContract.add, { workspace_id: owner.workspaceId, email, role: 'viewer' })
    await invite(late.email)
    await onPlan(owner, 'free')
    await expect(late.call(teamsContract.accept, { token: await mailedToken(late.email) })).rejects.toMatchObject({
      code: 'limit_insufficient',
      options: { details: { tool: 'members', available: 0 } },
    })
    await expect(invite('later@example.com')).rejects.toMatchObject({ code: 'limit_insufficient' })
    for (const { call } of members) await call(workspacesContract.data, { workspace_id: owner.workspaceId })
    const { members: still } = await owner.call(workspacesContract.data, { workspace_id: owner.workspaceId })
    expect(still.filter(({ status }) => status === 'active')).toHaveLength(3)
  })
})

describe('units', () => {
  const start = async (person: Person, workspaceId: string, sources: SourceName[]) =>
    (
      await person.call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'topic',
        query: 'slow loris',
        country: 'US',
        language: 'en',
        sources,
      })
    ).report!._id
  const status = async (person: Person, _id: string, wanted: string) =>
    until(`it to be ${wanted}`, async () => (await person.call(reportsContract.checkstatus, { _id })).status === wanted)
  const used = async (person: Person) => (await person.call(authContract.userdata, {})).user.usage.reports

  test('of reports without rows are refunded when their workspace is deleted, and no further request is sent', async () => {
    const owner = await server.signUp('pro')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Going', color: '#0f766e' })
    const delivered = await start(owner, workspace._id, ['patterns'])
    await status(owner, delivered, 'done')
    vendors.setFault('youtube_suggest', { kind: 'hang' })
    const waiting = [
      await start(owner, workspace._id, ['youtube_suggest']),
      await start(owner, workspace._id, ['youtube_suggest']),
    ]
    for (const id of waiting) await status(owner, id, 'running')
    expect(await used(owner)).toBe(3)
    const { removed } = await owner.call(workspacesContract.remove, { _id: workspace._id })
    expect(removed.reports).toBe(3)
    expect(await used(owner)).toBe(1)
    await until('the jobs to end', async () => {
      const { rows } = await query(
        `select state from pgboss.job where name = 'report-collect' and data->>'report_id' = any($1)`,
        [waiting],
      )
      return rows.every(({ state }) => state === 'completed')
    })
    vendors.setFault('youtube_suggest', null)
    const asked = vendors.log.count('youtube_suggest')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(vendors.log.count('youtube_suggest')).toBe(asked)
    expect(await used(owner)).toBe(1)
  })

  test('taken by a retry after a handover belong to the new owner and are refunded to them', async () => {
    const owner = await server.signUp('agency')
    const heir = await joined(owner, 'editor')
    await onPlan(heir, 'agency')
    await start(owner, owner.workspaceId, ['patterns'])
    await start(heir, heir.workspaceId, ['patterns'])
    vendors.setFault('youtube_suggest', { kind: 'status', status: 500 })
    const failing = await start(owner, owner.workspaceId, ['youtube_suggest'])
    await status(owner, failing, 'failed')
    await owner.call(teamsContract.transfer, { workspace_id: owner.workspaceId, member_id: heir.memberId })
    await heir.call(teamsContract.transferAccept, { workspace_id: owner.workspaceId })
    await heir.call(reportsContract.retry, { _id: failing })
    await status(heir, failing, 'failed')
    vendors.setFault('youtube_suggest', null)
    expect([await used(owner), await used(heir)]).toEqual([1, 1])
  })

  test('of a report that fails while its retry waits are taken again', async () => {
    const owner = await server.signUp()
    vendors.setFault('bing_suggest', { kind: 'hang' })
    const id = await start(owner, owner.workspaceId, ['bing_suggest'])
    await status(owner, id, 'running')
    const failed: [string, unknown[]] = [
      `update reports set status = 'failed', units_returned = true, attempt = attempt + 1 where id = $1`,
      [id],
    ]
    const outcome = await meanwhile(failed, () => owner.call(reportsContract.retry, { _id: id }), [
      [`update usage set used = used - 1 where user_id = $1 and tool = 'reports'`, [owner.user.id]],
    ])
    vendors.setFault('bing_suggest', null)
    expect(code(outcome)).toBe('fulfilled')
    expect(await used(owner)).toBe(1)
    await status(owner, id, 'done')
    expect(await used(owner)).toBe(1)
  })
})

describe('concurrent guesses', () => {
  test('of a shared report’s password: the right one after sixty wrong ones is rejected', async () => {
    const { call, workspaceId } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'sourdough',
      country: 'US',
      language: 'en',
      sources: ['patterns'],
    })
    const { share } = await call(sharingContract.share, { _id: report!._id, password: 'open sesame' })
    const guess = (password: string) => server.anonymous(sharingContract.open, { token: share.token, password })
    const outcomes = await Promise.allSettled(
      [...Array.from({ length: 60 }, (_, n) => `guess ${n}`), 'open sesame'].map(guess),
    )
    expect(code(outcomes.at(-1)!)).toBe('rate_limited')
  })

  /** Counts responses for wrong guesses and for too many guesses. */
  async function getOutcomes(calls: Promise<unknown>[]) {
    const codes = (await Promise.allSettled(calls)).map(code)
    const wrong = codes.filter((each) => each === 'invalid_credentials' || each === 'invalid_input').length
    return { wrong, refused: codes.filter((each) => each === 'rate_limited').length }
  }
  const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  const setCount = (bucket: string, count: number) =>
    query(
      `insert into rate_counts values ($1, $2, now() + interval '1 hour') on conflict (bucket) do update set count = $2`,
      [bucket, count],
    )

  test('of an account’s password: ten of forty are checked, and the right one is then rejected', async () => {
    const { email, password } = await server.signUp()
    const guess = (tried: string) => server.anonymous(authContract.login, { email, password: tried })
    const right = guess.bind(null, password)
    expect(await getOutcomes(times(40, (n) => guess(`a wrong one ${n}`)))).toEqual({ wrong: 10, refused: 30 })
    await expect(right()).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('beyond the limit are rejected, right or wrong, even if they started before it was reached', async () => {
    const { email, password } = await server.signUp()
    const bucket = `login:${email}`
    for (const tried of [password, 'a wrong one']) {
      await query('delete from rate_counts where bucket = $1', [bucket])
      await setCount(bucket, 9)
      const outcome = await meanwhile(
        ['select 1 from rate_counts where bucket = $1 for update', [bucket]],
        () => server.anonymous(authContract.login, { email, password: tried }),
        [['update rate_counts set count = 10 where bucket = $1', [bucket]]],
      )
      expect(code(outcome)).toBe('rate_limited')
    }
  })

  test('with right passwords all sign in', async () => {
    const { email, password } = await server.signUp()
    const outcomes = await Promise.allSettled(
      times(20, () => server.anonymous(authContract.login, { email, password })),
    )
    expect(new Set(outcomes.map(code))).toEqual(new Set(['fulfilled']))
  })

  test('of a second factor after the password: ten of fifty are checked, and the right one is then rejected', async () => {
    const person = await server.signUp()
    const { recovery } = await twoFactorOn(person)
    const guess = (otp: string) =>
      server.anonymous(authContract.authenticate, { email: person.email, password: person.password, otp })
    expect(await getOutcomes(times(50, (n) => guess(`wrong-${n}`)))).toEqual({ wrong: 10, refused: 40 })
    await expect(guess(recovery[0]!)).rejects.toMatchObject({ code: 'rate_limited' })
    // The request for a code doesn't reveal that the password is right.
    const asked = server.anonymous(authContract.login, { email: person.email, password: person.password })
    await expect(asked).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('of an emailed code: five of fifty are compared, ten are reported as wrong', async () => {
    const person = await server.signUp()
    const mailed = '123456'
    await query(
      `insert into sign_in_codes (user_id, code_hash, link_hash, tries, expires_at) values ($1, $2, $3, 0, now() + interval '10 minutes')`,
      [person.user.id, hashToken(`${person.user.id}\n${mailed}`), hashToken('el_at_once')],
    )
    const guess = (tried: string) => server.anonymous(authContract.passwordless, { email: person.email, code: tried })
    expect(await getOutcomes(times(50, (n) => guess(String(200_000 + n))))).toEqual({ wrong: 10, refused: 40 })
    const { rows } = await query('select tries from sign_in_codes where user_id = $1', [person.user.id])
    expect(rows).toEqual([{ tries: 5 }])
    await setCount(`code:${person.email}`, 0)
    await expect(guess(mailed)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  test('of a second factor after an emailed link: ten of fifty are checked', async () => {
    const person = await server.signUp()
    await query('update users set email_verified = true where id = $1', [person.user.id])
    const { recovery } = await twoFactorOn(person)
    const token = `el_${person.user.id}`
    await query(
      `insert into sign_in_codes (user_id, code_hash, link_hash, tries, expires_at) values ($1, $2, $3, 0, now() + interval '10 minutes')`,
      [person.user.id, hashToken(`${person.user.id} code`), hashToken(token)],
    )
    const guess = (otp: string) => server.anonymous(authContract.passwordless, { token, otp })
    expect(await getOutcomes(times(50, (n) => guess(`wrong-${n}`)))).toEqual({ wrong: 10, refused: 40 })
    await expect(guess(recovery[0]!)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  describe('from an unattended session', () => {
    type Guess = (person: Person, tried: string) => Promise<unknown>
    const guesses: [string, boolean, Guess][] = [
      [
        'the password, to change it',
        false,
        (person, current) => person.call(authContract.update, { password: { current, next: 'another long password' } }),
      ],
      [
        'the password, to remove the account',
        false,
        (person, password) => person.call(authContract.deleteAccount, { password }),
      ],
      [
        'the password, to turn two-factor off',
        true,
        (person, password) => person.call(authContract.twoFactorDisable, { password }),
      ],
      ['a code, to turn two-factor off', true, (person, otp) => person.call(authContract.twoFactorDisable, { otp })],
    ]
    test.each(guesses)(
      'of %s: ten of fifty are checked, and the right one is then rejected',
      async (_, twoFactor, guess) => {
        const person = await server.signUp()
        const right = twoFactor ? (await twoFactorOn(person)).recovery[0]! : person.password
        expect(await getOutcomes(times(50, (n) => guess(person, `a wrong one ${n}`)))).toEqual({
          wrong: 10,
          refused: 40,
        })
        await expect(guess(person, right)).rejects.toMatchObject({ code: 'rate_limited' })
        expect((await person.call(authContract.userdata, {})).user.two_factor).toBe(twoFactor)
      },
    )

    test('of the code that turns on two-factor sign-in: ten of fifty are checked', async () => {
      const person = await server.signUp()
      const { otpauth_url } = await person.call(authContract.twoFactorBegin, {})
      const guess = (otp: string) => person.call(authContract.twoFactorConfirm, { otp })
      expect(await getOutcomes(times(50, () => guess('abcdef')))).toEqual({ wrong: 10, refused: 40 })
      await expect(guess((URI.parse(otpauth_url) as TOTP).generate())).rejects.toMatchObject({ code: 'rate_limited' })
    })
  })
})

async function twoFactorOn(person: Person) {
  const { otpauth_url, recovery_codes } = await person.call(authContract.twoFactorBegin, {})
  await person.call(authContract.twoFactorConfirm, { otp: (URI.parse(otpauth_url) as TOTP).generate() })
  return { recovery: recovery_codes }
}

describe('data and its response are stored together, so that a repeated call replays it after a crash', () => {
  const committedWith = async (key: string, made: string, values: unknown[]) => {
    const { rows } = await query(
      `select k.xmin = m.xmin as together from idempotency_keys k, (${made}) m where k.key = $${values.length + 1}`,
      [...values, key],
    )
    return rows
  }

  test('for a new account, without an error that the email is taken', async () => {
    const key = randomUUID()
    const email = `${key}@example.com`
    const signUp = () =>
      server.anonymous(
        authContract.signup,
        { email, password: 'correct horse battery', first_name: 'Ada' },
        { idempotencyKey: key },
      )
    const first = await signUp()
    expect(await committedWith(key, 'select xmin from users where email = $1', [email])).toEqual([{ together: true }])
    expect(await signUp()).toEqual(first)
    expect((await server.as(first.token)(authContract.userdata, {})).user).toEqual(first.user)
  })

  test('for new codes, which are created once', async () => {
    const staff = await server.signUp()
    await query('update users set staff = true where id = $1', [staff.user.id])
    const key = randomUUID()
    const make = () =>
      staff.call(adminContract.codesCreate, { interval: 'lifetime', count: 1 }, { idempotencyKey: key })
    const before = Number((await query('select count(*) from codes')).rows[0].count)
    const first = await make()
    expect(
      await committedWith(key, 'select xmin from codes where redeemed_by is null order by id desc limit 1', []),
    ).toEqual([{ together: true }])
    expect(await make()).toEqual(first)
    expect(Number((await query('select count(*) from codes')).rows[0].count)).toBe(before + 1)
  })
})
