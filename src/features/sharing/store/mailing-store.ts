import { sql } from 'kysely'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailingFrequency } from '../contract-mailings.ts'
import './tables.ts'

export type MailingSettings = {
  frequency: MailingFrequency
  sections: string[]
  title: string | null
  message: string | null
  paused: boolean
  nextAt: Date | null
}

export async function upsertMailing(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  settings: MailingSettings,
  userId: string,
) {
  const { nextAt, ...values } = { ...settings, next_at: settings.nextAt }
  await tx
    .insertInto('report_mailings')
    .values({ workspace_id: workspaceId, report_id: id, created_by: userId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'report_id']).doUpdateSet({ ...values, updated_at: sql`now()` }),
    )
    .execute()
}

/** Replaces the recipients. Those who stay keep what was sent to them, and that they unsubscribed. */
export async function setRecipients(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  recipients: readonly { email: string; name: string }[],
) {
  const given = JSON.stringify(recipients)
  await sql`
    delete from report_mail_recipients r where r.workspace_id = ${workspaceId} and r.report_id = ${id}
      and r.email <> all (select email from jsonb_to_recordset(${given}::jsonb) as given (email text))`.execute(tx)
  await sql`
    insert into report_mail_recipients (workspace_id, report_id, email, name)
    select ${workspaceId}, ${id}, email, name from jsonb_to_recordset(${given}::jsonb) as given (email text, name text)
    on conflict (workspace_id, report_id, email) do update set name = excluded.name`.execute(tx)
}

/** Replaces what the email has besides the report. */
export async function setExtras(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  extras: readonly { kind: string; id: string }[],
) {
  await sql`delete from report_mail_extras where workspace_id = ${workspaceId} and report_id = ${id}`.execute(tx)
  await sql`
    insert into report_mail_extras (workspace_id, report_id, no, kind, ref_id)
    select ${workspaceId}, ${id}, e.no, e.kind, e.id
    from unnest(${extras.map(({ kind }) => kind)}::text[], ${extras.map((extra) => extra.id)}::uuid[])
      with ordinality e(kind, id, no)`.execute(tx)
}

export async function findExtras(db: Db, { workspaceId, id }: ResourceRef) {
  const rows = await db
    .selectFrom('report_mail_extras')
    .select(['kind', 'ref_id'])
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .orderBy('no')
    .execute()
  return rows.map(({ kind, ref_id }) => ({ kind, id: ref_id }))
}

export function findMailing(db: Db, { workspaceId, id }: ResourceRef) {
  return db
    .selectFrom('report_mailings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .executeTakeFirst()
}

export function findRecipients(db: Db, { workspaceId, id }: ResourceRef) {
  return db
    .selectFrom('report_mail_recipients')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .orderBy('email')
    .execute()
}

export async function deleteMailing(tx: Db, { workspaceId, id }: ResourceRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_mailings')
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Someone who left the workspace gets none of its reports. */
export async function deleteRecipient(tx: Db, workspaceId: string, email: string) {
  await tx
    .deleteFrom('report_mail_recipients')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .execute()
}

/** Returns false when the address isn’t a recipient any more. */
export async function setDeclined(db: Db, { workspaceId, id }: ResourceRef, email: string, declined: boolean) {
  const { numUpdatedRows } = await db
    .updateTable('report_mail_recipients')
    .set(declined ? { declined, retry_at: null } : { declined })
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** An email to each recipient who hasn’t unsubscribed is due, unless one is being sent. */
export async function addSends(tx: Db, { workspaceId, id }: ResourceRef) {
  await sql`
    update report_mail_recipients set state = 'waiting', attempt = 0, retry_at = now()
    where workspace_id = ${workspaceId} and report_id = ${id} and not declined and state <> 'sending'`.execute(tx)
}

export type DueMailing = { workspaceId: string; id: string; frequency: MailingFrequency }

/** Locks schedules that are due, across workspaces. */
export async function lockDueMailings(tx: Db, limit: number): Promise<DueMailing[]> {
  const { rows } = await sql<DueMailing>`
    select workspace_id as "workspaceId", report_id as id, frequency from report_mailings
    where next_at <= now() and not paused order by next_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

export async function setNextAt(tx: Db, { workspaceId, id }: ResourceRef, nextAt: Date) {
  await tx
    .updateTable('report_mailings')
    .set({ next_at: nextAt })
    .where('workspace_id', '=', workspaceId)
    .where('report_id', '=', id)
    .execute()
}

export type ClaimedSend = { workspaceId: string; id: string; email: string; name: string; attempt: number }

/** Claims the due emails of one report, across workspaces; nobody else sends them. */
export async function claimSends(tx: Db): Promise<ClaimedSend[]> {
  const { rows } = await sql<ClaimedSend>`
    with first as (
      select workspace_id, report_id from report_mail_recipients where retry_at <= now() and not declined
      order by retry_at limit 1
    ), due as (
      select r.workspace_id, r.report_id, r.email from report_mail_recipients r join first using (workspace_id, report_id)
      where r.retry_at <= now() and not r.declined order by r.email for update of r skip locked
    )
    update report_mail_recipients r set state = 'sending', retry_at = null, attempt = r.attempt + 1, claimed_at = now()
    from due where r.workspace_id = due.workspace_id and r.report_id = due.report_id and r.email = due.email
    returning r.workspace_id as "workspaceId", r.report_id as id, r.email, r.name, r.attempt`.execute(tx)
  return rows
}

export async function settleSend(db: Db, send: ClaimedSend, state: 'sent' | 'unclear' | 'refused') {
  await db
    .updateTable('report_mail_recipients')
    .set({ state, retry_at: null, ...(state === 'sent' ? { sent_at: sql<Date>`now()` } : {}) })
    .where('workspace_id', '=', send.workspaceId)
    .where('report_id', '=', send.id)
    .where('email', '=', send.email)
    .execute()
}

export async function postponeSend(db: Db, send: ClaimedSend, seconds: number) {
  await sql`
    update report_mail_recipients set state = 'waiting', retry_at = now() + make_interval(secs => ${seconds})
    where workspace_id = ${send.workspaceId} and report_id = ${send.id} and email = ${send.email}`.execute(db)
}

/** Emails of dead processes may have been sent, so they aren't retried. */
export async function closeAbandonedSends(db: Db, olderThanSeconds: number) {
  await sql`
    update report_mail_recipients set state = 'unclear'
    where state = 'sending' and claimed_at < now() - make_interval(secs => ${olderThanSeconds})`.execute(db)
}

/** The workspace's name and color, and who set the schedule up. */
export async function findSender(db: Db, { workspaceId, id }: ResourceRef) {
  const { rows } = await sql<{ workspace: string; color: string | null; sender: string | null }>`
    select w.name as workspace, w.color, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as sender
    from report_mailings m join workspaces w on w.id = m.workspace_id left join users u on u.id = m.created_by
    where m.workspace_id = ${workspaceId} and m.report_id = ${id}`.execute(db)
  return rows[0]
}

export type MailingFacts = {
  report_id: string
  frequency: string
  sections: string[]
  title: string | null
  message: string | null
  paused: boolean
  recipients: { email: string; name: string; declined: boolean }[]
  extras: { kind: string; id: string | null }[]
  created_at: Date
}

export async function findMailings(db: Db, workspaceId: string): Promise<MailingFacts[]> {
  const { rows } = await sql<MailingFacts>`
    select m.report_id, m.frequency, m.sections, m.title, m.message, m.paused, m.created_at, coalesce((
      select jsonb_agg(jsonb_build_object('email', r.email, 'name', r.name, 'declined', r.declined) order by r.email)
      from report_mail_recipients r where r.workspace_id = m.workspace_id and r.report_id = m.report_id), '[]') as recipients,
      coalesce((select jsonb_agg(jsonb_build_object('kind', e.kind, 'id', e.ref_id) order by e.no)
      from report_mail_extras e where e.workspace_id = m.workspace_id and e.report_id = m.report_id), '[]') as extras
    from report_mailings m where m.workspace_id = ${workspaceId} order by m.created_at, m.report_id`.execute(db)
  return rows
}
