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
      if (count > rate.most) throw tooMany('Too many attempts from your network.', resets_at, 'network_rate_limited')
    },

    count(bucket: string, windowSeconds: number): Promise<{ count: number; resets_at: Date }> {
      return add(bucket, 1, windowSeconds)
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

    /**
     * Says how a guess went that `refuseIfFull` let in: a wrong one is counted. When the bucket filled up meanwhile the
     * guess is refused, right or wrong: of guesses made at once all are let in before the first is counted. Both are
     * one write and one answer, so that a refusal does not tell which guess was right.
     * @throws AppError rate_limited
     */
    async judge(bucket: string, rate: Rate, what: string, right: boolean) {
      const { count, resets_at } = await add(bucket, right ? 0 : 1, rate.windowSeconds)
      if (right ? count >= rate.most : count > rate.most) throw tooMany(what, resets_at)
    },

    async empty(bucket: string) {
      await db.deleteFrom('rate_counts').where('bucket', '=', bucket).execute()
    },
  }

  async function add(bucket: string, counts: 0 | 1, windowSeconds: number) {
    const { rows } = await sql<{ count: number; resets_at: Date }>`
      insert into rate_counts (bucket, count, resets_at)
      values (${bucket}, ${counts}, now() + ${windowSeconds} * interval '1 second')
      on conflict (bucket) do update set
        count = case when rate_counts.resets_at < now() then 0 else rate_counts.count end + excluded.count,
        resets_at = case when rate_counts.resets_at < now() or rate_counts.count = 0
          then excluded.resets_at else rate_counts.resets_at end
      returning count, resets_at`.execute(db)
    return rows[0]!
  }
}

function tooMany(what: string, until: Date, reason = 'too_many_attempts') {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  return new AppError('rate_limited', `${what} Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
    reason,
    params: { minutes },
    retryAfterSeconds: seconds,
  })
}
