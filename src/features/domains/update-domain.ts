import { getImageId } from '#features/images/rules/image-url.ts'
import { checkCountLimit } from '#features/plans/rules/member-limit.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import type { createDomainClaim } from './claim-domain.ts'
import type { BrandInput, DomainTarget } from './contract.ts'
import type { DomainAudit } from './domain-audit.ts'
import {
  countOtherDomains,
  type DomainRow,
  deleteBrand,
  deleteDomain,
  findDomain,
  findOwnerId,
  isWorkspaceImage,
  lockDomain,
  lockDomainName,
  saveBrand,
  setTarget,
} from './store/store.ts'

type Dependencies = {
  db: Database
  plans: Plans
  audit: DomainAudit
  claims: ReturnType<typeof createDomainClaim>
  /** The host name custom domains point to; null: custom domains are off. */
  target: string | null
  /** Host names of this server, which nobody can claim. */
  ownHosts: string[]
}

export type DomainChange = { domain?: string | null; target?: DomainTarget; brand?: BrandInput | null }

export function createDomainUpdate({ db, plans, audit, claims, target, ownHosts }: Dependencies) {
  /**
   * Sets or removes the domain and the branding; fields that are left out don't change. Returns the domain that was set.
   * @throws AppError invalid_input; conflict: used by another workspace; limit_insufficient; unavailable: no CNAME_TARGET
   */
  return async function updateDomain(
    requester: Requester,
    workspaceId: string,
    change: DomainChange,
  ): Promise<string | null | undefined> {
    const domain = change.domain == null ? change.domain : await parseDomain(change.domain)
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
    const proven = domain && domain !== before?.domain ? await claims.getProofs(workspaceId, domain) : []
    await db.transaction().execute(async (tx) => {
      await plans.lockPayer(tx, workspaceId)
      const ownerId = (await findOwnerId(tx, workspaceId))!
      if (domain || change.brand) {
        await lockDomainName(tx, domain ?? '', ownerId)
        const taken = domain ? await countOtherDomains(tx, ownerId, workspaceId) : 0
        checkCountLimit('domain', { allowance: (await plans.getPlan(tx, ownerId)).domain, taken })
      }
      const row = await lockDomain(tx, workspaceId)
      if (domain) await claims.claim(tx, requester, workspaceId, { domain, target: change.target, row, proven })
      else if (row) await changeDomain(tx, requester, row, { remove: domain === null, target: change.target })
      await changeBrand(tx, workspaceId, change.brand, logo)
    })
    return domain
  }

  async function parseDomain(given: string): Promise<string> {
    const { normalizeDomain } = await import('./rules/domain-name.ts')
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

  async function changeDomain(
    tx: Db,
    requester: Requester,
    row: DomainRow,
    { remove, target }: { remove: boolean; target: DomainTarget | undefined },
  ) {
    const { workspace_id } = row
    if (remove) {
      await deleteDomain(tx, workspace_id)
      await audit.record(tx, requester, 'domain.removed', row.domain, { workspace_id })
    } else if (target && target !== row.target) {
      await setTarget(tx, workspace_id, target)
      await audit.record(tx, requester, 'domain.changed', row.domain, { workspace_id, target })
    }
  }

  async function changeBrand(
    tx: Db,
    workspaceId: string,
    brand: BrandInput | null | undefined,
    logo: string | null | undefined,
  ) {
    if (brand === null) await deleteBrand(tx, workspaceId)
    if (!brand) return
    const { name, color } = brand
    await saveBrand(tx, workspaceId, {
      ...(name === undefined ? {} : { name: name || null }),
      ...(logo === undefined ? {} : { logo }),
      ...(color === undefined ? {} : { color }),
    })
  }
}
