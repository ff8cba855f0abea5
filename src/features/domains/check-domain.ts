import type { Plans } from '#features/plans/service.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { DnsLookup } from '#providers/dns/port.ts'
import type { DomainAudit } from './domain-audit.ts'
import type { LostEmails } from './email-lost-domain.ts'
import { checkJob } from './jobs.ts'
import type { GetToken } from './ownership-token.ts'
import { checkDns } from './rules/check-dns-records.ts'
import { type DomainState, getNextState } from './rules/domain-state.ts'
import {
  belongedToAnotherWorkspace,
  type DomainRow,
  deleteReleased,
  findDomain,
  findOverdue,
  lockDomain,
  saveState,
} from './store/store.ts'

type Dependencies = {
  db: Database
  dns: DnsLookup
  plans: Plans
  queue: Queue
  rates: RateLimiter
  audit: DomainAudit
  lostEmails: LostEmails
  getToken: GetToken
  /** The host name custom domains point to; null: custom domains are off. */
  target: string | null
  /** Called after a domain went online or offline. */
  onServedChanged(): void
}

/** Rate limit of DNS checks a workspace's members trigger. Jobs aren't limited by it. */
const checkRate = { max: 30, windowSeconds: 60 }
const maxOverdue = 200

export function createDomainChecks(dependencies: Dependencies) {
  const { db, dns, plans, queue, rates, audit, lostEmails, getToken, target, onServedChanged } = dependencies

  return {
    check,

    /** Whether a member may trigger another check now. */
    async countCheck(workspaceId: string): Promise<boolean> {
      return (await rates.count(`domain-look:${workspaceId}`, checkRate.windowSeconds)).count <= checkRate.max
    },

    /** A job's DNS check, skipped when a check happened in the meantime. */
    async checkDue(workspaceId: string) {
      const row = await findDomain(db, workspaceId)
      if (row?.check_at && row.check_at.getTime() <= Date.now() + 1000) await check(workspaceId, true)
    },

    /** Queues overdue checks whose job was lost. */
    async queueOverdue() {
      for (const { workspace_id } of await findOverdue(db, maxOverdue))
        await queue.send(db, checkJob, { workspace_id }, { singletonKey: workspace_id, singletonSeconds: 60 })
    },
  }

  /** Checks DNS and saves the result. `always`: schedules the next check in any case, otherwise only after a status change. */
  async function check(workspaceId: string, always: boolean) {
    const row = await findDomain(db, workspaceId)
    if (!row || target === null) return
    const expected = { domain: row.domain, target, token: getToken(workspaceId, row.domain) }
    const [findings, needsProof, { allowances }] = await Promise.all([
      checkDns(dns, expected),
      belongedToAnotherWorkspace(db, workspaceId, row.domain),
      plans.getWorkspaceUsage(workspaceId),
    ])
    const about = { domain: row.domain, needsProof, allowed: (allowances.domain ?? 0) > 0 }
    const served = await db.transaction().execute(async (tx) => {
      const held = await lockDomain(tx, workspaceId)
      // The domain changed during the DNS check.
      if (held?.domain !== row.domain) return null
      const next = getNextState(held, findings, about, new Date())
      const turned = next.status !== held.status
      const saved = always || turned ? next : { ...next, check_at: held.check_at }
      await saveState(tx, workspaceId, saved, findings.records)
      if (saved === next && next.check_at)
        await queue.send(tx, checkJob, { workspace_id: workspaceId }, { startAfter: next.check_at })
      if (turned) await recordStatusChange(tx, held, next)
      return turned && (held.status === 'active' || next.status === 'active')
    })
    if (served) onServedChanged()
  }

  async function recordStatusChange(tx: Db, row: DomainRow, next: DomainState) {
    if (next.status === 'active') {
      await deleteReleased(tx, row.domain)
      await audit.recordBySystem(tx, 'domain.verified', row)
    } else if (row.status === 'active') {
      await audit.recordBySystem(tx, 'domain.switched_off', row, { why: next.error })
      if (next.switched_off_at) await lostEmails.queue(tx, row, 'switched_off')
    }
  }
}
