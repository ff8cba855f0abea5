import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { DomainHead } from '#features/domains/contract.ts'
import { checkCountLimit } from '#features/plans/rules/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Member } from '#features/teams/contract.ts'
import type { Role } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database/database.ts'
import { tooWeak } from '#platform/http/authorize.ts'
import type { Membership, Requester, StoreResponse } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import type { Workspace, WorkspaceCounts } from './contract.ts'
import { joinWorkspace } from './memberships.ts'
import { workspaceColors } from './rules/colors.ts'
import {
  countContents,
  countUserWorkspaces,
  deleteWorkspace,
  findWithoutWorkspace,
  findWorkspace,
  insertWorkspace,
  lockUser,
  lockWorkspace,
  updateWorkspace,
} from './store/store.ts'

export { workspaceColors }

export type Workspaces = ReturnType<typeof createWorkspaces>

/** What other features know of a workspace. */
export type WorkspaceParts = {
  members: Member[]
  voices: { _id: string; name: string }[]
  domain: DomainHead | null
}

type Dependencies = {
  db: Database
  plans: Plans
  audit: Audit
  readParts(workspaceId: string): Promise<WorkspaceParts>
  /** Stops running work of a workspace before it is deleted and refunds its credits. Returns what to call after the commit. */
  endWork(tx: Db, workspaceId: string): Promise<() => void>
  /** Called in the transaction that deleted a workspace. */
  onRemoved(tx: Db, workspaceId: string): Promise<void>
}

export function createWorkspaces({ db, plans, audit, readParts, endWork, onRemoved }: Dependencies) {
  return {
    /** Creates a workspace owned by the user in the caller's transaction. Returns its id. */
    async create(tx: Db, ownerId: string, name: string, color: string = workspaceColors[0]): Promise<string> {
      const id = randomUUIDv7()
      await insertWorkspace(tx, { id, ownerId, name, color })
      await joinWorkspace(tx, id, { userId: ownerId, role: 'owner' })
      return id
    },

    async data({ workspaceId, role }: Membership) {
      const [row, counts, { members, voices, domain }] = await Promise.all([
        findWorkspace(db, workspaceId),
        countContents(db, workspaceId),
        readParts(workspaceId),
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
      { actor, address }: Requester,
      input: { name: string; color: string },
      storeResponse: StoreResponse,
    ): Promise<{ workspace: Workspace }> {
      return db.transaction().execute(async (tx) => {
        await this.requireWorkspaceSlot(tx, actor.userId)
        const id = await this.create(tx, actor.userId, input.name, input.color)
        await audit.recordCall(tx, { actor, address }, 'workspace.added', input.name, { workspace_id: id })
        const answer = { workspace: present((await findWorkspace(tx, id))!, 'owner') }
        await storeResponse(tx, answer)
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

    async rename(requester: Requester, { workspaceId, role }: Membership, input: { name: string; color?: string }) {
      return db.transaction().execute(async (tx) => {
        const before = await this.lock(tx, workspaceId)
        const { name, color } = input
        await updateWorkspace(tx, workspaceId, { name, ...(color ? { color } : {}) })
        if (before.name !== name)
          await audit.recordCall(tx, requester, 'workspace.renamed', name, {
            workspace_id: workspaceId,
            before: before.name,
          })
        return present((await findWorkspace(tx, workspaceId))!, role)
      })
    },

    async update(
      requester: Requester,
      { workspaceId, role }: Membership,
      { require_approval }: { require_approval?: boolean | undefined },
    ) {
      return db.transaction().execute(async (tx) => {
        const before = await this.lock(tx, workspaceId)
        if (require_approval !== undefined && require_approval !== before.require_approval) {
          await updateWorkspace(tx, workspaceId, { require_approval })
          await audit.recordCall(tx, requester, 'workspace.approval', before.name, {
            workspace_id: workspaceId,
            require_approval,
          })
        }
        return present((await findWorkspace(tx, workspaceId))!, role)
      })
    },

    /**
     * Deletes a workspace with everything in it. Stops running reports and refunds those without results. Members without
     * another workspace get an empty one.
     * @throws AppError conflict for the actor's only workspace, forbidden when ownership has just been transferred
     */
    async remove(requester: Requester, { workspaceId }: Membership): Promise<WorkspaceCounts> {
      const { removed, ended } = await db.transaction().execute(async (tx) => {
        await allowLongStatements(tx)
        await lockUser(tx, requester.actor.userId)
        const { name, owner_id: ownerId } = await this.lock(tx, workspaceId)
        if (ownerId !== requester.actor.userId) throw tooWeak('owner')
        if ((await countUserWorkspaces(tx, requester.actor.userId)).joined <= 1)
          throw new AppError('conflict', 'You can’t delete your only workspace.', { reason: 'only_workspace' })
        const removed = await countContents(tx, workspaceId)
        const ended = await endWork(tx, workspaceId)
        const people = await deleteWorkspace(tx, workspaceId)
        await onRemoved(tx, workspaceId)
        await this.ensureWorkspace(tx, people)
        await audit.recordCall(tx, requester, 'workspace.removed', name, { workspace_id: workspaceId, ...removed })
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
}

type WorkspaceRow = { id: string; name: string; color: string; require_approval: boolean; created_at: Date }

const present = (row: WorkspaceRow, role: Role): Workspace => ({
  _id: row.id,
  name: row.name,
  color: row.color,
  require_approval: row.require_approval,
  role,
  created_at: row.created_at.toISOString(),
})
