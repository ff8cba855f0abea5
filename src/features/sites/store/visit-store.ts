import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { DayRange } from '../rules/days.ts'
import type { SiteBotVisitsTable, SiteVisitLogsTable } from './visit-tables.ts'
import './visit-tables.ts'

/** Visits of bots, as uploaded server logs have them. */

export type LogRecord = Omit<SiteVisitLogsTable, 'workspace_id' | 'site_id' | 'created_by' | 'created_at'> & {
  created_at: Date
}

const logColumns = sql`id, file_name, digest, from_day::text as from_day, to_day::text as to_day, lines::float8 as lines, visits, added,
  unread::float8 as unread, elsewhere, created_at`

/** Holds the site’s row, so that logs are merged one after the other. @returns false when there’s no such site */
export async function lockSite(tx: Tx, { workspaceId, id }: ResourceRef): Promise<boolean> {
  const { rows } = await sql`select 1 from sites where workspace_id = ${workspaceId} and id = ${id} for update`.execute(
    tx,
  )
  return rows.length > 0
}

export async function findLog(db: Db, { workspaceId, id }: ResourceRef, digest: string): Promise<LogRecord | null> {
  const { rows } = await sql<LogRecord>`
    select ${logColumns} from site_visit_logs
    where workspace_id = ${workspaceId} and site_id = ${id} and digest = ${digest}`.execute(db)
  return rows[0] ?? null
}

export async function findLogs(db: Db, { workspaceId, id }: ResourceRef, limit: number): Promise<LogRecord[]> {
  const { rows } = await sql<LogRecord>`
    select ${logColumns} from site_visit_logs where workspace_id = ${workspaceId} and site_id = ${id}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export async function insertLog(
  tx: Tx,
  { workspaceId, id }: ResourceRef,
  log: Omit<LogRecord, 'created_at'> & { userId: string },
) {
  await sql`
    insert into site_visit_logs (workspace_id, site_id, id, file_name, digest, from_day, to_day, lines, visits, added, unread, elsewhere,
      created_by)
    values (${workspaceId}, ${id}, ${log.id}, ${log.file_name}, ${log.digest}, ${log.from_day}::date, ${log.to_day}::date, ${log.lines},
      ${log.visits}, ${log.added}, ${log.unread}, ${log.elsewhere}, ${log.userId})`.execute(tx)
}

/** Lines that were counted on a day: empty for a new day, null when they aren’t known any more. */
export async function findSeenLines(tx: Tx, { workspaceId, id }: ResourceRef, day: string): Promise<Buffer | null> {
  const { rows } = await sql<{ seen: Buffer | null }>`
    select seen from site_visit_days where workspace_id = ${workspaceId} and site_id = ${id} and day = ${day}::date`.execute(
    tx,
  )
  return rows[0] ? rows[0].seen : Buffer.alloc(0)
}

export async function saveSeenLines(tx: Tx, { workspaceId, id }: ResourceRef, day: string, seen: Buffer) {
  await sql`
    insert into site_visit_days (workspace_id, site_id, day, seen) values (${workspaceId}, ${id}, ${day}::date, ${seen})
    on conflict (workspace_id, site_id, day) do update set seen = excluded.seen`.execute(tx)
}

export type VisitCount = Pick<SiteBotVisitsTable, 'bot' | 'kind' | 'path' | 'status' | 'visits'> & {
  /** Seconds since 1970. */
  last: number
}

/** Adds to the counts of a day. */
export async function addVisits(tx: Tx, { workspaceId, id }: ResourceRef, day: string, counts: readonly VisitCount[]) {
  const column = <T>(get: (row: VisitCount) => T) => counts.map(get)
  await sql`
    insert into site_bot_visits (workspace_id, site_id, day, bot, kind, path, status, visits, last_at)
    select ${workspaceId}, ${id}, ${day}::date, r.bot, r.kind, r.path, r.status, r.visits, to_timestamp(r.last)
    from unnest(${column(({ bot }) => bot)}::text[], ${column(({ kind }) => kind)}::text[], ${column(({ path }) => path)}::text[],
      ${column(({ status }) => status)}::smallint[], ${column(({ visits }) => visits)}::integer[],
      ${column(({ last }) => last)}::float8[]) r(bot, kind, path, status, visits, last)
    on conflict (workspace_id, site_id, day, bot, kind, path, status) do update
      set visits = site_bot_visits.visits + excluded.visits, last_at = greatest(site_bot_visits.last_at, excluded.last_at)`.execute(
    tx,
  )
}

export async function deleteVisits(tx: Tx, { workspaceId, id }: ResourceRef) {
  for (const table of ['site_bot_visits', 'site_visit_days', 'site_visit_logs'])
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId} and site_id = ${id}`.execute(tx)
}

/** The last day that a log has lines of. Null without logs. */
export async function findLastVisitDay(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from site_visit_days where workspace_id = ${workspaceId} and site_id = ${id}`.execute(
    db,
  )
  return rows[0]!.day
}

const ofSite = ({ workspaceId, id }: ResourceRef, { from, to }: DayRange) =>
  sql`v.workspace_id = ${workspaceId} and v.site_id = ${id} and v.day between ${from}::date and ${to}::date`

/** Days of the period that a log has lines of, and whether pages of a day are lumped together. */
export async function findVisitCoverage(db: Db, site: ResourceRef, range: DayRange) {
  const { rows } = await sql<{ days: number; incomplete: boolean }>`
    select (select count(*)::integer from site_visit_days v where ${ofSite(site, range)}) as days,
      exists (select 1 from site_bot_visits v where ${ofSite(site, range)} and v.kind = 'page' and v.path = '') as incomplete`.execute(
    db,
  )
  return rows[0]!
}

export type BotSum = { bot: string; kind: SiteBotVisitsTable['kind']; status: number; visits: number }

export async function sumBots(db: Db, site: ResourceRef, range: DayRange): Promise<BotSum[]> {
  const { rows } = await sql<BotSum>`
    select v.bot, v.kind, v.status, sum(v.visits)::integer as visits from site_bot_visits v
    where ${ofSite(site, range)} group by v.bot, v.kind, v.status order by 4 desc, v.status`.execute(db)
  return rows
}

/** The latest request of each bot in all logs. */
export async function findLastVisits(db: Db, { workspaceId, id }: ResourceRef): Promise<Map<string, Date>> {
  const { rows } = await sql<{ bot: string; at: Date }>`
    select bot, max(last_at) as at from site_bot_visits where workspace_id = ${workspaceId} and site_id = ${id} group by bot`.execute(
    db,
  )
  return new Map(rows.map(({ bot, at }) => [bot, at]))
}

/** The pages that each bot visited most. */
export async function findTopPages(db: Db, site: ResourceRef, range: DayRange, limit: number) {
  const { rows } = await sql<{ bot: string; path: string; visits: number }>`
    select bot, path, visits from (
      select v.bot, v.path, sum(v.visits)::integer as visits,
        row_number() over (partition by v.bot order by sum(v.visits) desc, v.path) as no
      from site_bot_visits v where ${ofSite(site, range)} and v.kind = 'page' and v.path <> '' group by v.bot, v.path) s
    where no <= ${limit} order by bot, no`.execute(db)
  return rows
}

/** Paths of the pages that search engines may list, as the latest crawls found them. */
const crawledPages = ({ workspaceId, id }: ResourceRef) => sql`
  select split_part(substring(p.url from '^https?://[^/]+(/.*)$'), '?', 1) as path, min(p.url) as url from site_pages p
  where p.workspace_id = ${workspaceId} and p.site_id = ${id} and p.state = 'live' and p.status = 200 and p.indexable is not false
  group by 1`

export async function countCrawledPages(db: Db, site: ResourceRef): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${crawledPages(site)}) p`.execute(db)
  return rows[0]!.total
}

/** How many of these pages each bot visited. */
export async function countVisitedPages(db: Db, site: ResourceRef, range: DayRange): Promise<Map<string, number>> {
  const { rows } = await sql<{ bot: string; total: number }>`
    with pages as materialized (${crawledPages(site)}), visited as (
      select distinct v.bot, v.path from site_bot_visits v where ${ofSite(site, range)} and v.kind = 'page')
    select bot, count(*)::integer as total from visited join pages using (path) group by bot`.execute(db)
  return new Map(rows.map(({ bot, total }) => [bot, total]))
}

export type BotPageRow = {
  path: string
  url: string | null
  visits: number
  last_at: Date | null
  statuses: { status: number; visits: number }[]
}

type PageQuery = { bot: string; page: number; limit: number }

/** The pages that a bot visited, or those crawled pages that it didn’t. */
export async function findBotPages(
  db: Db,
  site: ResourceRef,
  range: DayRange,
  { bot, view, page, limit }: PageQuery & { view: 'visited' | 'unvisited' },
): Promise<{ rows: BotPageRow[]; total: number }> {
  const visited = sql`
    select v.path, v.status, sum(v.visits)::integer as visits, max(v.last_at) as last_at from site_bot_visits v
    where ${ofSite(site, range)} and v.bot = ${bot} and v.kind = 'page' and v.path <> '' group by v.path, v.status`
  const all =
    view === 'visited'
      ? sql`
        select v.path, c.url, sum(v.visits)::integer as visits, max(v.last_at) as last_at,
          jsonb_agg(jsonb_build_object('status', v.status, 'visits', v.visits) order by v.visits desc, v.status) as statuses
        from visited v left join pages c using (path) group by v.path, c.url`
      : sql`
        select path, url, 0 as visits, null::timestamptz as last_at, '[]'::jsonb as statuses from pages c
        where not exists (select 1 from visited v where v.path = c.path)`
  const { rows } = await sql<BotPageRow & { total: number }>`
    with pages as materialized (${crawledPages(site)}), visited as materialized (${visited}), found as (${all})
    select f.*, count(*) over ()::integer as total from found f
    order by visits desc, path limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Visits by day, bot and kind, for an account’s export. */
export async function findAllVisits(db: Db, { workspaceId, id }: ResourceRef) {
  const { rows } = await sql<{ day: string; bot: string; kind: string; visits: number }>`
    select day::text as day, bot, kind, sum(visits)::integer as visits from site_bot_visits
    where workspace_id = ${workspaceId} and site_id = ${id} group by day, bot, kind order by day, bot, kind`.execute(db)
  return rows
}
