import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { DnsLookup } from '#providers/dns/port.ts'
import type { DomainTarget } from './contract.ts'
import type { DomainAudit } from './domain-audit.ts'
import type { LostEmails } from './email-lost-domain.ts'
import { checkJob } from './jobs.ts'
import type { GetToken } from './ownership-token.ts'
import { findProvenTokens, getRequiredRecords, proofName, proofValue } from './rules/check-dns-records.ts'
import { claimHasLapsed } from './rules/domain-state.ts'
import { claimDomain, type DomainRow, deleteDomain, findByName, renewClaim, setTarget } from './store/store.ts'

type Dependencies = {
  db: Database
  dns: DnsLookup
  queue: Queue
  audit: DomainAudit
  lostEmails: LostEmails
  getToken: GetToken
  /** The host name custom domains point to; null: custom domains are off. */
  target: string | null
  countCheck(workspaceId: string): Promise<boolean>
}

type Claim = {
  domain: string
  target: DomainTarget | undefined
  /** The workspace's present domain. */
  row: DomainRow | undefined
  /** Tokens that `getProofs` found. */
  proven: string[]
}

const firstCheckMs = 10_000

export function createDomainClaim(dependencies: Dependencies) {
  const { db, dns, queue, audit, lostEmails, getToken, target, countCheck } = dependencies

  return {
    /** For a domain of another workspace: the tokens, of the two, that its TXT records contain. */
    async getProofs(workspaceId: string, domain: string): Promise<string[]> {
      const other = await findByName(db, domain)
      if (!other || other.workspace_id === workspaceId || !(await countCheck(workspaceId))) return []
      const tokens = [workspaceId, other.workspace_id].map((id) => getToken(id, domain))
      return (await findProvenTokens(dns, domain, tokens)) ?? []
    },

    /**
     * Makes a domain the workspace's, unless another workspace holds it and this one doesn't prove ownership.
     * @throws AppError conflict (`details.records` has the TXT record that would prove ownership)
     */
    async claim(tx: Db, requester: Requester, workspaceId: string, claim: Claim) {
      const { domain, row, proven } = claim
      const requestedTarget = claim.target ?? row?.target ?? 'reports'
      if (row?.domain === domain) {
        if (requestedTarget !== row.target) {
          await setTarget(tx, workspaceId, requestedTarget)
          const details = { workspace_id: workspaceId, target: requestedTarget }
          await audit.record(tx, requester, 'domain.changed', domain, details)
        }
        return renewClaim(tx, workspaceId)
      }
      await takeOver(tx, requester, workspaceId, domain, proven)
      const expected = { domain, target: target!, token: getToken(workspaceId, domain) }
      await claimDomain(tx, {
        workspaceId,
        domain,
        target: requestedTarget,
        records: getRequiredRecords(expected),
        userId: requester.actor.userId,
      })
      await audit.record(tx, requester, 'domain.added', domain, {
        workspace_id: workspaceId,
        target: requestedTarget,
        ...(row ? { before: row.domain } : {}),
      })
      const startAfter = new Date(Date.now() + firstCheckMs)
      await queue.send(tx, checkJob, { workspace_id: workspaceId }, { startAfter })
    },
  }

  /** Ends another workspace's claim that lapsed or was disproven. @throws AppError conflict */
  async function takeOver(tx: Db, requester: Requester, workspaceId: string, domain: string, proven: string[]) {
    const other = await findByName(tx, domain)
    if (!other) return
    const mine = proven.includes(getToken(workspaceId, domain))
    const theirs = proven.includes(getToken(other.workspace_id, domain))
    if (!claimHasLapsed(other, new Date()) && !(mine && !theirs)) throw domainTaken(workspaceId, domain)
    await deleteDomain(tx, other.workspace_id)
    if (other.first_verified_at) await lostEmails.queue(tx, other, 'taken_over')
    const details = { workspace_id: workspaceId, from: other.workspace_id }
    await audit.record(tx, requester, 'domain.taken_over', domain, details)
  }

  function domainTaken(workspaceId: string, domain: string) {
    const [name, value] = [proofName(domain), proofValue(getToken(workspaceId, domain))]
    return new AppError(
      'conflict',
      `${domain} is used by another workspace. If it’s yours, add the TXT record ${name} with the value ${value} to its DNS, then save again.`,
      {
        field: 'domain',
        reason: 'domain_taken',
        params: { domain },
        details: { records: [{ type: 'TXT', name, value, found: null }] },
      },
    )
  }
}
