import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { portabilityContract } from '../src/features/portability/contract.ts'
import { workspacesContract } from '../src/features/workspaces/contract.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { getArchive, importArchive } from '../tests/support/workspace-archive.ts'

/**
 * A large workspace out and in again: how long, how large, and how much memory Earshot takes for it, which must not depend on
 * the number of rows. `node bench/portability.ts [rows]`; 300,000 by default.
 */

const rows = Number(process.argv[2] ?? 300_000)
const perReport = 10_000
/** Above what it had before; a workspace held whole would take gigabytes. */
const maxMoreMb = 300
const patienceMs = 3_600_000

const { dataDir, remove } = await makeDataDir()
// A small heap: what the collector would leave lying about for later is not what is needed.
const earshot = await startEarshot(dataDir, { NODE_OPTIONS: '--max-old-space-size=256' })
try {
  const person = await earshot.signIn()
  const client = new pg.Client({ connectionString: await getDatabaseUrl(dataDir) })
  // It ends with Earshot.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units, row_count, progress, finished_at)
     select $1, gen_random_uuid(), 'topic', 'report ' || n, 'US', 'en', 1, false, false, 'done', 'done', 1, $2, 1, now()
     from generate_series(1, $3::int) n`,
    [person.workspaceId, perReport, Math.ceil(rows / perReport)],
  )
  await client.query(
    `insert into report_rows (workspace_id, report_id, id, key, text, type, sources, depth, heard, popularity, volume_value, position)
     select r.workspace_id, r.id, gen_random_uuid(), md5(r.id::text || n), 'a keyword such as people type ' || n, 'question', '{sample,google_suggest}', 1,
       jsonb_build_object('sample', jsonb_build_object('place', 1, 'asks', jsonb_build_array('how', 'why'))), 12.5, n, n
     from reports r, generate_series(1, $2::int) n where r.workspace_id = $1`,
    [person.workspaceId, perReport],
  )
  await client.query('analyze report_rows')
  await client.query('analyze reports')

  const out = await watched('out', () => getArchive({ url: earshot.url }, person, patienceMs))
  const file = path.join(dataDir, 'taken.zip')
  await writeFile(file, out)
  await person.call(workspacesContract.add, { name: 'Another', color: '#0f766e' })
  await person.call(workspacesContract.remove, { _id: person.workspaceId })
  const imported = await watched('in', () => importArchive({ url: earshot.url }, person, out, patienceMs))
  if (imported.status !== 'done') throw new Error(imported.error ?? imported.status)
  const counted = await client.query('select count(*) as n from report_rows where workspace_id = $1', [
    person.workspaceId,
  ])
  console.log(
    `${Number(counted.rows[0].n).toLocaleString('en')} rows in an archive of ${((await stat(file)).size / 1e6).toFixed(1)} MB`,
  )
  const { items } = await person.call(portabilityContract.imports, {})
  console.log(items[0]!.outcome!.counts)
  await client.end()
} finally {
  await earshot.kill('SIGTERM')
  await remove()
}

/** Of Earshot’s own process, without its database. Linux. */
async function toRss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024
}

async function watched<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = await toRss(earshot.pid)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await toRss(earshot.pid))
  }, 50)
  const started = performance.now()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    const more = (most - before) / 1e6
    console.log(
      `${what}: ${((performance.now() - started) / 1000).toFixed(1)} s, RSS ${(before / 1e6).toFixed(0)} MB before, ${(most / 1e6).toFixed(0)} MB at most (+${more.toFixed(0)} MB)`,
    )
    if (more > maxMoreMb) {
      console.error(`That is more than ${maxMoreMb} MB above what it was.`)
      process.exitCode = 1
    }
  }
}
