import { randomUUID } from 'node:crypto'
import { type Activity, type ActivityActor, toActivityActor } from '#features/activity/service.ts'
import type { Audit } from '#features/audit/service.ts'
import type { ShownBrand } from '#features/domains/contract.ts'
import { type LinkAccess, refuseLink } from '#features/sharing/link-access.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Guest, UserCall } from '#platform/http/context.ts'
import type { Permission, ReviewLink } from './contract.ts'
import { createLinkStore, type LinkKind } from './store/link-store.ts'

export type ReviewLinks<Content, Paging = unknown> = ReturnType<typeof createReviewLinks<Content, Paging>>

export type Requester = { userId: string; email: string; address: string; actor: ActivityActor }

export const toRequester = ({ actor, clientAddress }: UserCall): Requester => ({
  userId: actor.userId,
  email: actor.email,
  address: clientAddress,
  actor: toActivityActor(actor),
})

type Dependencies<Content, Paging> = {
  db: Database
  activity: Activity
  audit: Audit
  access: LinkAccess
  publicUrl: string
  /** A workspace's branding, and the URL of its custom domain for shared pages, if mapped. */
  getBranding(workspaceId: string): Promise<{ brand: ShownBrand | null; reports: string | null }>
  kind: LinkKind
  /** What guests see. @throws AppError not_found */
  read(ref: ResourceRef, paging: Paging): Promise<Content>
}

type Settings = { may: Permission; brief?: boolean; password?: string; expires_at?: string }
type OpenInput = { token: string; password?: string; pass?: string; workspace_id?: string }

/** Links that open one document or content plan for people without an account. `brief` is of documents. */
export function createReviewLinks<Content, Paging = unknown>(dependencies: Dependencies<Content, Paging>) {
  const { db, activity, audit, access, publicUrl, getBranding, kind, read } = dependencies
  const store = createLinkStore(kind)
  const recordActivity = kind === 'document' ? activity.recordDocument : activity.recordPlan
  const getUrl = (home: string | null, token: string) => `${home ?? publicUrl}/d/${token}`

  return {
    /** @throws AppError invalid_input */
    async share(requester: Requester, subject: ResourceRef, { may, brief, ...input }: Settings): Promise<ReviewLink> {
      const stored = await access.toStored(input)
      await db.transaction().execute(async (tx) => {
        await store.upsert(tx, subject, {
          ...{ id: randomUUID(), by: requester.userId, may, showsBrief: brief ?? false },
          ...stored,
        })
        await record(tx, requester, subject, 'shared', {
          may,
          ...(brief === undefined ? {} : { brief }),
          has_password: stored.passwordHash !== null,
          expires_at: stored.expiresAt?.toISOString() ?? null,
        })
        await recordActivity(tx, subject, 'link_created', requester.actor)
      })
      return (await this.find(subject))!
    },

    async unshare(requester: Requester, subject: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        if (!(await store.delete(tx, subject))) return
        await record(tx, requester, subject, 'unshared', {})
        await recordActivity(tx, subject, 'link_revoked', requester.actor)
      })
    },

    async find(subject: ResourceRef): Promise<ReviewLink | null> {
      const row = await store.find(db, subject)
      if (!row) return null
      const token = access.getToken(row.id)
      return {
        token,
        url: getUrl((await getBranding(subject.workspaceId)).reports, token),
        may: row.may,
        brief: row.shows_brief ?? false,
        has_password: row.password_hash !== null,
        expires_at: row.expires_at?.toISOString() ?? null,
      }
    },

    /**
     * What the link opens: nothing until the password is given.
     * @throws AppError not_found: never existed, revoked and expired look alike
     */
    async open(input: OpenInput & Paging) {
      const link = await requireLink(input)
      const { brand, reports } = await getBranding(link.workspace_id)
      const shown = {
        may: link.may,
        brief: link.shows_brief ?? false,
        brand,
        workspace_id: link.workspace_id,
        url: getUrl(reports, input.token),
      }
      if (!(await access.unlock(link, input)))
        return { id: null, content: null, needs_password: true, ...shown, pass: null }
      const ref = { workspaceId: link.workspace_id, id: link.subject_id }
      const content = await read(ref, input).catch(refuseDeleted)
      return { id: ref.id, content, needs_password: false, ...shown, pass: access.getPass(link) }
    },

    /** Whether the guests of a link see the brief. */
    showsBrief: async ({ workspaceId, subjectId }: Guest) =>
      (await store.find(db, { workspaceId, id: subjectId }))?.shows_brief ?? false,

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
      return { linkId: link.id, workspaceId: link.workspace_id, subjectId: link.subject_id, may: link.may }
    },
  }

  /** @throws AppError not_found */
  async function requireLink(input: { token: string; workspace_id?: string }) {
    const id = access.readToken(input.token)
    const link = id ? await store.findOpenById(db, id) : undefined
    if (!link || (input.workspace_id !== undefined && link.workspace_id !== input.workspace_id)) refuseLink()
    return link
  }

  function record(tx: Db, by: Requester, { workspaceId, id }: ResourceRef, action: string, details: object) {
    return audit.record(tx, {
      actorId: by.userId,
      actorEmail: by.email,
      action: `${kind}.${action}`,
      subject: id,
      details: { workspace_id: workspaceId, ...details },
      address: by.address,
    })
  }
}

/** The link of something deleted looks like one that never existed. */
function refuseDeleted(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') refuseLink()
  throw error
}
