import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DocumentDue, DocumentSort, DocumentStatus, ListedDocument, TemplateName } from '../contract.ts'
import './tables.ts'

/** Reads lists of documents. */

export type DocumentFilter = {
  template?: TemplateName | undefined
  q?: string | undefined
  owner_id?: string | undefined
  due?: DocumentDue | undefined
  sort?: DocumentSort | undefined
  page: number
  limit: number
}

type HeadRow = {
  id: string
  title: string
  template: TemplateName
  status: DocumentStatus
  word_count: number
  score: number | null
  owner_id: string | null
  owner: string | null
  due_on: string | null
  late: boolean
  updated_at: Date
}

const orders: Record<DocumentSort, RawBuilder<unknown>> = {
  '-updated_at': sql`d.updated_at desc, d.id`,
  due_on: sql`d.due_on asc nulls last, d.updated_at desc, d.id`,
  '-due_on': sql`d.due_on desc nulls last, d.updated_at desc, d.id`,
}

/** Approved as it is, published, or of a plan item whose work is done. My work on the home page leaves out the same. */
const isFinished = sql<boolean>`(
  exists (select from document_reviews r where r.workspace_id = d.workspace_id and r.document_id = d.id
    and r.state = 'approved' and r.version = d.version)
  or exists (select from publications p where p.workspace_id = d.workspace_id and p.document_id = d.id and p.state = 'published')
  or exists (select from plan_items i where i.workspace_id = d.workspace_id and i.document_id = d.id
    and i.state in ('published', 'measured', 'dropped'))
  or exists (select from plan_items i where i.workspace_id = d.workspace_id and i.brief_id = d.id
    and (i.document_id is not null or i.state in ('published', 'measured', 'dropped'))))`

const isLate = sql<boolean>`(d.due_on < current_date and not ${isFinished})`

const dueConditions: Record<DocumentDue, RawBuilder<unknown>> = {
  late: isLate,
  week: sql`d.due_on between current_date and current_date + 7`,
  month: sql`d.due_on between current_date and current_date + 31`,
  none: sql`d.due_on is null`,
}

export async function findDocumentHeads(
  db: Db,
  workspaceId: string,
  filter: DocumentFilter,
): Promise<{ items: ListedDocument[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [sql`d.workspace_id = ${workspaceId}`]
  if (filter.template) conditions.push(sql`d.template = ${filter.template}`)
  const search = filter.q?.trim()
  if (search) conditions.push(sql`strpos(lower(d.title), lower(${search})) > 0`)
  if (filter.owner_id === 'none') conditions.push(sql`d.owner_id is null`)
  else if (filter.owner_id) conditions.push(sql`d.owner_id = ${filter.owner_id}`)
  if (filter.due) conditions.push(dueConditions[filter.due])
  const where = sql.join(conditions, sql` and `)
  const [{ rows }, counted] = await Promise.all([
    sql<HeadRow>`
      select d.id, d.title, d.template, d.status, d.word_count, (d.score->>'total')::real as score, d.owner_id,
        coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as owner, d.due_on,
        coalesce(${isLate}, false) as late, d.updated_at
      from documents d
      left join users u on u.id = d.owner_id
      where ${where}
      order by ${orders[filter.sort ?? '-updated_at']}
      limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from documents d where ${where}`.execute(db),
  ])
  const items = rows.map(({ id, word_count, updated_at, ...row }) => ({
    ...row,
    _id: id,
    words: word_count,
    updated_at: updated_at.toISOString(),
  }))
  return { items, total: counted.rows[0]!.total }
}
