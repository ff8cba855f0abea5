import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Mention } from '../contract-comments.ts'
import type { DocumentCommentsTable, PlanCommentsTable } from './tables.ts'
import './tables.ts'

type Read<Table> = Omit<Table, 'created_at' | 'mentions'> & { created_at: Date; mentions: Mention[] }
export type CommentRow = Read<DocumentCommentsTable>
export type PlanCommentRow = Read<PlanCommentsTable>

const tables = { document: ['document_comments', 'document_id'], plan: ['plan_comments', 'plan_id'] } as const

/** `item_id`: of plans. */
export type CommentFilter = {
  item_id?: string | undefined
  resolved?: boolean | undefined
  page: number
  limit: number
}

export type CommentStore<Row extends CommentRow | PlanCommentRow> = ReturnType<typeof createCommentStore<Row>>

/** Comments of a kind. The queries are typed as those of documents, and use the columns that both tables have. */
export function createCommentStore<Row extends CommentRow | PlanCommentRow>(kind: 'document' | 'plan') {
  const [table, subjectId] = tables[kind] as (typeof tables)['document']

  return {
    kind,

    /** Id of the document or plan. */
    getSubjectId: (row: Row): string => (row as unknown as CommentRow)[subjectId],

    insert(db: Db, row: Omit<Row, 'created_at' | 'resolved_at' | 'resolver_name'>) {
      const columns = row as unknown as CommentRow
      return db
        .insertInto(table)
        .values({ ...columns, mentions: JSON.stringify(columns.mentions), resolved_at: null, resolver_name: null })
        .returningAll()
        .$castTo<Row>()
        .executeTakeFirstOrThrow()
    },

    findOne: (db: Db, { workspaceId, id }: ResourceRef) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .$castTo<Row>()
        .executeTakeFirst() as Promise<Row | undefined>,

    /** Across the workspaces that the caller can reach. */
    async locate(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
      if (workspaceIds.length === 0) return null
      const found = await db
        .selectFrom(table)
        .select('workspace_id')
        .where('workspace_id', 'in', workspaceIds)
        .where('id', '=', id)
        .executeTakeFirst()
      return found?.workspace_id ?? null
    },

    async count(db: Db, { workspaceId, id }: ResourceRef): Promise<number> {
      const { total } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<string>().as('total'))
        .where('workspace_id', '=', workspaceId)
        .where(subjectId, '=', id)
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    /** Members who commented on it, by the names that its readers see, also those who left since. */
    async findMemberAuthors(db: Db, { workspaceId, id }: ResourceRef): Promise<MemberName[]> {
      const { rows } = await sql<MemberName>`
        select distinct c.author_id as user_id, c.author_name as name
        from ${sql.table(table)} c
        where c.workspace_id = ${workspaceId} and ${sql.ref(`c.${subjectId}`)} = ${id} and c.author_kind = 'member'
          and c.author_id is not null
        order by 1, 2`.execute(db)
      return rows
    },

    /** A reply is about the item of its thread, and as resolved as it. Titles are those of now, for items that are still planned. */
    async find(db: Db, subject: ResourceRef, { item_id, resolved, page, limit }: CommentFilter) {
      const filters = [
        sql`c.workspace_id = ${subject.workspaceId} and ${sql.ref(`c.${subjectId}`)} = ${subject.id}`,
        ...(item_id === undefined ? [] : [sql`coalesce(thread.item_id, c.item_id) = ${item_id}`]),
        ...(resolved === undefined
          ? []
          : [sql`(coalesce(thread.resolved_at, c.resolved_at) is not null) = ${resolved}`]),
      ]
      const from = sql`
        from ${sql.table(table)} c
        left join ${sql.table(table)} thread on thread.workspace_id = c.workspace_id and thread.id = c.parent_id
        where ${sql.join(filters, sql` and `)}`
      const [{ rows }, { rows: counted }] = await Promise.all([
        sql<Row>`
          select chosen.* ${kind === 'plan' ? sql`, coalesce(i.title, chosen.item_title) as item_title` : sql``}
          from (select c.* ${from} order by c.created_at, c.id limit ${limit} offset ${(page - 1) * limit}) chosen
          ${
            kind === 'plan'
              ? sql`left join plan_items i on i.workspace_id = chosen.workspace_id and i.plan_id = chosen.plan_id
                  and i.id = chosen.item_id`
              : sql``
          }
          order by chosen.created_at, chosen.id`.execute(db),
        sql<{ total: string }>`select count(*) as total ${from}`.execute(db),
      ])
      return { rows, total: Number(counted[0]!.total) }
    },

    updateResolved: (db: Db, { workspaceId, id }: ResourceRef, by: string | null) =>
      db
        .updateTable(table)
        .set({ resolved_at: by === null ? null : sql<Date>`now()`, resolver_name: by })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .returningAll()
        .$castTo<Row>()
        .executeTakeFirst() as Promise<Row | undefined>,
  }
}

export async function findDocumentTitle(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select title from documents where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.title ?? null
}

export async function findPlanName(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from content_plans where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.name ?? null
}

/** The title of an item. Null: the plan has no such item. */
export async function findItemTitle(db: Db, plan: ResourceRef, itemId: string): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select title from plan_items where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} and id = ${itemId}`.execute(
    db,
  )
  return rows[0]?.title ?? null
}

export type MemberName = { user_id: string; name: string }

/** Those of these people who are members of the workspace, with their names. */
export async function findMemberNames(db: Db, workspaceId: string, userIds: string[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    select m.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
    from members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = any(${userIds}::uuid[])
    order by m.user_id`.execute(db)
  return rows
}

/** Names of members as others see them. */
export async function findMemberName(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from users
    where id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}

export async function findCommentsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select document_id, id, parent_id, quote, text, mentions, author_kind, author_name, key_name as key, created_at, resolved_at,
      resolver_name as resolved_by
    from document_comments where workspace_id = ${workspaceId} order by created_at, id`.execute(db)
  return rows
}

export async function findPlanCommentsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select plan_id, item_id, item_title, id, parent_id, text, mentions, author_kind, author_name, key_name as key, created_at,
      resolved_at, resolver_name as resolved_by
    from plan_comments where workspace_id = ${workspaceId} order by created_at, id`.execute(db)
  return rows
}
