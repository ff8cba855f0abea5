import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type AssignmentRow = { title: string; owner_id: string | null; due_on: string | null }

/** Locks the document until the transaction ends. Null: there is no such document. */
export async function lockAssignment(tx: Db, { workspaceId, id }: ResourceRef): Promise<AssignmentRow | null> {
  const { rows } = await sql<AssignmentRow>`
    select title, owner_id, due_on from documents where workspace_id = ${workspaceId} and id = ${id}
    for no key update`.execute(tx)
  return rows[0] ?? null
}

export async function updateAssignment(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  { owner_id, due_on }: Pick<AssignmentRow, 'owner_id' | 'due_on'>,
) {
  await tx
    .updateTable('documents')
    .set({ owner_id, due_on })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function isMember(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** A person's name as members see it. Null: no such person. */
export async function findPersonName(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from users
    where id = ${userId}`.execute(db)
  return rows[0]?.name ?? null
}
