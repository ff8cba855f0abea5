import { type Kysely, sql } from 'kysely'

/**
 * Stored errors get a code, reason and params beside the sentence, so that screens can write their own. Null where an earlier version
 * stored the sentence alone.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of [
    'reports',
    'documents',
    'generations',
    'humanizer_runs',
    'webhook_deliveries',
    'domains',
    'workspace_transfers',
  ])
    await sql`alter table ${sql.table(table)} add column failure jsonb`.execute(db)
}
