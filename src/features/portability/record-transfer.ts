import type { Audit } from '#features/audit/service.ts'
import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'

export type Requester = { actor: Actor; address: string }

export type RecordTransfer = ReturnType<typeof createTransferRecord>

export function createTransferRecord(audit: Audit) {
  return (tx: Db, { actor, address }: Requester, action: string, subject: string, details: Record<string, unknown>) =>
    audit.record(tx, { actorId: actor.userId, actorEmail: actor.email, action, subject, details, address })
}
