import { type Kysely, sql } from 'kysely'

/** Accounts, sessions, workspaces, members, plans, usage. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table users (
      id uuid primary key,
      email text not null unique,
      password_hash text,
      first_name text not null default '',
      last_name text not null default '',
      timezone text,
      email_prefs jsonb not null default '{}',
      staff boolean not null default false,
      email_verified boolean not null default false,
      disabled boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table access_tokens (
      id uuid primary key,
      kind text not null check (kind in ('session', 'key', 'support')),
      token_hash bytea not null unique,
      user_id uuid not null references users on delete cascade,
      workspace_id uuid,
      scopes text[] not null default '{}',
      name text,
      user_agent text,
      address text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz
    )`.execute(db)
  await sql`create index access_tokens_user on access_tokens (user_id)`.execute(db)
  await sql`
    create table one_time_tokens (
      token_hash bytea primary key,
      purpose text not null,
      user_id uuid references users on delete cascade,
      email text,
      data jsonb not null default '{}',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`
    create table workspaces (
      id uuid primary key,
      owner_id uuid not null references users on delete cascade,
      name text not null,
      color text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index workspaces_owner on workspaces (owner_id)`.execute(db)
  await sql`
    create table members (
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
      created_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    )`.execute(db)
  await sql`create index members_user on members (user_id)`.execute(db)
  await sql`
    create table plans (
      name text primary key,
      label text not null,
      position integer not null,
      allowances jsonb not null,
      price jsonb not null
    )`.execute(db)
  await sql`
    create table user_plans (
      user_id uuid primary key references users on delete cascade,
      plan text not null references plans,
      interval text,
      renews_at timestamptz,
      seodata boolean not null default false,
      seodata_disable_at timestamptz
    )`.execute(db)
  await sql`
    create table usage (
      user_id uuid not null references users on delete cascade,
      tool text not null,
      period_start timestamptz not null,
      used bigint not null default 0 check (used >= 0),
      primary key (user_id, tool, period_start)
    )`.execute(db)
  await sql`
    create table idempotency_keys (
      caller text not null,
      key text not null,
      request_hash bytea not null,
      status integer,
      answer text,
      created_at timestamptz not null,
      primary key (caller, key)
    )`.execute(db)
  await sql`
    create table rate_counts (
      bucket text primary key,
      count integer not null,
      resets_at timestamptz not null
    )`.execute(db)
  await sql`create table installation (key text primary key, value jsonb not null)`.execute(db)
  await sql`
    insert into plans (name, label, position, allowances, price) values
      ('free', 'Free', 1, '{"reports":5,"clusters":500,"ai":10,"humanizer":10,"search_listener":1,"trends":10,"sv":0,"workspaces":1,"members":1,"domain":0}', '{"month":0,"year":0}'),
      ('starter', 'Starter', 2, '{"reports":50,"clusters":5000,"ai":100,"humanizer":100,"search_listener":10,"trends":100,"sv":1000,"workspaces":3,"members":3,"domain":0}', '{"month":19,"year":190}'),
      ('pro', 'Pro', 3, '{"reports":250,"clusters":50000,"ai":500,"humanizer":500,"search_listener":50,"trends":500,"sv":10000,"workspaces":10,"members":10,"domain":1}', '{"month":49,"year":490}'),
      ('agency', 'Agency', 4, '{"reports":1000,"clusters":500000,"ai":2000,"humanizer":2000,"search_listener":250,"trends":2000,"sv":100000,"workspaces":100,"members":50,"domain":1}', '{"month":149,"year":1490}'),
      ('self_hosted', 'Self-hosted', 5, '{"reports":1000000000,"clusters":1000000000,"ai":1000000000,"humanizer":1000000000,"search_listener":1000000000,"trends":1000000000,"sv":1000000000,"workspaces":1000000000,"members":1000000000,"domain":1}', '{}')
  `.execute(db)
}
