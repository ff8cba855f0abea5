import { randomUUID } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { ShownBrand } from '#features/domains/contract.ts'
import { type LinkAccess, refuseLink } from '#features/sharing/link-access.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Guest } from '#platform/http/context.ts'
import type { GuestPlan, PlanPermission, PlanReviewLink } from './contract-plans.ts'
import type { Requester } from './links.ts'
import { findGuestPlan } from './store/guest-plan-store.ts'
import { deletePlanLink, findOpenPlanLinkById, findPlanLink, upsertPlanLink } from './store/plan-link-store.ts'

export type PlanLinks = ReturnType<typeof createPlanLinks>

type Dependencies = {
  db: Database
  audit: Audit
  access: LinkAccess
  publicUrl: string
  /** A workspace's branding, and the URL of its custom domain for shared pages, if mapped. */
  getBranding(workspaceId: string): Promise<{ brand: ShownBrand | null; reports: string | null }>
}

type OpenInput = { token: string; password?: string; pass?: string; workspace_id?: string; page: number; limit: number }

type Opened = {
  plan_id: string | null
  plan: GuestPlan | null
  may: PlanPermission
  needs_password: boolean
  brand: ShownBrand | null
  url: string
  workspace_id: string
  pass: string | null
}

/** Links that open one content plan for people without an account. */
export function createPlanLinks({ db, audit, access, publicUrl, getBranding }: Dependencies) {
  const getUrl = (home: string | null, token: string) => `${home ?? publicUrl}/d/${token}`

  return {
    /** @throws AppError invalid_input */
    async share(
      requester: Requester,
      plan: ResourceRef,
      input: { may: PlanPermission; password?: string; expires_at?: string },
    ): Promise<PlanReviewLink> {
      const stored = await access.toStored(input)
      await db.transaction().execute(async (tx) => {
        await upsertPlanLink(tx, plan, { id: randomUUID(), by: requester.userId, may: input.may, ...stored })
        await record(tx, requester, plan, 'plan.shared', {
          may: input.may,
          has_password: stored.passwordHash !== null,
          expires_at: stored.expiresAt?.toISOString() ?? null,
        })
      })
      return (await this.find(plan))!
    },

    async unshare(requester: Requester, plan: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        if (await deletePlanLink(tx, plan)) await record(tx, requester, plan, 'plan.unshared', {})
      })
    },

    async find(plan: ResourceRef): Promise<PlanReviewLink | null> {
      const row = await findPlanLink(db, plan)
      if (!row) return null
      const token = access.getToken(row.id)
      return {
        token,
        url: getUrl((await getBranding(plan.workspaceId)).reports, token),
        may: row.may,
        has_password: row.password_hash !== null,
        expires_at: row.expires_at?.toISOString() ?? null,
      }
    },

    /** @throws AppError not_found: never existed, revoked and expired look alike */
    async open({ page, limit, ...input }: OpenInput): Promise<Opened> {
      const link = await requireLink(input)
      const { brand, reports } = await getBranding(link.workspace_id)
      const shown = {
        may: link.may,
        brand,
        workspace_id: link.workspace_id,
        url: getUrl(reports, input.token),
      }
      if (!(await access.unlock(link, input)))
        return { plan_id: null, plan: null, needs_password: true, ...shown, pass: null }
      const ref = { workspaceId: link.workspace_id, id: link.plan_id }
      const plan = (await findGuestPlan(db, ref, { page, limit })) ?? refuseLink()
      return { plan_id: ref.id, plan, needs_password: false, ...shown, pass: access.getPass(link) }
    },

    /**
     * Whom a link's token lets in.
     * @returns null for a token that was not made here
     * @throws AppError not_found, unauthenticated: the link has a password
     */
    async admit(token: string, pass: string | undefined): Promise<Guest | null> {
      if (!access.readToken(token)) return null
      const link = await requireLink({ token })
      if (link.password_hash && !access.isValidPass(link, pass))
        throw new AppError('unauthenticated', 'This link has a password. Open it and send its pass.', {
          reason: 'link_password_needed',
        })
      return { linkId: link.id, workspaceId: link.workspace_id, subjectId: link.plan_id, may: link.may }
    },
  }

  /** @throws AppError not_found */
  async function requireLink(input: { token: string; workspace_id?: string }) {
    const id = access.readToken(input.token)
    const link = id ? await findOpenPlanLinkById(db, id) : undefined
    if (!link || (input.workspace_id !== undefined && link.workspace_id !== input.workspace_id)) refuseLink()
    return link
  }

  function record(tx: Db, by: Requester, { workspaceId, id }: ResourceRef, action: string, details: object) {
    return audit.record(tx, {
      actorId: by.userId,
      actorEmail: by.email,
      action,
      subject: id,
      details: { workspace_id: workspaceId, ...details },
      address: by.address,
    })
  }
}
