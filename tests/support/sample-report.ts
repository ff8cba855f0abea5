import { reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { until } from './wait-until.ts'

/** Runs a report with sample data, which needs no network. Returns its id once it is done. */
export async function createSampleReport({ call, workspaceId }: { call: Call; workspaceId: string }) {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  const { _id } = report!
  await until(
    'the sample report',
    async () => (await call(reportsContract.checkstatus, { _id })).status === 'done',
    60_000,
  )
  return _id
}
