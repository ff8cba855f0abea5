import { type Kysely, sql } from 'kysely'

/** Why someone has a plan: grants and redeem codes. `user_plans` keeps the outcome. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table plan_grants (
      user_id uuid not null references users on delete cascade,
      source text not null,
      plan text not null references plans,
      interval text,
      until timestamptz,
      granted_at timestamptz not null default now(),
      primary key (user_id, source)
    )`.execute(db)
  await sql`
    insert into plan_grants (user_id, source, plan, interval, until)
    select user_id, 'start', plan, interval, renews_at from user_plans`.execute(db)
  await sql`alter table user_plans add column changes_at timestamptz`.execute(db)
  await sql`update user_plans set changes_at = renews_at`.execute(db)
  await sql`
    create table codes (
      id uuid primary key,
      code_hash bytea not null unique,
      last4 text not null,
      interval text not null check (interval in ('lifetime', 'annual')),
      created_at timestamptz not null default now(),
      redeemed_by uuid references users on delete set null,
      redeemed_at timestamptz,
      ends_at timestamptz
    )`.execute(db)
  await sql`create index codes_redeemed_by on codes (redeemed_by)`.execute(db)
  // Room between the plans, so that a new one can stand between two.
  await sql`update plans set position = position * 10`.execute(db)
}
