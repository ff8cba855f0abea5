import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import '#features/auth/store/tables.ts'
import '#features/images/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { Db } from '#platform/database/database.ts'
import type { DomainRecord, DomainTarget } from '../contract.ts'
import type { DomainState } from '../rules/domain-state.ts'
import './tables.ts'

/** Locks the domain name and the payer's domain count until the transaction ends. */
export async function lockDomainName(tx: Db, domain: string, ownerId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('domains of ' || ${ownerId}, 0))`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended('domain ' || ${domain}, 0))`.execute(tx)
}

export function findDomain(db: Db, workspaceId: string) {
  return db.selectFrom('domains').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()
}
export type DomainRow = NonNullable<Awaited<ReturnType<typeof findDomain>>>

export function lockDomain(tx: Db, workspaceId: string) {
  return tx.selectFrom('domains').selectAll().where('workspace_id', '=', workspaceId).forUpdate().executeTakeFirst()
}

/** Across workspaces: a domain belongs to one. */
export function findByName(db: Db, domain: string) {
  return db.selectFrom('domains').selectAll().where('domain', '=', domain).executeTakeFirst()
}

/** The workspace that an active domain serves. */
export function findActiveDomain(db: Db, domain: string) {
  return db
    .selectFrom('domains as d')
    .leftJoin('brands as b', 'b.workspace_id', 'd.workspace_id')
    .select(['d.workspace_id', 'd.domain', 'd.target', 'b.logo'])
    .where('d.domain', '=', domain)
    .where('d.status', '=', 'active')
    .executeTakeFirst()
}

/** Number of domains in the payer's other workspaces. */
export async function countOtherDomains(db: Db, ownerId: string, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('domains as d')
    .innerJoin('workspaces as w', 'w.id', 'd.workspace_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('w.owner_id', '=', ownerId)
    .where('d.workspace_id', '<>', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

type Claim = { workspaceId: string; domain: string; target: DomainTarget; records: DomainRecord[]; userId: string }

/** Sets or replaces a workspace's domain and resets its check state. */
export async function claimDomain(tx: Db, { workspaceId, domain, target, records, userId }: Claim) {
  const fresh = {
    domain,
    target,
    status: 'pending_dns' as const,
    error: null,
    failure: null,
    records: JSON.stringify(records),
    claimed_at: sql<Date>`now()`,
    verified_at: null,
    first_verified_at: null,
    checked_at: null,
    check_at: sql<Date>`now()`,
    left_checks: 0,
    left_since: null,
    unreachable_since: null,
    switched_off_at: null,
    created_by: userId,
  }
  await tx
    .insertInto('domains')
    .values({ workspace_id: workspaceId, ...fresh })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(fresh))
    .execute()
}

export async function setTarget(tx: Db, workspaceId: string, target: DomainTarget) {
  await tx.updateTable('domains').set({ target }).where('workspace_id', '=', workspaceId).execute()
}

/** Restarts the time an unverified claim has. */
export async function renewClaim(tx: Db, workspaceId: string) {
  await tx
    .updateTable('domains')
    .set({ claimed_at: sql`now()`, check_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'active')
    .execute()
}

export async function saveState(tx: Db, workspaceId: string, state: DomainState, records: DomainRecord[]) {
  await tx
    .updateTable('domains')
    .set({
      status: state.status,
      error: state.error,
      failure: state.failure && JSON.stringify(state.failure),
      records: JSON.stringify(records),
      claimed_at: state.claimed_at,
      verified_at: state.verified_at,
      first_verified_at: state.first_verified_at,
      checked_at: state.checked_at,
      check_at: state.check_at,
      left_checks: state.left_checks,
      left_since: state.left_since,
      unreachable_since: state.unreachable_since,
      switched_off_at: state.switched_off_at,
    })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

export async function deleteDomain(tx: Db, workspaceId: string) {
  await tx.deleteFrom('domains').where('workspace_id', '=', workspaceId).execute()
}

const toHash = (domain: string) => createHash('sha256').update(domain).digest()

/** Whether the domain was active for another workspace before. */
export async function belongedToAnotherWorkspace(db: Db, workspaceId: string, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('released_domains')
    .select('workspace_id')
    .where('domain_hash', '=', toHash(domain))
    .where('workspace_id', '<>', workspaceId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteReleased(tx: Db, domain: string) {
  await tx.deleteFrom('released_domains').where('domain_hash', '=', toHash(domain)).execute()
}

/** Workspaces whose DNS check is overdue. Reads across workspaces. */
export function findOverdue(db: Db, limit: number) {
  return db
    .selectFrom('domains')
    .select('workspace_id')
    .where('check_at', '<', sql<Date>`now() - interval '2 minutes'`)
    .orderBy('check_at')
    .limit(limit)
    .execute()
}

/** Retention: two years for released domains. */
export async function deleteOldReleased(db: Db) {
  await db.deleteFrom('released_domains').where('released_at', '<', sql<Date>`now() - interval '2 years'`).execute()
}

export function findBrand(db: Db, workspaceId: string) {
  return db.selectFrom('brands').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst()
}

type BrandChange = { name?: string | null; logo?: string | null; color?: string | null }

export async function saveBrand(tx: Db, workspaceId: string, change: BrandChange) {
  await tx
    .insertInto('brands')
    .values({ workspace_id: workspaceId, name: null, logo: null, color: null, ...change })
    .onConflict((conflict) => {
      const on = conflict.column('workspace_id')
      return Object.keys(change).length > 0 ? on.doUpdateSet(change) : on.doNothing()
    })
    .execute()
}

export async function deleteBrand(tx: Db, workspaceId: string) {
  await tx.deleteFrom('brands').where('workspace_id', '=', workspaceId).execute()
}

export async function isWorkspaceImage(db: Db, workspaceId: string, imageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', imageId)
    .executeTakeFirst()
  return row !== undefined
}

/** Name, color, brand and active domain of a workspace. */
export function findBrandingRow(db: Db, workspaceId: string) {
  return db
    .selectFrom('workspaces as w')
    .leftJoin('brands as b', 'b.workspace_id', 'w.id')
    .leftJoin('domains as d', (join) => join.onRef('d.workspace_id', '=', 'w.id').on('d.status', '=', 'active'))
    .select([
      'w.name',
      'w.color',
      'b.workspace_id as branded',
      'b.name as brand_name',
      'b.logo as brand_logo',
      'b.color as brand_color',
      'd.domain',
      'd.target',
    ])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst()
}

export async function findOwnerId(db: Db, workspaceId: string): Promise<string | null> {
  const row = await db.selectFrom('workspaces').select('owner_id').where('id', '=', workspaceId).executeTakeFirst()
  return row?.owner_id ?? null
}

/** Owner and admins of the workspace, without disabled accounts. */
export function findAdmins(db: Db, workspaceId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.first_name'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.role', 'in', ['owner', 'admin'])
    .where(sql<SqlBool>`not u.disabled`)
    .execute()
}

export async function findAdmin(db: Db, workspaceId: string, userId: string) {
  return (await findAdmins(db, workspaceId)).find(({ id }) => id === userId)
}

export const findWorkspaceBrand = (db: Db, workspaceId: string) =>
  db.selectFrom('workspaces').select(['name', 'color']).where('id', '=', workspaceId).executeTakeFirst()
