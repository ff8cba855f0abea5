import { type Kysely, sql } from 'kysely'

/**
 * When any process may ask a vendor next, and until when all leave it alone. Unlogged: after a crash of the database,
 * it starts empty.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create unlogged table vendor_pacing (
      vendor text primary key,
      next_at timestamptz not null default now(),
      rest_until timestamptz not null default to_timestamp(0),
      open_until timestamptz not null default to_timestamp(0)
    ) with (fillfactor = 50)`.execute(db)
}
