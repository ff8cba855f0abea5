import { sql } from 'kysely'
import type { AppError, Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import './tables.ts'

export type ConnectionRow = {
  workspace_id: string
  site_id: string
  kind: 'oauth' | 'service_account'
  state: 'pending' | 'connected' | 'error' | 'none'
  sealed_credential: string | null
  property: string | null
  sealed_verifier: string | null
  requested_property: string | null
  error: string | null
  failure: Failure | null
  months: string[]
  last_day: string | null
  lease: string | null
  synced_at: Date | null
  url: string
}

const columns = sql`c.workspace_id, c.site_id, c.kind, c.state, c.sealed_credential, c.property, c.sealed_verifier, c.requested_property,
  c.error, c.failure, c.months, c.last_day::text as last_day, c.lease,
  c.synced_at, s.url`
const ofSite = sql`join sites s on s.workspace_id = c.workspace_id and s.id = c.site_id`

export async function findConnection(db: Db, { workspaceId, id }: ResourceRef): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${columns} from site_connections c ${ofSite}
    where c.workspace_id = ${workspaceId} and c.site_id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Takes the consent that a person asked for, once, in time. */
export async function takePending(db: Db, workspaceIds: string[], stateHash: Buffer): Promise<ConnectionRow | null> {
  if (workspaceIds.length === 0) return null
  const { rows } = await sql<ConnectionRow>`
    update site_connections c set state_hash = null from sites s
    where s.workspace_id = c.workspace_id and s.id = c.site_id and c.workspace_id = any(${workspaceIds}::uuid[])
      and c.state_hash = ${stateHash} and c.pending_until > now()
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

export async function savePending(
  db: Db,
  { workspaceId, id }: ResourceRef,
  given: { stateHash: Buffer; sealedVerifier: string; property: string | null; userId: string },
) {
  await sql`
    insert into site_connections (workspace_id, site_id, kind, state_hash, sealed_verifier, requested_property, pending_until, connected_by)
    values (${workspaceId}, ${id}, 'oauth', ${given.stateHash}, ${given.sealedVerifier}, ${given.property},
      now() + interval '15 minutes', ${given.userId})
    on conflict (workspace_id, site_id) do update set state_hash = excluded.state_hash,
      sealed_verifier = excluded.sealed_verifier, requested_property = excluded.requested_property,
      pending_until = excluded.pending_until, connected_by = excluded.connected_by`.execute(db)
}

/** Another property’s data replaces what there is. */
export async function saveConnected(
  db: Db,
  { workspaceId, id }: ResourceRef,
  given: { kind: 'oauth' | 'service_account'; sealedCredential: string; property: string; userId: string },
) {
  const before = await findConnection(db, { workspaceId, id })
  if (before?.property && before.property !== given.property)
    for (const table of ['site_search_days', 'site_search_texts'])
      await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId} and site_id = ${id}`.execute(db)
  const isSame = before?.property === given.property
  await sql`
    insert into site_connections (workspace_id, site_id, kind, state, sealed_credential, property, next_at, connected_by)
    values (${workspaceId}, ${id}, ${given.kind}, 'connected', ${given.sealedCredential}, ${given.property}, now(), ${given.userId})
    on conflict (workspace_id, site_id) do update set kind = excluded.kind, state = 'connected',
      sealed_credential = excluded.sealed_credential, property = excluded.property, next_at = now(), state_hash = null,
      sealed_verifier = null, requested_property = null, pending_until = null, error = null, failure = null,
      months = case when ${isSame} then site_connections.months else '{}' end,
      last_day = case when ${isSame} then site_connections.last_day end,
      connected_by = excluded.connected_by`.execute(db)
}

/** Keeps a credential whose account has no property that fits, until somebody chooses one. One that works stays. */
export async function saveWithoutProperty(
  db: Db,
  { workspaceId, id }: ResourceRef,
  given: { kind: 'oauth' | 'service_account'; sealedCredential: string; userId: string; error: AppError },
) {
  const { error, failure } = toErrorColumns(given.error)
  await sql`
    insert into site_connections (workspace_id, site_id, kind, state, sealed_credential, connected_by, error, failure)
    values (${workspaceId}, ${id}, ${given.kind}, 'error', ${given.sealedCredential}, ${given.userId}, ${error}, ${failure}::jsonb)
    on conflict (workspace_id, site_id) do update set kind = excluded.kind, state = 'error',
      sealed_credential = excluded.sealed_credential, state_hash = null, sealed_verifier = null, pending_until = null,
      next_at = null, error = excluded.error, failure = excluded.failure, connected_by = excluded.connected_by
    where site_connections.state <> 'connected'`.execute(db)
}

export async function saveDisconnected(db: Db, { workspaceId, id }: ResourceRef) {
  await sql`
    update site_connections set state = 'none', sealed_credential = null, next_at = null, lease = null, leased_until = null,
      state_hash = null, sealed_verifier = null, pending_until = null, error = null, failure = null
    where workspace_id = ${workspaceId} and site_id = ${id}`.execute(db)
}

/** Who connected the site, if they are still a member. */
export async function findConnector(db: Db, { workspaceId, id }: ResourceRef) {
  const { rows } = await sql<{ email: string; workspace: string; color: string | null; site: string }>`
    select u.email, w.name as workspace, w.color, s.url as site from site_connections c
    join sites s on s.workspace_id = c.workspace_id and s.id = c.site_id
    join workspaces w on w.id = c.workspace_id
    join members m on m.workspace_id = c.workspace_id and m.user_id = c.connected_by
    join users u on u.id = m.user_id
    where c.workspace_id = ${workspaceId} and c.site_id = ${id}`.execute(db)
  return rows[0] ?? null
}

const leaseSeconds = 120

export async function leaseSync(
  db: Db,
  { workspaceId, id }: ResourceRef,
  lease: string,
): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    update site_connections c set lease = ${lease}, leased_until = now() + make_interval(secs => ${leaseSeconds})
    from sites s where s.workspace_id = c.workspace_id and s.id = c.site_id and c.workspace_id = ${workspaceId}
      and c.site_id = ${id} and c.sealed_credential is not null and (c.leased_until is null or c.leased_until < now())
    returning ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Renews the lease and notes a month that was read. @returns false when the connection isn’t this worker’s any more */
export async function noteMonth(db: Db, { workspaceId, id }: ResourceRef, lease: string, month: string | null) {
  const { numAffectedRows } = await sql`
    update site_connections set leased_until = now() + make_interval(secs => ${leaseSeconds}),
      months = case when ${month}::text is null or ${month} = any(months) then months else months || ${month}::text end
    where workspace_id = ${workspaceId} and site_id = ${id} and lease = ${lease}`.execute(db)
  return numAffectedRows === 1n
}

export async function endSync(
  db: Db,
  { workspaceId, id }: ResourceRef,
  lease: string,
  { lastDay, error, nextHours }: { lastDay: string | null; error: AppError | null; nextHours: number },
) {
  const stored = toErrorColumns(error)
  await sql`
    update site_connections set lease = null, leased_until = null, next_at = now() + make_interval(hours => ${nextHours}),
      state = ${error ? 'error' : 'connected'}, error = ${stored.error}, failure = ${stored.failure}::jsonb,
      last_day = coalesce(${lastDay}::date, last_day), synced_at = case when ${error === null} then now() else synced_at end
    where workspace_id = ${workspaceId} and site_id = ${id} and lease = ${lease}`.execute(db)
}

/** Connections whose time has come, of all workspaces. The next look finds them again until they are synced. */
export async function findDueSyncsOfAllWorkspaces(db: Db): Promise<ResourceRef[]> {
  const { rows } = await sql<ResourceRef>`
    update site_connections set next_at = now() + interval '10 minutes'
    where next_at <= now() and sealed_credential is not null and (leased_until is null or leased_until < now())
    returning workspace_id as "workspaceId", site_id as id`.execute(db)
  return rows
}
