import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { EventEndpointsTable, OutgoingEventsTable } from './tables.ts'
import './tables.ts'

export type EndpointRow = Selectable<EventEndpointsTable>
export type EventRow = Selectable<OutgoingEventsTable>

const retentionDays = 30

const getEndpoints = (db: Db, workspaceId: string) =>
  db.selectFrom('event_endpoints').where('workspace_id', '=', workspaceId)

export const insertEndpoint = (tx: Db, row: Insertable<EventEndpointsTable>): Promise<EndpointRow> =>
  tx.insertInto('event_endpoints').values(row).returningAll().executeTakeFirstOrThrow()

export const findEndpoint = (db: Db, { workspaceId, id }: ResourceRef): Promise<EndpointRow | undefined> =>
  getEndpoints(db, workspaceId).selectAll().where('id', '=', id).executeTakeFirst()

export const lockEndpoint = (tx: Db, { workspaceId, id }: ResourceRef): Promise<EndpointRow | undefined> =>
  getEndpoints(tx, workspaceId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Counts while others can’t add: the caller holds the workspace’s row. */
export async function countEndpoints(tx: Db, workspaceId: string): Promise<number> {
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(tx)
  const { total } = await getEndpoints(tx, workspaceId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export type ListedEndpoint = EndpointRow & { last_state: string | null; last_at: Date | null }

/** Oldest first, each with its latest delivery. */
export async function findEndpoints(db: Db, workspaceId: string, id: string | null = null): Promise<ListedEndpoint[]> {
  const { rows } = await sql<ListedEndpoint>`
    select e.*, d.state as last_state, d.created_at as last_at
    from event_endpoints e
    left join lateral (
      select state, created_at from event_deliveries d
      where d.workspace_id = e.workspace_id and d.endpoint_id = e.id order by d.created_at desc, d.id limit 1
    ) d on true
    where e.workspace_id = ${workspaceId} and (${id}::uuid is null or e.id = ${id}::uuid)
    order by e.created_at, e.id`.execute(db)
  return rows
}

export async function updateEndpoint(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  change: Partial<Pick<EndpointRow, 'sealed_url' | 'shown_url' | 'sealed_secret' | 'events' | 'active'>>,
) {
  if (Object.keys(change).length === 0) return
  await tx
    .updateTable('event_endpoints')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(tx: Db, { workspaceId, id }: ResourceRef): Promise<EndpointRow | undefined> {
  return tx
    .deleteFrom('event_endpoints')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

async function findWorkspace(
  db: Db,
  table: 'event_endpoints' | 'event_deliveries',
  workspaceIds: string[],
  id: string,
): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom(table)
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

export const findEndpointWorkspace = (db: Db, workspaceIds: string[], id: string) =>
  findWorkspace(db, 'event_endpoints', workspaceIds, id)
export const findDeliveryWorkspace = (db: Db, workspaceIds: string[], id: string) =>
  findWorkspace(db, 'event_deliveries', workspaceIds, id)

export async function findDeliveryEndpoint(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const row = await db
    .selectFrom('event_deliveries')
    .select('endpoint_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.endpoint_id ?? null
}

export async function hasEndpointFor(tx: Db, workspaceId: string, type: string): Promise<boolean> {
  const row = await getEndpoints(tx, workspaceId)
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`${type} = any(events)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores an event once, with a delivery for each endpoint that wants it. Without one nothing is stored. */
export async function insertEvent(
  tx: Db,
  { workspaceId, type, subject, data }: { workspaceId: string; type: string; subject: string; data: object },
) {
  await sql`
    with wanted as (
      select id, shown_url from event_endpoints
      where workspace_id = ${workspaceId} and active and ${type} = any(events)
    ), added as (
      insert into outgoing_events (workspace_id, id, type, subject, data)
      select ${workspaceId}::uuid, ${randomUUIDv7()}::uuid, ${type}, ${subject}, ${JSON.stringify(data)}::jsonb
      where exists (select from wanted)
      on conflict (workspace_id, type, subject) do nothing
      returning id
    )
    insert into event_deliveries (workspace_id, endpoint_id, id, event_id, url, state, next_at)
    select ${workspaceId}::uuid, wanted.id, gen_random_uuid(), added.id, wanted.shown_url, 'waiting', now()
    from wanted, added`.execute(tx)
}

/** An event for one endpoint alone. */
export async function insertTestEvent(tx: Db, workspaceId: string, data: object): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('outgoing_events')
    .values({ workspace_id: workspaceId, id, type: 'test', subject: id, data: JSON.stringify(data) })
    .execute()
  return id
}

/** The events with these ids. */
export async function findEvents(db: Db, workspaceId: string, ids: string[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('outgoing_events')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Retention across all workspaces; deliveries go with their events. */
export async function deleteOldEvents(db: Db) {
  await sql`delete from outgoing_events where at < now() - make_interval(days => ${retentionDays})`.execute(db)
}
