import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import './tables.ts'

/** What keywords mean to a workspace's model, as bytes by a key of the keyword and the model. */

/** @returns keys in hexadecimal, with the length of their vectors */
export async function findEmbeddingKeys(
  db: Database,
  workspaceId: string,
  keys: readonly Buffer[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; length: number }>`
    select encode(key, 'hex') as key, length(vector) as length from keyword_embeddings
    where workspace_id = ${workspaceId} and key = any(${keys}::bytea[])`.execute(db)
  return new Map(rows.map(({ key, length }) => [key, length]))
}

/** @returns vectors by their keys in hexadecimal */
export async function findEmbeddings(
  db: Database,
  workspaceId: string,
  keys: readonly Buffer[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ key: string; vector: Buffer }>`
    select encode(key, 'hex') as key, vector from keyword_embeddings
    where workspace_id = ${workspaceId} and key = any(${keys}::bytea[])`.execute(db)
  return new Map(rows.map(({ key, vector }) => [key, vector]))
}

export async function upsertEmbeddings(
  db: Database,
  workspaceId: string,
  entries: readonly { key: Buffer; vector: Buffer }[],
) {
  // In the order of keys, so that two processes can't deadlock.
  const sorted = entries.toSorted((a, b) => a.key.compare(b.key))
  await sql`
    insert into keyword_embeddings (workspace_id, key, vector)
    select ${workspaceId}, key, vector
    from unnest(${sorted.map(({ key }) => key)}::bytea[], ${sorted.map(({ vector }) => vector)}::bytea[]) as n (key, vector)
    on conflict (workspace_id, key) do update set vector = excluded.vector, created_at = now()`.execute(db)
}

const retentionDays = 180

/** Retention, for all workspaces. */
export async function deleteOldEmbeddings(db: Database) {
  await sql`delete from keyword_embeddings where created_at < now() - make_interval(days => ${retentionDays})`.execute(
    db,
  )
}
