import type { Audit } from '#features/audit/service.ts'
import type { Db } from '#platform/database/database.ts'

export type DomainAudit = ReturnType<typeof createDomainAudit>

export function createDomainAudit(audit: Audit) {
  return {
    record: audit.recordCall,

    /** Of changes that a DNS check made. */
    recordBySystem(
      tx: Db,
      action: string,
      { domain, workspace_id }: { domain: string; workspace_id: string },
      details: Record<string, unknown> = {},
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
