import { sql } from 'kysely'
import '#features/auth/store/tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { LivePerson } from '../contract-live.ts'
import './tables.ts'

/** Stores who has a document open for writing, each until their lease ends. */

/** Renewed by the process that has the person's connection (heartbeat). */
export const leaseSeconds = 45
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

export type PersonRow = LivePerson & { caret: { anchor: string; head: string } | null }

/** `stream`: the connection. The selection stays when a connection follows another. */
export async function savePerson(
  db: Db,
  ref: ResourceRef,
  { client, userId, stream, epoch }: { client: string; userId: string; stream: string; epoch: string | null },
) {
  await db
    .insertInto('document_live_people')
    .values({
      workspace_id: ref.workspaceId,
      document_id: ref.id,
      client,
      user_id: userId,
      stream,
      epoch,
      leased_until: lease,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'document_id', 'client'])
        .doUpdateSet({ stream, epoch, leased_until: lease })
        // A client's id is random. One of someone else isn't taken over, and an earlier connection is none to take over by.
        .where('document_live_people.user_id', '=', userId)
        .where('document_live_people.stream', '<=', stream),
    )
    .execute()
}

export async function countPeople(db: Db, ref: ResourceRef, besides: string): Promise<number> {
  const { count } = await db
    .selectFrom('document_live_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('client', '!=', besides)
    .where('leased_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** In the order they came, so that all processes agree who is first. */
export async function findPeople(db: Db, ref: ResourceRef): Promise<PersonRow[]> {
  const rows = await db
    .selectFrom('document_live_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('document_live_sessions as s', (join) =>
      join
        .onRef('s.workspace_id', '=', 'p.workspace_id')
        .onRef('s.document_id', '=', 'p.document_id')
        .onRef('s.epoch', '=', 'p.epoch'),
    )
    .select(['p.client', 'p.user_id', 's.epoch', 'p.anchor', 'p.head', 'u.first_name', 'u.email'])
    .where('p.workspace_id', '=', ref.workspaceId)
    .where('p.document_id', '=', ref.id)
    .where('p.leased_until', '>', sql<Date>`now()`)
    .orderBy('p.came_at')
    .orderBy('p.client')
    .execute()
  return rows.map((row) => ({
    client: row.client,
    user_id: row.user_id,
    name: row.first_name || row.email,
    joined: row.epoch !== null,
    caret: row.anchor && row.head && { anchor: row.anchor.toString('base64'), head: row.head.toString('base64') },
  }))
}

export type CaretChange = { client: string; userId: string; anchor: Buffer | null; head: Buffer | null }

/** Sets selections of people who have the document open, in one statement. */
export async function saveCarets(db: Db, ref: ResourceRef, carets: CaretChange[]) {
  await sql`
    update document_live_people p set anchor = c.anchor, head = c.head
    from unnest(${carets.map(({ client }) => client)}::uuid[], ${carets.map(({ userId }) => userId)}::uuid[],
      ${carets.map(({ anchor }) => anchor)}::bytea[], ${carets.map(({ head }) => head)}::bytea[])
      as c (client, user_id, anchor, head)
    where p.workspace_id = ${ref.workspaceId} and p.document_id = ${ref.id} and p.client = c.client
      and p.user_id = c.user_id`.execute(db)
}

export async function renewLeases(db: Db, ref: ResourceRef, streams: string[]) {
  await db
    .updateTable('document_live_people')
    .set({ leased_until: lease })
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where(sql<boolean>`stream = any(${streams}::uuid[])`)
    .execute()
}

/** Removes a person whose connection ended, unless another one took over. */
export async function deletePerson(db: Db, ref: ResourceRef, stream: string) {
  await db
    .deleteFrom('document_live_people')
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('stream', '=', stream)
    .execute()
}

/** Retention, across workspaces. */
export async function deleteExpiredPeopleOfAllWorkspaces(db: Db) {
  await db.deleteFrom('document_live_people').where('leased_until', '<', sql<Date>`now() - interval '1 day'`).execute()
}
