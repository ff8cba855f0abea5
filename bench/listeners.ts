/**
 * 100,000 active listeners on a separate PostgreSQL: what picking the due ones costs, and how many runs one worker
 * finishes in a second when the sources answer immediately. A run is complete: query, comparison, storage and notification.
 *
 *   node bench/listeners.ts [listeners=100000] [mostSeconds=60]
 */
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createListenerQuota } from '../src/features/listeners/listener-quota.ts'
import { nextRun } from '../src/features/listeners/rules/next-run.ts'
import { startScheduler } from '../src/features/listeners/scheduler.ts'
import { listenerLeases } from '../src/features/listeners/store/listener-lease-store.ts'
import { insertForMembers, updateCounts } from '../src/features/notifications/store/store.ts'
import { createPlans } from '../src/features/plans/service.ts'
import { migrate, openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createSignals } from '../src/platform/database/notify-signals.ts'
import { createLog } from '../src/platform/log.ts'
import type { SearchSource, SourceAnswer, SourceId } from '../src/providers/search-data/port.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getServerPid } from './process-cpu.ts'

const listeners = Number(process.argv[2] ?? 100_000)
const maxSeconds = Number(process.argv[3] ?? 60)
const batch = 24
/** The same ones in each phase, so that the later runs are not first ones. */
const ranEachTime = 400
const frequencies = ['daily', 'weekly', 'monthly'] as const

const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
await chmod(dataDir, 0o755)
const log = createLog('error')
const server = await startEmbeddedPostgres(dataDir, log)
const database = openDatabase(server.url)
const { db, pool } = database
let serverPid = 0
try {
  serverPid = getServerPid(dataDir)
  await migrate(db, path.resolve(import.meta.dirname, '..', 'migrations'))
  await fill()
  await measurePicking()
  await measureRuns()
} finally {
  await database.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Listeners as `add` makes them, each at its own moment. */
async function fill() {
  const [userId, workspaceId] = [randomUUID(), randomUUID()]
  await pool.query('insert into users (id, email) values ($1, $2)', [userId, 'bench@example.com'])
  await pool.query('insert into workspaces (id, owner_id, name, color) values ($1, $2, $3, $4)', [
    workspaceId,
    userId,
    'Bench',
    '#c2410c',
  ])
  await pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')`, [workspaceId, userId])
  await pool.query(`insert into user_plans (user_id, plan, seodata) values ($1, 'self_hosted', false)`, [userId])
  const now = new Date()
  for (let from = 0; from < listeners; from += 5000) {
    const ids = Array.from({ length: Math.min(5000, listeners - from) }, () => randomUUIDv7())
    const often = ids.map((_, at) => frequencies[(from + at) % 3]!)
    await pool.query(
      `insert into listeners (workspace_id, id, keyword, country, language, frequency, sealed_secret, rss, feed_key, status,
         next_run_at, take_at)
       select $1, id, 'kettle ' || left(id::text, 13), 'US', 'en', frequency, '', true, gen_random_uuid(), 'active', at, at
       from unnest($2::uuid[], $3::text[], $4::timestamptz[]) as made (id, frequency, at)`,
      [workspaceId, ids, often, ids.map((id, at) => nextRun(id, often[at]!, now))],
    )
  }
  await pool.query('vacuum analyze listeners')
}

async function measurePicking() {
  console.log(`${listeners.toLocaleString('en')} active listeners, ${batch} taken at a time`)
  const table: (string | number)[][] = []
  for (const [name, due] of [
    ['none is due', 0],
    ['100 are due', 100],
    ['all are due, as after a long stop', listeners],
  ] as const) {
    await pool.query(`update listeners set running = false, attempt = 0, tries = 0, take_at = next_run_at`)
    if (due > 0)
      await pool.query(
        `update listeners set take_at = now() - interval '1 second' * random()
         where id in (select id from listeners order by id limit $1)`,
        [due],
      )
    await pool.query('vacuum analyze listeners')
    const explained: number[] = []
    const asked: number[] = []
    let scan = ''
    const query = listenerLeases.leaseDueQuery(batch, 20).compile(db)
    for (let round = 0; round < 50; round++) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query(`explain (analyze, format json) ${query.sql}`, [...query.parameters])
        const [plan] = rows[0]['QUERY PLAN']
        explained.push(plan['Execution Time'] + plan['Planning Time'])
        scan = JSON.stringify(plan).includes('listeners_due') ? 'listeners_due' : 'no index'
        await client.query('rollback')
      } finally {
        client.release()
      }
      // As the worker asks it, committed: each takes others.
      if (due === 0 || round * batch < due) {
        const started = performance.now()
        await listenerLeases.leaseDue(db, batch, 20)
        asked.push(performance.now() - started)
      }
    }
    table.push([name, scan, at(explained, 0.5), at(explained, 1), at(asked, 0.5), at(asked, 0.95), at(asked, 1)])
  }
  printTable(
    ['', 'index', 'explain analyze ms, median', 'most', 'asked and committed ms, median', 'p95', 'most'],
    table,
  )
  console.log('wanted: under 20 ms\n')
}

function at(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
}

/** Answers immediately with ten of a keyword's phrases; `phase` shifts a few of them. */
function instantSource(
  id: SourceId,
  fanOut: SearchSource['fanOut'],
  phrases: number,
  phase: () => number,
): SearchSource {
  return {
    id,
    label: id,
    fanOut,
    concurrency: 10,
    unavailable: null,
    costPerAskUsd: 0,
    ask: async (term): Promise<SourceAnswer> => {
      let hash = phase() * 3
      for (let place = 0; place < term.length; place++) hash = (Math.imul(hash, 31) + term.charCodeAt(place)) >>> 0
      const suggestions = Array.from({ length: 10 }, (_, place) => ({
        text: `how to descale kettle number ${((hash + place) % phrases) + phase() * 3}`,
        kind: 'suggestion' as const,
        relevance: 1 - place / 10,
      }))
      return {
        suggestions,
        discussions: [],
        pages: [],
        features: [],
        metrics: [],
        fetchedAt: '',
        cached: false,
        costUsd: 0,
      }
    },
  }
}

/** What PostgreSQL wrote to its log so far: what has to reach the disk before a run counts. */
async function walBytes(): Promise<number> {
  const { rows } = await pool.query(`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`)
  return rows[0].bytes
}

async function measureRuns() {
  const plans = createPlans({ db, rates: {} as never, defaultPlan: 'free' })
  const { admit } = createListenerQuota({ db, plans, notifyPaused: async () => undefined })
  const table: (string | number)[][] = []
  const shapes = [
    { name: 'one source, asked once', build: (phase: () => number) => [instantSource('wikipedia', 'seed', 10, phase)] },
    {
      name: 'one source, asked 80 times',
      build: (phase: () => number) => [instantSource('google_suggest', 'expansions', 200, phase)],
    },
    {
      name: 'three sources, 161 questions',
      build: (phase: () => number) => [
        instantSource('google_suggest', 'expansions', 200, phase),
        instantSource('bing_suggest', 'expansions', 200, phase),
        instantSource('wikipedia', 'seed', 10, phase),
      ],
    },
  ]
  for (const { name, build } of shapes) {
    let phase = 0
    const sources = new Map(build(() => phase).map((source) => [source.id, source]))
    await pool.query('delete from listener_runs')
    await pool.query('truncate listener_items, listener_changes, notifications')
    await pool.query(
      `update listeners set take_at = null, running = false, run_count = 0, heard = '{}', heard_count = 0`,
    )
    for (const [what, next] of [
      ['first runs, all of it new', 0],
      ['nothing changed', 0],
      ['some came and some went', 1],
    ] as const) {
      phase = next
      await pool.query(
        `update listeners set take_at = now(), running = false where id in (select id from listeners order by id limit $1)`,
        [ranEachTime],
      )
      const { rows: before } = await pool.query('select count(*) as runs from listener_runs')
      const started = performance.now()
      const signals = createSignals({ url: null, log })
      const scheduler = await startScheduler(
        { db, sources, signals, log, notify: insertForMembers, updateNotificationCounts: updateCounts, admit },
        { alone: false },
      )
      const usedBefore = process.cpuUsage()
      const serverBefore = cpuMsWithChildren(serverPid)
      const walBefore = await walBytes()
      let done = 0
      while (performance.now() - started < maxSeconds * 1000 && done < ranEachTime) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        const { rows } = await pool.query('select count(*) as runs from listener_runs')
        done = rows[0].runs - before[0].runs
      }
      const took = (performance.now() - started) / 1000
      const used = process.cpuUsage(usedBefore)
      const cpuMs = (used.user + used.system) / 1000 / Math.max(1, done)
      const serverMs = (cpuMsWithChildren(serverPid) - serverBefore) / Math.max(1, done)
      const walKb = ((await walBytes()) - walBefore) / 1000 / Math.max(1, done)
      await scheduler.stop()
      const { rows } = await pool.query(
        `select avg(heard)::int as heard, avg(added + removed)::int as changed from (
           select heard, added, removed from listener_runs order by at desc limit $1) latest`,
        [Math.max(1, done)],
      )
      table.push([
        name,
        what,
        rows[0].heard ?? 0,
        rows[0].changed ?? 0,
        done,
        Math.round(done / took),
        cpuMs.toFixed(1),
        serverMs.toFixed(1),
        walKb.toFixed(0),
        Math.round(1000 / Math.max(cpuMs, (cpuMs + serverMs) / 2)),
      ])
    }
  }
  printTable(
    [
      'a run',
      '',
      'items',
      'changed',
      'runs',
      'runs a second',
      'worker CPU ms a run',
      'PostgreSQL CPU ms',
      'log kB a run',
      'a second, on two free processors',
    ],
    table,
  )
  console.log(`load of the machine, last minute: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors`)
  console.log('wanted: 200 runs a second against instant doubles')
}
