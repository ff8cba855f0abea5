import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { refuseOverCount } from '#features/plans/count-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import type { By, Workspaces } from '#features/workspaces/service.ts'
import { type Role, roleAtLeast } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import { type Actor, type Membership, notFound, tooWeak } from '#platform/http.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { GivenRole, Member } from './contract.ts'
import { invitationMail } from './invitation-mail.ts'
import {
  countPeople,
  deleteInvitation,
  deleteMember,
  findInvitation,
  findInvitationByToken,
  findInvitations,
  findMember,
  findMemberByEmail,
  findMembers,
  insertInvited,
  type MemberRow,
  markEmailVerified,
  updateInvitationRole,
  updateMemberRole,
  updateOwner,
  upsertInvitation,
} from './store.ts'

const inviteDays = 7
const mails = { most: 100, windowSeconds: 3600 }

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
  /** Units of the stock of listeners that a workspace holds. */
  countListeners(tx: Db, workspaceId: string): Promise<number>
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

export function createTeams(dependencies: Dependencies) {
  const { db, plans, workspaces, audit, mailer, rates, log, publicUrl, countListeners, claim } = dependencies
  return {
    /** Everybody in a workspace, then everybody invited. */
    async list(workspaceId: string): Promise<Member[]> {
      const [members, invitations] = await Promise.all([findMembers(db, workspaceId), findInvitations(db, workspaceId)])
      return [...members, ...invitations].map(present)
    },

    /**
     * Invites by mail; an invitation there is already gets a new link, role and end, and its old link dies.
     * @throws AppError conflict for who is in already, limit_insufficient, forbidden without the role admin
     */
    async invite(by: By, { workspaceId }: Membership, input: { email: string; role: GivenRole }) {
      await rates.countAddress('mail', by.address, mails)
      const token = newToken('ei')
      const until = new Date(Date.now() + inviteDays * 86_400_000)
      const { row, workspace } = await db.transaction().execute(async (tx) => {
        const workspace = await workspaces.lock(tx, workspaceId)
        await requireRole(tx, workspaceId, by.actor, 'admin')
        if (await findMemberByEmail(tx, workspaceId, input.email))
          throw new AppError('conflict', `${input.email} is in this workspace already.`, { field: 'email' })
        const { members: allowance } = await plans.planOf(tx, workspace.owner_id)
        refuseOverCount('members', { allowance, taken: await countPeople(tx, workspaceId, input.email) })
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
        return { row, workspace }
      })
      await sendInvitation({ to: input.email, inviter: by.actor.email, workspace: workspace.name, token, until, row })
      return present(row)
    },

    /**
     * Removes a member, withdraws an invitation, or lets the actor leave. Who is then in no workspace gets an empty one.
     * @throws AppError forbidden for others without the role admin, conflict for the owner
     */
    async remove(by: By, { workspaceId }: Membership, memberId: string) {
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
              ? 'You own this workspace: hand it over before you leave, or remove it.'
              : 'The owner cannot be removed: the workspace has to be handed over first.',
          )
        await deleteMember(tx, workspaceId, target.user_id!)
        await workspaces.giveHome(tx, [target.user_id!])
        await record(tx, by, leaves ? 'team.left' : 'team.removed', target.email, { workspace_id: workspaceId })
      })
    },

    /** @throws AppError conflict for the owner, forbidden without the role admin */
    async changeRole(by: By, { workspaceId }: Membership, memberId: string, role: GivenRole) {
      return db.transaction().execute(async (tx) => {
        await workspaces.lock(tx, workspaceId)
        await requireRole(tx, workspaceId, by.actor, 'admin')
        const target =
          (await findMember(tx, workspaceId, memberId)) ?? (await findInvitation(tx, workspaceId, memberId))
        if (!target) throw noMember()
        if (target.role === 'owner')
          throw new AppError('conflict', 'The owner stays the owner until the workspace is handed over.')
        if (target.user_id) await updateMemberRole(tx, workspaceId, target.user_id, role)
        else await updateInvitationRole(tx, workspaceId, target.id, role)
        const details = { workspace_id: workspaceId, before: target.role, role }
        await record(tx, by, 'team.role_changed', target.email, details)
        return present({ ...target, role })
      })
    },

    /**
     * Hands a workspace over: the member's plan pays from then on, and must have room for it. The former owner stays as
     * admin.
     * @throws AppError conflict for who owns it already, not_found, limit_insufficient by the new owner's plan
     */
    async transfer(by: By, { workspaceId }: Membership, memberId: string): Promise<Member[]> {
      await db.transaction().execute(async (tx) => {
        const { owner_id: formerId } = await workspaces.lock(tx, workspaceId)
        await requireRole(tx, workspaceId, by.actor, 'owner')
        const target = await findMember(tx, workspaceId, memberId)
        if (!target?.user_id) throw noMember()
        if (target.user_id === formerId)
          throw new AppError('conflict', 'This member owns the workspace already.', { field: 'member_id' })
        await workspaces.takeRoom(tx, target.user_id).catch((error) => {
          throw noRoom(error, `${target.email} has no room for another workspace on their plan.`)
        })
        const people = await countPeople(tx, workspaceId)
        const { members: allowance } = await plans.planOf(tx, target.user_id)
        if (people > allowance)
          throw new AppError(
            'limit_insufficient',
            `The plan of ${target.email} has room for ${allowance} in a workspace, and here are ${people}.`,
            { details: { tool: 'members', available: allowance, requested: people, resets_at: null } },
          )
        // What the workspace holds moves to the plan that pays from now on.
        const listening = await countListeners(tx, workspaceId)
        if (listening > 0) await plans.releaseStock(tx, workspaceId, 'search_listener', listening)
        await updateOwner(tx, workspaceId, target.user_id)
        if (listening > 0)
          await plans.reserve(tx, workspaceId, 'search_listener', listening).catch((error) => {
            throw noListeners(error, target.email, listening)
          })
        await updateMemberRole(tx, workspaceId, formerId, 'admin')
        await updateMemberRole(tx, workspaceId, target.user_id, 'owner')
        await record(tx, by, 'team.handed_over', target.email, { workspace_id: workspaceId })
      })
      return this.list(workspaceId)
    },

    /** What a token invites to, for the page it leads to. @throws AppError not_found when used, withdrawn or too old */
    async invitation(token: string) {
      const found = await findInvitationByToken(db, hashToken(token))
      if (!found) throw deadInvitation()
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
      if (actor.key) throw new AppError('forbidden', 'An API key may not do this: sign in instead.')
      const tokenHash = hashToken(token)
      return db.transaction().execute(async (tx) => {
        const seen = await findInvitationByToken(tx, tokenHash)
        if (!seen) throw deadInvitation()
        await workspaces.lock(tx, seen.workspace_id)
        // Asked again behind the lock: two calls with one token make one member.
        const found = await findInvitationByToken(tx, tokenHash)
        if (!found) throw deadInvitation()
        if (found.email !== actor.email)
          throw new AppError(
            'forbidden',
            `This invitation is for ${found.email}, and you are signed in as ${actor.email}. Sign in with that email to accept it.`,
          )
        const { members: allowance } = await plans.planOf(tx, found.owner_id)
        refuseOverCount('members', { allowance, taken: (await findMembers(tx, found.workspace_id)).length })
        await deleteInvitation(tx, found.workspace_id, found.id)
        const { workspace_id: workspaceId, id, role } = found
        await insertInvited(tx, { workspaceId, id, userId: actor.userId, role })
        await markEmailVerified(tx, actor.userId, found.email)
        await claim(tx, actor.userId)
        await record(tx, { actor, address }, 'team.joined', actor.email, { workspace_id: workspaceId, role })
        return { workspace: { _id: workspaceId, name: found.name, color: found.color }, role }
      })
    },
  }

  /**
   * Asked behind the lock: of two changes at once the second is judged by what the first left.
   * @throws AppError forbidden, or not_found for who was removed a moment ago
   */
  async function requireRole(tx: Db, workspaceId: string, actor: Actor, least: Role) {
    const own = await findMember(tx, workspaceId, actor.userId)
    if (!own) throw notFound('workspace')
    if (!roleAtLeast(own.role, least)) throw tooWeak(least)
  }

  /** After the commit: a mail that cannot be sent is logged, and the invitation can be sent again. */
  async function sendInvitation(sent: {
    to: string
    inviter: string
    workspace: string
    token: string
    until: Date
    row: MemberRow
  }) {
    const { to, inviter, workspace, token, until, row } = sent
    const link = `${publicUrl}/invite?token=${token}`
    const mail = invitationMail({ inviter, workspace, role: row.role as GivenRole, link, until })
    try {
      await mailer.send({ to, ...mail })
    } catch (err) {
      log.error({ err, invitation_id: row.id }, 'An invitation could not be mailed')
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

const noMember = () => new AppError('not_found', 'There is no such member of this workspace.', { field: 'member_id' })

const deadInvitation = () =>
  new AppError('not_found', 'This invitation was used, withdrawn or is too old: ask for a new one.', {
    field: 'token',
  })

/** The same refusal in words about somebody else's plan. */
const noRoom = (error: unknown, sentence: string) =>
  error instanceof AppError && error.code === 'limit_insufficient'
    ? new AppError(error.code, sentence, error.options)
    : error

const noListeners = (error: unknown, email: string, listening: number) =>
  error instanceof AppError && error.code.startsWith('limit_')
    ? new AppError(
        error.code,
        `The plan of ${email} has no room for the ${listening === 1 ? 'active listener' : `${listening} active listeners`} here: pause some, or ask for a larger plan.`,
        error.options,
      )
    : error

const present = (row: MemberRow): Member => ({
  _id: row.id,
  user_id: row.user_id,
  email: row.email,
  name: row.name,
  role: row.role,
  status: row.user_id ? 'active' : 'invited',
  invite_expires_at: row.expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
