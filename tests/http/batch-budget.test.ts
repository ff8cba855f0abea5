import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { type Batch, bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Money of batches, with a model that reports what it used. */

const price = { input: 2, output: 10 }
const sections = 3
/**
 * One of the first requests may cost $0.09, with room for a model that thinks, so there is room for one at a time. Once some were
 * measured, they may cost $0.02. They cost about $0.005, so fewer than 24 fit.
 */
const budgetUsd = 0.13
const parts = [
  'water',
  'beans',
  'grind',
  'filter',
  'jar',
  'lid',
  'ice',
  'milk',
  'time',
  'fridge',
  'ratio',
  'roast',
  'glass',
]
const answer = Array.from(
  { length: 30 },
  (_, at) =>
    `Test ${at * 7 + 3} changed the ${parts[at % 13]} and kept the ${parts[(at * 5 + 3) % 13]} of batch ${at * 31}. `,
).join('')

let models: LanguageModels
let server: TestServer
let stopWork: () => Promise<void>
let author: Awaited<ReturnType<TestServer['signUp']>>

beforeAll(async () => {
  models = await startLanguageModels({ answer: () => answer })
  const settings = { ...models.settings, LLM_INPUT_PRICE: '2', LLM_OUTPUT_PRICE: '10', BATCH_LANES: '3' }
  server = await startTestServer(settings)
  stopWork = await server.app.start({ alone: true })
  author = await server.signUp('self_hosted')
}, 60_000)
afterAll(async () => {
  await stopWork()
  await server.close()
  await models.close()
})
beforeEach(() => {
  models.setFault(null)
  models.log.clear()
})

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Article ${index + 1}`,
    words: 1200,
    outline: ['What it is', 'How to make it'].map((text) => ({ type: 'h2' as const, text })),
  }))
const create = async (input: Omit<InputOf<typeof bulkWritingContract.create>, 'workspace_id' | 'chain'>) => {
  const all = { workspace_id: author.workspaceId, chain: ['article' as const], ...input }
  return (await author.call(bulkWritingContract.create, all)).batch!
}
const get = async (_id: string) => (await author.call(bulkWritingContract.get, { _id })).batch
const usedUnits = async () => (await author.call(authContract.userdata, {})).user.usage.ai

async function reached(_id: string, statuses: Batch['status'][]) {
  await until(`the batch is ${statuses}`, async () => statuses.includes((await get(_id)).status), 60_000)
  return get(_id)
}

/** Rounded up for each request. */
const getCost = ({ input_tokens, output_tokens }: Pick<Batch, 'input_tokens' | 'output_tokens'>) =>
  (input_tokens * price.input + output_tokens * price.output) / 1_000_000

test('a batch stops before its budget is exceeded, says what remains, and continues with a larger one', async () => {
  const before = await usedUnits()
  const { _id } = await create({ items: items(8), budget_usd: budgetUsd })
  const paused = await reached(_id, ['paused'])
  expect(paused).toMatchObject({ reason: 'budget', budget_usd: budgetUsd, reserved_usd: 0 })
  expect(paused.spent_usd).toBeCloseTo(getCost(paused), 6)
  expect(paused.spent_usd! + paused.remaining!).toBeCloseTo(budgetUsd, 9)
  expect(paused.spent_usd).toBeLessThanOrEqual(budgetUsd)
  const calls = models.log.count()
  expect(calls).toBeGreaterThan(7)
  expect(calls).toBeLessThan(8 * sections)
  // The first requests reserved all that a model may think; those after them little more than an answer takes.
  const { rows } = await server.database.pool.query(
    'select reserved_nano::float / 1e9 as reserved, cost_nano::float / 1e9 as cost from writing_batch_calls where batch_id = $1 order by started_at',
    [_id],
  )
  expect(rows[0].reserved).toBeGreaterThan(0.08)
  for (const { reserved, cost } of rows.slice(8)) expect(reserved / cost).toBeLessThan(8)
  for (const { reserved, cost } of rows) expect(cost).toBeLessThanOrEqual(reserved)
  const tooLittle = author.call(bulkWritingContract.resume, { _id, budget_usd: paused.spent_usd! / 2 })
  await expect(tooLittle).rejects.toMatchObject({ options: { reason: 'budget_below_spent' } })
  expect(models.log.count()).toBe(calls)

  await author.call(bulkWritingContract.resume, { _id, budget_usd: 5 })
  const done = await reached(_id, ['done', 'failed'])
  expect(done.items.map(({ status, error }) => ({ status, error }))).toEqual(
    done.items.map(() => ({ status: 'done', error: null })),
  )
  expect(done).toMatchObject({ status: 'done', counts: { done: 8 }, reserved_usd: 0, units: { held: 0, used: 8 } })
  // No section was asked for twice.
  expect(models.log.count()).toBe(8 * sections)
  expect(done.spent_usd).toBeCloseTo(getCost(done), 6)
  expect((await usedUnits()) - before).toBe(8)
  for (const { document_id } of done.items) {
    const { item } = await author.call(aiContentContract.single, { _id: document_id! })
    expect(item.content_md.match(/^## .*$/gm)).toEqual(['## What it is', '## How to make it'])
  }
})

test('Retry-After delays every item, and a rejected request costs nothing', async () => {
  models.setFault({ kind: 'status', status: 429, retryAfter: 2, times: 1 })
  const { _id } = await create({ items: items(3), budget_usd: 5 })
  const done = await reached(_id, ['done', 'failed'])
  expect(done).toMatchObject({ status: 'done', counts: { done: 3 } })
  const [first, ...rest] = models.log.calls.map(({ at }) => at).sort((a, b) => a - b)
  // Requests that were under way with the refused one may have been sent.
  const later = rest.filter((at) => at > first! + 1500)
  expect(rest.length - later.length).toBeLessThan(3)
  expect(Math.min(...later) - first!).toBeGreaterThan(1900)
  expect(done.spent_usd).toBeCloseTo(getCost(done), 6)
})

test('one item’s failure costs that item, and a refused key pauses the batch for a person', async () => {
  const before = await usedUnits()
  models.setFault({ kind: 'status', status: 400, message: 'This topic is not allowed', times: 1 })
  const one = await create({ items: items(3), budget_usd: 5 })
  const done = await reached(one._id, ['done', 'failed'])
  expect(done).toMatchObject({ status: 'done', counts: { done: 2, failed: 1 }, units: { held: 0, used: 2 } })
  expect((await usedUnits()) - before).toBe(2)

  models.setFault({ kind: 'status', status: 401 })
  const two = await create({ items: items(2) })
  const paused = await reached(two._id, ['paused'])
  expect(paused).toMatchObject({ reason: 'model_unavailable', failure: { reason: 'model_unauthorized' } })
  models.setFault(null)
  await author.call(bulkWritingContract.resume, { _id: two._id })
  expect(await reached(two._id, ['done', 'failed'])).toMatchObject({ status: 'done', counts: { done: 2 } })
})

test('what an answer without usage may have cost counts as spent', async () => {
  models.setFault({ kind: 'no-usage', times: 1 })
  const { _id } = await create({ items: items(1), budget_usd: 5 })
  const done = await reached(_id, ['done', 'failed'])
  expect(done.status).toBe('done')
  expect(done.spent_usd! - getCost(done)).toBeGreaterThan(0.005)
})

test('a canceled batch returns reserved money and unused credits', async () => {
  const before = await usedUnits()
  models.setFault({ kind: 'hang' })
  const { _id } = await create({ items: items(5), budget_usd: 5 })
  await until('requests are under way', async () => models.log.count() >= 3)
  expect((await get(_id)).reserved_usd).toBeGreaterThan(0.01)
  const { batch } = await author.call(bulkWritingContract.cancel, { _id })
  expect(batch).toMatchObject({ status: 'cancelled', reserved_usd: 0, units: { held: 0, used: 0 } })
  expect(await usedUnits()).toBe(before)
  await until('the requests were ended', async () => models.log.count(undefined, 'open') === 0)
})
