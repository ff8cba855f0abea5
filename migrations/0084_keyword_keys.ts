import { type Kysely, sql } from 'kysely'

/** The language of a list, which decides which spellings are the same keyword; and which keys were made before there was one rule. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table keyword_lists add column language text`.execute(db)
  for (const table of ['imports', 'keyword_lists', 'content_plans'])
    await sql`alter table ${sql.table(table)} add column keys_by_language boolean not null default false`.execute(db)
  for (const table of ['imports', 'content_plans'])
    await sql`
      create index ${sql.ref(`${table}_old_keys`)} on ${sql.table(table)} (workspace_id, id) where not keys_by_language`.execute(
      db,
    )
}
