import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { DomainHead } from '#features/domains/contract.ts'
import { checkCountLimit } from '#features/plans/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Member } from '#features/teams/contract.ts'
import type { Role } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database.ts'
import { type Actor, type Membership, notFound, tooWeak } from '#platform/http.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import { workspaceColors } from './colors.ts'
import type { Workspace, WorkspaceCounts } from './contract.ts'
import {
  countContents,
  countUserWorkspaces,
  deleteWorkspace,
  findWithoutWorkspace,
  findWorkspace,
  insertMember,
  insertWorkspace,
  lockUser,
  lockWorkspace,
  updateWorkspace,
} from './store.ts'

export { workspaceColors }

/** The user and IP address the audit log records. */
export type By = { actor: Actor; address: string }

export type Workspaces = ReturnType<typeof createWorkspaces>

type Dependencies = {
  db: Database
  plans: Plans
  audit: Audit
  listMembers(workspaceId: string): Promise<Member[]>
  listVoices(workspaceId: string): Promise<{ _id: string; name: string }[]>
  findDomain(workspaceId: string): Promise<DomainHead | null>
  /** Stops running work of a workspace before it is deleted and refunds its credits. Returns what to call after the commit. */
  endWork(tx: Db, workspaceId: string): Promise<() => void>
}

export function createWorkspaces({ db, plans, audit, listMembers, listVoices, findDomain, endWork }: Dependencies) {
  return {
    /** Creates a workspace owned by the user in the caller's transaction. Returns its id. */
    async create(tx: Db, ownerId: string, name: string, color: string = workspaceColors[0]): Promise<string> {
      const id = randomUUIDv7()
      await insertWorkspace(tx, { id, ownerId, name, color })
      await insertMember(tx, id, ownerId, 'owner')
      return id
    },

    async data({ workspaceId, role }: Membership) {
      const [row, members, counts, voices, domain] = await Promise.all([
        findWorkspace(db, workspaceId),
        listMembers(workspaceId),
        countContents(db, workspaceId),
        listVoices(workspaceId),
        findDomain(workspaceId),
      ])
      if (!row) throw notFound('workspace')
      return {
        workspace: present(row, role),
        members,
        domain,
        counts,
        brand_voices: voices.map(({ _id, name }) => ({ _id, name })),
      }
    },

    /** @throws AppError limit_insufficient when the user's plan has no room for another */
    async add(
      { actor, address }: By,
      input: { name: string; color: string },
      keepAnswer: KeepAnswer,
    ): Promise<{ workspace: Workspace }> {
      return db.transaction().execute(async (tx) => {
        await this.requireWorkspaceSlot(tx, actor.userId)
        const id = await this.create(tx, actor.userId, input.name, input.color)
        await record(tx, { actor, address }, 'workspace.added', input.name, { workspace_id: id })
        const answer = { workspace: present((await findWorkspace(tx, id))!, 'owner') }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    /**
     * Checks that the plan allows one more workspace. Locks the user, so that the answer holds until the transaction ends.
     * @throws AppError limit_insufficient
     */
    async requireWorkspaceSlot(tx: Db, userId: string) {
      await lockUser(tx, userId)
      const { owned } = await countUserWorkspaces(tx, userId)
      const { workspaces: allowance } = await plans.getPlan(tx, userId)
      checkCountLimit('workspaces', { allowance, taken: owned })
    },

    async rename(by: By, { workspaceId, role }: Membership, input: { name: string; color?: string }) {
      return db.transaction().execute(async (tx) => {
        const before = await this.lock(tx, workspaceId)
        const { name, color } = input
        await updateWorkspace(tx, workspaceId, { name, ...(color ? { color } : {}) })
        if (before.name !== name)
          await record(tx, by, 'workspace.renamed', name, { workspace_id: workspaceId, before: before.name })
        return present((await findWorkspace(tx, workspaceId))!, role)
      })
    },

    /**
     * Deletes a workspace with everything in it. Stops running reports and refunds those without results. Members without
     * another workspace get an empty one.
     * @throws AppError conflict for the actor's only workspace, forbidden when ownership has just been transferred
     */
    async remove(by: By, { workspaceId }: Membership): Promise<WorkspaceCounts> {
      const { removed, ended } = await db.transaction().execute(async (tx) => {
        await allowLongStatements(tx)
        await lockUser(tx, by.actor.userId)
        const { name, owner_id: ownerId } = await this.lock(tx, workspaceId)
        if (ownerId !== by.actor.userId) throw tooWeak('owner')
        if ((await countUserWorkspaces(tx, by.actor.userId)).joined <= 1)
          throw new AppError('conflict', 'You can’t delete your only workspace.', { reason: 'only_workspace' })
        const removed = await countContents(tx, workspaceId)
        const ended = await endWork(tx, workspaceId)
        const people = await deleteWorkspace(tx, workspaceId)
        await this.ensureWorkspace(tx, people)
        await record(tx, by, 'workspace.removed', name, { workspace_id: workspaceId, ...removed })
        return { removed, ended }
      })
      ended()
      return removed
    },

    /** Creates an empty workspace for each of these users who has none. */
    async ensureWorkspace(tx: Db, userIds: string[]) {
      if (userIds.length === 0) return
      for (const user of await findWithoutWorkspace(tx, userIds))
        await this.create(tx, user.id, `${user.first_name || 'My'}${user.first_name ? '’s' : ''} workspace`)
    },

    /** Locks the workspace row until the transaction ends. @throws AppError not_found */
    async lock(tx: Db, workspaceId: string) {
      const row = await lockWorkspace(tx, workspaceId)
      if (!row) throw notFound('workspace')
      return row
    },
  }

  function record(tx: Db, by: By, action: string, subject: string, details: Record<string, unknown>) {
    const { userId, email } = by.actor
    return audit.record(tx, { actorId: userId, actorEmail: email, action, subject, details, address: by.address })
  }
}

const present = (row: { id: string; name: string; color: string; created_at: Date }, role: Role): Workspace => ({
  _id: row.id,
  name: row.name,
  color: row.color,
  role,
  created_at: row.created_at.toISOString(),
})
