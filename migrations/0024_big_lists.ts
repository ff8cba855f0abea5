import { type Kysely, sql } from 'kysely'

/**
 * Lists that are long: what a list of reports is filtered by stands in its index, so that counting 100,000 of them reads nothing else;
 * and the rows of big finished reports stand once more by column (src/features/reports/rules/rows/column-index.ts).
 */
export async function up(db: Kysely<unknown>) {
  await sql`create index reports_listed on reports (workspace_id, hidden, created_at desc, id desc) include (type, status, query)`.execute(
    db,
  )
  await sql`drop index reports_recent`.execute(db)
  // An index answers alone only where vacuum has been. A fifth of a table of 50,000,000 rows is too long to wait for it.
  await sql`
    alter table reports set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  await sql`
    alter table report_rows set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  await sql`
    create table report_columns (
      workspace_id uuid not null,
      report_id uuid not null,
      name text not null,
      attempt integer not null,
      ranks bytea not null,
      labels text,
      primary key (workspace_id, report_id, name),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  // Read whole and at once: unpacking would cost more than reading.
  await sql`alter table report_columns alter ranks set storage external, alter labels set storage external`.execute(db)
}
