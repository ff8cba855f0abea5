import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** The rate limit of a model, shared by the workers of all processes. A model of a workspace has a key of its own. */

/**
 * Takes the next free start of a model. Returns the milliseconds until then: 0 to start now.
 * @param gapMs milliseconds between two starts; 0 without a limit
 */
export async function takeStart(db: Db, key: string, gapMs: number): Promise<number> {
  const gap = sql`make_interval(secs => ${gapMs / 1000})`
  const { rows } = await sql<{ wait: number }>`
    insert into model_pacing as p (key, next_at) values (${key}, clock_timestamp() + ${gap})
    on conflict (key) do update set next_at = greatest(p.next_at, p.paused_until, clock_timestamp()) + ${gap}
    returning extract(epoch from next_at - ${gap} - clock_timestamp()) * 1000 as wait`.execute(db)
  return Math.max(0, Math.ceil(rows[0]!.wait))
}

/** Milliseconds until the model may be asked again: 0 unless a vendor asked to wait. */
export async function findPause(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from paused_until - clock_timestamp()) * 1000 as wait from model_pacing where key = ${key}`.execute(
    db,
  )
  return Math.max(0, Math.ceil(rows[0]?.wait ?? 0))
}

const maxPauseSeconds = 60

/** A vendor refused a request because of its rate limit: nobody asks it before `retryAfterSeconds`, or twice as long with each refusal. */
export async function pauseModel(db: Db, key: string, retryAfterSeconds: number | null) {
  await sql`
    insert into model_pacing as p (key, paused_until, strikes)
    values (${key}, clock_timestamp() + make_interval(secs => ${retryAfterSeconds ?? 1}), 1)
    on conflict (key) do update set
      strikes = case when p.paused_until > clock_timestamp() then p.strikes else p.strikes + 1 end,
      paused_until = greatest(p.paused_until, clock_timestamp() + make_interval(secs =>
        coalesce(${retryAfterSeconds}::double precision, least(${maxPauseSeconds}, power(2, least(p.strikes, 10))))))`.execute(
    db,
  )
}

/** An answer came: the next refusal starts counting again. */
export async function clearStrikes(db: Db, key: string) {
  await sql`update model_pacing set strikes = 0 where key = ${key} and strikes > 0`.execute(db)
}
