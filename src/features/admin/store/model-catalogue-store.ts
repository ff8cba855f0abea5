import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'
import type { ModelCatalogueTable } from './tables.ts'

/** What staff changed in the list of language models. Server-wide, not per workspace. */

export type ModelRow = Selectable<ModelCatalogueTable> & { edited_by_email: string | null }
type ModelKey = Pick<ModelRow, 'provider' | 'model'>

const selectModels = (db: Db) =>
  db
    .selectFrom('model_catalogue')
    .leftJoin('users', 'users.id', 'model_catalogue.edited_by')
    .selectAll('model_catalogue')
    .select('users.email as edited_by_email')

export const findEditedModels = (db: Db): Promise<ModelRow[]> => selectModels(db).execute()

export const findEditedModel = (db: Db, { provider, model }: ModelKey): Promise<ModelRow | undefined> =>
  selectModels(db).where('provider', '=', provider).where('model', '=', model).executeTakeFirst()

/** Makes the audit log's "before" of concurrent edits true: one at a time until the transaction ends. */
export async function lockModels(tx: Db) {
  await sql`lock table model_catalogue in share row exclusive mode`.execute(tx)
}

export async function upsertModel(db: Db, row: Omit<Insertable<ModelCatalogueTable>, 'edited_at'>) {
  const { provider, model, ...values } = row
  await db
    .insertInto('model_catalogue')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'model']).doUpdateSet({ ...values, edited_at: sql<Date>`now()` }),
    )
    .execute()
}

export async function deleteModel(db: Db, { provider, model }: ModelKey) {
  await db.deleteFrom('model_catalogue').where('provider', '=', provider).where('model', '=', model).execute()
}
