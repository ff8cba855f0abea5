import type { Audit } from '#features/audit/service.ts'
import { imagePath } from '#features/images/rules/image-url.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Requester } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import { fromErrorColumns } from '#platform/stored-error.ts'
import type { DnsLookup } from '#providers/dns/port.ts'
import { createDomainChecks } from './check-domain.ts'
import { createDomainClaim } from './claim-domain.ts'
import type { DomainHead, WorkspaceDomain } from './contract.ts'
import { domainsChanged, domainsTopic, type MappedHosts } from './custom-domain-hosts.ts'
import { createDomainAudit } from './domain-audit.ts'
import { createLostEmails } from './email-lost-domain.ts'
import { createOwnershipToken } from './ownership-token.ts'
import { deleteOldReleased, findBrand, findDomain } from './store/store.ts'
import { createDomainUpdate, type DomainChange } from './update-domain.ts'

export type Domains = ReturnType<typeof createDomains>

type Dependencies = {
  db: Database
  dns: DnsLookup
  plans: Plans
  audit: Audit
  queue: Queue
  signals: Signals
  rates: RateLimiter
  secrets: Secrets
  mailer: Mailer
  hosts: MappedHosts
  publicUrl: string
  /** The host name custom domains point to; unset: custom domains are off. */
  cnameTarget: string | undefined
  /** Host names of this server, which nobody can claim. */
  ownHosts: string[]
}

export function createDomains(dependencies: Dependencies) {
  const { db, dns, plans, queue, signals, rates, secrets, mailer, hosts, publicUrl, ownHosts } = dependencies
  const target = dependencies.cnameTarget?.toLowerCase().replace(/\.$/, '') ?? null
  const parts = {
    db,
    dns,
    plans,
    queue,
    audit: createDomainAudit(dependencies.audit),
    lostEmails: createLostEmails({ db, queue, mailer, publicUrl }),
    getToken: createOwnershipToken(secrets),
    target,
  }
  const { check, countCheck, checkDue, queueOverdue } = createDomainChecks({ ...parts, rates, onServedChanged })
  const claims = createDomainClaim({ ...parts, countCheck })
  const updateDomain = createDomainUpdate({ ...parts, claims, ownHosts })

  return {
    checkDue,
    sendLostEmail: parts.lostEmails.send,

    async find(workspaceId: string, look: boolean): Promise<WorkspaceDomain> {
      const row = look ? await findDomain(db, workspaceId) : undefined
      if (row && row.status !== 'active' && (await countCheck(workspaceId))) await check(workspaceId, false)
      return present(workspaceId)
    },

    /**
     * Sets or removes the domain and the branding; fields that are left out don't change.
     * @throws AppError invalid_input; conflict: used by another workspace (`details.records` has the TXT record that would prove
     * ownership); limit_insufficient; unavailable: no CNAME_TARGET
     */
    async addUpdate(requester: Requester, workspaceId: string, change: DomainChange): Promise<WorkspaceDomain> {
      const domain = await updateDomain(requester, workspaceId, change)
      onServedChanged()
      if (domain && (await countCheck(workspaceId))) await check(workspaceId, true)
      return present(workspaceId)
    },

    /** The domain as workspace lists show it. */
    async head(workspaceId: string): Promise<DomainHead | null> {
      const row = await findDomain(db, workspaceId)
      if (!row) return null
      const { domain, target, status, verified_at } = row
      return { domain, target, status, verified_at: verified_at?.toISOString() ?? null, ...fromErrorColumns(row) }
    },

    /** @throws AppError not_found */
    async allowed(domain: string) {
      const mapped = await hosts.find(domain)
      if (!mapped)
        throw new AppError('not_found', 'No workspace has this domain, or its DNS isn’t set up yet.', {
          field: 'domain',
          reason: 'domain_missing',
        })
      return { domain: mapped.domain }
    },

    /** Queues overdue checks whose job was lost, and deletes old released domains. */
    async cleanUp() {
      await queueOverdue()
      await deleteOldReleased(db)
    },
  }

  async function present(workspaceId: string): Promise<WorkspaceDomain> {
    const [row, brand, { allowances }] = await Promise.all([
      findDomain(db, workspaceId),
      findBrand(db, workspaceId),
      plans.getWorkspaceUsage(workspaceId),
    ])
    return {
      domain: row?.domain ?? null,
      target: row?.target ?? null,
      status: row?.status ?? null,
      records: row?.records ?? [],
      verified_at: row?.verified_at?.toISOString() ?? null,
      checked_at: row?.checked_at?.toISOString() ?? null,
      ...fromErrorColumns(row ?? { error: null, failure: null }),
      brand: brand
        ? { name: brand.name, logo: brand.logo ? publicUrl + imagePath(brand.logo) : null, color: brand.color }
        : null,
      allowed: (allowances.domain ?? 0) > 0,
      cname_target: target,
    }
  }

  function onServedChanged() {
    signals.publish(domainsTopic, domainsChanged)
    // Cached blog pages contain the blog's URL.
    signals.publish('blogs', 'changed')
  }
}
