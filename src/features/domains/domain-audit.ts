import type { Audit } from '#features/audit/service.ts'
import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'

export type Requester = { actor: Actor; address: string }

type Details = Record<string, unknown>

export type DomainAudit = ReturnType<typeof createDomainAudit>

export function createDomainAudit(audit: Audit) {
  return {
    record(tx: Db, { actor, address }: Requester, action: string, subject: string, details: Details) {
      return audit.record(tx, { actorId: actor.userId, actorEmail: actor.email, action, subject, details, address })
    },

    /** Of changes that a DNS check made. */
    recordBySystem(
      tx: Db,
      action: string,
      { domain, workspace_id }: { domain: string; workspace_id: string },
      details: Details = {},
    ) {
      return audit.record(tx, {
        actorId: null,
        actorEmail: '',
        action,
        subject: domain,
        details: { workspace_id, ...details },
        address: null,
      })
    },
  }
}
