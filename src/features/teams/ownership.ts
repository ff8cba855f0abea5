import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { transferOwnership } from '#features/workspaces/memberships.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import type { RenderedEmail } from '#kit/email/email.ts'
import { AppError, type AppErrorOptions } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { tooWeak } from '#platform/http/authorize.ts'
import type { Membership, Requester } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { ownershipAcceptedEmail, ownershipDeclinedEmail, ownershipOfferedEmail } from './rules/ownership-emails.ts'
import { countPeople, deleteOffer, findMember, findOffer, type MemberRow, upsertOffer } from './store/store.ts'

const offerDays = 7

export type Ownership = ReturnType<typeof createOwnership>

type Dependencies = {
  db: Database
  plans: Plans
  workspaces: Workspaces
  audit: Audit
  mailer: Mailer
  background: BackgroundTasks
  publicUrl: string
  /** Units of the stock of listeners that a workspace holds. */
  countListeners(tx: Db, workspaceId: string): Promise<number>
}

/** Transfers a workspace: the owner offers it to a member. When the member accepts, it moves to their account and plan. */
export function createOwnership(dependencies: Dependencies) {
  const { db, plans, workspaces, audit, mailer, background, publicUrl, countListeners } = dependencies
  const teamLink = `${publicUrl}/app/settings/team`

  return {
    /**
     * Offers the workspace to a member for 7 days; it replaces an earlier offer. Nothing else changes.
     * @throws AppError conflict for who owns it already, not_found, forbidden for anybody but the owner
     */
    async offer(by: Requester, { workspaceId }: Membership, memberId: string) {
      const { workspace, owner, to, until } = await db.transaction().execute(async (tx) => {
        const workspace = await workspaces.lock(tx, workspaceId)
        const owner = await requireOwner(tx, workspaceId, by)
        const to = await findMember(tx, workspaceId, memberId)
        if (!to?.user_id) throw noMember()
        if (to.user_id === workspace.owner_id)
          throw new AppError('conflict', 'This member already owns the workspace.', {
            field: 'member_id',
            reason: 'already_owner',
          })
        const until = new Date(Date.now() + offerDays * 86_400_000)
        await upsertOffer(tx, { workspaceId, userId: to.user_id, offeredBy: by.actor.userId, expiresAt: until })
        await record(tx, by, 'team.ownership_offered', to.email, workspaceId)
        return { workspace, owner, to, until }
      })
      const params = { ...describe(workspace), from: getName(owner), to: getName(to), until, link: teamLink }
      send('offered', ownershipOfferedEmail(params), to.email, owner.email)
    },

    /**
     * Makes the actor the owner. Their plan pays from then on and must have room for it. The former owner stays as admin.
     * @throws AppError not_found where nothing is offered to them, limit_insufficient by their plan
     */
    async accept(by: Requester, { workspaceId }: Membership) {
      const { actor } = by
      const { workspace, former, owner } = await db.transaction().execute(async (tx) => {
        const workspace = await workspaces.lock(tx, workspaceId)
        const offer = await findOffer(tx, workspaceId)
        if (offer?.user_id !== actor.userId || offer.offered_by !== workspace.owner_id) throw noOffer()
        const former = await findMember(tx, workspaceId, workspace.owner_id)
        await moveToNewOwner(tx, workspaceId, { from: workspace.owner_id, to: actor.userId })
        await deleteOffer(tx, workspaceId)
        await record(tx, by, 'team.handed_over', actor.email, workspaceId)
        return { workspace, former, owner: await findMember(tx, workspaceId, actor.userId) }
      })
      const params = { ...describe(workspace), to: owner ? getName(owner) : actor.email, link: teamLink }
      send('accepted', ownershipAcceptedEmail(params), actor.email, former?.email)
    },

    /**
     * Withdraws an offer (by the owner) or declines it (by the member it was made to).
     * @throws AppError not_found when there is no such offer
     */
    async cancel(by: Requester, { workspaceId }: Membership) {
      const { actor } = by
      const { workspace, declined, member, owner } = await db.transaction().execute(async (tx) => {
        const workspace = await workspaces.lock(tx, workspaceId)
        const offer = await findOffer(tx, workspaceId)
        const declined = offer?.user_id === actor.userId
        if (!offer || (!declined && workspace.owner_id !== actor.userId)) throw noOffer()
        await deleteOffer(tx, workspaceId)
        const action = declined ? 'team.ownership_declined' : 'team.ownership_withdrawn'
        await record(tx, by, action, actor.email, workspaceId)
        const member = await findMember(tx, workspaceId, actor.userId)
        return { workspace, declined, member, owner: await findMember(tx, workspaceId, workspace.owner_id) }
      })
      const to = member ? getName(member) : actor.email
      if (declined) send('declined', ownershipDeclinedEmail({ ...describe(workspace), to }), owner?.email)
    },
  }

  /** Moves the workspace's members and active listeners to the new owner's plan. @throws AppError limit_insufficient */
  async function moveToNewOwner(tx: Db, workspaceId: string, { from, to }: { from: string; to: string }) {
    await workspaces.requireWorkspaceSlot(tx, to).catch((error) => {
      throw withReason(error, 'Your plan has no room for another workspace. Upgrade it to accept.', {
        reason: 'no_room_for_workspace',
      })
    })
    const people = await countPeople(tx, workspaceId)
    const { members: allowance } = await plans.getPlan(tx, to)
    if (people > allowance)
      throw new AppError(
        'limit_insufficient',
        `Your plan has room for ${allowance} members in a workspace, and this one has ${people}. Upgrade it to accept.`,
        {
          reason: 'no_room_for_members',
          params: { allowance, members: people },
          details: { tool: 'members', available: allowance, requested: people, resets_at: null },
        },
      )
    const listeners = await countListeners(tx, workspaceId)
    if (listeners > 0) await plans.releaseStock(tx, workspaceId, 'search_listener', listeners)
    await transferOwnership(tx, workspaceId, { from, to })
    if (listeners > 0)
      await plans.reserve(tx, workspaceId, 'search_listener', listeners).catch((error) => {
        const active = listeners === 1 ? '1 active listener' : `${listeners} active listeners`
        throw withReason(
          error,
          `Your plan has no room for this workspace’s ${active}. Upgrade it, or ask to have some paused.`,
          { reason: 'no_room_for_listeners', params: { listeners } },
        )
      })
  }

  /** Reads the role after locking the workspace, so that concurrent changes see each other. */
  async function requireOwner(tx: Db, workspaceId: string, { actor }: Requester): Promise<MemberRow> {
    const own = await findMember(tx, workspaceId, actor.userId)
    if (!own) throw notFound('workspace')
    if (own.role !== 'owner') throw tooWeak('owner')
    return own
  }

  function send(what: string, content: RenderedEmail, ...to: (string | undefined)[]) {
    for (const email of to)
      if (email)
        background.run(`Sending the email about an ownership ${what}`, () => mailer.send({ to: email, ...content }))
  }

  function record(tx: Db, by: Requester, action: string, subject: string, workspaceId: string) {
    return audit.recordCall(tx, by, action, subject, { workspace_id: workspaceId })
  }
}

const describe = ({ name, color }: { name: string; color: string }) => ({ workspace: name, color })

/** How an email names someone: by name where they gave one. */
const getName = ({ name, email }: MemberRow) => name || email

const noMember = () =>
  new AppError('not_found', 'This member isn’t in this workspace.', {
    field: 'member_id',
    reason: 'member_missing',
  })
const noOffer = () =>
  new AppError(
    'not_found',
    'Ownership of this workspace isn’t offered to you: the offer was withdrawn or has expired.',
    {
      reason: 'no_ownership_offer',
    },
  )

/** Copies a limit error with a reason and sentence about the accepting member's plan. */
const withReason = (error: unknown, sentence: string, why: Pick<AppErrorOptions, 'reason' | 'params'>) =>
  error instanceof AppError && error.code.startsWith('limit_')
    ? new AppError(error.code, sentence, { ...error.options, ...why })
    : error
