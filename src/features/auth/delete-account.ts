import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { accountDeletedEmail } from './rules/security-emails.ts'
import type { Reauthentication } from './sign-in/reauthenticate.ts'
import { deleteAccount, findSharedWorkspaces, lockOwnedWorkspaces } from './store/security-store.ts'
import { countStaff } from './store/store.ts'

export type DeleteAccount = ReturnType<typeof createAccountDeletion>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  background: BackgroundTasks
  reauthentication: Reauthentication
  /** Stops running work of a workspace before it is deleted. Returns what to call after the commit. */
  endWork(tx: Db, workspaceId: string): Promise<() => void>
  /** Ends the subscriptions of an account before it is deleted. */
  endSubscriptions(tx: Db, userId: string): Promise<void>
  /** Reads consents that others keep, before they are deleted. Returns what ends them after the commit. */
  endConnections(tx: Db, userId: string): Promise<() => Promise<void>>
}

export function createAccountDeletion(dependencies: Dependencies) {
  const { db, audit, mailer, background, reauthentication, endWork, endSubscriptions, endConnections } = dependencies

  /**
   * Deletes the account, its unshared workspaces and their content, and ends its subscriptions. Refused while it owns a
   * shared workspace, so that other members lose nothing.
   * @throws AppError invalid_input (field password), forbidden (without a password: a session that is not fresh), conflict
   */
  return async function remove(actor: Actor, password: string | undefined, address: string) {
    await reauthentication.requirePassword(actor, password, 'password')
    const { ended, revoke, workspaces } = await db.transaction().execute(async (tx) => {
      await allowLongStatements(tx)
      const owned = await lockOwnedWorkspaces(tx, actor.userId)
      await refuseIfNeeded(tx, actor)
      await audit.record(tx, {
        actorId: actor.userId,
        actorEmail: actor.email,
        action: 'account.deleted',
        subject: actor.email,
        details: {},
        address,
      })
      const ended: (() => void)[] = []
      for (const workspaceId of owned) ended.push(await endWork(tx, workspaceId))
      await endSubscriptions(tx, actor.userId)
      const revoke = await endConnections(tx, actor.userId)
      await deleteAccount(tx, actor.userId)
      return { ended, revoke, workspaces: owned.length }
    })
    for (const afterCommit of ended) afterCommit()
    background.run('Revoking the consents of a deleted account', revoke)
    background.run('Sending the email about a deleted account', () =>
      mailer.send({ to: actor.email, ...accountDeletedEmail({ workspaces }) }),
    )
  }
}

/** @throws AppError conflict: others are in the account's workspaces, or nobody else is staff */
async function refuseIfNeeded(tx: Db, actor: Actor) {
  const shared = await findSharedWorkspaces(tx, actor.userId)
  if (shared.length > 0)
    throw new AppError(
      'conflict',
      `Other people are in ${shared.map(({ name }) => `“${name}”`).join(', ')}. Transfer ownership or delete the workspace first.`,
      { reason: 'shared_workspaces', params: { names: shared.map(({ name }) => name) } },
    )
  if (actor.staff && (await countStaff(tx)) === 1)
    throw new AppError('conflict', 'You’re the only staff member on this server. Make someone else staff first.', {
      reason: 'only_staff_member',
    })
}
