import { type Kysely, sql } from 'kysely'

/** Who did what that others must be able to see later. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table audit_log (
      id uuid primary key,
      at timestamptz not null default now(),
      actor_id uuid,
      actor_email text not null,
      action text not null,
      subject text,
      details jsonb not null default '{}',
      address text
    )`.execute(db)
  await sql`create index audit_log_at on audit_log (at desc)`.execute(db)
}
