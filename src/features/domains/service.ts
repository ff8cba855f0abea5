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
import { lookAt, proofName, proofValue, provenBy, wantedRecords } from './check-dns-records.ts'
import type { BrandInput, DomainHead, DomainTarget, WorkspaceDomain } from './contract.ts'
import { domainsChanged, domainsTopic, type MappedHosts } from './custom-domain-hosts.ts'
import { lostMail } from './domain-lost-email.ts'
import { normalDomain } from './domain-name.ts'
import { claimHasLapsed, type DomainState, settle } from './domain-state.ts'
import { checkJob, type Lost, lostJob } from './jobs.ts'
import {
  claimDomain,
  countOtherDomains,
  type DomainRow,
  deleteBrand,
  deleteDomain,
  findAdmin,
  findAdmins,
  findBrand,
  findByName,
  findDomain,
  findOverdue,
  findOwnerId,
  findWorkspaceName,
  forgetOldReleased,
  forgetReleased,
  holdName,
  isImageOf,
  lockDomain,
  renewClaim,
  saveBrand,
  saveState,
  setTarget,
  wasAnothers,
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
  /** Where domains have to point; unset: none can be mapped. */
  cnameTarget: string | undefined
  /** Host names that are the installation's own. */
  ours: string[]
}

type Change = { domain?: string | null; target?: DomainTarget; brand?: BrandInput | null }

/** Looks people ask for, of one workspace; jobs look at their own pace. */
const looks = { most: 30, windowSeconds: 60 }
const overdueAtOnce = 200

export function createDomains(dependencies: Dependencies) {
  const { db, dns, plans, audit, queue, signals, rates, secrets, mailer, hosts, publicUrl, ours } = dependencies
  const target = dependencies.cnameTarget?.toLowerCase().replace(/\.$/, '') ?? null

  return {
    async find(workspaceId: string, look: boolean): Promise<WorkspaceDomain> {
      const row = look ? await findDomain(db, workspaceId) : undefined
      if (row && row.status !== 'active' && (await mayLook(workspaceId))) await check(workspaceId, false)
      return present(workspaceId)
    },

    /**
     * @throws AppError invalid_input; conflict: another workspace's (`details.records` has what would prove that it is
     * this one's); limit_insufficient; unavailable: no CNAME_TARGET
     */
    async addUpdate(by: By, workspaceId: string, change: Change): Promise<WorkspaceDomain> {
      const domain = change.domain == null ? change.domain : toName(change.domain)
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
          await holdName(tx, domain ?? '', ownerId)
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
      if (domain && (await mayLook(workspaceId))) await check(workspaceId, true)
      return present(workspaceId)
    },

    /** For what shows a workspace as a whole. */
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

    /** A job's look, unless somebody looked meanwhile. */
    async checkDue(workspaceId: string) {
      const row = await findDomain(db, workspaceId)
      if (row?.check_at && row.check_at.getTime() <= Date.now() + 1000) await check(workspaceId, true)
    },

    async tellLost({ workspace_id, user_id, domain, how }: Lost) {
      const [person, workspace, row] = await Promise.all([
        findAdmin(db, workspace_id, user_id),
        findWorkspaceName(db, workspace_id),
        findDomain(db, workspace_id),
      ])
      // Found again, or changed, before the mail could go.
      const stillOff = row?.domain === domain && row.switched_off_at !== null
      if (!person || workspace === null || (how === 'switched_off' && !stillOff)) return
      const link = `${publicUrl}/app/settings/domain`
      await mailer.send({ to: person.email, ...lostMail({ domain, workspace, how, why: row?.error ?? null, link }) })
    },

    /** Puts the looks back in whose job was lost, and forgets what was let go long ago. */
    async sweep() {
      for (const { workspace_id } of await findOverdue(db, overdueAtOnce))
        await queue.send(db, checkJob, { workspace_id }, { singletonKey: workspace_id, singletonSeconds: 60 })
      await forgetOldReleased(db)
    },
  }

  function toName(given: string): string {
    const verdict = normalDomain(given, target ? [...ours, target] : ours)
    if (verdict.ok) return verdict.domain
    const { message, reason } = verdict
    throw new AppError('invalid_input', message, { field: 'domain', reason })
  }

  /** Undefined: it stays as it is. @throws AppError invalid_input: no picture of this workspace */
  async function getLogo(
    workspaceId: string,
    brand: BrandInput | null | undefined,
  ): Promise<string | null | undefined> {
    if (!brand || brand.logo === undefined) return undefined
    if (!brand.logo) return null
    const id =
      getImageId(brand.logo) ?? (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(brand.logo) ? brand.logo : null)
    if (!id || !(await isImageOf(db, workspaceId, id)))
      throw new AppError('invalid_input', 'brand.logo must be an image of this workspace. Upload it first.', {
        field: 'brand.logo',
        reason: 'image_missing',
      })
    return id
  }

  /** Where the name is somebody else's: whose proofs stand beside it. */
  async function getProofs(workspaceId: string, domain: string): Promise<string[]> {
    const other = await findByName(db, domain)
    if (!other || other.workspace_id === workspaceId || !(await mayLook(workspaceId))) return []
    return (
      (await provenBy(
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
    const wish = about.target ?? row?.target ?? 'reports'
    if (row?.domain === domain) {
      if (wish !== row.target) {
        await setTarget(tx, workspaceId, wish)
        await record(tx, by, 'domain.changed', domain, { workspace_id: workspaceId, target: wish })
      }
      return renewClaim(tx, workspaceId)
    }
    const other = await findByName(tx, domain)
    if (other) {
      const mine = proven.includes(getToken(workspaceId, domain))
      const theirs = proven.includes(getToken(other.workspace_id, domain))
      if (!claimHasLapsed(other, new Date()) && !(mine && !theirs)) throw anothers(workspaceId, domain)
      await deleteDomain(tx, other.workspace_id)
      if (other.first_verified_at) await tell(tx, other, 'taken_over')
      await record(tx, by, 'domain.taken_over', domain, { workspace_id: workspaceId, from: other.workspace_id })
    }
    const wanted = { domain, target: target!, token: getToken(workspaceId, domain) }
    await claimDomain(tx, {
      workspaceId,
      domain,
      target: wish,
      records: wantedRecords(wanted),
      userId: by.actor.userId,
    })
    await record(tx, by, 'domain.added', domain, {
      workspace_id: workspaceId,
      target: wish,
      ...(row ? { before: row.domain } : {}),
    })
    await queue.send(tx, checkJob, { workspace_id: workspaceId }, { startAfter: new Date(Date.now() + 10_000) })
  }

  function anothers(workspaceId: string, domain: string) {
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

  /** `always`: the next look is put in whatever comes of this one; otherwise only where it changed something. */
  async function check(workspaceId: string, always: boolean) {
    const row = await findDomain(db, workspaceId)
    if (!row || target === null) return
    const wanted = { domain: row.domain, target, token: getToken(workspaceId, row.domain) }
    const [findings, needsProof, { allowances }] = await Promise.all([
      lookAt(dns, wanted),
      wasAnothers(db, workspaceId, row.domain),
      plans.getWorkspaceUsage(workspaceId),
    ])
    const about = { domain: row.domain, needsProof, allowed: (allowances.domain ?? 0) > 0 }
    const served = await db.transaction().execute(async (tx) => {
      const held = await lockDomain(tx, workspaceId)
      // Changed while the name servers were asked.
      if (held?.domain !== row.domain) return null
      const next = settle(held, findings, about, new Date())
      const turned = next.status !== held.status
      const kept = always || turned ? next : { ...next, check_at: held.check_at }
      await saveState(tx, workspaceId, kept, findings.records)
      if (kept === next && next.check_at)
        await queue.send(tx, checkJob, { workspace_id: workspaceId }, { startAfter: next.check_at })
      if (turned) await note(tx, held, next)
      return turned && (held.status === 'active' || next.status === 'active')
    })
    if (served) changed()
  }

  async function note(tx: Db, row: DomainRow, next: DomainState) {
    if (next.status === 'active') {
      await forgetReleased(tx, row.domain)
      await recordBySystem(tx, 'domain.verified', row)
    } else if (row.status === 'active') {
      await recordBySystem(tx, 'domain.switched_off', row, { why: next.error })
      if (next.switched_off_at) await tell(tx, row, 'switched_off')
    }
  }

  async function tell(tx: Db, { workspace_id, domain }: DomainRow, how: Lost['how']) {
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

  async function mayLook(workspaceId: string) {
    return (await rates.count(`domain-look:${workspaceId}`, looks.windowSeconds)).count <= looks.most
  }

  /** Nothing secret is stored: whoever changes the DNS of a name may see it anyway. */
  function getToken(workspaceId: string, domain: string) {
    return secrets.sign('domain', `${workspaceId}\n${domain}`).slice(0, 32)
  }

  function changed() {
    signals.publish(domainsTopic, domainsChanged)
    // Addresses stand in what is kept of blogs.
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
