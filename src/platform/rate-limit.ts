import { sql } from 'kysely'
import { AppError } from '#kit/errors.ts'
import type { Database } from './database.ts'

declare module './database.ts' {
  interface Tables {
    rate_counts: { bucket: string; count: number; resets_at: Date }
  }
}

export type Rate = { most: number; windowSeconds: number }

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Counts in the database, so that every process counts together. A bucket empties a window after its first count. */
export function createRateLimiter({ db, isExempt }: { db: Database; isExempt(address: string): boolean }) {
  return {
    /** One more from this address. @throws AppError rate_limited when that is too many */
    async countAddress(purpose: string, address: string, rate: Rate) {
      if (isExempt(address)) return
      const { count, resets_at } = await this.count(`${purpose}:${address}`, rate.windowSeconds)
      if (count > rate.most) throw tooMany('Too many tries from this address.', resets_at)
    },

    async count(bucket: string, windowSeconds: number): Promise<{ count: number; resets_at: Date }> {
      const { rows } = await sql<{ count: number; resets_at: Date }>`
        insert into rate_counts (bucket, count, resets_at) values (${bucket}, 1, now() + ${windowSeconds} * interval '1 second')
        on conflict (bucket) do update set
          count = case when rate_counts.resets_at < now() then 1 else rate_counts.count + 1 end,
          resets_at = case when rate_counts.resets_at < now() then excluded.resets_at else rate_counts.resets_at end
        returning count, resets_at`.execute(db)
      return rows[0]!
    },

    /** @throws AppError rate_limited when the bucket is full already */
    async refuseIfFull(bucket: string, rate: Rate, what: string) {
      const found = await db
        .selectFrom('rate_counts')
        .select(['count', 'resets_at'])
        .where('bucket', '=', bucket)
        .where('resets_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (found && found.count >= rate.most) throw tooMany(what, found.resets_at)
    },

    async empty(bucket: string) {
      await db.deleteFrom('rate_counts').where('bucket', '=', bucket).execute()
    },
  }
}

function tooMany(what: string, until: Date) {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return new AppError('rate_limited', `${what} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    retryAfterSeconds: seconds,
  })
}
