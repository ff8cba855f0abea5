import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import type { ErrorCode } from '../../src/kit/errors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Two servers on one database, with separate connections and caches, as two processes are. */

let here: TestServer
let elsewhere: TestServer
let staff: Account
beforeAll(async () => {
  here = await startTestServer()
  elsewhere = await startTestServer({ DATABASE_URL: here.databaseUrl })
  staff = await here.signUp()
  await here.database.pool.query('update users set staff = true where id = $1', [staff.user.id])
})
afterAll(async () => {
  await elsewhere.close()
  await here.close()
})

type Account = Awaited<ReturnType<TestServer['signUp']>>

/** How many of the calls needed the database to authenticate. */
async function countLoads(server: TestServer, calls: () => Promise<unknown>) {
  const queries = vi.spyOn(server.database.db.getExecutor(), 'executeQuery')
  try {
    await calls()
    return queries.mock.calls.filter(([query]) => query.sql.includes('as key_workspace_id')).length
  } finally {
    queries.mockRestore()
  }
}

const getUserdata = (call: Call) => call(authContract.userdata, {})
const findReports = (workspaceId: string) => (call: Call) => call(reportsContract.find, { workspace_id: workspaceId })
const listKeys = (workspaceId: string) => (call: Call) => call(apiKeysContract.list, { workspace_id: workspaceId })

async function addMember(owner: Account, role: 'viewer' | 'editor' | 'admin', plan?: string) {
  const member = await here.signUp(plan)
  await here.database.pool.query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [
    owner.workspaceId,
    member.user.id,
    role,
  ])
  return member
}

/** A second session of the same account. */
const signInAgain = async ({ email, password }: Account) =>
  (await here.anonymous(authContract.login, { email, password })).token

type Revocation = { token: string; probe(call: Call): Promise<unknown>; code: ErrorCode; revoke(): Promise<unknown> }

const revocations: Record<string, () => Promise<Revocation>> = {
  'a session that signed out': async () => {
    const account = await here.signUp()
    const { token, call } = account
    return { token, probe: getUserdata, code: 'unauthenticated', revoke: () => call(authContract.logout, {}) }
  },
  'a session that was revoked': async () => {
    const account = await here.signUp()
    const token = await signInAgain(account)
    return {
      token,
      probe: getUserdata,
      code: 'unauthenticated',
      revoke: () => account.call(authContract.sessionsRevoke, { all: true }),
    }
  },
  'a session from before the password changed': async () => {
    const account = await here.signUp()
    const token = await signInAgain(account)
    const password = { current: account.password, next: 'another long password' }
    return {
      token,
      probe: getUserdata,
      code: 'unauthenticated',
      revoke: () => account.call(authContract.update, { password }),
    }
  },
  'a revoked API key': async () => {
    const { call, workspaceId } = await here.signUp()
    const { key, item } = await call(apiKeysContract.add, {
      workspace_id: workspaceId,
      name: 'Nightly',
      scopes: ['reports:read'],
    })
    return {
      token: key,
      probe: findReports(workspaceId),
      code: 'unauthenticated',
      revoke: () => call(apiKeysContract.remove, { _id: item._id }),
    }
  },
  'a removed member': async () => {
    const owner = await here.signUp('self_hosted')
    const { token, user } = await addMember(owner, 'editor')
    const { workspaceId } = owner
    return {
      token,
      probe: findReports(workspaceId),
      code: 'not_found',
      revoke: () => owner.call(teamsContract.remove, { workspace_id: workspaceId, member_id: user.id }),
    }
  },
  'a member whose role was lowered': async () => {
    const owner = await here.signUp('self_hosted')
    const { token, user } = await addMember(owner, 'admin')
    const { workspaceId } = owner
    return {
      token,
      probe: listKeys(workspaceId),
      code: 'forbidden',
      revoke: () => owner.call(teamsContract.role, { workspace_id: workspaceId, member_id: user.id, role: 'viewer' }),
    }
  },
  'a former owner': async () => {
    const owner = await here.signUp('self_hosted')
    const { call, user } = await addMember(owner, 'admin', 'self_hosted')
    const workspace_id = owner.workspaceId
    await owner.call(teamsContract.transfer, { workspace_id, member_id: user.id })
    return {
      token: owner.token,
      probe: (by) => by(teamsContract.transfer, { workspace_id, member_id: randomUUID() }).catch(keepForbidden),
      code: 'forbidden',
      revoke: () => call(teamsContract.transferAccept, { workspace_id }),
    }
  },
  'a disabled account': async () => {
    const { token, user } = await here.signUp()
    return {
      token,
      probe: getUserdata,
      code: 'unauthenticated',
      revoke: () => staff.call(adminContract.usersDisable, { user_id: user.id, disabled: true }),
    }
  },
  'a deleted account': async () => {
    const { token, call, password } = await here.signUp()
    return {
      token,
      probe: getUserdata,
      code: 'unauthenticated',
      revoke: () => call(authContract.deleteAccount, { password }),
    }
  },
  'a member of a deleted workspace': async () => {
    const owner = await here.signUp('self_hosted')
    const { workspace } = await owner.call(workspacesContract.add, { name: 'Second', color: '#c2410c' })
    const { token } = await addMember({ ...owner, workspaceId: workspace._id }, 'editor')
    return {
      token,
      probe: findReports(workspace._id),
      code: 'not_found',
      revoke: () => owner.call(workspacesContract.remove, { _id: workspace._id }),
    }
  },
  'an account that is no longer staff': async () => {
    const { token, user } = await here.signUp()
    const setStaff = (is: boolean) =>
      here.database.pool.query('update users set staff = $1 where id = $2', [is, user.id])
    await setStaff(true)
    return {
      token,
      probe: (call) => call(adminContract.plansList, {}),
      code: 'forbidden',
      revoke: () => setStaff(false),
    }
  },
}

/** There's no such member: only someone who may transfer the workspace learns that. */
const keepForbidden = (error: { code?: string }) => {
  if (error.code === 'forbidden') throw error
}

describe('a cached actor', () => {
  test('needs no query to authenticate a second call', async () => {
    const { call, workspaceId } = await here.signUp()
    // The signal of its own sign-up may still come and drop it once.
    await until(
      'a call without the query',
      async () => (await countLoads(here, () => findReports(workspaceId)(call))) === 0,
    )
  })

  test.each(Object.entries(revocations))('%s is refused on the next call', async (_who, prepare) => {
    const { token, probe, code, revoke } = await prepare()
    const call = here.as(token)
    await probe(call)
    await probe(call)
    await revoke()
    await expect(probe(call)).rejects.toMatchObject({ code })
  })

  test.each(Object.entries(revocations))('%s is soon refused by other processes', async (_who, prepare) => {
    const { token, probe, code, revoke } = await prepare()
    const call = elsewhere.as(token)
    await probe(call)
    await until('the actor to be cached', async () => (await countLoads(elsewhere, () => probe(call))) === 0)
    await revoke()
    const revokedAt = performance.now()
    await until(`${code} elsewhere`, () =>
      probe(call).then(
        () => false,
        (error: { code: string }) => error.code === code,
      ),
    )
    // Far less than the seconds after which an entry is dropped without a signal.
    expect(performance.now() - revokedAt).toBeLessThan(3000)
  })

  test.each([
    ['a plan', `update user_plans set plan = 'agency' where user_id = $1`],
    ['two-factor sign-in', 'update two_factors set confirmed_at = now() where user_id = $1'],
    ['an email', `update users set email = id || '@new.example' where id = $1`],
  ])('is dropped when %s changes', async (_what, change) => {
    const { call, user } = await here.signUp()
    const run = (query: string) => here.database.pool.query(query, [user.id])
    await run(
      `insert into two_factors (user_id, sealed_secret, recovery_hashes, last_step) values ($1, 'sealed', '{}', 0)`,
    )
    await getUserdata(call)
    await run(change)
    expect(await countLoads(here, () => getUserdata(call))).toBe(1)
  })

  test('that lacks access is looked up again before a call is refused', async () => {
    const { call, token } = await here.signUp('self_hosted')
    const there = elsewhere.as(token)
    await getUserdata(there)
    const { workspace } = await call(workspacesContract.add, { name: 'Second', color: '#c2410c' })
    await expect(findReports(workspace._id)(there)).resolves.toMatchObject({ total: 0 })
  })

  test('is not used while signals of other processes can’t be heard', async () => {
    const { call } = await here.signUp()
    await getUserdata(call)
    await here.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot-signals' and datname = current_database()`,
    )
    await until('the connection to be missed', async () => (await countLoads(here, () => getUserdata(call))) === 1)
    await until('the cache to be used again', async () => (await countLoads(here, () => getUserdata(call))) === 0)
  })
})
