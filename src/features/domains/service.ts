import type { Audit } from '#features/audit/service.ts'
import { getImageId, imagePath } from '#features/images/image-url.ts'
import { checkCountLimit } from '#features/plans/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { Mailer } from '#platform/mail.ts'
import type { Signals } from '#platform/notify-signals.ts'
import type { Queue } from '#platform/queue.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { DnsLookup } from '#providers/dns/port.ts'
import { checkDns, findProvenTokens, getRequiredRecords, proofName, proofValue } from './check-dns-records.ts'
import type { BrandInput, DomainHead, DomainTarget, WorkspaceDomain } from './contract.ts'
import { domainsChanged, domainsTopic, type MappedHosts } from './custom-domain-hosts.ts'
import { domainLostEmail } from './domain-lost-email.ts'
import { normalizeDomain } from './domain-name.ts'
import { claimHasLapsed, type DomainState, getNextState } from './domain-state.ts'
import { checkJob, type Lost, lostJob } from './jobs.ts'
import {
  belongedToAnotherWorkspace,
  claimDomain,
  countOtherDomains,
  type DomainRow,
  deleteBrand,
  deleteDomain,
  deleteOldReleased,
  deleteReleased,
  findAdmin,
  findAdmins,
  findBrand,
  findByName,
  findDomain,
  findOverdue,
  findOwnerId,
  findWorkspaceName,
  isWorkspaceImage,
  lockDomain,
  lockDomainName,
  renewClaim,
  saveBrand,
  saveState,
  setTarget,
} from './store.ts'

export type Domains = ReturnType<typeof createDomains>

export type By = { actor: Actor; address: string }

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

type Change = { domain?: string | null; target?: DomainTarget; brand?: BrandInput | null }

/** Rate limit of DNS checks a workspace's members trigger. Jobs aren't limited by it. */
const checkRate = { most: 30, windowSeconds: 60 }
const maxOverdue = 200

export function createDomains(dependencies: Dependencies) {
  const { db, dns, plans, audit, queue, signals, rates, secrets, mailer, hosts, publicUrl, ownHosts } = dependencies
  const target = dependencies.cnameTarget?.toLowerCase().replace(/\.$/, '') ?? null

  return {
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
    async addUpdate(by: By, workspaceId: string, change: Change): Promise<WorkspaceDomain> {
      const domain = change.domain == null ? change.domain : parseDomain(change.domain)
      if (domain && target === null)
        throw new AppError('unavailable', 'Custom domains aren’t set up on this server: CNAME_TARGET isn’t set.', {
          reason: 'domains_not_set_up',
          retryable: false,
        })
      const logo = await getLogo(workspaceId, change.brand)
      const before = await findDomain(db, workspaceId)
      if (domain && !change.target && !before)
        throw new AppError('invalid_input', 'target is missing. Use "reports" or "blog".', {
          field: 'target',
          reason: 'missing',
        })
      const proven = domain && domain !== before?.domain ? await getProofs(workspaceId, domain) : []
      await db.transaction().execute(async (tx) => {
        await plans.lockPayer(tx, workspaceId)
        const ownerId = (await findOwnerId(tx, workspaceId))!
        if (domain || change.brand) {
          await lockDomainName(tx, domain ?? '', ownerId)
          const taken = domain ? await countOtherDomains(tx, ownerId, workspaceId) : 0
          checkCountLimit('domain', { allowance: (await plans.getPlan(tx, ownerId)).domain, taken })
        }
        const row = await lockDomain(tx, workspaceId)
        if (domain) await claim(tx, by, workspaceId, { domain, target: change.target, row, proven })
        else if (domain === null && row) {
          await deleteDomain(tx, workspaceId)
          await record(tx, by, 'domain.removed', row.domain, { workspace_id: workspaceId })
        } else if (change.target && row && change.target !== row.target) {
          await setTarget(tx, workspaceId, change.target)
          await record(tx, by, 'domain.changed', row.domain, { workspace_id: workspaceId, target: change.target })
        }
        if (change.brand === null) await deleteBrand(tx, workspaceId)
        if (change.brand) {
          const { name, color } = change.brand
          await saveBrand(tx, workspaceId, {
            ...(name === undefined ? {} : { name: name || null }),
            ...(logo === undefined ? {} : { logo }),
            ...(color === undefined ? {} : { color }),
          })
        }
      })
      changed()
      if (domain && (await countCheck(workspaceId))) await check(workspaceId, true)
      return present(workspaceId)
    },

    /** The domain as workspace lists show it. */
    async head(workspaceId: string): Promise<DomainHead | null> {
      const row = await findDomain(db, workspaceId)
      if (!row) return null
      const { domain, target, status, verified_at, error } = row
      return { domain, target, status, verified_at: verified_at?.toISOString() ?? null, error }
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

    /** A job's DNS check, skipped when a check happened in the meantime. */
    async checkDue(workspaceId: string) {
      const row = await findDomain(db, workspaceId)
      if (row?.check_at && row.check_at.getTime() <= Date.now() + 1000) await check(workspaceId, true)
    },

    async sendLostEmail({ workspace_id, user_id, domain, how }: Lost) {
      const [person, workspace, row] = await Promise.all([
        findAdmin(db, workspace_id, user_id),
        findWorkspaceName(db, workspace_id),
        findDomain(db, workspace_id),
      ])
      // The domain may have recovered or changed since the email was queued.
      const stillOff = row?.domain === domain && row.switched_off_at !== null
      if (!person || workspace === null || (how === 'switched_off' && !stillOff)) return
      const link = `${publicUrl}/app/settings/domain`
      await mailer.send({
        to: person.email,
        ...domainLostEmail({ domain, workspace, how, why: row?.error ?? null, link }),
      })
    },

    /** Queues overdue checks whose job was lost, and deletes old released domains. */
    async sweep() {
      for (const { workspace_id } of await findOverdue(db, maxOverdue))
        await queue.send(db, checkJob, { workspace_id }, { singletonKey: workspace_id, singletonSeconds: 60 })
      await deleteOldReleased(db)
    },
  }

  function parseDomain(given: string): string {
    const verdict = normalizeDomain(given, target ? [...ownHosts, target] : ownHosts)
    if (verdict.ok) return verdict.domain
    const { message, reason } = verdict
    throw new AppError('invalid_input', message, { field: 'domain', reason })
  }

  /** The logo's image id; undefined: unchanged. @throws AppError invalid_input: not an image of this workspace */
  async function getLogo(
    workspaceId: string,
    brand: BrandInput | null | undefined,
  ): Promise<string | null | undefined> {
    if (!brand || brand.logo === undefined) return undefined
    if (!brand.logo) return null
    const id =
      getImageId(brand.logo) ?? (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(brand.logo) ? brand.logo : null)
    if (!id || !(await isWorkspaceImage(db, workspaceId, id)))
      throw new AppError('invalid_input', 'brand.logo must be an image of this workspace. Upload it first.', {
        field: 'brand.logo',
        reason: 'image_missing',
      })
    return id
  }

  /** For a domain of another workspace: the tokens, of the two, that its TXT records contain. */
  async function getProofs(workspaceId: string, domain: string): Promise<string[]> {
    const other = await findByName(db, domain)
    if (!other || other.workspace_id === workspaceId || !(await countCheck(workspaceId))) return []
    return (
      (await findProvenTokens(
        dns,
        domain,
        [workspaceId, other.workspace_id].map((id) => getToken(id, domain)),
      )) ?? []
    )
  }

  async function claim(
    tx: Db,
    by: By,
    workspaceId: string,
    about: { domain: string; target: DomainTarget | undefined; row: DomainRow | undefined; proven: string[] },
  ) {
    const { domain, row, proven } = about
    const requestedTarget = about.target ?? row?.target ?? 'reports'
    if (row?.domain === domain) {
      if (requestedTarget !== row.target) {
        await setTarget(tx, workspaceId, requestedTarget)
        await record(tx, by, 'domain.changed', domain, { workspace_id: workspaceId, target: requestedTarget })
      }
      return renewClaim(tx, workspaceId)
    }
    const other = await findByName(tx, domain)
    if (other) {
      const mine = proven.includes(getToken(workspaceId, domain))
      const theirs = proven.includes(getToken(other.workspace_id, domain))
      if (!claimHasLapsed(other, new Date()) && !(mine && !theirs)) throw domainTaken(workspaceId, domain)
      await deleteDomain(tx, other.workspace_id)
      if (other.first_verified_at) await queueLostEmails(tx, other, 'taken_over')
      await record(tx, by, 'domain.taken_over', domain, { workspace_id: workspaceId, from: other.workspace_id })
    }
    const wanted = { domain, target: target!, token: getToken(workspaceId, domain) }
    await claimDomain(tx, {
      workspaceId,
      domain,
      target: requestedTarget,
      records: getRequiredRecords(wanted),
      userId: by.actor.userId,
    })
    await record(tx, by, 'domain.added', domain, {
      workspace_id: workspaceId,
      target: requestedTarget,
      ...(row ? { before: row.domain } : {}),
    })
    await queue.send(tx, checkJob, { workspace_id: workspaceId }, { startAfter: new Date(Date.now() + 10_000) })
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

  /** Checks DNS and saves the result. `always`: schedules the next check in any case, otherwise only after a status change. */
  async function check(workspaceId: string, always: boolean) {
    const row = await findDomain(db, workspaceId)
    if (!row || target === null) return
    const wanted = { domain: row.domain, target, token: getToken(workspaceId, row.domain) }
    const [findings, needsProof, { allowances }] = await Promise.all([
      checkDns(dns, wanted),
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
    if (served) changed()
  }

  async function recordStatusChange(tx: Db, row: DomainRow, next: DomainState) {
    if (next.status === 'active') {
      await deleteReleased(tx, row.domain)
      await recordBySystem(tx, 'domain.verified', row)
    } else if (row.status === 'active') {
      await recordBySystem(tx, 'domain.switched_off', row, { why: next.error })
      if (next.switched_off_at) await queueLostEmails(tx, row, 'switched_off')
    }
  }

  async function queueLostEmails(tx: Db, { workspace_id, domain }: DomainRow, how: Lost['how']) {
    for (const { id } of await findAdmins(tx, workspace_id))
      await queue.send(tx, lostJob, { workspace_id, user_id: id, domain, how } satisfies Lost)
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
      error: row?.error ?? null,
      brand: brand
        ? { name: brand.name, logo: brand.logo ? publicUrl + imagePath(brand.logo) : null, color: brand.color }
        : null,
      allowed: (allowances.domain ?? 0) > 0,
      cname_target: target,
    }
  }

  async function countCheck(workspaceId: string) {
    return (await rates.count(`domain-look:${workspaceId}`, checkRate.windowSeconds)).count <= checkRate.most
  }

  /** The TXT token, derived from workspace and domain. It isn't stored, and isn't secret: DNS is public. */
  function getToken(workspaceId: string, domain: string) {
    return secrets.sign('domain', `${workspaceId}\n${domain}`).slice(0, 32)
  }

  function changed() {
    signals.publish(domainsTopic, domainsChanged)
    // Cached blog pages contain the blog's URL.
    signals.publish('blogs', 'changed')
  }

  function record(tx: Db, by: By, action: string, subject: string, details: Record<string, unknown>) {
    const { userId, email } = by.actor
    return audit.record(tx, { actorId: userId, actorEmail: email, action, subject, details, address: by.address })
  }

  function recordBySystem(tx: Db, action: string, row: DomainRow, details: Record<string, unknown> = {}) {
    return audit.record(tx, {
      actorId: null,
      actorEmail: '',
      action,
      subject: row.domain,
      details: { workspace_id: row.workspace_id, ...details },
      address: null,
    })
  }
}
