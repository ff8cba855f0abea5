import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import type { Scope } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Account = Awaited<ReturnType<TestServer['signUp']>>

const makeKey = ({ call, workspaceId }: Account, scopes: Scope[] = ['reports:read', 'reports:write']) =>
  call(apiKeysContract.add, { workspace_id: workspaceId, name: 'Nightly', scopes })

const topic = { type: 'topic' as const, query: 'coffee', country: 'US', language: 'en', sources: ['sample' as const] }

async function makeReport({ call, workspaceId }: Account) {
  const { report } = await call(reportsContract.new, { workspace_id: workspaceId, ...topic })
  return report!._id
}

const join = (workspaceId: string, userId: string, role: string) =>
  server.database.pool.query(
    `insert into members (workspace_id, user_id, role) values ($1, $2, $3)
     on conflict (workspace_id, user_id) do update set role = excluded.role`,
    [workspaceId, userId, role],
  )

test('a key is shown once, listed with its last four characters, and works until it is deleted', async () => {
  const account = await server.signUp()
  const { key, item } = await makeKey(account, ['reports:write', 'reports:read', 'reports:read'])
  expect(key).toMatch(/^ek_[\w-]{43}$/)
  expect(item).toMatchObject({ name: 'Nightly', scopes: ['reports:read', 'reports:write'], last4: key.slice(-4) })
  const stored = await server.database.pool.query('select * from access_tokens where id = $1', [item._id])
  expect(JSON.stringify(stored.rows)).not.toContain(key)
  const listed = await account.call(apiKeysContract.list, { workspace_id: account.workspaceId })
  expect(listed.items).toEqual([item])
  expect(item).toMatchObject({ last_used_at: null, active: true, made_by: account.email })

  const find = () => server.as(key)(reportsContract.find, { workspace_id: account.workspaceId })
  expect((await find()).total).toBe(0)
  await account.call(apiKeysContract.remove, { _id: item._id })
  await expect(find()).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(account.call(apiKeysContract.remove, { _id: item._id })).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await server.database.pool.query('select action from audit_log where actor_id = $1 order by at', [
    account.user.id,
  ])
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['key.added', 'key.removed']))
})

test('the last use is updated at most once per minute', async () => {
  const account = await server.signUp()
  const { key, item } = await makeKey(account)
  const use = () => server.as(key)(reportsContract.find, { workspace_id: account.workspaceId })
  const lastUsed = async () =>
    (await account.call(apiKeysContract.list, { workspace_id: account.workspaceId })).items[0]!.last_used_at
  await use()
  const first = await until('the use to be noted', lastUsed)
  await use()
  expect(await lastUsed()).toBe(first)
  await server.database.pool.query(
    `update access_tokens set created_at = created_at - interval '5 minutes', last_used_at = last_used_at - interval '2 minutes' where id = $1`,
    [item._id],
  )
  const before = await lastUsed()
  // A use is recorded when the actor cache asks the database again, every few seconds.
  await until('the next use to be noted', async () => {
    await use()
    return (await lastUsed()) !== before
  })
})

test('a key can’t manage keys or the account, and needs the right scope', async () => {
  const account = await server.signUp()
  const { key, item } = await makeKey(account, ['reports:read'])
  const call = server.as(key)
  await expect(makeKey({ ...account, call })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call(apiKeysContract.list, { workspace_id: account.workspaceId })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(call(apiKeysContract.remove, { _id: item._id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(call(reportsContract.new, { workspace_id: account.workspaceId, ...topic })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'This API key lacks the scope reports:write.',
  })
})

test('a key has its creator’s current role, and no access once they left the workspace', async () => {
  const owner = await server.signUp('self_hosted')
  const helper = await server.signUp()
  await join(owner.workspaceId, helper.user.id, 'admin')
  const { key } = await makeKey({ ...owner, call: helper.call })
  const call = server.as(key)
  const start = () => call(reportsContract.new, { workspace_id: owner.workspaceId, ...topic, dry_run: true })
  const find = () => call(reportsContract.find, { workspace_id: owner.workspaceId })
  await start()

  await join(owner.workspaceId, helper.user.id, 'viewer')
  await expect(start()).rejects.toMatchObject({ code: 'forbidden' })
  await find()

  await server.database.pool.query('delete from members where user_id = $1 and workspace_id = $2', [
    helper.user.id,
    owner.workspaceId,
  ])
  await expect(find()).rejects.toMatchObject({ code: 'not_found' })
  const { items } = await owner.call(apiKeysContract.list, { workspace_id: owner.workspaceId })
  expect(items[0]).toMatchObject({ active: false, made_by: helper.email })
})

test('a key has access to its workspace only, also in calls with several reports', async () => {
  const account = await server.signUp('self_hosted')
  const second = await server.signUp('self_hosted')
  await join(second.workspaceId, account.user.id, 'owner')
  const [mine, theirs] = await Promise.all([makeReport(account), makeReport(second)])
  // The person is in both workspaces, and the key belongs to one.
  expect((await account.call(reportsContract.checkstatus, { ids: [mine, theirs] })).items).toHaveLength(2)
  const { key } = await makeKey(account)
  const call = server.as(key)
  expect((await call(reportsContract.checkstatus, { _id: mine }))._id).toBe(mine)
  await expect(call(reportsContract.checkstatus, { ids: [mine, theirs] })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(reportsContract.compare, { a: mine, b: theirs })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(reportsContract.compare, { a: theirs, b: mine })).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(reportsContract.get, { id: theirs })).rejects.toMatchObject({ code: 'not_found' })
})

test('an editor can’t create keys', async () => {
  const owner = await server.signUp('self_hosted')
  const editor = await server.signUp()
  await join(owner.workspaceId, editor.user.id, 'editor')
  await expect(makeKey({ ...owner, call: editor.call })).rejects.toMatchObject({ code: 'forbidden' })
})

test('repeating a creation with the same Idempotency-Key returns the same key, which isn’t stored in plain text', async () => {
  const account = await server.signUp()
  const make = (name: string) =>
    account.call(
      apiKeysContract.add,
      { workspace_id: account.workspaceId, name, scopes: ['reports:read'] },
      { idempotencyKey: 'make-1' },
    )
  const first = await make('Once')
  expect(await make('Once')).toEqual(first)
  await expect(make('Other')).rejects.toMatchObject({ code: 'conflict' })
  const { items } = await account.call(apiKeysContract.list, { workspace_id: account.workspaceId })
  expect(items.map(({ name }) => name)).toEqual(['Once'])
  const stored = await server.database.pool.query('select * from idempotency_keys where key = $1', ['make-1'])
  expect(stored.rows).toHaveLength(1)
  expect(JSON.stringify(stored.rows)).not.toContain(first.key)
  expect(stored.rows[0].answer).not.toContain('ek_')
})

test('a stored response that can’t be decrypted anymore is a conflict, not an internal error', async () => {
  const account = await server.signUp()
  const input = { workspace_id: account.workspaceId, name: 'Nightly', scopes: ['reports:read' as const] }
  await account.call(apiKeysContract.add, input, { idempotencyKey: 'make-2' })
  await server.database.pool.query(
    `update idempotency_keys set answer = 'c2VhbGVkIGJ5IGFub3RoZXIgc2VjcmV0IGVudGlyZWx5'`,
  )
  await expect(account.call(apiKeysContract.add, input, { idempotencyKey: 'make-2' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('use a new key'),
  })
})
