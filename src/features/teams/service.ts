import { changeMemberRole, removeMember } from '#features/workspaces/memberships.ts'
import { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import type { Membership, Requester } from '#platform/http/context.ts'
import type { GivenRole, Member } from './contract.ts'
import { createInvitations, type InvitationDependencies } from './invitations.ts'
import { presentMember } from './present-member.ts'
import { requireRole } from './require-role.ts'
import {
  deleteInvitation,
  deleteInvitationsBy,
  findInvitation,
  findInvitations,
  findMember,
  findMembers,
  updateInvitationRole,
} from './store/store.ts'

export type Teams = ReturnType<typeof createTeams>

type Dependencies = InvitationDependencies & {
  /** Called after somebody stopped being a member: ends their API keys and listener emails of this workspace. */
  onRemoved(tx: Db, workspaceId: string, member: { userId: string; email: string }): Promise<void>
}

export function createTeams(dependencies: Dependencies) {
  const { db, workspaces, audit, onRemoved } = dependencies
  return {
    ...createInvitations(dependencies),

    /** Members of a workspace, then invitations. */
    async list(workspaceId: string): Promise<Member[]> {
      const [members, invitations] = await Promise.all([findMembers(db, workspaceId), findInvitations(db, workspaceId)])
      return [...members, ...invitations].map(presentMember)
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
          await audit.recordCall(tx, by, 'team.invitation_withdrawn', invitation.email, { workspace_id: workspaceId })
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
        await audit.recordCall(tx, by, leaves ? 'team.left' : 'team.removed', target.email, {
          workspace_id: workspaceId,
        })
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
        await audit.recordCall(tx, by, 'team.role_changed', target.email, details)
        return presentMember({ ...target, role })
      })
    },
  }
}

const noMember = () =>
  new AppError('not_found', 'This member isn’t in this workspace.', {
    field: 'member_id',
    reason: 'member_missing',
  })
