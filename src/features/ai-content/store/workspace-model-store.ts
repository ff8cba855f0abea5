import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ModelProvider } from '../contract.ts'
import './tables.ts'

/** Reads a workspace's own model. Its API key is encrypted. */

export function findWorkspaceModel(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspace_models')
    .select(['provider', 'model', 'embedding_model', 'base_url', 'sealed_key', 'key_hint'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** US dollars for a million tokens, as the workspace set them; null if it didn't. */
export async function findWorkspacePrice(db: Db, workspaceId: string) {
  const row = await db
    .selectFrom('workspace_models')
    .select(['input_price', 'output_price'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (row?.input_price == null || row.output_price == null) return null
  return { input: row.input_price, output: row.output_price }
}

export type WorkspaceModelRow = NonNullable<Awaited<ReturnType<typeof findWorkspaceModel>>>

export async function upsertWorkspaceModel(
  db: Db,
  workspaceId: string,
  userId: string,
  chosen: {
    provider: ModelProvider
    model: string
    embedding_model: string | null
    base_url: string | null
    sealed_key: string | null
    key_hint: string | null
  },
) {
  await db
    .insertInto('workspace_models')
    .values({ workspace_id: workspaceId, updated_by: userId, ...chosen })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ ...chosen, updated_by: userId, updated_at: sql`now()` }),
    )
    .execute()
}

export async function deleteWorkspaceModel(db: Db, workspaceId: string) {
  await db.deleteFrom('workspace_models').where('workspace_id', '=', workspaceId).execute()
}
