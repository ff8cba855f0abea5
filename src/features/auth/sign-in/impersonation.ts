import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import { findCredentialsByEmail } from '../store/store.ts'
import { createSession, type Device, type Session } from './sessions.ts'

export type Impersonate = ReturnType<typeof createImpersonation>

/** Support access by staff for 30 minutes, recorded in the audit log. @throws AppError forbidden, not_found, conflict */
export function createImpersonation({ db, audit }: { db: Database; audit: Audit }) {
  return async function impersonate(actor: Actor, email: string, device: Device): Promise<Session> {
    if (!actor.staff || actor.kind !== 'session')
      throw new AppError('forbidden', 'Only staff can do this.', { reason: 'staff_only' })
    const found = await findCredentialsByEmail(db, email)
    if (!found)
      throw new AppError('not_found', 'No account uses this email.', { field: 'email', reason: 'account_missing' })
    if (found.disabled)
      throw new AppError('conflict', 'This account is disabled.', { field: 'email', reason: 'account_disabled' })
    return db.transaction().execute(async (tx) => {
      await audit.record(tx, {
        actorId: actor.userId,
        actorEmail: actor.email,
        action: 'support.signed_in',
        subject: email,
        details: { user_id: found.id },
        address: device.address,
      })
      return createSession(tx, found.id, device, 'support')
    })
  }
}
