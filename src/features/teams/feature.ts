import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import { type AfterCommit, createHook, runUntilCommit } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { Actor } from '#platform/http/context.ts'
import { createOwnership } from './ownership.ts'
import { teamsRoutes } from './routes.ts'
import { teamEmailSamples } from './rules/email-samples.ts'
import { createTeams } from './service.ts'

export type TeamsFeature = ReturnType<typeof createTeamsFeature>

export function createTeamsFeature(
  core: Core,
  { plans, audit, workspaces }: { plans: Plans; audit: Audit; workspaces: WorkspacesFeature },
) {
  const { db, mailer, rates, background, log, publicUrl } = core
  const hooks = {
    /** Somebody isn't a member any more: their API keys end, and their email address gets nothing more from the workspace. */
    memberRemoved: createHook<[tx: Db, workspaceId: string, email: string, userId: string]>(),
    /** Somebody followed the link of an invitation, which proves that the address is theirs. */
    invitationAccepted: createHook<[tx: Db, actor: Actor, address: string | null], AfterCommit | undefined>(),
    /** A workspace gets another owner, whose plan must have room for its active listeners. */
    countListeners: createHook<[tx: Db, workspaceId: string], number>(),
  }
  const teams = createTeams({
    db,
    plans,
    workspaces: workspaces.service,
    audit,
    mailer,
    rates,
    log,
    publicUrl,
    onRemoved: async (tx, workspaceId, { userId, email }) =>
      void (await hooks.memberRemoved.run(tx, workspaceId, email, userId)),
    proveEmail: (tx, actor, address) => runUntilCommit(hooks.invitationAccepted, tx, actor, address),
  })
  const ownership = createOwnership({
    db,
    plans,
    workspaces: workspaces.service,
    audit,
    mailer,
    background,
    publicUrl,
    countListeners: async (tx, workspaceId) =>
      (await hooks.countListeners.run(tx, workspaceId)).reduce((sum, count) => sum + count, 0),
  })
  workspaces.hooks.readParts.on(async (workspaceId) => ({ members: await teams.list(workspaceId) }))
  const emails = teamEmailSamples(publicUrl, new Date(Date.now() + 7 * 86_400_000))
  return { service: teams, hooks, routes: teamsRoutes(teams, ownership), emails } satisfies Feature
}
