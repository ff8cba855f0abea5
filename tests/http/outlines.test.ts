import { afterAll, beforeAll, expect, test } from 'vitest'
import { outlinesContract } from '../../src/features/reports/contract-outlines.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
type Account = Awaited<ReturnType<TestServer['signUp']>>
let account: Account

beforeAll(async () => {
  server = await startTestServer({})
  account = await server.signUp('pro')
})
afterAll(() => server.close())

const list = (...texts: string[]) => texts.map((text) => ({ type: 'h2' as const, text }))
type Ref = { report_id?: string; cluster_id?: string }
const get = async (ref: Ref = {}, by = account) =>
  (await by.call(outlinesContract.get, { workspace_id: by.workspaceId, ...ref })).outline
const save = async (input: Ref & { headings: ReturnType<typeof list>; version: number }, by = account) =>
  (await by.call(outlinesContract.save, { workspace_id: by.workspaceId, ...input })).outline

test('a workspace has one outline for each report, topic and for new documents', async () => {
  const report_id = await createSampleReport(account)
  const cluster_id = crypto.randomUUID()
  expect(await get({ report_id })).toEqual({ report_id, cluster_id: null, headings: [], version: 0, updated_at: null })
  await save({ headings: list('New'), version: 0 })
  await save({ report_id, headings: list('Report'), version: 0 })
  await save({ report_id, cluster_id, headings: list('Topic'), version: 0 })
  expect((await get()).headings).toEqual(list('New'))
  expect((await get({ report_id })).headings).toEqual(list('Report'))
  expect((await get({ report_id, cluster_id })).headings).toEqual(list('Topic'))
})

test('a stale version is refused, so that no one’s headings are lost', async () => {
  const by = await server.signUp('pro')
  expect(await save({ headings: list('A'), version: 0 }, by)).toMatchObject({ version: 1 })
  const stale = { code: 'conflict', options: { reason: 'outdated_version' } }
  await expect(save({ headings: list('B'), version: 0 }, by)).rejects.toMatchObject(stale)
  expect(await save({ headings: list('A', 'B'), version: 1 }, by)).toMatchObject({ version: 2 })
  await expect(save({ headings: list('C'), version: 1 }, by)).rejects.toMatchObject(stale)
  expect(await get({}, by)).toMatchObject({ headings: list('A', 'B'), version: 2 })
})

test('another workspace’s report has no outline here', async () => {
  const other = await server.signUp('pro')
  const report_id = await createSampleReport(other)
  await expect(save({ report_id, headings: list('A'), version: 0 })).rejects.toMatchObject({
    code: 'not_found',
    options: { reason: 'report_missing' },
  })
  await save({ report_id, headings: list('Theirs'), version: 0 }, other)
  expect((await get({ report_id })).headings).toEqual([])
})
