import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { createPlans } from '../../src/features/plans/service.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { createRateLimiter } from '../../src/platform/http/rate-limit.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let plans: ReturnType<typeof createPlans>
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.database
  plans = createPlans({ db, rates: createRateLimiter({ db, isExempt: () => true }), defaultPlan: 'free' })
  const { call, user } = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [user.id])
  const { items } = await call(adminContract.plansList, {})
  const free = items.find(({ name }) => name === 'free')!
  const hundred = { ...free.allowances, reports: 100, ai: 100, search_listener: 100 }
  await call(adminContract.plansUpdate, { name: 'hundred', allowances: hundred })
})
afterAll(() => server.close())

const getUsage = async (account: Awaited<ReturnType<TestServer['signUp']>>) =>
  (await account.call(authContract.userdata, {})).user.usage
const refused = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' && outcome.reason instanceof AppError ? outcome.reason.code : outcome.status
const count = (outcomes: PromiseSettledResult<unknown>[]) => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[refused(outcome)] = (counts[refused(outcome)] ?? 0) + 1
  return counts
}

test.each(['ai', 'search_listener'] as const)(
  'of 500 concurrent uses of %s with a limit of 100, exactly 100 succeed',
  async (tool) => {
    const account = await server.signUp('hundred')
    const { db } = server.database
    const spend = () => db.transaction().execute((tx) => plans.reserve(tx, account.workspaceId, tool, 1))
    const outcomes = await Promise.allSettled(Array.from({ length: 500 }, spend))
    expect(count(outcomes)).toEqual({ fulfilled: 100, limit_used_up: 400 })
    expect((await getUsage(account))[tool]).toBe(100)
  },
)

test('of 500 concurrent reports with a limit of 100, exactly 100 start', async () => {
  const account = await server.signUp('hundred')
  const start = () =>
    account.call(reportsContract.new, {
      workspace_id: account.workspaceId,
      type: 'questions',
      query: 'cold brew',
      country: 'US',
      language: 'en',
      depth: 1,
      sources: ['patterns'],
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 500 }, start))
  expect(count(outcomes)).toEqual({ fulfilled: 100, limit_used_up: 400 })
  expect((await getUsage(account)).reports).toBe(100)
  const { total } = await account.call(reportsContract.find, { workspace_id: account.workspaceId, page: 1, limit: 1 })
  expect(total).toBe(100)
})

test('a rolled-back transaction returns its units', async () => {
  const account = await server.signUp('hundred')
  const broken = server.database.db.transaction().execute(async (tx) => {
    await plans.reserve(tx, account.workspaceId, 'ai', 60)
    throw new Error('killed here')
  })
  await expect(broken).rejects.toThrow('killed here')
  expect((await getUsage(account)).ai).toBe(0)
})

test('listeners use units across months until they are released, and an error says how many are left', async () => {
  const account = await server.signUp('hundred')
  const { db } = server.database
  const later = createPlans({
    db,
    rates: createRateLimiter({ db, isExempt: () => true }),
    defaultPlan: 'free',
    now: () => new Date(Date.now() + 70 * 86_400_000),
  })
  await plans.reserve(db, account.workspaceId, 'search_listener', 99)
  await plans.reserve(db, account.workspaceId, 'ai', 99)
  await later.reserve(db, account.workspaceId, 'ai', 100)
  await expect(later.reserve(db, account.workspaceId, 'search_listener', 2)).rejects.toMatchObject({
    code: 'limit_insufficient',
    message: 'You have used up all your limits for this tool.\nYour available limit : 1\nYour requested query : 2',
    options: { details: { tool: 'search_listener', available: 1, requested: 2, resets_at: null } },
  })
  await later.releaseStock(db, account.workspaceId, 'search_listener', 9)
  expect((await getUsage(account)).search_listener).toBe(90)
  expect((await later.getWorkspaceUsage(account.workspaceId)).usage).toMatchObject({ search_listener: 90, ai: 100 })
})

test('a plan that just expired no longer applies, even before it was recomputed', async () => {
  const { call, user, workspaceId } = await server.signUp()
  const { db, pool } = server.database
  const soon = new Date(Date.now() + 60_000)
  await db.transaction().execute((tx) => plans.grant(tx, user.id, 'staff', { plan: 'agency', until: soon }))
  await plans.reserve(db, workspaceId, 'reports', 4)
  const past = new Date(Date.now() - 1000)
  await pool.query('update entitlements set until = $1 where user_id = $2', [past, user.id])
  await pool.query('update user_plans set renews_at = $1, changes_at = $1 where user_id = $2', [past, user.id])
  const spend = db.transaction().execute((tx) => plans.reserve(tx, workspaceId, 'reports', 2))
  await expect(spend).rejects.toMatchObject({ code: 'limit_insufficient', options: { details: { available: 1 } } })
  expect((await call(authContract.userdata, {})).user.plan).toMatchObject({ name: 'free', renews_at: null })
})
