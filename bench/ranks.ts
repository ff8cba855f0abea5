/**
 * A night of rank tracking on one worker with a double of DataForSEO’s queue: keywords checked in so many minutes, what they cost, and
 * that every results page was asked for once although three trackers share each keyword.
 *
 *   node bench/ranks.ts [keywords=10000] [secondsInQueue=0]
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startScheduler } from '../src/features/ranks/scheduler.ts'
import { createSerpSources } from '../src/features/ranks/serp-sources.ts'
import { createRanks } from '../src/features/ranks/service.ts'
import { createAnswerCacheStore } from '../src/features/reports/pipeline/answer-cache.ts'
import { createOwnPages } from '../src/features/sites/own/own-pages.ts'
import { migrate, openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createSignals } from '../src/platform/database/notify-signals.ts'
import { createRateLimiter } from '../src/platform/http/rate-limit.ts'
import { createLog } from '../src/platform/log.ts'
import { createThreads } from '../src/platform/threads/worker-threads.ts'
import { createMemoryCache, layeredCache } from '../src/providers/search-data/answer-cache.ts'
import { createSearchSources } from '../src/providers/search-data/catalogue.ts'
import { startSearchVendors } from '../tests/doubles/search-vendors.ts'

const keywords = Number(process.argv[2] ?? 10_000)
const secondsInQueue = Number(process.argv[3] ?? 0)
const perTracker = 1000
const sharedBy = 3

const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
await chmod(dataDir, 0o755)
const log = createLog('error')
const postgres = await startEmbeddedPostgres(dataDir, log)
const database = openDatabase(postgres.url)
const { db, pool } = database
const vendors = await startSearchVendors()
const signals = createSignals({ url: postgres.url, log })
const threads = createThreads()
try {
  vendors.setQueueLatency(secondsInQueue * 1000)
  await migrate(db, path.resolve(import.meta.dirname, '..', 'migrations'))
  await signals.start()
  const [userId, workspaceId] = [randomUUID(), randomUUID()]
  await pool.query('insert into users (id, email) values ($1, $2)', [userId, 'bench@example.com'])
  await pool.query('insert into workspaces (id, owner_id, name, color) values ($1, $2, $3, $4)', [
    ...[workspaceId, userId, 'Bench', '#c2410c'],
  ])
  const sources = createSearchSources({
    settings: {
      dataforseoUrl: vendors.url,
      dataforseoLogin: vendors.settings.DATAFORSEO_LOGIN,
      dataforseoPassword: vendors.settings.DATAFORSEO_PASSWORD,
    },
    fetch: fetch as never,
    cache: layeredCache(createMemoryCache(), createAnswerCacheStore(db)),
    log,
  })
  const serps = createSerpSources(sources)
  const own = createOwnPages({ db, threads })
  const ranks = createRanks({ db, serps, own, signals, rates: createRateLimiter({ db, isExempt: () => true }) })
  const trackers = Math.ceil(keywords / perTracker)
  for (let group = 0; group < trackers; group++)
    for (let shared = 0; shared < sharedBy; shared++)
      await ranks.add(
        userId,
        {
          ...{
            workspace_id: workspaceId,
            domain: `site-${shared}.example`,
            competitors: [],
            country: 'US',
            language: 'en',
          },
          keywords: Array.from({ length: perTracker }, (_, at) => `kettle ${group * perTracker + at}`),
          ...{
            device: 'desktop',
            frequency: 'daily',
            depth: 10,
            pixels: false,
            source: 'dataforseo',
            max_cost_usd: null,
            dry_run: false,
          },
        },
        async () => undefined,
      )
  const startedAt = Date.now()
  const scheduler = await startScheduler({ db, serps, signals, log }, { alone: true })
  for (;;) {
    const { rows } = await pool.query('select count(*)::int as left from rank_trackers where run_count = 0')
    if (rows[0].left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const minutes = (Date.now() - startedAt) / 60_000
  await scheduler.stop()
  const { rows } = await pool.query(
    `select count(*)::int as checks, count(distinct (tracker_id, keyword_no))::int as keywords,
       count(*) filter (where reason in ('failed', 'skipped', 'budget'))::int as gaps,
       (select sum(spent_usd)::float8 from rank_trackers) as spent from rank_checks`,
  )
  const asked = vendors.log.requests.flatMap(({ path: at, body }) =>
    at.endsWith('/task_post') ? JSON.parse(body) : [],
  ).length
  console.log({
    ...rows[0],
    secondsInQueue,
    asked,
    charged: vendors.log.costUsd(),
    minutes: Number(minutes.toFixed(1)),
  })
  const isRight =
    asked === trackers * perTracker &&
    rows[0].checks === trackers * perTracker * sharedBy &&
    rows[0].gaps === 0 &&
    Math.abs(rows[0].spent - vendors.log.costUsd()) < 1e-6
  console.log(isRight ? 'ok' : 'MISSED')
  process.exitCode = isRight ? 0 : 1
} finally {
  await signals.stop()
  await threads.stop()
  await database.close()
  await postgres.stop()
  await vendors.close()
  await rm(dataDir, { recursive: true, force: true })
}
