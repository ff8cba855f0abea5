import { sql } from 'kysely'
import type { DocumentStatus, TemplateName } from '#features/ai-content/contract.ts'
import type { ItemState } from '#features/content-plan/contract.ts'
import type { Db } from '#platform/database/database.ts'
import type { EndedReport, FailedDeliveries, WrittenDocument } from '../rules/collect-failures.ts'
import './tables.ts'

/** What the home shows of other features' tables. Each query is bounded by rows. */

/** A report takes minutes, or a day in a vendor's queue: older ones can't have ended since. */
const maxReportDays = 2
const maxEnded = 60

/** Reports that ended since, latest first. Hidden ones stay out. */
export async function findEndedReports(db: Db, workspaceId: string, since: Date): Promise<EndedReport[]> {
  const { rows } = await sql<EndedReport>`
    select r.id, r.query, r.status, r.empty, r.row_count as rows,
      r.row_count - coalesce(r.idea_count, (r.overview #>> '{counts,ideas}')::integer, 0) as found, r.sources, r.error, r.failure, r.finished_at as at
    from report_listings l join reports r on r.workspace_id = l.workspace_id and r.id = l.report_id
    where l.workspace_id = ${workspaceId} and not l.hidden
      and l.created_at > ${since}::timestamptz - ${maxReportDays} * interval '1 day'
      and r.finished_at > ${since} and r.status in ('done', 'failed')
    order by r.finished_at desc limit ${maxEnded}`.execute(db)
  return rows
}

export type DraftRow = {
  id: string
  title: string
  template: TemplateName
  status: DocumentStatus
  words: number
  score: number | null
  by: string | null
  updated_at: Date
  total: number
}

const maxDrafts = 6

/** Documents without a published or scheduled post, latest first, and how many there are. */
export async function findDrafts(db: Db, workspaceId: string): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select d.id, d.title, d.template, d.status, d.word_count as words, (d.score ->> 'total')::float8 as score,
      d.updated_at, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as by, found.total
    from (
      select d.id, count(*) over () as total from documents d
      where d.workspace_id = ${workspaceId} and not exists (
        select from posts p where p.workspace_id = d.workspace_id and p.document_id = d.id
          and p.status in ('published', 'scheduled'))
      order by d.updated_at desc, d.id limit ${maxDrafts}
    ) found
    join documents d on d.workspace_id = ${workspaceId} and d.id = found.id
    left join users u on u.id = d.created_by
    order by d.updated_at desc, d.id`.execute(db)
  return rows
}

export type WrittenRow = WrittenDocument & { template: TemplateName }

/** Documents whose latest generation of the whole text ended since. */
export async function findWrittenDocuments(db: Db, workspaceId: string, since: Date): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select d.id, d.title, d.template, d.word_count as words, g.status as outcome, g.error, g.failure, g.ended_at as at
    from documents d cross join lateral (
      select status, error, failure, ended_at from generations g
      where g.workspace_id = d.workspace_id and g.document_id = d.id and g.kind in ('document', 'continue')
      order by g.started_at desc limit 1
    ) g
    where d.workspace_id = ${workspaceId} and d.updated_at > ${since} and g.ended_at > ${since} and g.status <> 'running'
    order by g.ended_at desc limit 20`.execute(db)
  return rows
}

export type PostRow = { id: string; title: string; is_due: boolean; document_id: string | null; at: Date }

const dueDays = 7

/** Posts published since, and those scheduled for the next days. */
export async function findPosts(db: Db, workspaceId: string, since: Date): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select id, title, document_id, publish_at as at, publish_at > now() as is_due from posts
    where workspace_id = ${workspaceId} and status in ('published', 'scheduled') and publish_at > ${since}
      and publish_at < now() + ${dueDays} * interval '1 day'
    order by publish_at limit 40`.execute(db)
  return rows
}

export type PlannedRow = {
  id: string
  plan_id: string
  title: string
  state: ItemState
  due_on: string
  late: boolean
  owner: string | null
}
export type PlannedWork = { late: number; due: number; plan_ids: string[]; items: PlannedRow[] }

const maxPlanned = 5

/** Unfinished plan items that are late or due in the next days. Null without a plan. */
export async function findPlannedWork(db: Db, workspaceId: string): Promise<PlannedWork | null> {
  const { rows } = await sql<PlannedWork & { used: boolean }>`
    with open as (
      select i.plan_id, i.id, i.title, i.state, i.due_on, i.owner_id, i.due_on < current_date as late,
        row_number() over (partition by i.due_on < current_date order by i.due_on, i.id) as place
      from plan_items i
      where i.workspace_id = ${workspaceId} and i.due_on <= current_date + ${dueDays}::int
        and i.state not in ('published', 'measured', 'dropped'))
    select exists (select from content_plans where workspace_id = ${workspaceId}) as used,
      (select count(*) filter (where late) from open) as late,
      (select count(*) filter (where not late) from open) as due,
      coalesce((select jsonb_agg(distinct plan_id) from open), '[]') as plan_ids,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'plan_id', o.plan_id, 'title', o.title, 'state', o.state, 'due_on', o.due_on,
          'late', o.late, 'owner', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)) order by o.due_on, o.id)
        from open o left join users u on u.id = o.owner_id where o.place <= ${maxPlanned}), '[]') as items`.execute(db)
  const { used, ...work } = rows[0]!
  return used ? work : null
}

/** Listeners whose webhook didn't answer since, with the latest reason. */
export async function findFailedDeliveries(db: Db, workspaceId: string, since: Date): Promise<FailedDeliveries[]> {
  const { rows } = await sql<FailedDeliveries>`
    select * from (
      select distinct on (w.listener_id) w.listener_id, l.keyword, w.error, w.failure, w.tried_at as at,
        count(*) over (partition by w.listener_id) as count
      from webhook_deliveries w join listeners l on l.workspace_id = w.workspace_id and l.id = w.listener_id
      where w.workspace_id = ${workspaceId} and w.tried_at > ${since} and w.state in ('failed', 'unclear')
      order by w.listener_id, w.tried_at desc
    ) latest order by at desc limit 5`.execute(db)
  return rows
}

/** Listeners paused by the plan's limit. */
export async function findPausedListeners(
  db: Db,
  workspaceId: string,
): Promise<{ count: number; limit: number } | null> {
  const { rows } = await sql<{ count: number; limit: number | null }>`
    select count(*) as count, max(paused_limit) as limit from listeners
    where workspace_id = ${workspaceId} and paused_limit is not null`.execute(db)
  const { count, limit } = rows[0]!
  return count > 0 && limit !== null ? { count, limit } : null
}
