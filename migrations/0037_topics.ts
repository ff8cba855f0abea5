import { type Kysely, sql } from 'kysely'

/**
 * Topics people can plan with: parents, facts, and what a person changed. Reports and topics of earlier versions keep nulls where
 * a fact was never counted, until their keywords are grouped again.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table reports add column strictness text, add column topics_version integer not null default 0`.execute(
    db,
  )
  await sql`
    alter table report_clusters
      add column kind text not null default 'topic',
      add column parent_id uuid,
      add column volume_known integer,
      add column difficulty real,
      add column difficulty_known integer,
      add column facts jsonb not null default '{}',
      add column renamed boolean not null default false,
      add column locked boolean not null default false,
      add column parent_pinned boolean not null default false`.execute(db)
  await sql`
    alter table report_rows
      add column topic_pinned boolean not null default false,
      add column given_topic text,
      add column given_parent text`.execute(db)
  await sql`alter table report_asks add column features text[]`.execute(db)
}
