import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Codes that were bought, by the order they were bought with. */

/** Codes that are neither redeemed nor revoked, oldest first. */
export function findUnusedCodes(db: Db, orderIds: string[]) {
  return db
    .selectFrom('codes')
    .select(['id', 'code_hash', 'order_id', 'sealed', 'created_at'])
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('redeemed_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Locks the codes of an order. Sorted by the order of revoking: unused codes first, then the last redeemed. */
export async function lockOrderCodes(tx: Db, orderId: string) {
  const { rows } = await sql<{ id: string; redeemed_by: string | null; taken: boolean }>`
    select id, redeemed_by, taken_back_at is not null as taken from codes where order_id = ${orderId}
    order by taken_back_at is null, redeemed_at is not null, redeemed_at desc, id desc
    for update`.execute(tx)
  return rows
}

export async function revokeCodes(tx: Db, ids: string[], at: Date) {
  await sql`
    update codes set taken_back_at = ${at}, ends_at = case when redeemed_at is not null then ${at}::timestamptz end
    where id = any(${ids}::uuid[])`.execute(tx)
}

export async function restoreCodes(tx: Db, ids: string[]) {
  await sql`
    update codes set taken_back_at = null,
      ends_at = case when interval = 'annual' then redeemed_at + interval '1 year' end
    where id = any(${ids}::uuid[])`.execute(tx)
}
