import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answersContract } from '../../src/features/answers/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startAnswerEngines } from '../doubles/answer-engines.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { until } from '../support/wait-until.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * Earshot is killed while vendors hold their answers: what it had asked for is a gap, never asked twice, and limits hold. The embedded
 * database goes down with it, which empties the shared cache, so nothing is said here about other trackers.
 */

const asked = ['openai', 'perplexity'] as const
/** Requests that each engine gets at a time, and the source of results pages. */
const lanes = 4
const pageLanes = 8

let engines: Awaited<ReturnType<typeof startAnswerEngines>>
let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
const start = (without: string[] = []) => {
  const settings: Record<string, string> = { ...vendors.settings, ...engines.settings }
  for (const name of without) delete settings[name]
  return startEarshot(data.dataDir, settings)
}

beforeAll(async () => {
  engines = await startAnswerEngines()
  vendors = await startSearchVendors()
  data = await makeDataDir()
  earshot = await start()
}, 120_000)
afterAll(async () => {
  await earshot?.kill('SIGTERM')
  await data?.remove()
  await engines?.close()
  await vendors?.close()
})
beforeEach(() => {
  engines.log.splice(0)
  vendors.log.clear()
})

/** Lets every engine answer so often; it holds what it’s asked after that. */
function holdAfter(answers: number) {
  const counts = new Map<string, number>()
  for (const engine of asked) engines.setFault(engine, null)
  engines.plan((engine) => {
    const count = (counts.get(engine) ?? 0) + 1
    counts.set(engine, count)
    if (count === answers && engine !== 'anthropic') engines.setFault(engine, { kind: 'hang' })
    return { text: 'Take Hollow Oak.', urls: [] }
  })
}

const holdNothing = () => holdAfter(Number.POSITIVE_INFINITY)
const countAsked = (engine: string) => engines.log.filter((one) => one.engine === engine).length

async function finished(call: Call, _id: string) {
  await until(
    'the period',
    async () => {
      const { watch } = await call(answersContract.single, { _id })
      return watch.periods === 1 && !watch.running
    },
    120_000,
  )
  return call(answersContract.single, { _id })
}

/** Answers of a watch by engine, state and reason. */
async function countStates(watchId: string) {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  // The database goes down with Earshot.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string; count: number }>(
      `select concat_ws(' ', engine, state, failure ->> 'reason') as key, count(*)::int as count
       from answer_runs where watch_id = $1 group by 1`,
      [watchId],
    )
    return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const watched = {
  brand: { name: 'Hollow Oak Coffee', aliases: ['Hollow Oak'], domains: ['hollowoak.example'] },
  engines: [...asked],
  ...{ country: 'US', language: 'en', frequency: 'monthly' as const, runs: 2 },
}
const getPrompts = (count: number) => Array.from({ length: count }, (_, at) => `prompt ${at + 1}`)

test('kill -9 while engines hold answers: none is asked for twice, and the budget holds', async () => {
  let { call, workspaceId } = await earshot.signIn()
  holdAfter(6)
  const input = { workspace_id: workspaceId, prompts: getPrompts(12), ...watched }
  const { watch } = await call(answersContract.add, {
    ...input,
    // Both kills and what they interrupt: 12 answers and 8 prices set aside of each engine. Then less than four more of OpenAI.
    budget_usd: 12 * (0.018 + 0.0058) + 8 * (0.1 + 0.03) + 0.13,
  })
  const { _id, budget_usd } = watch!
  for (let kill = 1; kill <= 2; kill++) {
    await until('held answers', async () => asked.every((engine) => countAsked(engine) === kill * (6 + lanes)))
    await earshot.kill('SIGKILL')
    if (kill === 1) holdAfter(6)
    else holdNothing()
    earshot = await start()
    ;({ call } = await earshot.signIn())
    const { spent_usd } = (await call(answersContract.single, { _id })).watch
    expect(spent_usd).toBeLessThanOrEqual(budget_usd!)
  }
  const done = await finished(call, _id)
  const states = await countStates(_id)
  for (const engine of asked) {
    expect(states[`${engine} failed source_charge_uncertain`]).toBe(2 * lanes)
    expect(states[`${engine} done`]).toBe(countAsked(engine) - 2 * lanes)
    expect(states).not.toHaveProperty(`${engine} open`)
    expect(states).not.toHaveProperty(`${engine} asking`)
  }
  expect(states['openai budget spending_limit_reached']).toBeGreaterThan(0)
  expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(12 * 2 * asked.length)
  for (const requests of Map.groupBy(engines.log, ({ engine, prompt }) => `${engine} ${prompt}`).values())
    expect(requests.length).toBeLessThanOrEqual(watched.runs)
  const charged = engines.log.reduce((sum, { costUsd }) => sum + costUsd, 0)
  expect(charged).toBeLessThanOrEqual(done.watch.spent_usd)
  expect(done.watch.spent_usd).toBeLessThanOrEqual(budget_usd!)
}, 400_000)

test('an engine that is gone after kill -9 leaves gaps, and the period ends', async () => {
  let { call, workspaceId } = await earshot.signIn()
  holdAfter(3)
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, prompts: getPrompts(6), ...watched },
  })
  const { _id } = watch!
  await until('held answers', async () => asked.every((engine) => countAsked(engine) === 3 + lanes))
  await earshot.kill('SIGKILL')
  holdNothing()
  earshot = await start(['OPENAI_ANSWERS_KEY'])
  ;({ call } = await earshot.signIn())
  const { prompts } = await finished(call, _id)
  expect(await countStates(_id)).toEqual({
    'openai done': 3,
    'openai failed source_charge_uncertain': lanes,
    'openai skipped engine_not_set_up': 12 - 3 - lanes,
    'perplexity done': 12 - lanes,
    'perplexity failed source_charge_uncertain': lanes,
  })
  expect(countAsked('openai')).toBe(3 + lanes)
  expect(countAsked('perplexity')).toBe(12)
  const sum = (engine: string, of: (cell: (typeof prompts)[number]) => number) =>
    prompts.filter((cell) => cell.engine === engine).reduce((total, cell) => total + of(cell), 0)
  expect(sum('openai', ({ failed }) => failed)).toBe(lanes)
  expect(sum('openai', ({ mentioned }) => mentioned.n)).toBe(3)
  await earshot.kill('SIGTERM')
  earshot = await start()
}, 400_000)

test('kill -9 while results pages are held: the tracker asks for no keyword twice, and the month’s limit holds', async () => {
  let { call, workspaceId } = await earshot.signIn()
  const keywords = Array.from({ length: 16 }, (_, at) => `killed keyword ${at + 1}`)
  const limit = { requests: 12, usd: 0.024 }
  // Long enough to be seen while the first requests are under way.
  vendors.setLatency(3000, 'dataforseo')
  const { tracker } = await call(ranksContract.add, {
    ...{ workspace_id: workspaceId, domain: 'mine.example', keywords, country: 'US', language: 'en' },
    ...{ source: 'dataforseo', frequency: 'daily', max_cost_usd: limit.usd },
  })
  const _id = tracker!._id
  const answered = pageLanes
  await until('the first requests', async () => vendors.log.count('dataforseo') === answered)
  vendors.setFault('dataforseo', { kind: 'hang' })
  const held = limit.requests - answered
  await until('held pages', async () => vendors.log.count('dataforseo') === answered + held)
  await earshot.kill('SIGKILL')
  vendors.setFault('dataforseo', null)
  vendors.setLatency(0, 'dataforseo')
  earshot = await start()
  ;({ call } = await earshot.signIn())
  await until('the run', async () => {
    const { tracker: now } = await call(ranksContract.single, { _id })
    return now.run_count === 1 && !now.running
  })
  const { items, tracker: done } = await call(ranksContract.single, { _id, limit: 100 })
  const failed = items.filter(({ reason }) => reason === 'failed')
  expect(failed.map(({ failure }) => failure?.reason)).toEqual(Array(held).fill('source_charge_uncertain'))
  expect(items.filter(({ reason }) => reason === 'budget')).toHaveLength(keywords.length - limit.requests)
  expect(items.filter(({ reason }) => reason === 'not_in_depth')).toHaveLength(limit.requests - held)
  for (const keyword of keywords) expect(vendors.log.count('dataforseo', keyword)).toBeLessThanOrEqual(1)
  expect(vendors.log.count('dataforseo')).toBe(limit.requests)
  expect(vendors.log.costUsd()).toBe(limit.usd)
  expect(done.spent_usd).toBe(limit.usd)
}, 400_000)
