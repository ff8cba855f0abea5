import { type Kysely, sql } from 'kysely'

/** Reports that are emailed as PDF every week or month, and to whom. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_mailings (
      workspace_id uuid not null,
      report_id uuid not null,
      frequency text not null check (frequency in ('weekly', 'monthly')),
      sections text[] not null,
      message text,
      paused boolean not null default false,
      next_at timestamptz,
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, report_id),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`create index report_mailings_due on report_mailings (next_at) where not paused`.execute(db)
  await sql`
    create table report_mail_recipients (
      workspace_id uuid not null,
      report_id uuid not null,
      email text not null,
      name text not null default '',
      declined boolean not null default false,
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'unclear', 'refused')),
      attempt integer not null default 0,
      retry_at timestamptz,
      claimed_at timestamptz,
      sent_at timestamptz,
      primary key (workspace_id, report_id, email),
      foreign key (workspace_id, report_id) references report_mailings on delete cascade
    )`.execute(db)
  await sql`create index report_mail_recipients_due on report_mail_recipients (retry_at) where retry_at is not null`.execute(
    db,
  )
}
