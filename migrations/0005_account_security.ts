import { type Kysely, sql } from 'kysely'

/** A second factor, sign-in codes by mail, and Google's own id of a person. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table two_factors (
      user_id uuid primary key references users on delete cascade,
      sealed_secret text not null,
      recovery_hashes bytea[] not null,
      last_step bigint not null default 0,
      confirmed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table sign_in_codes (
      user_id uuid primary key references users on delete cascade,
      code_hash bytea not null,
      link_hash bytea not null unique,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`alter table users add column google_subject text unique`.execute(db)
  await sql`create index one_time_tokens_user on one_time_tokens (user_id)`.execute(db)
}
