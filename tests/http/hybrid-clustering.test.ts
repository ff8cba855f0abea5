import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import type { SourceId } from '../../src/providers/search-data/port.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** A spending limit buys the SERPs of the keywords that decide most; the rest are placed by their words. */

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

const us = { country: 'US', language: 'en' } as const
const prices = { dataforseo_serp: 2000, serper: 1000 }

async function start(more: { queries: string[]; sources: SourceId[]; max_cost_usd: number }) {
  const { call, workspaceId } = await server.signUp('self_hosted')
  vendors.log.clear()
  const input = { workspace_id: workspaceId, type: 'clusters', fresh: true, ...more, ...us } as const
  const { report, estimate } = await call(reportsContract.new, input)
  const progress = await until('the report to finish', async () => {
    const found = await call(reportsContract.checkstatus, { _id: report!._id })
    return found.status === 'done' ? found : null
  })
  return { estimate, progress, call, id: report!._id }
}

test('spending equals the estimate and never exceeds the limit', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: 14 }),
      fc.integer({ min: 0, max: 40_000 }),
      fc.constantFrom<(keyof typeof prices)[]>(['serper'], ['dataforseo_serp'], ['dataforseo_serp', 'serper']),
      async (count, millionths, sources) => {
        run++
        const queries = Array.from(
          { length: count },
          (_, at) => `run ${run} ${['kettle', 'mug', 'sofa'][at % 3]} ${at}`,
        )
        const { estimate, progress } = await start({ queries, sources, max_cost_usd: millionths / 1e6 })
        let left = millionths
        let expected = 0
        for (const source of sources) {
          const calls = Math.min(count, Math.floor(left / prices[source]))
          left -= calls * prices[source]
          expected += calls * prices[source]
        }
        expect(Math.round(estimate.cost_usd * 1e6)).toBe(expected)
        expect(Math.round(progress.spent_usd! * 1e6)).toBe(expected)
        expect(Math.round(vendors.log.costUsd() * 1e6)).toBe(expected)
        expect(expected).toBeLessThanOrEqual(millionths)
        expect(progress.rows).toBe(count)
      },
    ),
    { numRuns: 12 },
  )
}, 180_000)

test('SERPs are requested for the keywords that represent most others, and every keyword is in a topic', async () => {
  const heads = ['oak desk lamp', 'wool stair carpet', 'steel garden bench']
  const queries = [
    'tax return deadline',
    ...heads.flatMap((head) => [`best ${head}`, `cheap ${head}`, head, `${head} review`, `used ${head}`]),
    'printer ink prices',
  ]
  const { estimate, progress, call, id } = await start({ queries, sources: ['serper'], max_cost_usd: 0.0039 })
  expect([estimate.cost_usd, progress.spent_usd]).toEqual([0.003, 0.003])
  expect(progress.sources!.find(({ id }) => id === 'serper')).toMatchObject({
    state: 'done',
    reason: 'budget',
    asked: 3,
  })
  const asked = vendors.log.requests.map(({ body }) => (JSON.parse(body) as { q: string }).q)
  for (const head of heads) expect(asked.filter((keyword) => keyword.includes(head))).toHaveLength(1)
  const { sections } = (await call(reportsContract.get, { id })).report
  expect(sections.clusters!.reduce((sum, { keywords }) => sum + keywords, 0)).toBe(queries.length)
  for (const head of heads) {
    const own = sections.keywords!.filter(({ text }) => text.includes(head))
    expect(new Set(own.map(({ cluster_id }) => cluster_id)).size).toBe(1)
  }
})

test('a limit counts only keywords whose results no file has', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const file = new File(['Keyword,Rank,URL\ntea,1,https://a.example/\ntea,2,https://b.example/\n'], 'serps.csv')
  const { import: serps } = await call(importsContract.add, { workspace_id: workspaceId, file, kind: 'serp' })
  const { estimate } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: ['tea', 'coffee'],
    serp_import_id: serps._id,
    sources: ['serper'],
    max_cost_usd: 1,
    dry_run: true,
    ...us,
  })
  expect(estimate.cost_usd).toBe(0.001)
})
