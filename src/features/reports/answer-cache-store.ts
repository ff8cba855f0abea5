import { sql } from 'kysely'
import type { Database } from '#platform/database.ts'
import type { AnswerCache, SourceAnswer } from '#providers/search-data/port.ts'
import './tables.ts'

/** The shared cache of source responses. Queries are public data and contain no tenant's data. */
export function createAnswerCacheStore(db: Database): AnswerCache {
  return {
    async get(key) {
      const row = await db
        .selectFrom('source_cache')
        .select('answer')
        .where('key', '=', key)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      return row ? { answer: row.answer as SourceAnswer } : null
    },
    async set(key, answer, ttlMs) {
      const entry = { key, answer: JSON.stringify(answer), expires_at: new Date(Date.now() + ttlMs) }
      await db
        .insertInto('source_cache')
        .values(entry)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ answer: entry.answer, expires_at: entry.expires_at }),
        )
        .execute()
    },
  }
}
