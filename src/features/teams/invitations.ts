import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { checkCountLimit } from '#features/plans/rules/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import { joinWorkspace } from '#features/workspaces/memberships.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Actor, Membership, Requester } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { GivenRole } from './contract.ts'
import { presentMember } from './present-member.ts'
import { requireRole } from './require-role.ts'
import { invitationEmail } from './rules/invitation-email.ts'
import {
  countPeople,
  deleteInvitation,
  findInvitationByToken,
  findMemberByEmail,
  findMembers,
  type MemberRow,
  upsertInvitation,
} from './store/store.ts'

const inviteDays = 7
const emailRate = { max: 100, windowSeconds: 3600 }

export type InvitationDependencies = {
  db: Database
  plans: Plans
  workspaces: Workspaces
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  log: Log
  publicUrl: string
  /** Records that the actor proved their email. Returns what to call after the commit. */
  proveEmail(tx: Db, actor: Actor, address: string | null): Promise<() => void>
}

/** Inviting people by email, and accepting. */
export function createInvitations(dependencies: InvitationDependencies) {
  const { db, plans, workspaces, audit, mailer, rates, log, publicUrl, proveEmail } = dependencies
  return {
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
        await audit.recordCall(tx, by, 'team.invited', input.email, { workspace_id: workspaceId, role: input.role })
        return { row, workspace, inviter: own.name || own.email }
      })
      await sendInvitation({ to: input.email, inviter, workspace, token, until, row })
      return presentMember(row)
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
        await audit.recordCall(tx, { actor, address }, 'team.joined', actor.email, { workspace_id: workspaceId, role })
        return { answer: { workspace: { _id: workspaceId, name: found.name, color: found.color }, role }, afterCommit }
      })
      afterCommit()
      return answer
    },
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
}

const invitationEnded = () =>
  new AppError('not_found', 'This invitation was used, withdrawn or has expired. Ask for a new one.', {
    field: 'token',
    reason: 'invitation_ended',
  })
