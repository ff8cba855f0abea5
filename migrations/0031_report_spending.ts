import { type Kysely, sql } from 'kysely'

/**
 * What a report may spend and has spent: the calls it may make, each with its price, planned before it starts, and how much of
 * them is set aside or spent. Nothing is called that is not drawn from here first.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_budgets (
      workspace_id uuid not null,
      report_id uuid not null,
      estimate_usd numeric(14, 6) not null,
      max_cost_usd numeric(14, 6),
      committed_usd numeric(14, 6) not null default 0,
      primary key (workspace_id, report_id),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_calls (
      workspace_id uuid not null,
      report_id uuid not null,
      source text not null,
      endpoint text not null,
      planned_calls integer not null,
      planned_usd numeric(14, 6) not null,
      calls integer not null default 0,
      committed_usd numeric(14, 6) not null default 0,
      primary key (workspace_id, report_id, source, endpoint),
      foreign key (workspace_id, report_id) references report_budgets on delete cascade
    )`.execute(db)
  await sql`alter table reports add column empty boolean not null default false`.execute(db)
}
