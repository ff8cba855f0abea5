import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import { createBatcher } from '#platform/jobs/batcher.ts'
import type { AnswerCache, SourceAnswer } from '#providers/search-data/port.ts'
import '../store/tables.ts'

/** A report asks for hundreds of answers at a time: statements, not rows, are what costs. */
const maxEntries = 100
/** Characters of JSON per statement. */
const maxWritten = 2_000_000

type Entry = { key: string; answer: string; expires_at: Date }

/** The shared cache of source responses. Queries are public data and contain no tenant's data. */
export function createAnswerCacheStore(db: Database): AnswerCache {
  const reads = createBatcher<string, SourceAnswer | null>({
    maxItems: maxEntries,
    lanes: 2,
    async run(keys) {
      const rows = await db
        .selectFrom('source_cache')
        .select(['key', 'answer'])
        .where('key', '=', sql<string>`any(${keys}::text[])`)
        .where('expires_at', '>', sql<Date>`now()`)
        .modifyEnd(prepared)
        .execute()
      const found = new Map(rows.map(({ key, answer }) => [key, answer as SourceAnswer]))
      return keys.map((key) => found.get(key) ?? null)
    },
  })

  const writes = createBatcher<Entry, void>({
    maxItems: maxEntries,
    maxSize: maxWritten,
    size: ({ answer }) => answer.length,
    retryAlone: true,
    async run(entries) {
      // One row per key, the last; locked in key order, so that two processes can't deadlock.
      const rows = [...new Map(entries.map((entry) => [entry.key, entry])).values()]
      rows.sort((a, b) => (a.key < b.key ? -1 : 1))
      await sql`
        insert into source_cache (key, answer, expires_at)
        select key, answer::jsonb, expires_at
        from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ answer }) => answer)}::text[],
          ${rows.map((row) => row.expires_at.toISOString())}::timestamptz[]) as n (key, answer, expires_at)
        on conflict (key) do update set answer = excluded.answer, expires_at = excluded.expires_at ${prepared}`.execute(
        db,
      )
      return entries.map(() => undefined)
    },
  })

  return {
    async get(key) {
      const answer = await reads.add(key)
      return answer && { answer }
    },
    set: (key, answer, ttlMs) =>
      writes.add({ key, answer: JSON.stringify(answer), expires_at: new Date(Date.now() + ttlMs) }),
  }
}

/** Retention, for all tenants. */
export async function deleteExpiredAnswers(db: Database) {
  await db.deleteFrom('source_cache').where('expires_at', '<', sql<Date>`now()`).execute()
}
