import { type Kysely, sql } from 'kysely'

/**
 * What a workspace's keywords mean to its AI model, so that it pays for each once. Neither the keyword nor the model is stored: the
 * key is made from both.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table keyword_embeddings (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      key bytea not null,
      vector bytea not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, key)
    )`.execute(db)
  // Numbers like noise: compression would only cost time.
  await sql`alter table keyword_embeddings alter column vector set storage external`.execute(db)
  await sql`create index keyword_embeddings_age on keyword_embeddings (created_at)`.execute(db)
  await sql`alter table reports add column meaning jsonb`.execute(db)
  await sql`alter table workspace_models add column embedding_model text`.execute(db)
}
