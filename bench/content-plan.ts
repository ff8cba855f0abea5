/**
 * A plan of 10,000 items: its list and board. Ten articles by the built-in writer, and eight by a model at 50 tokens a second in four
 * lanes, compared with the time that the tokens alone take.
 *
 *   node bench/content-plan.ts [items=10000]
 */
import { loadavg } from 'node:os'
import Papa from 'papaparse'
import { type Batch, bulkWritingContract } from '../src/features/bulk-writing/contract.ts'
import { contentPlanContract, itemStates } from '../src/features/content-plan/contract.ts'
import { startLanguageModels } from '../tests/doubles/language-models.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { createSampleReport } from '../tests/support/sample-report.ts'
import { printTable } from './print-table.ts'

const itemCount = Number(process.argv[2] ?? 10_000)
const rounds = 100
const tokensPerSecond = 50
const lanes = 4

const models = await startLanguageModels({
  tokensPerSecond,
  answer: () => 'Cold brew steeps for a night in the fridge. '.repeat(15),
})
const { dataDir, remove } = await makeDataDir({ empty: true })
const earshot = await startEarshot(dataDir, { ...models.settings, BATCH_LANES: String(lanes) })
try {
  const person = await earshot.signIn()
  const { call, workspaceId } = person
  const inIt = { workspace_id: workspaceId }

  const rows = Array.from({ length: itemCount }, (_, at) => {
    const pillar = at - (at % 10)
    return [`Page ${at}`, at === pillar ? 'pillar' : 'spoke', at === pillar ? '' : `Page ${pillar}`, `keyword ${at}`]
  })
  const csv = Papa.unparse([['Title', 'Role', 'Pillar', 'Keywords'], ...rows])
  const { plan } = await call(contentPlanContract.import, { ...inIt, file: new File([csv], 'big.csv') })
  const measure = async (what: string, work: (at: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let at = -10; at < rounds; at++) {
      const startedAt = performance.now()
      await work(at)
      if (at >= 0) times.push(performance.now() - startedAt)
    }
    times.sort((a, b) => a - b)
    return [what, times[rounds / 2]!.toFixed(1), times[Math.floor(rounds * 0.95)]!.toFixed(1)]
  }
  const items = (more: object) => call(contentPlanContract.items, { _id: plan._id, limit: 100, ...more })
  printTable(
    [`${itemCount} items, ms`, 'median', 'p95'],
    [
      await measure('list by pillar, any page', (at) =>
        items({ page: 1 + (Math.abs(at) % Math.ceil(itemCount / 100)) }),
      ),
      await measure('list by priority', (at) => items({ sort: '-priority', page: 1 + (Math.abs(at) % 50) })),
      await measure('list with a filter', (at) => items({ q: `page ${Math.abs(at)}` })),
      await measure('board, all columns', () =>
        Promise.all(itemStates.map((state) => items({ limit: 25, sort: '-priority', filters: { state } }))),
      ),
    ],
  )

  const wait = async (_id: string): Promise<Batch> => {
    for (;;) {
      const { batch } = await call(bulkWritingContract.get, { _id })
      if (['done', 'failed', 'paused'].includes(batch.status)) return batch
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const seconds = ({ started_at, finished_at }: Batch) => (Date.parse(finished_at!) - Date.parse(started_at!)) / 1000
  const report_id = await createSampleReport(person)
  const titles = Array.from({ length: 10 }, (_, at) => `Cold brew coffee, part ${at + 1}`)
  const builtin = await call(bulkWritingContract.create, {
    ...inIt,
    items: titles.map((title) => ({ title, report_id, model: 'builtin' })),
    chain: ['article'],
  })
  const plain = await wait(builtin.batch!._id)

  const outline = ['What it is', 'How to make it', 'How long it keeps'].map((text) => ({ type: 'h2' as const, text }))
  const before = models.log.count()
  const paced = await call(bulkWritingContract.create, {
    ...inIt,
    items: Array.from({ length: 2 * lanes }, (_, at) => ({ title: `Article ${at + 1}`, words: 400, outline })),
    chain: ['article'],
  })
  const done = await wait(paced.batch!._id)
  const tokens = models.log.calls.slice(before).reduce((sum, { sentTokens }) => sum + sentTokens, 0)
  const ideal = tokens / tokensPerSecond / lanes
  const written = plain.items.reduce((sum, { words }) => sum + (words ?? 0), 0)
  printTable(
    ['batch', 'done', 'seconds', 'ideal', 'times ideal'],
    [
      [`10 articles, built-in writer, ${written} words`, plain.counts.done, seconds(plain).toFixed(1), '', ''],
      [
        `8 articles, ${tokensPerSecond} tokens/s, ${lanes} lanes`,
        done.counts.done,
        seconds(done).toFixed(1),
        ideal.toFixed(1),
        (seconds(done) / ideal).toFixed(2),
      ],
    ],
  )
  for (const { title, error } of [...plain.items, ...done.items]) if (error) console.log(`${title}: ${error}`)
  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await earshot.kill('SIGTERM')
  await models.close()
  await remove()
}
