/**
 * The PDF of a shared report with 400 keywords, as a client downloads it: from the request to the last byte, with the start of Chromium.
 *
 *   npm run build && node bench/report-pdf.ts [keywords=400] [runs=5]
 *
 * Target: less than 10 s and 3 MB.
 */
import { loadavg } from 'node:os'
import pg from 'pg'
import { getDocumentProxy } from 'unpdf'
import { sharingContract } from '../src/features/sharing/contract.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { createSampleReport } from '../tests/support/sample-report.ts'
import { printTable } from './print-table.ts'

const keywords = Number(process.argv[2] ?? 400)
const runs = Number(process.argv[3] ?? 5)
const maxMs = 10_000
const maxBytes = 3_000_000

const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir)
try {
  const { call, workspaceId } = await earshot.signIn()
  const _id = await createSampleReport({ call, workspaceId })
  const rows = await fillUp(_id)
  const { share } = await call(sharingContract.share, { _id })
  const table: (string | number)[][] = []
  let met = true
  for (let run = 1; run <= runs; run++) {
    const began = performance.now()
    const answer = await fetch(`${earshot.url}/shared/pdf/${share.token}`)
    if (answer.headers.get('content-type') !== 'application/pdf')
      throw new Error(`No PDF: ${answer.status}. Is CHROMIUM_PATH set?`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const ms = performance.now() - began
    const size = bytes.length
    const { numPages } = await getDocumentProxy(bytes)
    met &&= ms < maxMs && size < maxBytes
    table.push([run, (ms / 1000).toFixed(2), (size / 1e6).toFixed(2), numPages])
  }
  console.log(`${rows} keywords, load ${loadavg()[0]!.toFixed(1)}`)
  printTable(['run', 's', 'MB', 'pages'], table)
  if (!met) console.log('Missed: less than 10 s and 3 MB.')
  process.exitCode = met ? 0 : 1
} finally {
  await earshot.kill('SIGTERM')
  await data.remove()
}

/** Adds copies of keywords, with their numbers, until there are as many as wanted. */
async function fillUp(reportId: string): Promise<number> {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  await client.connect()
  await client.query(
    `insert into report_rows (workspace_id, report_id, id, key, text, type, modifier, sources, depth, heard, popularity, volume_value,
       volume_low, volume_high, volume_provider, volume_as_of, monthly, cpc_value, cpc_currency, difficulty, intent, intent_confidence, position)
     select workspace_id, report_id, gen_random_uuid(), key || ' ' || n, text || ' ' || n, type, modifier, sources, depth, heard, popularity,
       volume_value, volume_low, volume_high, volume_provider, volume_as_of, monthly, cpc_value, cpc_currency, difficulty, intent,
       intent_confidence, position + 10000
     from report_rows, generate_series(1, 10) n
     where report_id = $1 and type <> 'idea'
     order by n, position
     limit greatest(0, $2::integer - (select count(*)::integer from report_rows where report_id = $1))`,
    [reportId, keywords],
  )
  const { rows } = await client.query('select count(*)::integer as count from report_rows where report_id = $1', [
    reportId,
  ])
  await client.query('update reports set row_count = $2, attempt = attempt + 1 where id = $1', [
    reportId,
    rows[0].count,
  ])
  await client.end()
  return rows[0].count
}
