import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '#platform/database.ts'
import type { ReportStatus, ReportType } from './contract.ts'
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
  page: number
  limit: number
}

/** The ids of a page, newest first, and how many reports there are in all. */
export async function findListed(
  db: Db,
  workspaceId: string,
  { type, q, status, hidden = false, page, limit }: HeadFilter,
): Promise<{ ids: string[]; total: number }> {
  const conditions = [sql<SqlBool>`workspace_id = ${workspaceId} and hidden = ${hidden}`]
  if (type) conditions.push(sql<SqlBool>`type = ${type}`)
  if (status) conditions.push(sql<SqlBool>`status = ${status}`)
  const filter = sql`${sql.join(conditions, sql` and `)}`
  const offset = sql`${(page - 1) * limit}::bigint`
  const statement = q
    ? listedWithWords(sql`${filter} and words like ${toLikePattern(q)}`, offset, limit)
    : listedFromNearerEnd(filter, offset, limit)
  const { rows } = await sql<{ total: number; ids: string[] }>`${statement}`.execute(db)
  return rows[0]!
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
