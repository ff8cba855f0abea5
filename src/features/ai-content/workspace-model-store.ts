import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { ModelProvider } from './contract.ts'
import './tables.ts'

/** Reads a workspace's own model. Its API key is encrypted. */

export function findWorkspaceModel(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspace_models')
    .select(['provider', 'model', 'base_url', 'sealed_key', 'key_hint'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export type WorkspaceModelRow = NonNullable<Awaited<ReturnType<typeof findWorkspaceModel>>>

export async function upsertWorkspaceModel(
  db: Db,
  workspaceId: string,
  userId: string,
  chosen: {
    provider: ModelProvider
    model: string
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
