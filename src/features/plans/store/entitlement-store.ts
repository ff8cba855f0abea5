import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** The ledger of entitlements to plans and the add-on, with the history of changes. */

export type EntitlementKey = { userId: string; source: string; reference: string; what: 'plan' | 'seodata' }
export type Entitlement = { plan: string | null; interval: string | null; until: Date | null; renewsAt: Date | null }

/** Upserts the entitlement of a source and reference. False when it is unchanged and nothing was written. */
export async function saveEntitlement(tx: Db, key: EntitlementKey, given: Entitlement, cause: string | null, at: Date) {
  const before = await findEntitlement(tx, key)
  if (before && isSame({ ...before, renewsAt: before.renews_at }, given)) return false
  await upsertEntitlement(tx, key, given, at)
  await insertEntitlementChange(tx, key, { ...given, change: before ? 'changed' : 'given', cause, at })
  return true
}

/** Deletes an entitlement. False when there was none. */
export async function endEntitlement(tx: Db, key: EntitlementKey, cause: string | null, at: Date) {
  const before = await findEntitlement(tx, key)
  if (!before) return false
  await deleteEntitlement(tx, key)
  const { plan, interval, until, renews_at } = before
  await insertEntitlementChange(tx, key, { plan, interval, until, renewsAt: renews_at, change: 'taken', cause, at })
  return true
}

const isSame = (a: Entitlement, b: Entitlement) =>
  a.plan === b.plan &&
  a.interval === b.interval &&
  a.until?.getTime() === b.until?.getTime() &&
  a.renewsAt?.getTime() === b.renewsAt?.getTime()

async function upsertEntitlement(tx: Db, key: EntitlementKey, given: Entitlement, at: Date) {
  const { renewsAt, ...rest } = given
  const values = { ...rest, renews_at: renewsAt, granted_at: at }
  await tx
    .insertInto('entitlements')
    .values({ user_id: key.userId, source: key.source, reference: key.reference, what: key.what, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'source', 'reference', 'what']).doUpdateSet(values))
    .execute()
}

async function deleteEntitlement(tx: Db, { userId, source, reference, what }: EntitlementKey) {
  await tx
    .deleteFrom('entitlements')
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('reference', '=', reference)
    .where('what', '=', what)
    .execute()
}

async function findEntitlement(db: Db, { userId, source, reference, what }: EntitlementKey) {
  return db
    .selectFrom('entitlements')
    .select(['plan', 'interval', 'until', 'renews_at'])
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('reference', '=', reference)
    .where('what', '=', what)
    .executeTakeFirst()
}

/** All entitlements of a user, oldest first. */
export function findEntitlements(db: Db, userId: string) {
  return db
    .selectFrom('entitlements')
    .select(['source', 'reference', 'what', 'plan', 'interval', 'until', 'renews_at', 'granted_at'])
    .where('user_id', '=', userId)
    .orderBy('granted_at')
    .execute()
}

export async function insertEntitlementChange(
  tx: Db,
  key: EntitlementKey,
  change: Entitlement & { change: 'given' | 'changed' | 'taken'; cause: string | null; at: Date },
) {
  const { renewsAt, ...rest } = change
  await tx
    .insertInto('entitlement_changes')
    .values({
      user_id: key.userId,
      source: key.source,
      reference: key.reference,
      what: key.what,
      ...rest,
      renews_at: renewsAt,
    })
    .execute()
}
