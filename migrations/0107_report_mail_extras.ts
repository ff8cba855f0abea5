import { type Kysely, sql } from 'kysely'

/** What an emailed report has besides the report: ranks, AI answers, the site, a plan, a listener. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_mail_extras (
      workspace_id uuid not null,
      report_id uuid not null,
      no integer not null,
      kind text not null check (kind in ('ranks', 'answers', 'site', 'plan', 'listener')),
      ref_id uuid,
      primary key (workspace_id, report_id, no),
      foreign key (workspace_id, report_id) references report_mailings (workspace_id, report_id) on delete cascade
    )`.execute(db)
}
