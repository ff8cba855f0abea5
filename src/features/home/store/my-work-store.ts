import { sql } from 'kysely'
import type { ItemState } from '#features/content-plan/contract.ts'
import type { Db } from '#platform/database/database.ts'

export type MyWorkRow = {
  kind: 'plan_item' | 'document'
  id: string
  plan_id: string | null
  title: string
  state: ItemState | null
  due_on: string | null
  late: boolean
  comments: number
  suggestions: number
}

const maxItems = 12

/**
 * What waits for one person: unfinished plan items they own, by date, and documents. Those are the unfinished ones they own, by date,
 * then those they own, created or shared that have open comments of others or undecided suggestions, the latest first. A document of a
 * plan item they own is one piece of work with it. The list of documents leaves out the same as finished.
 */
export async function findMyWork(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<{ items: MyWorkRow[]; total: number }> {
  const { rows } = await sql<{ items: MyWorkRow[]; total: number }>`
    with mine as (
      select d.id, d.title, case when d.owner_id = ${userId} then d.due_on end as due_on,
        coalesce(d.owner_id = ${userId}, false)
        and not exists (
          select from document_reviews r
          where r.workspace_id = d.workspace_id and r.document_id = d.id and r.state = 'approved' and r.version = d.version)
        and not exists (
          select from publications p
          where p.workspace_id = d.workspace_id and p.document_id = d.id and p.state = 'published')
        and not exists (
          select from plan_items i
          where i.workspace_id = d.workspace_id and i.document_id = d.id
            and (i.owner_id = ${userId} or i.state in ('published', 'measured', 'dropped')))
        and not exists (
          select from plan_items i
          where i.workspace_id = d.workspace_id and i.brief_id = d.id
            and (i.owner_id = ${userId} or i.document_id is not null or i.state in ('published', 'measured', 'dropped'))) as is_open
      from documents d
      where d.workspace_id = ${workspaceId} and (d.created_by = ${userId} or d.owner_id = ${userId} or exists (
        select from review_links l where l.workspace_id = d.workspace_id and l.document_id = d.id and l.created_by = ${userId}))),
    waiting as (
      select m.id, m.title, case when m.is_open then m.due_on end as due_on, c.count as comments, s.count as suggestions,
        greatest(c.at, s.at) as at
      from mine m
      cross join lateral (
        select count(*)::int as count, max(c.created_at) as at from document_comments c
        where c.workspace_id = ${workspaceId} and c.document_id = m.id and c.parent_id is null and c.resolved_at is null
          and c.author_id is distinct from ${userId}::uuid) c
      cross join lateral (
        select count(*)::int as count, max(p.created_at) as at
        from document_proposals p
        join document_suggestions s on s.workspace_id = p.workspace_id and s.proposal_id = p.id and s.state = 'open'
        where p.workspace_id = ${workspaceId} and p.document_id = m.id) s
      where c.count > 0 or s.count > 0 or m.is_open),
    work as (
      select 'plan_item' as kind, i.id, i.plan_id, i.title, i.state, i.due_on, coalesce(i.due_on < current_date, false) as late,
        0 as comments, 0 as suggestions,
        row_number() over (order by i.due_on nulls last, i.id) as nth
      from plan_items i
      where i.workspace_id = ${workspaceId} and i.owner_id = ${userId} and i.state not in ('published', 'measured', 'dropped')
      union all
      select 'document', w.id, null, w.title, null, w.due_on, coalesce(w.due_on < current_date, false), w.comments, w.suggestions,
        row_number() over (order by w.due_on nulls last, w.at desc nulls last, w.id)
      from waiting w)
    select (select count(*)::int from work) as total,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', o.kind, 'id', o.id, 'plan_id', o.plan_id, 'title', o.title, 'state', o.state,
          'due_on', o.due_on, 'late', o.late, 'comments', o.comments, 'suggestions', o.suggestions) order by o.nth, o.kind)
        from (select * from work order by nth, kind limit ${maxItems}) o), '[]') as items`.execute(db)
  return rows[0]!
}
