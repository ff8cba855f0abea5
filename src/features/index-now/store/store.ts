import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type QueuedUrl = { url: string; queued_at: Date; attempts: number }
export type ClaimedUrls = { host: string; urls: QueuedUrl[] }

/** An address that is queued already starts again, with all its tries. */
export async function queueUrls(tx: Db, urls: string[]): Promise<void> {
  await tx
    .insertInto('index_now_urls')
    .values(urls.map((url) => ({ host: new URL(url).host, url })))
    .onConflict((conflict) =>
      conflict.columns(['host', 'url']).doUpdateSet({ queued_at: sql`now()`, due_at: sql`now()`, attempts: 0 }),
    )
    .execute()
}

/** Takes due addresses of one host for ten minutes, at most as many as one request can have. */
export async function claimUrls(db: Db, max: number): Promise<ClaimedUrls | null> {
  const { rows } = await sql<QueuedUrl & { host: string }>`
    with claimed as (
      select host, url from index_now_urls
      where due_at <= now() and host = (select host from index_now_urls where due_at <= now() order by due_at limit 1)
      order by due_at limit ${max} for update skip locked
    )
    update index_now_urls u set attempts = u.attempts + 1, due_at = now() + interval '10 minutes'
    from claimed where u.host = claimed.host and u.url = claimed.url
    returning u.host, u.url, u.queued_at, u.attempts`.execute(db)
  return rows[0] ? { host: rows[0].host, urls: rows } : null
}

const toUrls = ({ urls }: ClaimedUrls) => urls.map(({ url }) => url)

/** What was queued again in the meantime stays. */
export async function removeUrls(db: Db, claimed: ClaimedUrls): Promise<void> {
  await sql`
    delete from index_now_urls
    where host = ${claimed.host} and url = any(${toUrls(claimed)}::text[]) and attempts > 0`.execute(db)
}

export async function postponeUrls(db: Db, claimed: ClaimedUrls, until: Date): Promise<void> {
  await sql`
    update index_now_urls set due_at = ${until}
    where host = ${claimed.host} and url = any(${toUrls(claimed)}::text[]) and attempts > 0`.execute(db)
}
