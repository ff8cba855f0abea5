import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { findContentVersion } from '../../src/features/reports/store/content-version-store.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Read replicas answer for reports whose version they have: see docs/decisions/0115-read-replica.md. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('every change of a finished report’s rows and topics changes its version', async () => {
  const { call, workspaceId } = await server.signUp('agency')
  const id = await createSampleReport({ call, workspaceId })
  const find = () => findContentVersion(server.database.db, { workspaceId, id })
  const { items } = await call(reportsContract.rows, { _id: id, section: 'keywords', limit: 1 })
  const row_ids = [(items[0] as { _id: string })._id]
  const getTopics = async () => (await call(reportsContract.get, { id, sections: 'clusters' })).report
  const changes: [string, () => Promise<unknown>][] = [
    ['hide', () => call(reportsContract.hideRows, { _id: id, row_ids, hidden: true })],
    ['show', () => call(reportsContract.hideRows, { _id: id, row_ids, hidden: false })],
    ['group again', () => call(reportsContract.recluster, { _id: id, strictness: 'loose' })],
    [
      'rename a topic',
      async () => {
        const { topics_version: version, sections } = await getTopics()
        const topic = sections.clusters!.find(({ kind }) => kind === 'topic')!
        return call(reportsContract.editTopics, {
          _id: id,
          version: version!,
          edits: [{ op: 'rename', topic_ids: [topic._id], name: 'Another name' }],
        })
      },
    ],
    ['delete', () => call(reportsContract.delete, { _id: id })],
    ['restore', () => call(reportsContract.restore, { _id: id })],
  ]
  let before = await find()
  expect(before).not.toBeNull()
  for (const [name, change] of changes) {
    await change()
    const after = await find()
    expect(after, name).not.toBe(before)
    before = after
  }
  expect(before).not.toBeNull()
})

test('a report that runs has no version', async () => {
  const { call, workspaceId } = await server.signUp('agency')
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'standing desk',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  const { _id: id } = report!
  await server.database.pool.query(`update reports set status = 'running' where id = $1`, [id])
  expect(await findContentVersion(server.database.db, { workspaceId, id })).toBeNull()
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id: id })).status === 'done')
  expect(await findContentVersion(server.database.db, { workspaceId, id })).not.toBeNull()
})
