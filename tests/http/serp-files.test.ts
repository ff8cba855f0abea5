import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Results people have already, uploaded as a file of keyword, rank and URL. */

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
const sofas = ['sofa', 'couch', 'settee for two']
const lamps = ['lamp', 'reading light', 'bedside lantern']

/** Keywords without a word in common, whose results agree. */
const serpCsv = [sofas, lamps]
  .flatMap((keywords, topic) =>
    keywords.flatMap((keyword) =>
      Array.from({ length: 10 }, (_, at) => `${keyword},${at + 1},https://shop${topic}-${at}.example/page`),
    ),
  )
  .join('\n')

const addFile = async (call: Call, workspaceId: string, csv: string) =>
  (await call(importsContract.add, { workspace_id: workspaceId, file: new File([csv], 'file.csv') })).import

async function getTopics(call: Call, report: { _id: string }) {
  await until('the report to finish', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: report._id })
    return status === 'done' ? true : null
  })
  const { sections } = (await call(reportsContract.get, { id: report._id })).report
  return sections
    .clusters!.filter(({ kind }) => kind === 'topic')
    .map(({ _id, domains, overlaps }) => ({
      keywords: sections.keywords!.filter((row) => row.cluster_id === _id).map(({ text }) => text),
      domains,
      overlaps,
    }))
}
const byText = (topics: { keywords: string[] }[]) => topics.map(({ keywords }) => [...keywords].sort()).sort()
const expected = [[...lamps].sort(), [...sofas].sort()].sort()

test('a SERP file is grouped by its results, without asking a source', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const file = await addFile(call, workspaceId, `Keyword,Rank,URL\n${serpCsv}`)
  expect(file).toMatchObject({ kind: 'serp', rows: 60, accepted: 60, keywords: 6 })
  vendors.log.clear()
  const input = { workspace_id: workspaceId, type: 'clusters', import_id: file._id, ...us } as const
  const { report, estimate } = await call(reportsContract.new, { ...input, sources: ['dataforseo_serp'] })
  expect(estimate).toMatchObject({ units: 6, cost_usd: 0 })
  const topics = await getTopics(call, report!)
  expect(byText(topics)).toEqual(expected)
  expect(topics[0]!.domains[0]).toMatchObject({ keywords: 3 })
  expect(vendors.log.count()).toBe(0)
})

test('serp_import_id groups a pasted list, and paid sources are only called for keywords it lacks', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const file = await addFile(call, workspaceId, `Keyword,Rank,URL\n${serpCsv}`)
  vendors.log.clear()
  const { report, estimate } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: [...sofas, ...lamps.map((text) => text.toUpperCase()), 'doormat'],
    serp_import_id: file._id,
    sources: ['dataforseo_serp'],
    ...us,
  })
  expect(estimate).toMatchObject({ units: 7, cost_usd: 0.002 })
  const topics = await getTopics(call, report!)
  expect(byText(topics)).toEqual([lamps.map((text) => text.toUpperCase()).sort(), [...sofas].sort()].sort())
  expect(vendors.log.costUsd()).toBe(0.002)
  // Grouping again still has the results.
  const { counts } = await call(reportsContract.recluster, { _id: report!._id, strictness: 'strict', dry_run: true })
  expect(counts).toMatchObject({ topics: 2, standalone: 1 })
})

test('serp_import_id groups an imported keyword file', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const list = await addFile(
    call,
    workspaceId,
    `Keyword,Volume\n${[...sofas, ...lamps].map((k) => `${k},90`).join('\n')}`,
  )
  const file = await addFile(call, workspaceId, `Keyword,Rank,URL\n${serpCsv}`)
  const input = { workspace_id: workspaceId, type: 'clusters', import_id: list._id, ...us } as const
  const { report, estimate } = await call(reportsContract.new, {
    ...input,
    serp_import_id: file._id,
    sources: ['serper'],
  })
  expect(estimate.cost_usd).toBe(0)
  expect(byText(await getTopics(call, report!))).toEqual(expected)
})

test('serp_import_id must be a SERP file of the workspace', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const other = await server.signUp('self_hosted')
  const foreign = await addFile(other.call, other.workspaceId, `Keyword,Rank,URL\n${serpCsv}`)
  const list = await addFile(call, workspaceId, 'Keyword,Volume\ntea,1')
  const start = (serpImportId: string, type: 'clusters' | 'topic' = 'clusters') =>
    call(reportsContract.new, {
      workspace_id: workspaceId,
      type,
      ...(type === 'clusters' ? { queries: ['tea', 'coffee'] } : { query: 'tea' }),
      serp_import_id: serpImportId,
      dry_run: true,
      ...us,
    })
  const field = 'serp_import_id'
  await expect(start(foreign._id)).rejects.toMatchObject({
    code: 'not_found',
    options: { field, reason: 'import_missing' },
  })
  await expect(start(list._id)).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field, reason: 'import_not_serp' },
  })
  await expect(start(list._id, 'topic')).rejects.toMatchObject({ options: { field, reason: 'serp_file_not_used' } })
})
