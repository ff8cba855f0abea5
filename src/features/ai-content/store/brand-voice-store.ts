import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { BrandVoice } from '../contract.ts'
import './tables.ts'

const columns = ['id', 'name', 'traits', 'word_count', 'created_at'] as const

type Found = { id: string; name: string; traits: string[]; word_count: number; created_at: Date }

const present = (row: Found): BrandVoice => ({
  _id: row.id,
  name: row.name,
  traits: row.traits,
  words: row.word_count,
  created_at: row.created_at.toISOString(),
})

export async function insertVoice(
  db: Db,
  voice: ResourceRef & { name: string; samples: string[]; traits: string[]; words: number; createdBy: string },
) {
  await db
    .insertInto('brand_voices')
    .values({
      workspace_id: voice.workspaceId,
      id: voice.id,
      name: voice.name,
      samples: JSON.stringify(voice.samples),
      traits: JSON.stringify(voice.traits),
      word_count: voice.words,
      created_by: voice.createdBy,
    })
    .execute()
}

export async function findVoices(db: Db, workspaceId: string): Promise<BrandVoice[]> {
  const rows = await db
    .selectFrom('brand_voices')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute()
  return rows.map(present)
}

/**
 * Counts a workspace's voices under a lock held until the transaction ends, so that concurrent inserts can't exceed the
 * limit.
 */
export async function countVoices(tx: Db, workspaceId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('voices:' || ${workspaceId}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('brand_voices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

export async function findVoice(db: Db, ref: ResourceRef): Promise<BrandVoice | null> {
  const row = await db
    .selectFrom('brand_voices')
    .select(columns)
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirst()
  return row ? present(row) : null
}

/** Returns the workspace of a voice if it's one of `workspaceIds`, otherwise null. */
export async function locateVoice(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('brand_voices')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

export async function deleteVoice(db: Db, ref: ResourceRef) {
  await db.deleteFrom('brand_voices').where('workspace_id', '=', ref.workspaceId).where('id', '=', ref.id).execute()
}
