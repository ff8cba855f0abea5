import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import type { VendorPause } from '#providers/search-data/port.ts'
import './tables.ts'

/**
 * The pace and the pauses of vendors that all processes share, by the database's clock, in milliseconds from now. A
 * statement may wait for the row: `now()` would be older than what it finds there then.
 */

const clock = sql`clock_timestamp()`
const never = sql`to_timestamp(0)`
const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000}::double precision)`
const msUntil = (time: unknown) => sql`ceil(extract(epoch from ${time} - ${clock}) * 1000)::float8`
const pause = sql`${msUntil(sql`p.rest_until`)} as "restMs", ${msUntil(sql`p.open_until`)} as "openMs"`

/** Takes a vendor's next start, `waitMs` from now, unless the vendor is paused. */
export async function takeStart(db: Database, vendor: string, spacingMs: number) {
  const spacing = interval(spacingMs)
  const { rows } = await sql<VendorPause & { waitMs: number }>`
    insert into vendor_pacing as p (vendor, next_at) values (${vendor}, ${clock} + ${spacing})
    on conflict (vendor) do update set next_at = case
      when greatest(p.rest_until, p.open_until) > ${clock} then p.next_at
      else greatest(p.next_at, ${clock}) + ${spacing} end
    returning ${msUntil(sql`p.next_at - ${spacing}`)} as "waitMs", ${pause} ${prepared}`.execute(db)
  return rows[0]!
}

export async function findPause(db: Database, vendor: string) {
  const { rows } = await sql<VendorPause>`
    select ${pause} from vendor_pacing p where vendor = ${vendor} ${prepared}`.execute(db)
  return rows[0]
}

/** A pause ends as late as any process says. */
export async function storePause(db: Database, vendor: string, { restMs, openMs }: Partial<VendorPause>) {
  const end = (ms: number | undefined) => (ms === undefined ? never : sql`${clock} + ${interval(ms)}`)
  await sql`
    insert into vendor_pacing as p (vendor, rest_until, open_until)
    values (${vendor}, ${end(restMs)}, ${end(openMs)})
    on conflict (vendor) do update set
      rest_until = greatest(p.rest_until, excluded.rest_until),
      open_until = greatest(p.open_until, excluded.open_until)`.execute(db)
}
