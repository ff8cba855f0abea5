import { type SqlBool, sql } from 'kysely'
import type { Role } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { GivenRole } from '../contract.ts'
import './tables.ts'

export type MemberRow = {
  id: string
  user_id: string | null
  email: string
  name: string
  role: Role
  created_at: Date
  expires_at: Date | null
  /** Until when the workspace is offered to this member. */
  offered_until: Date | null
}

const members = (db: Db, workspaceId: string) =>
  db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspaceId)
    .select(['m.id', 'm.user_id', 'u.email', 'm.role', 'm.created_at'])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
    .select(sql<Date | null>`null::timestamptz`.as('expires_at'))
    .select(
      sql<Date | null>`(select o.expires_at from ownership_offers o where o.workspace_id = m.workspace_id
        and o.user_id = m.user_id and o.expires_at > now())`.as('offered_until'),
    )

const invitations = (db: Db, workspaceId: string) =>
  db
    .selectFrom('invitations as i')
    .where('i.workspace_id', '=', workspaceId)
    .select(['i.id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at'])
    .select(sql<string | null>`null::uuid`.as('user_id'))
    .select(sql<string>`''`.as('name'))
    .select(sql<Date | null>`null::timestamptz`.as('offered_until'))

/** Members: the owner first, then by join date. */
export const findMembers = (db: Db, workspaceId: string): Promise<MemberRow[]> =>
  members(db, workspaceId).orderBy(sql`m.role = 'owner'`, 'desc').orderBy('m.created_at').orderBy('m.id').execute()

/** Invitations, expired ones included. */
export const findInvitations = (db: Db, workspaceId: string): Promise<MemberRow[]> =>
  invitations(db, workspaceId).orderBy('i.created_at').orderBy('i.id').execute()

/** By the member's own id or the user's. */
export const findMember = (db: Db, workspaceId: string, memberId: string): Promise<MemberRow | undefined> =>
  members(db, workspaceId)
    .where((eb) => eb.or([eb('m.id', '=', memberId), eb('m.user_id', '=', memberId)]))
    .executeTakeFirst()

export const findMemberByEmail = (db: Db, workspaceId: string, email: string): Promise<MemberRow | undefined> =>
  members(db, workspaceId).where('u.email', '=', email).executeTakeFirst()

export const findInvitation = (db: Db, workspaceId: string, id: string): Promise<MemberRow | undefined> =>
  invitations(db, workspaceId).where('i.id', '=', id).executeTakeFirst()

/** Counts members and open invitations, except the one to `exceptEmail`, which is about to be renewed. */
export async function countPeople(db: Db, workspaceId: string, exceptEmail: string | null = null): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from members where workspace_id = ${workspaceId})
      + (select count(*) from invitations where workspace_id = ${workspaceId} and expires_at > now()
          and (${exceptEmail}::text is null or email <> ${exceptEmail})) as people`.execute(db)
  return rows[0]!.people
}

/** Inserts an invitation, or updates the role, token and expiry of the existing one. Its id stays the same. */
export function upsertInvitation(
  db: Db,
  invitation: {
    workspaceId: string
    id: string
    email: string
    role: GivenRole
    tokenHash: Buffer
    invitedBy: string
    expiresAt: Date
  },
): Promise<MemberRow> {
  const { role, tokenHash, invitedBy, expiresAt } = invitation
  const values = { role, token_hash: tokenHash, invited_by: invitedBy, expires_at: expiresAt }
  return db
    .insertInto('invitations')
    .values({ workspace_id: invitation.workspaceId, id: invitation.id, email: invitation.email, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(values))
    .returning(['id', 'email', 'role', 'created_at', 'expires_at'])
    .returning(sql<null>`null::uuid`.as('user_id'))
    .returning(sql<string>`''`.as('name'))
    .returning(sql<null>`null::timestamptz`.as('offered_until'))
    .executeTakeFirstOrThrow()
}

/** Searches all workspaces, since the token is all that is known. Undefined when it is used or has expired. */
export function findInvitationByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('workspaces as w', 'w.id', 'i.workspace_id')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .where('i.token_hash', '=', tokenHash)
    .where(sql<SqlBool>`i.expires_at > now()`)
    .select(['i.id', 'i.workspace_id', 'i.email', 'i.role', 'i.expires_at', 'w.name', 'w.color', 'w.owner_id'])
    .select(sql<string | null>`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`.as('inviter'))
    .executeTakeFirst()
}

export async function deleteInvitation(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the invitations a user sent, for any workspace. */
export async function deleteInvitationsOfUser(db: Db, userId: string) {
  await db.deleteFrom('invitations').where('invited_by', '=', userId).execute()
}

/** Deletes the invitations a user sent for a workspace. */
export async function deleteInvitationsBy(db: Db, workspaceId: string, userId: string) {
  await db.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('invited_by', '=', userId).execute()
}

export async function updateInvitationRole(db: Db, workspaceId: string, id: string, role: GivenRole) {
  await db
    .updateTable('invitations')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** A workspace has one offer; a new one replaces it. */
export async function upsertOffer(
  db: Db,
  offer: { workspaceId: string; userId: string; offeredBy: string; expiresAt: Date },
) {
  const values = {
    user_id: offer.userId,
    offered_by: offer.offeredBy,
    created_at: new Date(),
    expires_at: offer.expiresAt,
  }
  await db
    .insertInto('ownership_offers')
    .values({ workspace_id: offer.workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}

/** The open offer, unless it has expired. */
export const findOffer = (db: Db, workspaceId: string) =>
  db
    .selectFrom('ownership_offers')
    .select(['user_id', 'offered_by'])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

export async function deleteOffer(db: Db, workspaceId: string) {
  await db.deleteFrom('ownership_offers').where('workspace_id', '=', workspaceId).execute()
}
