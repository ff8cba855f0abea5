import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { inputTokens, type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * Earshot is killed again and again while a batch is written. `BATCH_KILLS=20 BATCH_ITEMS=200 BATCH_SEPARATE=1` kills a worker or a server
 * of several processes at random, which takes minutes: another worker waits for a dead one's lease.
 */
const kills = Number(process.env.BATCH_KILLS ?? 3)
const itemCount = Number(process.env.BATCH_ITEMS ?? 24)
const isSeparate = process.env.BATCH_SEPARATE === '1'
const lanes = 4
const sections = 3
const budgetUsd = isSeparate ? 40 : 5
const price = { input: 2, output: 10 }
const settings = { LLM_INPUT_PRICE: '2', LLM_OUTPUT_PRICE: '10', BATCH_LANES: String(lanes) }

let model: LanguageModels
let data: Awaited<ReturnType<typeof makeDataDir>>
let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
const processes: RunningEarshot[] = []
/** Ends with the marker of its request, so that a document shows which ones it has. */
let asked = 0

beforeAll(async () => {
  model = await startLanguageModels({
    tokensPerSecond: 200,
    answer: () => `${'Cold brew steeps for a night in the fridge. '.repeat(5)}Batch mark ${++asked}.`,
  })
  data = await makeDataDir()
  if (isSeparate) {
    database = await startEmbeddedPostgres(data.dataDir, createLog('warn'))
    processes.push(await start('web,api'), await start('worker'))
  } else processes.push(await start())
}, 120_000)
afterAll(async () => {
  for (const process of processes) await process.kill('SIGTERM')
  await database?.stop()
  await data.remove()
  await model.close()
})

async function start(roles?: string): Promise<RunningEarshot> {
  if (!roles) return startEarshot(data.dataDir, { ...model.settings, ...settings })
  const own = await makeDataDir({ empty: true })
  const secret = { SECRET_KEY: 'the same secret for every process of it', DATABASE_URL: database!.url, ROLES: roles }
  return startEarshot(own.dataDir, { ...model.settings, ...settings, ...secret })
}

/** The highest share of its budget that a batch has spent and reserved, looked at all the time. */
function watchMoney() {
  let highest = 0
  let looks = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const client = new pg.Client({ connectionString: database?.url ?? (await getDatabaseUrl(data.dataDir)) })
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (!isOver) {
          const { rows } = await client.query<{ share: number }>(
            'select (spent_nano + reserved_nano)::float / budget_nano as share from writing_batches',
          )
          looks++
          for (const { share } of rows) highest = Math.max(highest, share)
          await new Promise((resolve) => setTimeout(resolve, 25))
        }
      } catch {
        // The database restarts with Earshot.
        await new Promise((resolve) => setTimeout(resolve, 50))
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  })()
  return async () => {
    isOver = true
    await watching
    return { highest, looks }
  }
}

test('a batch finishes after kill -9 at any moment, with exact credits and no section twice', async () => {
  const first = await processes[0]!.signIn()
  const before = (await first.call(authContract.userdata, {})).user.usage.ai
  const items = Array.from({ length: itemCount }, (_, index) => ({
    title: `Article ${index + 1}`,
    words: 300,
    outline: ['What it is', 'How to make it'].map((text) => ({ type: 'h2' as const, text })),
  }))
  const input = { workspace_id: first.workspaceId, items, chain: ['article' as const], budget_usd: budgetUsd }
  const { batch } = await first.call(bulkWritingContract.create, input)
  const stopWatching = watchMoney()
  for (let kill = 0; kill < kills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 1600))
    const at = Math.floor(Math.random() * processes.length)
    await processes[at]!.kill('SIGKILL')
    processes[at] = await start(isSeparate ? ['web,api', 'worker'][at] : undefined)
  }
  const { call } = await processes[0]!.signIn()
  const deadline = Date.now() + (isSeparate ? 900_000 : 60_000)
  let done = (await call(bulkWritingContract.get, { _id: batch!._id })).batch
  while (!['done', 'failed', 'paused'].includes(done.status) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    done = (await call(bulkWritingContract.get, { _id: batch!._id })).batch
  }
  const money = await stopWatching()
  expect(done.items.filter(({ status }) => status !== 'done')).toEqual([])
  expect(done).toMatchObject({ status: 'done', reserved_usd: 0, units: { held: 0, used: itemCount } })
  expect((await call(authContract.userdata, {})).user.usage.ai - before).toBe(itemCount)

  // Only requests that a kill interrupted were made again.
  const repeated = model.log.count() - itemCount * sections
  expect(repeated).toBeGreaterThanOrEqual(0)
  expect(repeated).toBeLessThanOrEqual(kills * lanes)
  const marks: string[] = []
  for (const { document_id } of done.items) {
    const { item } = await call(aiContentContract.single, { _id: document_id! })
    expect(item.status).toBe('done')
    expect(item.content_md.match(/^## .*$/gm)).toEqual(['## What it is', '## How to make it'])
    const own = item.content_md.match(/Batch mark \d+/g) ?? []
    expect(own).toHaveLength(sections)
    marks.push(...own)
  }
  expect(new Set(marks).size).toBe(itemCount * sections)

  // What the model counted, interrupted requests too, is no more than what the batch says it spent.
  const used = model.log.calls.reduce(
    (sum, { asked, sentTokens }) => sum + inputTokens(asked) * price.input + sentTokens * price.output,
    0,
  )
  expect(used / 1_000_000).toBeLessThanOrEqual(done.spent_usd!)
  expect(done.spent_usd).toBeLessThanOrEqual(budgetUsd)
  expect(money.looks).toBeGreaterThan(10)
  expect(money.highest).toBeLessThanOrEqual(1)
  if (isSeparate) process.stdout.write(`${JSON.stringify({ kills, repeated, spent: done.spent_usd, used, money })}\n`)
}, 1_000_000)
