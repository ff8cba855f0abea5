/**
 * Many progress streams of few reports: the latency of /readyz meanwhile, and the queries sent to the database.
 *
 *   node bench/progress-streams.ts [streams=2000] [reports=3] [seconds=20]
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Agent, request } from 'undici'
import { reportsContract } from '../src/features/reports/contract.ts'
import { hashToken, newToken } from '../src/platform/secrets.ts'
import { startSearchVendors } from '../tests/doubles/search-vendors.ts'
import { getDatabaseUrl, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { getCpuMs } from './process-cpu.ts'

const [streams = 2000, reports = 3, seconds = 20] = process.argv.slice(2).map(Number)
/** A user can have a thousand streams open, and API keys count for their creator. */
const streamsOfOne = 900
const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!
const agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 })

let over = false
const vendors = await startSearchVendors({ latencyMs: 3000 })
const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir, { ...vendors.settings, LOG_LEVEL: 'error' })
const database = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
await database.connect()
try {
  const { call, token, workspaceId } = await earshot.signIn()
  const tokens = [token, ...(await otherMembers(workspaceId, Math.ceil(streams / streamsOfOne) - 1))]
  const ids: string[] = []
  for (let no = 0; no < reports; no++) {
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: `watched ${no}`,
      country: 'US',
      language: 'en',
      sources: ['google_suggest'],
    })
    ids.push(report!._id)
  }
  let [opened, events] = [0, 0]
  for (let no = 0; no < streams; no++) {
    watch(ids[no % ids.length]!, tokens[Math.floor(no / streamsOfOne)]!).catch((error) => {
      if (!over) throw error
    })
    while (opened < no - 50) await delay(5)
  }
  while (opened < streams) await delay(50)

  const transactions = async () =>
    (await database.query(`select xact_commit::float8 as count from pg_stat_database where datname = 'earshot'`))
      .rows[0].count as number
  const [eventsBefore, cpuBefore, askedBefore] = [events, getCpuMs(earshot.pid), await transactions()]
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const sent = performance.now()
    const { statusCode, body } = await request(`${earshot.url}/readyz`)
    await body.dump()
    if (statusCode !== 200) throw new Error(`/readyz answered ${statusCode}`)
    times.push(performance.now() - sent)
    await delay(20)
  }
  // The statistics of PostgreSQL lag a little.
  await delay(1500)
  printTable(
    ['streams', 'reports', '/readyz p50 ms', 'p99 ms', 'most ms', 'events a s', 'transactions a s', 'processor %'],
    [
      [
        streams,
        reports,
        quantile(times, 0.5).toFixed(1),
        quantile(times, 0.99).toFixed(1),
        Math.max(...times).toFixed(1),
        Math.round((events - eventsBefore) / seconds),
        Math.round(((await transactions()) - askedBefore) / (seconds + 1.5)),
        Math.round((getCpuMs(earshot.pid) - cpuBefore) / (seconds + 1.5) / 10),
      ],
    ],
  )

  async function watch(id: string, bearer: string) {
    const { body, statusCode } = await request(`${earshot.url}/reports/events/${id}`, {
      headers: { authorization: `Bearer ${bearer}` },
      dispatcher: agent,
    })
    if (statusCode !== 200) throw new Error(`A stream was answered with ${statusCode}`)
    opened++
    body.on('error', () => undefined)
    for await (const chunk of body) events += String(chunk).split('\nevent: ').length
  }

  /** People beside the owner: their sessions are copied, since signing up isn't what is measured. */
  async function otherMembers(workspace: string, count: number) {
    const made: string[] = []
    for (let no = 0; no < count; no++) {
      const bearer = newToken('bench')
      const { rows } = await database.query(
        `insert into users (id, email) values (gen_random_uuid(), 'watcher${no}@example.com') returning id`,
      )
      await database.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
        workspace,
        rows[0].id,
      ])
      await database.query(
        `insert into access_tokens (id, user_id, token_hash, kind, expires_at)
         values (gen_random_uuid(), $1, $2, 'session', now() + interval '1 day')`,
        [rows[0].id, hashToken(bearer)],
      )
      made.push(bearer)
    }
    return made
  }
} finally {
  over = true
  await agent.destroy()
  await database.end()
  await earshot.kill('SIGKILL')
  await vendors.close()
  await data.remove()
}
