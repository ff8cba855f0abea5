import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DestinationKind } from '#providers/publishing/port.ts'
import type { PublicationsTable } from './tables.ts'
import '#features/ai-content/store/tables.ts'
import './tables.ts'

export type PublicationRow = Selectable<PublicationsTable>
export type PublicationUpdate = Omit<Updateable<PublicationsTable>, 'lease_until'> & {
  lease_until?: Date | RawBuilder<Date> | null
}
/** A publication with what runs its destination. */
export type ListedPublication = PublicationRow & { kind: DestinationKind }

export async function locatePublication(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('publications')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

const listed = (db: Db, workspaceId: string) =>
  db
    .selectFrom('publications as p')
    .innerJoin('destinations as d', (join) =>
      join.onRef('d.workspace_id', '=', 'p.workspace_id').onRef('d.id', '=', 'p.destination_id'),
    )
    .where('p.workspace_id', '=', workspaceId)

export const findPublication = (db: Db, { workspaceId, id }: ResourceRef): Promise<ListedPublication | undefined> =>
  listed(db, workspaceId).where('p.id', '=', id).selectAll('p').select('d.kind').executeTakeFirst()

export async function findPublications(
  db: Db,
  workspaceId: string,
  { documentId, page, limit }: { documentId: string | undefined; page: number; limit: number },
): Promise<{ items: ListedPublication[]; total: number }> {
  const query = documentId ? listed(db, workspaceId).where('p.document_id', '=', documentId) : listed(db, workspaceId)
  const [items, { total }] = await Promise.all([
    query
      .selectAll('p')
      .select('d.kind')
      .orderBy('p.updated_at', 'desc')
      .orderBy('p.id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
    query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** The publication of a document on a destination, created if it's the first. Locked until the transaction ends. */
export async function lockOrCreatePublication(tx: Db, row: Insertable<PublicationsTable>): Promise<PublicationRow> {
  await tx
    .insertInto('publications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'document_id', 'destination_id']).doNothing())
    .execute()
  return tx
    .selectFrom('publications')
    .selectAll()
    .where('workspace_id', '=', row.workspace_id)
    .where('document_id', '=', row.document_id!)
    .where('destination_id', '=', row.destination_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The publication of a post by its id on a destination, or else of its document, if that still exists. Locked. */
export async function lockPublicationOfPost(
  tx: Db,
  row: Insertable<PublicationsTable>,
): Promise<PublicationRow | null> {
  const known = await tx
    .selectFrom('publications')
    .selectAll()
    .where('workspace_id', '=', row.workspace_id)
    .where('destination_id', '=', row.destination_id)
    .where('remote_id', '=', row.remote_id!)
    .forUpdate()
    .executeTakeFirst()
  if (known) return known
  const document = await tx
    .selectFrom('documents')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', row.document_id!)
    .forShare()
    .executeTakeFirst()
  return document ? lockOrCreatePublication(tx, row) : null
}

export const lockPublication = (tx: Db, { workspaceId, id }: ResourceRef): Promise<PublicationRow | undefined> =>
  tx
    .selectFrom('publications')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function updatePublication(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  change: PublicationUpdate,
): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** A lease from the database's clock. */
export const leaseUntil = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Renews a lease, or takes over an expired one. False: another process has it, or the attempt is over. */
export async function renewLease(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { attemptId, seconds, onlyExpired }: { attemptId: string; seconds: number; onlyExpired: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('publications')
    .set({ lease_until: leaseUntil(seconds) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where(sql<string>`attempt->>'id'`, '=', attemptId)
    .where(sql<boolean>`lease_until is not null`)
    .where(onlyExpired ? sql<boolean>`lease_until <= now()` : sql<boolean>`true`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Attempts of dead processes, across workspaces. `alone`: no other process works on any. */
export async function findAbandoned(
  db: Db,
  alone: boolean,
): Promise<{ workspace_id: string; id: string; attempt_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string; attempt_id: string }>`
    select workspace_id, id, attempt->>'id' as attempt_id from publications
    where lease_until is not null and (${alone} or lease_until <= now())
    order by lease_until limit 100`.execute(db)
  return rows
}

/** Addresses of published posts of a destination, by the document they were made from. */
export async function findDocumentUrls(
  db: Db,
  workspaceId: string,
  { destinationId, documentIds }: { destinationId: string; documentIds: string[] },
): Promise<Record<string, string>> {
  if (documentIds.length === 0) return {}
  const rows = await db
    .selectFrom('publications')
    .select(['document_id', 'url'])
    .where('workspace_id', '=', workspaceId)
    .where('destination_id', '=', destinationId)
    .where('document_id', 'in', documentIds)
    .where('state', '=', 'published')
    .where('url', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ document_id, url }) => [document_id!, url!]))
}
