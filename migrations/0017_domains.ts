import { type Kysely, sql } from 'kysely'

/** Names that workspaces map to what they publish, and how it looks there. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table domains (
      workspace_id uuid primary key references workspaces on delete cascade,
      domain text not null,
      target text not null check (target in ('reports', 'blog')),
      status text not null default 'pending_dns' check (status in ('pending_dns', 'active', 'error')),
      error text,
      records jsonb not null,
      claimed_at timestamptz not null default now(),
      verified_at timestamptz,
      first_verified_at timestamptz,
      checked_at timestamptz,
      check_at timestamptz,
      left_checks integer not null default 0,
      left_since timestamptz,
      unreachable_since timestamptz,
      switched_off_at timestamptz,
      created_by uuid,
      created_at timestamptz not null default now(),
      constraint domains_domain unique (domain)
    )`.execute(db)
  await sql`create index domains_due on domains (check_at) where check_at is not null`.execute(db)
  // A name that was served once and was let go may still point here: its next workspace has to prove that it is theirs.
  // By its hash: who is gone is not named.
  await sql`
    create table released_domains (
      domain_hash bytea primary key,
      workspace_id uuid not null,
      released_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create function domains_released() returns trigger language plpgsql as $$
    begin
      insert into released_domains (domain_hash, workspace_id)
      values (sha256(convert_to(old.domain, 'UTF8')), old.workspace_id)
      on conflict (domain_hash) do update set workspace_id = excluded.workspace_id, released_at = now();
      return null;
    end $$`.execute(db)
  await sql`
    create trigger domains_released after delete on domains
    for each row when (old.first_verified_at is not null) execute function domains_released()`.execute(db)
  await sql`
    create trigger domains_renamed after update of domain on domains
    for each row when (old.first_verified_at is not null and old.domain <> new.domain)
    execute function domains_released()`.execute(db)
  await sql`
    create table brands (
      workspace_id uuid primary key references workspaces on delete cascade,
      name text,
      logo uuid references images on delete set null,
      color text
    )`.execute(db)
  await sql`create index brands_logo on brands (logo) where logo is not null`.execute(db)
  // Who runs an installation of their own maps as many as they like.
  await sql`
    update plans set allowances = jsonb_set(allowances, '{domain}', '1000000000')
    where name = 'self_hosted' and (allowances ->> 'domain')::bigint = 1`.execute(db)
}
