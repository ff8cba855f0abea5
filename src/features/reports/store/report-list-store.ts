import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '#platform/database/database.ts'
import type { ReportSort, ReportStatus, ReportType } from '../contract.ts'
import './tables.ts'

/**
 * Lists of reports, however long: `report_listings` holds what they are filtered by and `report_counts` how many there are of each
 * kind, in rows to be added up. A trigger writes both with the reports (migration 25).
 */

export type HeadFilter = {
  type?: ReportType
  q?: string
  status?: ReportStatus
  hidden?: boolean
  favorite?: boolean
  tag?: string
  /** Only reports of the same query, place and type as this one. */
  sameAs?: string
  /** Lists deleted reports instead. */
  deleted?: boolean
  /** One report for each query: the latest. */
  group?: boolean
  sort?: ReportSort
  page: number
  limit: number
}

/** `runs`: how many reports each id stands for. Null: they aren't grouped. */
export type ListedPage = { ids: string[]; total: number; runs: number[] | null }

/** The ids of a page, newest first, and how many reports there are in all. */
export async function findListed(db: Db, workspaceId: string, filter: HeadFilter): Promise<ListedPage> {
  const { favorite, tag, sameAs, deleted, group, sort = '-created_at' } = filter
  if (deleted) return findDeleted(db, workspaceId, filter)
  if (favorite !== undefined || tag !== undefined || sameAs || group || sort !== '-created_at')
    return findFromReports(db, workspaceId, filter)
  return findNewest(db, workspaceId, filter)
}

async function findNewest(
  db: Db,
  workspaceId: string,
  { type, q, status, hidden = false, page, limit }: HeadFilter,
): Promise<ListedPage> {
  const conditions = [sql<SqlBool>`workspace_id = ${workspaceId} and hidden = ${hidden}`]
  if (type) conditions.push(sql<SqlBool>`type = ${type}`)
  if (status) conditions.push(sql<SqlBool>`status = ${status}`)
  const filter = sql`${sql.join(conditions, sql` and `)}`
  const offset = sql`${(page - 1) * limit}::bigint`
  const statement = q
    ? listedWithWords(sql`${filter} and words like ${toLikePattern(q)}`, offset, limit)
    : listedFromNearerEnd(filter, offset, limit)
  const { rows } = await sql<{ total: number; ids: string[] }>`${statement}`.execute(db)
  return { ...rows[0]!, runs: null }
}

/** Reports of one query, country, language and type are runs of the same research. */
const sameResearch = sql`lower(r.query), r.country, r.language, r.type, r.is_list`

const orders: Record<ReportSort, RawBuilder<unknown>> = {
  '-created_at': sql`created_at desc, report_id desc`,
  created_at: sql`created_at, report_id`,
  query: sql`name, created_at desc, report_id desc`,
  '-query': sql`name desc, created_at desc, report_id desc`,
  rows: sql`found, created_at desc, report_id desc`,
  '-rows': sql`found desc, created_at desc, report_id desc`,
}

/** Grouping reads every report of the list: longer ones aren't grouped. */
const maxGrouped = 20_000

/** Filters and orders that only the reports themselves know. Reads all that match. */
async function findFromReports(db: Db, workspaceId: string, filter: HeadFilter): Promise<ListedPage> {
  const { type, q, status, hidden = false, favorite, tag, sameAs, sort = '-created_at', page, limit } = filter
  const conditions = [sql<SqlBool>`l.workspace_id = ${workspaceId} and l.hidden = ${hidden}`]
  if (type) conditions.push(sql<SqlBool>`l.type = ${type}`)
  if (status) conditions.push(sql<SqlBool>`l.status = ${status}`)
  if (q) conditions.push(sql<SqlBool>`l.words like ${toLikePattern(q)}`)
  if (favorite !== undefined) conditions.push(sql<SqlBool>`r.favorite = ${favorite}`)
  if (tag !== undefined) conditions.push(sql<SqlBool>`r.tags @> array[${tag}]`)
  if (sameAs)
    conditions.push(sql<SqlBool>`(${sameResearch}) = (select ${sameResearch} from reports r
      where r.workspace_id = ${workspaceId} and r.id = ${sameAs})`)
  const group = filter.group && !sameAs && (await countListed(db, workspaceId, hidden)) <= maxGrouped
  if (!group && sort === '-created_at' && favorite === undefined && tag === undefined && !sameAs)
    return findNewest(db, workspaceId, filter)
  const partition = group ? sql`over (partition by ${sameResearch})` : sql`over (partition by l.report_id)`
  const { rows } = await sql<{ total: number; ids: string[]; runs: number[] }>`
    with matching as materialized (
      select l.report_id, l.created_at, r.row_count - coalesce(r.idea_count, 0) as found, lower(coalesce(r.title, r.query)) as name, count(*) ${partition} as runs,
        row_number() over (partition by ${group ? sameResearch : sql`l.report_id`}
          order by l.created_at desc, l.report_id desc) as nth
      from report_listings l join reports r on r.workspace_id = l.workspace_id and r.id = l.report_id
      where ${sql.join(conditions, sql` and `)}
    ), page as (
      select report_id, runs, row_number() over (order by ${orders[sort]}) as place from matching
      where nth = 1 order by place limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from matching where nth = 1) as total,
      array(select report_id from page order by place) as ids, array(select runs::int from page order by place) as runs`.execute(
    db,
  )
  const { total, ids, runs } = rows[0]!
  return { total, ids, runs: group ? runs : null }
}

async function countListed(db: Db, workspaceId: string, hidden: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(reports), 0)::bigint as total from report_counts
    where workspace_id = ${workspaceId} and hidden = ${hidden}`.execute(db)
  return rows[0]!.total
}

async function findDeleted(db: Db, workspaceId: string, { page, limit }: HeadFilter): Promise<ListedPage> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    select (select count(*) from reports where workspace_id = ${workspaceId} and deleted_at is not null) as total,
      array(select id from reports where workspace_id = ${workspaceId} and deleted_at is not null
        order by deleted_at desc, id limit ${limit} offset ${(page - 1) * limit}) as ids`.execute(db)
  return { ...rows[0]!, runs: null }
}

/** Tags of the workspace's reports, the most used first. */
export async function findTags(db: Db, workspaceId: string): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from reports r cross join unnest(r.tags) as tag
    where r.workspace_id = ${workspaceId} and r.tags <> '{}' and r.deleted_at is null
    group by tag order by count(*) desc, tag limit 200`.execute(db)
  return rows
}

const listedWithWords = (matching: RawBuilder<unknown>, offset: RawBuilder<unknown>, limit: number) => sql`
  select (select count(*) from report_listings where ${matching}) as total,
    array(select report_id from report_listings where ${matching}
      order by created_at desc, report_id desc limit ${limit} offset ${offset}) as ids`

/** Scans from the nearer end, so that a deep offset reads at most half of the list. */
const listedFromNearerEnd = (matching: RawBuilder<unknown>, offset: RawBuilder<unknown>, limit: number) => sql`
  select total, case
    when ${offset} >= total then '{}'
    when ${offset} * 2 <= total then array(select report_id from report_listings where ${matching}
      order by created_at desc, report_id desc limit ${limit} offset ${offset})
    else array(select report_id from (
        select report_id, created_at from report_listings where ${matching} order by created_at, report_id
        limit least(${limit}, total - ${offset}) offset greatest(total - ${offset} - ${limit}, 0)) page
      order by created_at desc, report_id desc)
    end as ids
  from (select coalesce(sum(reports), 0)::bigint as total from report_counts where ${matching}) counted`

/** A `like` pattern that escapes wildcards in the words. */
const toLikePattern = (words: string) => sql`'%' || lower(${words.replace(/[\\%_]/g, '\\$&')}) || '%'`

/** Reports that are not hidden. */
export async function countByType(db: Db, workspaceId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, sum(reports)::bigint as count from report_counts
    where workspace_id = ${workspaceId} and not hidden group by type having sum(reports) > 0`.execute(db)
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]))
}

/** Rows of one workspace from which its counts are compacted. */
const maxCounts = 100

/**
 * Replaces a workspace's many count rows with their sums. Concurrent readers see either state, and concurrent inserts don't wait.
 */
export async function compactCounts(db: Database) {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from report_counts group by workspace_id having count(*) > ${maxCounts}`.execute(db)
  for (const { workspace_id } of rows)
    await sql`
      with gone as (delete from report_counts where workspace_id = ${workspace_id} returning hidden, type, status, reports)
      insert into report_counts (workspace_id, hidden, type, status, reports)
      select ${workspace_id}::uuid, hidden, type, status, sum(reports) from gone group by 1, 2, 3, 4 having sum(reports) <> 0`.execute(
      db,
    )
}
