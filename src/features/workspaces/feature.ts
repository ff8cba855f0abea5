import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { type AfterCommit, createHook, runUntilCommit } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { exportWorkspaces } from './account-export.ts'
import { workspacesRoutes } from './routes.ts'
import { createWorkspaces, type WorkspaceParts } from './service.ts'

export type WorkspacesFeature = ReturnType<typeof createWorkspacesFeature>

export function createWorkspacesFeature({ db }: Core, { plans, audit }: { plans: Plans; audit: Audit }) {
  const hooks = {
    /** A workspace is about to be deleted: its running work ends, and its credits are refunded. */
    removing: createHook<[tx: Db, workspaceId: string], AfterCommit | undefined>(),
    /** A workspace was deleted, and what refers to it goes with it. */
    removed: createHook<[tx: Db, workspaceId: string]>(),
    /** What other features know of a workspace. */
    readParts: createHook<[workspaceId: string], Partial<WorkspaceParts>>(),
  }
  const readParts = async (workspaceId: string): Promise<WorkspaceParts> =>
    Object.assign({ members: [], voices: [], domain: null }, ...(await hooks.readParts.run(workspaceId)))
  const workspaces = createWorkspaces({
    db,
    plans,
    audit,
    readParts,
    endWork: (tx, workspaceId) => runUntilCommit(hooks.removing, tx, workspaceId),
    onRemoved: async (tx, workspaceId) => void (await hooks.removed.run(tx, workspaceId)),
  })
  return {
    service: workspaces,
    hooks,
    routes: workspacesRoutes(workspaces),
    accountExport: [exportWorkspaces(db, async (workspaceId) => (await readParts(workspaceId)).members)],
  } satisfies Feature
}
