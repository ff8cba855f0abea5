import { sql } from 'kysely'
import { AppError } from '#kit/errors.ts'
import type { Database } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    rate_counts: { bucket: string; count: number; resets_at: Date }
  }
}

export type Rate = { max: number; windowSeconds: number }

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Rate limits counted in the database, so all processes share them. A bucket resets one window after its first count. */
export function createRateLimiter({ db, isExempt }: { db: Database; isExempt(address: string): boolean }) {
  return {
    /** Counts one attempt from this address. @throws AppError rate_limited above the limit */
    async countAddress(purpose: string, address: string, rate: Rate) {
      if (isExempt(address)) return
      const { count, resets_at } = await this.count(`${purpose}:${address}`, rate.windowSeconds)
      if (count > rate.max) throw tooMany('Too many attempts from your network.', resets_at, 'network_rate_limited')
    },

    count(bucket: string, windowSeconds: number): Promise<{ count: number; resets_at: Date }> {
      return add(bucket, 1, windowSeconds)
    },

    /** @throws AppError rate_limited when the bucket is already full */
    async refuseIfFull(bucket: string, rate: Rate, what: string) {
      const found = await db
        .selectFrom('rate_counts')
        .select(['count', 'resets_at'])
        .where('bucket', '=', bucket)
        .where('resets_at', '>', sql<Date>`now()`)
        .executeTakeFirst()
      if (found && found.count >= rate.max) throw tooMany(what, found.resets_at)
    },

    /**
     * Counts a wrong guess that `refuseIfFull` let in. If the bucket filled up in the meantime, the guess is refused whether
     * it was right or wrong: concurrent guesses all pass the first check before any of them is counted. Right and wrong
     * guesses cost the same one write, so a refusal doesn’t reveal which was right.
     * @throws AppError rate_limited
     */
    async countGuess(bucket: string, rate: Rate, what: string, right: boolean) {
      const { count, resets_at } = await add(bucket, right ? 0 : 1, rate.windowSeconds)
      if (right ? count >= rate.max : count > rate.max) throw tooMany(what, resets_at)
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
