import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { type GivenRole, teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { hashToken } from '../../src/platform/secrets.ts'
import { readOutbox } from '../support/outbox.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

/** Invitations sent to someone, oldest first, from the outbox. */
async function readEmails(email: string): Promise<string[]> {
  return (await readOutbox(server.dataDir, email)).filter((text) => !text.includes('Subject: Confirm your email'))
}

/** The token of the latest invitation to someone, with quoted-printable decoded. */
async function mailedToken(email: string): Promise<string> {
  const message = (await readEmails(email)).at(-1) ?? ''
  const plain = message.replace(/=\r?\n/g, '').replace(/=3D/gi, '=')
  return /\/invite\?token=(ei_[\w-]+)/.exec(plain)![1]!
}

const invite = async (by: Person, email: string, role: GivenRole = 'editor') =>
  (await by.call(teamsContract.add, { workspace_id: by.workspaceId, email, role })).member

const accept = (who: Person, token: string) => who.call(teamsContract.accept, { token })

/** A new account with this role in the owner's workspace. */
async function joined(owner: Person, role: GivenRole) {
  const person = await server.signUp()
  const { _id } = await invite(owner, person.email, role)
  await accept(person, await mailedToken(person.email))
  return { ...person, memberId: _id }
}

const bearer = (who: Person) => ({ Authorization: `Bearer ${who.token}` })
const tooMany = (available: number) =>
  `You have used up all your limits for this tool.\nYour available limit : ${available}\nYour requested query : 1`

describe('a workspace', () => {
  test('is returned with its people and content', async () => {
    const owner = await server.signUp('starter')
    await invite(owner, 'soon@example.com', 'viewer')
    const answer = await owner.call(workspacesContract.data, { workspace_id: owner.workspaceId })
    expect(answer).toMatchObject({
      workspace: { _id: owner.workspaceId, role: 'owner' },
      domain: null,
      brand_voices: [],
      counts: { members: 1, reports: 0, imports: 0, keys: 0 },
    })
    expect(answer.members.map(({ email, role, status }) => [email, role, status])).toEqual([
      [owner.email, 'owner', 'active'],
      ['soon@example.com', 'viewer', 'invited'],
    ])
  })

  test('can be added up to the plan’s limit, and is listed', async () => {
    const { call } = await server.signUp('starter')
    const { workspace } = await call(workspacesContract.add, { name: '  Second  ', color: '#0F766E' })
    expect(workspace).toMatchObject({ name: 'Second', color: '#0f766e', role: 'owner' })
    await call(workspacesContract.add, { name: 'Third', color: '#0f766e' })
    await expect(call(workspacesContract.add, { name: 'Fourth', color: '#0f766e' })).rejects.toMatchObject({
      code: 'limit_insufficient',
      message: tooMany(0),
      options: { details: { tool: 'workspaces', available: 0, requested: 1, resets_at: null } },
    })
    const { user } = await call(authContract.userdata, {})
    expect(user.workspaces.map(({ name }) => name).slice(1)).toEqual(['Second', 'Third'])
    expect(user.workspace_list).toHaveLength(3)
  })

  test('twenty concurrent requests on a plan with ten create nine', async () => {
    const { call } = await server.signUp('pro')
    const tries = Array.from({ length: 20 }, (_, n) =>
      call(workspacesContract.add, { name: `W${n}`, color: '#0f766e' }),
    )
    const made = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(9)
  })

  test('the same Idempotency-Key creates one', async () => {
    const { call } = await server.signUp('starter')
    const input = { name: 'Once', color: '#0f766e' }
    const first = await call(workspacesContract.add, input, { idempotencyKey: 'add-1' })
    expect(await call(workspacesContract.add, input, { idempotencyKey: 'add-1' })).toEqual(first)
    expect((await call(authContract.userdata, {})).user.workspaces).toHaveLength(2)
  })

  test('is renamed by an admin, optionally with another color', async () => {
    const owner = await server.signUp('pro')
    const admin = await joined(owner, 'admin')
    const renamed = await admin.call(workspacesContract.rename, {
      _id: owner.workspaceId,
      name: 'Ours',
      color: '#123456',
    })
    expect(renamed.workspace).toMatchObject({ name: 'Ours', color: '#123456', role: 'admin' })
    const again = await admin.call(workspacesContract.rename, { _id: owner.workspaceId, name: 'Yours' })
    expect(again.workspace).toMatchObject({ name: 'Yours', color: '#123456' })
  })

  test('is deleted by its owner with its content and keys, and the last one can’t be', async () => {
    const owner = await server.signUp('pro')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Short-lived', color: '#0f766e' })
    const { pool } = server.database
    await pool.query(
      `insert into access_tokens (id, kind, token_hash, user_id, workspace_id) values (gen_random_uuid(), 'key', $1, $2, $3)`,
      [hashToken(workspace._id), owner.user.id, workspace._id],
    )
    expect(await owner.call(workspacesContract.remove, { _id: workspace._id })).toEqual({
      removed: { members: 1, reports: 0, documents: 0, imports: 0, keys: 1 },
    })
    const { rows } = await pool.query('select 1 from access_tokens where workspace_id = $1', [workspace._id])
    expect(rows).toEqual([])
    await expect(owner.call(workspacesContract.data, { workspace_id: workspace._id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(owner.call(workspacesContract.remove, { _id: owner.workspaceId })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('deleting the last two concurrently leaves one', async () => {
    const owner = await server.signUp('starter')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Other', color: '#0f766e' })
    const outcomes = await Promise.allSettled(
      [owner.workspaceId, workspace._id].map((_id) => owner.call(workspacesContract.remove, { _id })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('members without another workspace get an empty one', async () => {
    const owner = await server.signUp('pro')
    await owner.call(workspacesContract.add, { name: 'Stays', color: '#0f766e' })
    const guest = await joined(owner, 'viewer')
    await guest.call(workspacesContract.remove, { _id: guest.workspaceId })
    await owner.call(workspacesContract.remove, { _id: owner.workspaceId })
    const { user } = await guest.call(authContract.userdata, {})
    expect(user.workspaces).toMatchObject([{ role: 'owner', name: 'Ada’s workspace' }])
    expect(user.workspaces[0]!._id).not.toBe(guest.workspaceId)
  })
})

describe('an invitation', () => {
  test('is sent by email, valid for seven days, and its link adds one member once', async () => {
    const owner = await server.signUp('starter')
    const guest = await server.signUp()
    const invited = await invite(owner, ` ${guest.email.toUpperCase()} `, 'editor')
    expect(invited).toMatchObject({ email: guest.email, role: 'editor', status: 'invited', user_id: null })
    const days = (new Date(invited.invite_expires_at!).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)

    const token = await mailedToken(guest.email)
    const { invitation } = await server.anonymous(teamsContract.invitation, { token })
    expect(invitation).toMatchObject({ email: guest.email, role: 'editor', workspace: { _id: owner.workspaceId } })
    const { rows } = await server.database.pool.query('select * from invitations')
    expect(JSON.stringify(rows)).not.toContain(token)

    expect(await accept(guest, token)).toMatchObject({ workspace: { _id: owner.workspaceId }, role: 'editor' })
    await expect(accept(guest, token)).rejects.toMatchObject({ code: 'not_found', options: { field: 'token' } })
    await expect(server.anonymous(teamsContract.invitation, { token })).rejects.toMatchObject({ code: 'not_found' })
    const { members } = await guest.call(workspacesContract.data, { workspace_id: owner.workspaceId })
    expect(members[1]).toMatchObject({ _id: invited._id, user_id: guest.user.id, status: 'active', role: 'editor' })
    const { user } = await guest.call(authContract.userdata, {})
    expect(user.email_verified).toBe(true)
    expect(user.workspaces.find(({ _id }) => _id === owner.workspaceId)).toMatchObject({ role: 'editor' })
  })

  test('accepted twice concurrently adds one member', async () => {
    const owner = await server.signUp('pro')
    const guest = await server.signUp()
    await invite(owner, guest.email)
    const token = await mailedToken(guest.email)
    const outcomes = await Promise.allSettled([accept(guest, token), accept(guest, token), accept(guest, token)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is valid for the invited email only', async () => {
    const owner = await server.signUp('pro')
    const stranger = await server.signUp()
    await invite(owner, 'somebody@example.com')
    const token = await mailedToken('somebody@example.com')
    await expect(accept(stranger, token)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('somebody@example.com'),
    })
    expect((await server.anonymous(teamsContract.invitation, { token })).invitation.email).toBe('somebody@example.com')
  })

  test('that expired has no effect, and inviting again renews it with the same id', async () => {
    const owner = await server.signUp('starter')
    const guest = await server.signUp()
    const first = await invite(owner, guest.email, 'viewer')
    const old = await mailedToken(guest.email)
    await server.database.pool.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
      first._id,
    ])
    await expect(accept(guest, old)).rejects.toMatchObject({ code: 'not_found' })
    const second = await invite(owner, guest.email, 'admin')
    expect(second._id).toBe(first._id)
    expect(new Date(second.invite_expires_at!).getTime()).toBeGreaterThan(Date.now())
    expect(await readEmails(guest.email)).toHaveLength(2)
    await expect(accept(guest, old)).rejects.toMatchObject({ code: 'not_found' })
    expect(await accept(guest, await mailedToken(guest.email))).toMatchObject({ role: 'admin' })
  })

  test('can be withdrawn and changed before it is accepted', async () => {
    const owner = await server.signUp('starter')
    const guest = await server.signUp()
    const { _id } = await invite(owner, guest.email, 'viewer')
    const ids = { workspace_id: owner.workspaceId, member_id: _id }
    const { member } = await owner.call(teamsContract.role, { ...ids, role: 'editor' })
    expect(member).toMatchObject({ _id, role: 'editor', status: 'invited' })
    await owner.call(teamsContract.remove, ids)
    await expect(accept(guest, await mailedToken(guest.email))).rejects.toMatchObject({ code: 'not_found' })
    await expect(owner.call(teamsContract.remove, ids)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is rejected over the plan’s member limit, which counts pending invitations but not expired ones', async () => {
    const owner = await server.signUp('starter')
    await joined(owner, 'viewer')
    const { _id } = await invite(owner, 'third@example.com')
    const answer = await post(
      `${server.url}/user/team/add`,
      { workspace_id: owner.workspaceId, email: 'fourth@example.com', role: 'viewer' },
      bearer(owner),
    )
    expect(answer.status).toBe(402)
    expect(answer.body.error).toMatchObject({
      code: 'limit_insufficient',
      message: tooMany(0),
      details: { tool: 'members', available: 0, requested: 1 },
    })
    // Someone who is already invited doesn't count twice.
    await invite(owner, 'third@example.com', 'viewer')
    await server.database.pool.query(`update invitations set expires_at = now() where id = $1`, [_id])
    await invite(owner, 'fourth@example.com')
    expect(await readEmails('fourth@example.com')).toHaveLength(1)
  })

  test('on the free plan there is room for the owner only', async () => {
    const owner = await server.signUp()
    await expect(invite(owner, 'second@example.com')).rejects.toMatchObject({ code: 'limit_insufficient' })
    expect(await readEmails('second@example.com')).toEqual([])
  })

  test('to a member is rejected', async () => {
    const owner = await server.signUp('pro')
    const member = await joined(owner, 'viewer')
    for (const email of [member.email, owner.email])
      await expect(invite(owner, email)).rejects.toMatchObject({ code: 'conflict', options: { field: 'email' } })
  })

  test('a name with a line break can’t add a header or markup', async () => {
    const owner = await server.signUp('pro')
    await owner.call(workspacesContract.rename, { _id: owner.workspaceId, name: 'A\r\nBcc: x@example.com <b>b</b>' })
    await invite(owner, 'careful@example.com')
    const [email] = await readEmails('careful@example.com')
    expect(email!.split(/\r?\n\r?\n/)[0]).not.toMatch(/^Bcc:/im)
    expect(email!.replace(/=\r?\n/g, '')).toContain('&lt;b&gt;b&lt;/b&gt;')
  })
})

describe('a member', () => {
  test('who is removed loses access immediately, in the same session', async () => {
    const owner = await server.signUp('pro')
    const member = await joined(owner, 'editor')
    const seen = { workspace_id: owner.workspaceId }
    await member.call(workspacesContract.data, seen)
    await owner.call(teamsContract.remove, { ...seen, member_id: member.memberId })
    await expect(member.call(workspacesContract.data, seen)).rejects.toMatchObject({ code: 'not_found' })
    expect((await member.call(authContract.userdata, {})).user.workspaces).toHaveLength(1)
  })

  test('who is removed leaves no key, invitation or email subscription behind', async () => {
    const owner = await server.signUp('pro')
    const member = await joined(owner, 'admin')
    const ids = { workspace_id: owner.workspaceId }
    const { key } = await member.call(apiKeysContract.add, { ...ids, name: 'Left', scopes: ['reports:read'] })
    const second = await server.signUp()
    await member.call(teamsContract.add, { ...ids, email: second.email, role: 'admin' })
    const invited = await mailedToken(second.email)
    const { listener } = await owner.call(listenersContract.add, {
      ...ids,
      keyword: 'tea',
      country: 'US',
      language: 'en',
      frequency: 'weekly',
      sources: ['patterns'],
      notify: { email: [owner.email, member.email] },
    })
    await owner.call(teamsContract.remove, { ...ids, member_id: member.memberId })
    expect((await post(`${server.url}/reports/find`, ids, { Authorization: `Bearer ${key}` })).status).toBe(401)
    await expect(accept(second, invited)).rejects.toMatchObject({ code: 'not_found' })
    const byEmail = (await owner.call(listenersContract.single, { _id: listener._id })).listener.notify.email
    expect(byEmail).toEqual([owner.email])
    expect((await owner.call(workspacesContract.data, ids)).members.map(({ email }) => email)).toEqual([owner.email])
  })

  test('can leave with any role, but only an admin can remove others', async () => {
    const owner = await server.signUp('pro')
    for (const role of ['viewer', 'editor', 'admin'] as const) {
      const member = await joined(owner, role)
      const other = await joined(owner, 'viewer')
      const ids = { workspace_id: owner.workspaceId }
      const removing = member.call(teamsContract.remove, { ...ids, member_id: other.memberId })
      if (role === 'admin') await removing
      else await expect(removing).rejects.toMatchObject({ code: 'forbidden' })
      // The user's own id works, because a client knows it without the member list.
      await member.call(teamsContract.remove, { ...ids, member_id: member.user.id })
      await expect(member.call(workspacesContract.data, ids)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('gets another role immediately', async () => {
    const owner = await server.signUp('pro')
    const member = await joined(owner, 'viewer')
    const rename = () => member.call(workspacesContract.rename, { _id: owner.workspaceId, name: 'Mine now' })
    await expect(rename()).rejects.toMatchObject({ code: 'forbidden' })
    const ids = { workspace_id: owner.workspaceId, member_id: member.memberId }
    const answer = await owner.call(teamsContract.role, { ...ids, role: 'admin' })
    expect(answer.member).toMatchObject({ _id: member.memberId, role: 'admin', status: 'active' })
    await rename()
  })

  test('the owner can’t be removed, leave or get another role', async () => {
    const owner = await server.signUp('pro')
    const admin = await joined(owner, 'admin')
    const ids = { workspace_id: owner.workspaceId, member_id: owner.user.id }
    for (const { call } of [owner, admin]) {
      await expect(call(teamsContract.remove, ids)).rejects.toMatchObject({ code: 'conflict' })
      await expect(call(teamsContract.role, { ...ids, role: 'viewer' })).rejects.toMatchObject({ code: 'conflict' })
    }
  })

  test('of another workspace isn’t found', async () => {
    const [owner, other] = [await server.signUp('pro'), await server.signUp('pro')]
    const member = await joined(other, 'viewer')
    const ids = { workspace_id: owner.workspaceId, member_id: member.memberId }
    await expect(owner.call(teamsContract.remove, ids)).rejects.toMatchObject({ code: 'not_found' })
    await expect(owner.call(teamsContract.role, { ...ids, role: 'admin' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(owner.call(teamsContract.transfer, ids)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an offer of ownership', () => {
  const getOwner = async (workspaceId: string) =>
    (await server.database.pool.query('select owner_id from workspaces where id = $1', [workspaceId])).rows[0].owner_id
  const onAgency = (person: Person) =>
    server.database.pool.query(`update user_plans set plan = 'agency' where user_id = $1`, [person.user.id])
  const hasEmail = async (email: string, words: string) =>
    until(`an email to ${email} that says ${words}`, async () =>
      (await readEmails(email)).some((mail) => mail.replace(/=\r?\n/g, '').includes(words)),
    )

  test('changes nothing until it is accepted, and then the new owner pays and the former one is an admin', async () => {
    const owner = await server.signUp('pro')
    const heir = await joined(owner, 'viewer')
    await onAgency(heir)
    const ids = { workspace_id: owner.workspaceId }
    const offered = await owner.call(teamsContract.transfer, { ...ids, member_id: heir.memberId })
    expect(offered.members.map(({ role }) => role)).toEqual(['owner', 'viewer'])
    expect(await getOwner(owner.workspaceId)).toBe(owner.user.id)
    // Both see the pending offer.
    for (const { call } of [owner, heir]) {
      const { members } = await call(workspacesContract.data, ids)
      const days = (Date.parse(members[1]!.ownership_offered_until!) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(7)
      expect(members[0]!.ownership_offered_until).toBeNull()
    }
    for (const { email } of [owner, heir]) await hasEmail(email, 'offered ownership of the Earshot workspace')

    const { members } = await heir.call(teamsContract.transferAccept, ids)
    expect(members.map(({ email, role, ownership_offered_until }) => [email, role, ownership_offered_until])).toEqual([
      [heir.email, 'owner', null],
      [owner.email, 'admin', null],
    ])
    expect(await getOwner(owner.workspaceId)).toBe(heir.user.id)
    for (const { email } of [owner, heir]) await hasEmail(email, 'accepted ownership of the Earshot workspace')
    await expect(owner.call(workspacesContract.remove, { _id: owner.workspaceId })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(heir.call(teamsContract.transferAccept, ids)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is valid for its member only, until it is withdrawn, declined, replaced or 7 days old', async () => {
    const owner = await server.signUp('pro')
    const heir = await joined(owner, 'admin')
    const other = await joined(owner, 'admin')
    for (const person of [heir, other]) await onAgency(person)
    const ids = { workspace_id: owner.workspaceId }
    const offer = (to = heir) => owner.call(teamsContract.transfer, { ...ids, member_id: to.memberId })
    const accepted = (who: Person) => who.call(teamsContract.transferAccept, ids)
    const refused = { code: 'not_found' }

    await offer()
    for (const who of [other, owner]) await expect(accepted(who)).rejects.toMatchObject(refused)
    await expect(other.call(teamsContract.transferCancel, ids)).rejects.toMatchObject(refused)
    await owner.call(teamsContract.transferCancel, ids)
    await expect(accepted(heir)).rejects.toMatchObject(refused)

    await offer()
    const { members } = await heir.call(teamsContract.transferCancel, ids)
    expect(members.every(({ ownership_offered_until }) => ownership_offered_until === null)).toBe(true)
    await expect(accepted(heir)).rejects.toMatchObject(refused)
    await hasEmail(owner.email, 'declined ownership of the Earshot workspace')

    await offer()
    await offer(other)
    await expect(accepted(heir)).rejects.toMatchObject(refused)
    await server.database.pool.query(
      `update ownership_offers set expires_at = now() - interval '1 second' where workspace_id = $1`,
      [owner.workspaceId],
    )
    await expect(accepted(other)).rejects.toMatchObject(refused)

    await offer()
    await owner.call(teamsContract.remove, { ...ids, member_id: heir.memberId })
    const again = await invite(owner, heir.email)
    await accept(heir, await mailedToken(heir.email))
    expect(again._id).not.toBe(heir.memberId)
    await expect(accepted(heir)).rejects.toMatchObject(refused)
    expect(await getOwner(owner.workspaceId)).toBe(owner.user.id)
  })

  test('needs room on the new owner’s plan and an active member', async () => {
    const owner = await server.signUp('pro')
    const heir = await joined(owner, 'admin')
    const ids = { workspace_id: owner.workspaceId }
    await owner.call(teamsContract.transfer, { ...ids, member_id: heir.memberId })
    await expect(heir.call(teamsContract.transferAccept, ids)).rejects.toMatchObject({
      code: 'limit_insufficient',
      options: { details: { tool: 'workspaces' } },
    })
    const invited = await invite(owner, 'not-yet@example.com')
    await expect(owner.call(teamsContract.transfer, { ...ids, member_id: invited._id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(owner.call(teamsContract.transfer, { ...ids, member_id: owner.user.id })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(heir.call(teamsContract.transfer, { ...ids, member_id: owner.user.id })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('access', () => {
  const someId = '0198c0de-0000-7000-8000-000000000001'
  const calls = (workspaceId: string) =>
    [
      ['/user/workspacedata', { workspace_id: workspaceId }, 'viewer'],
      ['/user/workspace/rename', { _id: workspaceId, name: 'New' }, 'admin'],
      ['/user/workspace/remove', { _id: workspaceId }, 'owner'],
      ['/user/team/add', { workspace_id: workspaceId, email: 'x@example.com', role: 'viewer' }, 'admin'],
      ['/user/team/remove', { workspace_id: workspaceId, member_id: someId }, 'admin'],
      ['/user/team/role', { workspace_id: workspaceId, member_id: someId, role: 'viewer' }, 'admin'],
      ['/user/team/transfer', { workspace_id: workspaceId, member_id: someId }, 'owner'],
    ] as const

  test('signed out is 401, another workspace 404, an insufficient role 403, and an API key 403', async () => {
    const owner = await server.signUp('pro')
    const stranger = await server.signUp()
    const weak = { viewer: await joined(owner, 'viewer'), admin: await joined(owner, 'admin') }
    const key = 'ek_a-key-of-the-owner'
    await server.database.pool.query(
      `insert into access_tokens (id, kind, token_hash, user_id, workspace_id, scopes) values (gen_random_uuid(), 'key', $1, $2, $3, '{reports:read,reports:write}')`,
      [hashToken(key), owner.user.id, owner.workspaceId],
    )
    for (const [path, body, least] of calls(owner.workspaceId)) {
      const status = async (headers: Record<string, string>) =>
        [path, (await post(server.url + path, body, headers)).status] as const
      expect(await status({})).toEqual([path, 401])
      expect(await status(bearer(stranger))).toEqual([path, 404])
      expect(await status({ Authorization: `Bearer ${key}` })).toEqual([path, 403])
      if (least !== 'viewer') expect(await status(bearer(weak.viewer))).toEqual([path, 403])
      if (least === 'owner') expect(await status(bearer(weak.admin))).toEqual([path, 403])
    }
    const adding = { name: 'By key', color: '#0f766e' }
    expect((await post(`${server.url}/user/workspace/add`, adding)).status).toBe(401)
    const byKey = await post(`${server.url}/user/workspace/add`, adding, { Authorization: `Bearer ${key}` })
    expect(byKey.status).toBe(403)
    expect((await post(`${server.url}/user/team/accept`, { token: 'ei_x' })).status).toBe(401)
  })

  test.each([
    ['/user/workspace/add', { color: '#0f766e' }, 'name'],
    ['/user/workspace/add', { name: ' ', color: '#0f766e' }, 'name'],
    ['/user/workspace/add', { name: 'x'.repeat(81), color: '#0f766e' }, 'name'],
    ['/user/workspace/add', { name: 'x', color: 'red' }, 'color'],
    ['/user/workspace/add', { name: 'x', color: '#0f766e', colour: 'red' }, 'colour'],
    ['/user/workspace/rename', { _id: 'mine', name: 'x' }, '_id'],
    ['/user/workspace/remove', {}, '_id'],
    ['/user/workspacedata', {}, 'workspace_id'],
    ['/user/team/add', { workspace_id: 'W', email: 'nobody', role: 'viewer' }, 'email'],
    ['/user/team/add', { workspace_id: 'W', email: 'a@example.com', role: 'owner' }, 'role'],
    ['/user/team/role', { workspace_id: 'W', member_id: someId, role: 'boss' }, 'role'],
    ['/user/team/remove', { workspace_id: 'W', member_id: 7 }, 'member_id'],
    ['/user/team/transfer', { workspace_id: 'W' }, 'member_id'],
    ['/user/team/invitation', { token: '' }, 'token'],
    ['/user/team/accept', {}, 'token'],
  ])('%s %j is an error at %s', async (path, body, field) => {
    const owner = await server.signUp('pro')
    const sent = JSON.parse(JSON.stringify(body).replace('"W"', `"${owner.workspaceId}"`))
    const answer = await post(server.url + path, sent, bearer(owner))
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', field })
  })

  test('team changes are in the audit log', async () => {
    const owner = await server.signUp('pro')
    const member = await joined(owner, 'viewer')
    await owner.call(teamsContract.remove, { workspace_id: owner.workspaceId, member_id: member.memberId })
    const { items } = await server.app.audit.list({ q: member.email, page: 1, limit: 10 })
    expect(items.map(({ action }) => action)).toEqual(['team.removed', 'team.joined', 'team.invited'])
  })
})
