/**
 * Millions of rows of Search Console for one site: how fast a sync stores them, what they take on disk, and how long views take.
 *
 *   node bench/site-volume.ts [rows=2000000] [rowsADay=25000]
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findSiteDecays } from '../src/features/sites/decay/find-site-decays.ts'
import { addDays } from '../src/features/sites/rules/days.ts'
import { getOverview, getQueries } from '../src/features/sites/search-console/get-queries.ts'
import { createKnownTotals, createQuerySums } from '../src/features/sites/search-console/query-sums.ts'
import { insertSearchDays, type SearchDay } from '../src/features/sites/store/search-store.ts'
import { migrate, openDatabase } from '../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { printTable } from './print-table.ts'
import { seededRandom } from './seeded-random.ts'

const [rows = 2_000_000, rowsADay = 25_000] = process.argv.slice(2).map(Number)
const days = Math.ceil(rows / rowsADay)
const pages = 2000
const queries = rowsADay * 2
const lastDay = '2026-11-20'
const tries = 100

const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbeddedPostgres(dataDir, createLog('error'))
const database = openDatabase(postgres.url)
const { db, pool } = database
const random = seededRandom(12)

/** Few queries have most of the searches. */
const pick = (count: number) => Math.floor(count * random() ** 3)

function createDay(day: string): Record<'query' | 'page' | 'query_page', SearchDay[]> {
  const seen = new Map<string, SearchDay>()
  while (seen.size < rowsADay) {
    const query = pick(queries)
    const page = (query * 7 + pick(3)) % pages
    const key = `${query} ${page}`
    if (seen.has(key)) continue
    const impressions = 1 + Math.floor(40 * random() ** 4)
    seen.set(key, {
      ...{ day, query: `query number ${query} of the site`, page: `https://hollowoak.example/page/${page}` },
      ...{ clicks: random() < 0.1 ? 1 : 0, impressions, position: 1 + 30 * random(), partial: false },
    })
  }
  const list = [...seen.values()]
  const sum = (get: (row: SearchDay) => string, keep: (row: SearchDay) => SearchDay) => {
    const sums = new Map<string, SearchDay>()
    for (const row of list) {
      const one = sums.get(get(row))
      if (!one) sums.set(get(row), { ...keep(row) })
      else {
        one.clicks += row.clicks
        one.impressions += row.impressions
      }
    }
    return [...sums.values()]
  }
  return {
    query_page: list,
    query: sum(
      (row) => row.query!,
      (row) => ({ ...row, page: null }),
    ),
    page: sum(
      (row) => row.page!,
      (row) => ({ ...row, query: null }),
    ),
  }
}

try {
  await migrate(db, path.resolve(import.meta.dirname, '..', 'migrations'))
  const [userId, workspaceId, id] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query('insert into users (id, email) values ($1, $2)', [userId, 'bench@example.com'])
  await pool.query('insert into workspaces (id, owner_id, name, color) values ($1, $2, $3, $4)', [
    ...[workspaceId, userId, 'Bench', '#c2410c'],
  ])
  const site = { workspaceId, id }
  await pool.query(`insert into sites (workspace_id, id, url) values ($1, $2, 'hollowoak.example')`, [workspaceId, id])
  await pool.query(
    `insert into site_connections (workspace_id, site_id, kind, state, property, last_day, synced_at)
     values ($1, $2, 'oauth', 'connected', 'sc-domain:hollowoak.example', $3, now())`,
    [workspaceId, id, lastDay],
  )
  let [stored, ms] = [0, 0]
  for (let at = days - 1; at >= 0; at--) {
    const day = addDays(lastDay, -at)
    const made = createDay(day)
    const total = { clicks: 0, impressions: 0 }
    for (const row of made.query) {
      total.clicks += row.clicks
      total.impressions += row.impressions
    }
    const started = performance.now()
    for (const dimension of ['query', 'page', 'query_page'] as const)
      await db.transaction().execute((tx) => insertSearchDays(tx, site, dimension, made[dimension]))
    await db
      .transaction()
      .execute((tx) =>
        insertSearchDays(tx, site, 'date', [{ day, query: null, page: null, ...total, position: 12, partial: false }]),
      )
    ms += performance.now() - started
    stored += made.query.length + made.page.length + made.query_page.length + 1
    if (at % 50 === 0) console.log(`${day}: ${stored.toLocaleString('en')} rows, ${Math.round((1000 * stored) / ms)}/s`)
  }
  await pool.query('analyze')
  const { rows: sizes } = await pool.query(
    `select pg_total_relation_size('site_search_days') + coalesce((select sum(pg_total_relation_size(inhrelid)) from pg_inherits
       where inhparent = 'site_search_days'::regclass), 0) as days, pg_total_relation_size('site_search_texts') as texts`,
  )
  console.log(
    `stored ${stored.toLocaleString('en')} rows at ${Math.round((1000 * stored) / ms).toLocaleString('en')} rows/s`,
  )
  console.log(
    `disk: ${(sizes[0].days / 1e6).toFixed(0)} MB of days (${(sizes[0].days / stored).toFixed(0)} bytes a row), ${(sizes[0].texts / 1e6).toFixed(0)} MB of texts`,
  )
  const getSums = createQuerySums(db)
  const getKnownTotals = createKnownTotals(db)
  const query = { view: 'all' as const, sort: '-clicks' as const, page: 1, limit: 50 }
  const calls: [string, () => Promise<unknown>][] = [
    ['overview', () => getOverview(db, getKnownTotals, site, {})],
    ['all queries', () => getQueries(db, getSums, site, query)],
    ['striking distance', () => getQueries(db, getSums, site, { ...query, view: 'striking_distance' })],
    ['low CTR', () => getQueries(db, getSums, site, { ...query, view: 'low_ctr' })],
    ['cannibalized', () => getQueries(db, getSums, site, { ...query, view: 'cannibalized' })],
    ['new', () => getQueries(db, getSums, site, { ...query, view: 'new' })],
    ['search, page 2', () => getQueries(db, getSums, site, { ...query, q: '77', page: 2, sort: '-impressions' })],
    ['decay (job)', () => findSiteDecays(db, site, lastDay)],
  ]
  const table: string[][] = []
  for (const [name, call] of calls) {
    const times: number[] = []
    for (let at = 0; at < (name.endsWith('(job)') ? 1 : tries); at++) {
      const started = performance.now()
      await call()
      times.push(performance.now() - started)
    }
    const first = times[0]!
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!.toFixed(0)
    table.push([name, first.toFixed(0), at(0.5), at(0.95)])
  }
  printTable(['view', 'first ms', 'p50 ms', 'p95 ms'], table)
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
