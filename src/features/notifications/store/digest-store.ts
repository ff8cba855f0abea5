import { sql } from 'kysely'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { Db } from '#platform/database/database.ts'
import type { RunAlert } from '../rules/run-changes.ts'
import { claimDigestComments, deletePendingComments } from './digest-comment-store.ts'
import './tables.ts'

/**
 * Pending digest entries. Keyed by address, because recipients may have no account, and across workspaces, because each
 * recipient gets one email.
 */

export type DigestDelays = {
  byHandSeconds: number
  collectSeconds: number
  /** How long people have to read a comment before it's emailed. */
  commentSeconds: number
  periodSeconds: number
}

/**
 * Adds runs for each recipient and schedules their next email: at once after a manual or first run, otherwise after a
 * collection delay; in both cases a period after the one before at the earliest.
 */
export async function insertEntries(tx: Db, alerts: RunAlert[], wait: DigestDelays) {
  const entries = alerts.flatMap(({ emails, runId, workspaceId, listenerId }) =>
    [...new Set(emails)].map((email) => ({
      email,
      run_id: runId,
      workspace_id: workspaceId,
      listener_id: listenerId,
    })),
  )
  await sql`
    insert into digest_entries (email, run_id, workspace_id, listener_id)
    select email, run_id, workspace_id, listener_id
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry (email text, run_id uuid, workspace_id uuid, listener_id uuid)
    on conflict (email, run_id) do nothing`.execute(tx)
  const isAwaited = ({ byHand, data }: RunAlert) => byHand || data.first
  const schedules = [
    { appliesTo: isAwaited, collect: wait.byHandSeconds },
    { appliesTo: (alert: RunAlert) => !isAwaited(alert), collect: wait.collectSeconds },
  ]
  for (const { appliesTo, collect } of schedules) {
    // Sorts addresses so that two workers with the same recipients can't deadlock.
    const emails = [...new Set(alerts.filter(appliesTo).flatMap((one) => one.emails))].sort()
    if (emails.length === 0) continue
    await sql`
      insert into digest_readers as reader (email, due_at)
      select email, now() + make_interval(secs => ${collect})
      from unnest(${emails}::text[]) as to_tell (email)
      on conflict (email) do update set due_at = least(reader.due_at,
        greatest(excluded.due_at, reader.last_at + make_interval(secs => ${wait.periodSeconds})))`.execute(tx)
  }
}

/** Deletes an address's entries of one workspace. */
export async function deleteEntriesFor(tx: Db, workspaceId: string, email: string) {
  await sql`delete from digest_entries where workspace_id = ${workspaceId} and email = ${email}`.execute(tx)
  await deletePendingComments(tx, email, workspaceId)
}

export type DueReader = { email: string; declined: boolean }

/** Locks addresses with a due email. `declined`: by the account's setting, or by an email's link without an account. */
export async function lockDueReaders(tx: Db, limit: number): Promise<DueReader[]> {
  const { rows } = await sql<DueReader>`
    select r.email, coalesce(
      (select u.disabled or u.email_prefs ->> 'listener_digest' is not distinct from 'false'
        from users u where u.email = r.email),
      r.declined) as declined
    from digest_readers r where r.due_at <= now() order by r.due_at limit ${limit} for update of r skip locked`.execute(
    tx,
  )
  return rows
}

/** Claims an address's pending entries for one digest. False: there is nothing to email. */
export async function claimEntries(tx: Db, email: string, digestId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update digest_entries set digest_id = ${digestId} where email = ${email} and digest_id is null`.execute(tx)
  const comments = await claimDigestComments(tx, email, digestId)
  const isFilled = comments + Number(numAffectedRows ?? 0n) > 0
  await sql`
    update digest_readers set due_at = null, last_at = case when ${isFilled} then now() else last_at end
    where email = ${email}`.execute(tx)
  if (isFilled)
    await tx
      .insertInto('digests')
      .values({ id: digestId, email, state: 'sending', retry_at: null, error: null, sent_at: null })
      .execute()
  return isFilled
}

/** Deletes pending entries of an unsubscribed address. */
export async function dropEntries(tx: Db, email: string) {
  await sql`delete from digest_entries where email = ${email} and digest_id is null`.execute(tx)
  await deletePendingComments(tx, email)
  await sql`update digest_readers set due_at = null where email = ${email}`.execute(tx)
}

export type OpenDigest = { id: string; email: string; attempt: number }

/** Claims digests due for a retry; none of them was sent. */
export async function takeRetries(tx: Db, limit: number): Promise<OpenDigest[]> {
  const { rows } = await sql<OpenDigest>`
    update digests set retry_at = null, attempt = attempt + 1
    where id in (
      select id from digests where state = 'sending' and retry_at <= now() limit ${limit} for update skip locked
    ) returning id, email, attempt`.execute(tx)
  return rows
}

export async function findDigestRuns(db: Db, digestId: string): Promise<string[]> {
  const rows = await db.selectFrom('digest_entries').select('run_id').where('digest_id', '=', digestId).execute()
  return rows.map((row) => row.run_id)
}

export async function settleDigest(db: Db, id: string, state: 'sent' | 'unclear' | 'refused', error: string | null) {
  await db
    .updateTable('digests')
    .set({ state, error, retry_at: null, sent_at: state === 'sent' ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}

export async function postponeDigest(db: Db, id: string, seconds: number, error: string) {
  await sql`update digests set retry_at = now() + make_interval(secs => ${seconds}), error = ${error} where id = ${id}`.execute(
    db,
  )
}

/** Marks digests of dead processes as unclear: they may have been sent, so they aren't retried. */
export async function closeAbandoned(db: Db, olderThanSeconds: number) {
  await sql`
    update digests set state = 'unclear', error = 'The server stopped while sending. It may have arrived.'
    where state = 'sending' and retry_at is null
      and created_at < now() - make_interval(secs => ${olderThanSeconds})`.execute(db)
}

export async function setDeclined(tx: Db, email: string, declined: boolean) {
  await tx
    .insertInto('digest_readers')
    .values({ email, declined, due_at: null, last_at: null })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ declined }))
    .execute()
}

/** Names and colors of workspaces, by id. */
export async function findBrands(db: Db, workspaceIds: string[]) {
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'name', 'color'])
    .where('id', 'in', workspaceIds)
    .execute()
  return new Map(rows.map(({ id, name, color }) => [id, { name, color }]))
}
