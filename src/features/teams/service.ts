import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { checkCountLimit } from '#features/plans/rules/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import { changeMemberRole, joinWorkspace, removeMember } from '#features/workspaces/memberships.ts'
import type { Requester, Workspaces } from '#features/workspaces/service.ts'
import { type Role, roleAtLeast } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { tooWeak } from '#platform/http/authorize.ts'
import type { Actor, Membership } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { GivenRole, Member } from './contract.ts'
import { invitationEmail } from './rules/invitation-email.ts'
import {
  countPeople,
  deleteInvitation,
  deleteInvitationsBy,
  findInvitation,
  findInvitationByToken,
  findInvitations,
  findMember,
  findMemberByEmail,
  findMembers,
  type MemberRow,
  updateInvitationRole,
  upsertInvitation,
} from './store/store.ts'

const inviteDays = 7
const emailRate = { max: 100, windowSeconds: 3600 }

export type Teams = ReturnType<typeof createTeams>

type Dependencies = {
  db: Database
  plans: Plans
  workspaces: Workspaces
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  log: Log
  publicUrl: string
  /** Called after somebody stopped being a member: ends their API keys and listener emails of this workspace. */
  onRemoved(tx: Db, workspaceId: string, member: { userId: string; email: string }): Promise<void>
  /** Records that the actor proved their email. Returns what to call after the commit. */
  proveEmail(tx: Db, actor: Actor, address: string | null): Promise<() => void>
}

export function createTeams(dependencies: Dependencies) {
  const { db, plans, workspaces, audit, mailer, rates, log, publicUrl, onRemoved, proveEmail } = dependencies
  return {
    /** Members of a workspace, then invitations. */
    async list(workspaceId: string): Promise<Member[]> {
      const [members, invitations] = await Promise.all([findMembers(db, workspaceId), findInvitations(db, workspaceId)])
      return [...members, ...invitations].map(present)
    },

    /**
     * Invites by email. Inviting again replaces the invitation's link, role and expiry.
     * @throws AppError conflict for an existing member, limit_insufficient, forbidden without the role admin
     */
    async invite(by: Requester, { workspaceId }: Membership, input: { email: string; role: GivenRole }) {
      await rates.countAddress('mail', by.address, emailRate)
      const token = newToken('ei')
      const until = new Date(Date.now() + inviteDays * 86_400_000)
      const { row, workspace, inviter } = await db.transaction().execute(async (tx) => {
        const workspace = await workspaces.lock(tx, workspaceId)
        const own = await requireRole(tx, workspaceId, by.actor, 'admin')
        if (await findMemberByEmail(tx, workspaceId, input.email))
          throw new AppError('conflict', `${input.email} is already in this workspace.`, {
            field: 'email',
            reason: 'already_member',
            params: { email: input.email },
          })
        const { members: allowance } = await plans.getPlan(tx, workspace.owner_id)
        checkCountLimit('members', { allowance, taken: await countPeople(tx, workspaceId, input.email) })
        const row = await upsertInvitation(tx, {
          workspaceId,
          id: randomUUIDv7(),
          email: input.email,
          role: input.role,
          tokenHash: hashToken(token),
          invitedBy: by.actor.userId,
          expiresAt: until,
        })
        await record(tx, by, 'team.invited', input.email, { workspace_id: workspaceId, role: input.role })
        return { row, workspace, inviter: own.name || own.email }
      })
      await sendInvitation({ to: input.email, inviter, workspace, token, until, row })
      return present(row)
    },

    /**
     * Removes a member, withdraws an invitation, or lets the actor leave. Also deletes the member's API keys, listener emails
     * and sent invitations. A user left without a workspace gets an empty one.
     * @throws AppError forbidden for others without the role admin, conflict for the owner
     */
    async remove(by: Requester, { workspaceId }: Membership, memberId: string) {
      await db.transaction().execute(async (tx) => {
        await workspaces.lock(tx, workspaceId)
        const target = await findMember(tx, workspaceId, memberId)
        const leaves = target?.user_id === by.actor.userId
        if (!leaves) await requireRole(tx, workspaceId, by.actor, 'admin')
        if (!target) {
          const invitation = await findInvitation(tx, workspaceId, memberId)
          if (!invitation || !(await deleteInvitation(tx, workspaceId, memberId))) throw noMember()
          await record(tx, by, 'team.invitation_withdrawn', invitation.email, { workspace_id: workspaceId })
          return
        }
        if (target.role === 'owner')
          throw new AppError(
            'conflict',
            leaves
              ? 'You own this workspace. Transfer ownership or delete it before you leave.'
              : 'The owner can’t be removed. Transfer ownership first.',
            { reason: leaves ? 'owner_cannot_leave' : 'owner_cannot_be_removed' },
          )
        await removeMember(tx, workspaceId, target.user_id!)
        await onRemoved(tx, workspaceId, { userId: target.user_id!, email: target.email })
        // A removed member could have invited a second address of theirs.
        if (!leaves) await deleteInvitationsBy(tx, workspaceId, target.user_id!)
        await workspaces.ensureWorkspace(tx, [target.user_id!])
        await record(tx, by, leaves ? 'team.left' : 'team.removed', target.email, { workspace_id: workspaceId })
      })
    },

    /** @throws AppError conflict for the owner, forbidden without the role admin */
    async changeRole(by: Requester, { workspaceId }: Membership, memberId: string, role: GivenRole) {
      return db.transaction().execute(async (tx) => {
        await workspaces.lock(tx, workspaceId)
        await requireRole(tx, workspaceId, by.actor, 'admin')
        const target =
          (await findMember(tx, workspaceId, memberId)) ?? (await findInvitation(tx, workspaceId, memberId))
        if (!target) throw noMember()
        if (target.role === 'owner')
          throw new AppError('conflict', 'The owner’s role can’t be changed. Transfer ownership first.', {
            reason: 'owner_role_fixed',
          })
        if (target.user_id) await changeMemberRole(tx, workspaceId, target.user_id, role)
        else await updateInvitationRole(tx, workspaceId, target.id, role)
        const details = { workspace_id: workspaceId, before: target.role, role }
        await record(tx, by, 'team.role_changed', target.email, details)
        return present({ ...target, role })
      })
    },

    /** What a token invites to, for the page it leads to. @throws AppError not_found when used, withdrawn or too old */
    async invitation(token: string) {
      const found = await findInvitationByToken(db, hashToken(token))
      if (!found) throw invitationEnded()
      return {
        workspace: { _id: found.workspace_id, name: found.name, color: found.color },
        email: found.email,
        role: found.role,
        invited_by: found.inviter,
        expires_at: found.expires_at.toISOString(),
      }
    },

    /**
     * Makes the signed-in invitee a member and uses the token up (`/user/verifytoken` with the purpose "invite"). The
     * account's email must be the invited one, and counts as verified from then on: the link was sent there.
     * @throws AppError not_found (field token: used, withdrawn or too old), forbidden (another email, or an API key),
     * limit_insufficient (the owner's plan has shrunk since)
     */
    async acceptInvite(actor: Actor, token: string, address: string | null = null) {
      if (actor.key)
        throw new AppError('forbidden', 'API keys can’t do this. Sign in instead.', { reason: 'key_not_allowed' })
      const tokenHash = hashToken(token)
      const { answer, afterCommit } = await db.transaction().execute(async (tx) => {
        const seen = await findInvitationByToken(tx, tokenHash)
        if (!seen) throw invitationEnded()
        await workspaces.lock(tx, seen.workspace_id)
        // Reads again after locking, so that two calls with one token add one member.
        const found = await findInvitationByToken(tx, tokenHash)
        if (!found) throw invitationEnded()
        if (found.email !== actor.email)
          throw new AppError(
            'forbidden',
            `This invitation is for ${found.email}, but you’re signed in as ${actor.email}. Sign in with the invited email to accept it.`,
            { reason: 'invitation_for_another', params: { invited: found.email, email: actor.email } },
          )
        const { members: allowance } = await plans.getPlan(tx, found.owner_id)
        checkCountLimit('members', { allowance, taken: (await findMembers(tx, found.workspace_id)).length })
        await deleteInvitation(tx, found.workspace_id, found.id)
        const { workspace_id: workspaceId, id, role } = found
        await joinWorkspace(tx, workspaceId, { id, userId: actor.userId, role })
        const afterCommit = await proveEmail(tx, actor, address)
        await record(tx, { actor, address }, 'team.joined', actor.email, { workspace_id: workspaceId, role })
        return { answer: { workspace: { _id: workspaceId, name: found.name, color: found.color }, role }, afterCommit }
      })
      afterCommit()
      return answer
    },
  }

  /**
   * Reads the role after locking the workspace, so that concurrent changes see each other.
   * @throws AppError forbidden, or not_found for someone who was just removed
   */
  async function requireRole(tx: Db, workspaceId: string, actor: Actor, minRole: Role) {
    const own = await findMember(tx, workspaceId, actor.userId)
    if (!own) throw notFound('workspace')
    if (!roleAtLeast(own.role, minRole)) throw tooWeak(minRole)
    return own
  }

  /** Runs after the commit. A failed email is logged; the invitation can be sent again. */
  async function sendInvitation(sent: {
    to: string
    /** By name where they gave one. */
    inviter: string
    workspace: { name: string; color: string }
    token: string
    until: Date
    row: MemberRow
  }) {
    const { to, inviter, token, until, row } = sent
    const { name: workspace, color } = sent.workspace
    const link = `${publicUrl}/invite?token=${token}`
    const content = invitationEmail({ inviter, workspace, color, role: row.role as GivenRole, link, until })
    try {
      await mailer.send({ to, ...content })
    } catch (err) {
      log.error({ err, invitation_id: row.id }, 'An invitation email couldn’t be sent')
    }
  }

  function record(
    tx: Db,
    by: { actor: Actor; address: string | null },
    action: string,
    subject: string,
    details: Record<string, unknown>,
  ) {
    const { userId, email } = by.actor
    return audit.record(tx, { actorId: userId, actorEmail: email, action, subject, details, address: by.address })
  }
}

const noMember = () =>
  new AppError('not_found', 'This member isn’t in this workspace.', {
    field: 'member_id',
    reason: 'member_missing',
  })

const invitationEnded = () =>
  new AppError('not_found', 'This invitation was used, withdrawn or has expired. Ask for a new one.', {
    field: 'token',
    reason: 'invitation_ended',
  })

const present = (row: MemberRow): Member => ({
  _id: row.id,
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.user_id ? 'active' : 'invited',
  invite_expires_at: row.expires_at?.toISOString() ?? null,
  ownership_offered_until: row.offered_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
