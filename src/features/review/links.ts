import { randomUUID } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { ShownBrand } from '#features/domains/contract.ts'
import { type LinkAccess, refuseLink } from '#features/sharing/link-access.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Guest, UserCall } from '#platform/http/context.ts'
import type { GuestDocument, Permission, ReviewLink } from './contract.ts'
import type { ReadGuestDocument } from './guest-document.ts'
import { deleteLink, findLink, findOpenLinkById, upsertLink } from './store/link-store.ts'

export type ReviewLinks = ReturnType<typeof createReviewLinks>

export type Requester = { userId: string; email: string; address: string }

export const toRequester = ({ actor, clientAddress }: UserCall): Requester => ({
  userId: actor.userId,
  email: actor.email,
  address: clientAddress,
})

type Dependencies = {
  db: Database
  audit: Audit
  access: LinkAccess
  publicUrl: string
  readDocument: ReadGuestDocument
  /** A workspace's branding, and the URL of its custom domain for shared pages, if mapped. */
  getBranding(workspaceId: string): Promise<{ brand: ShownBrand | null; reports: string | null }>
}

type Opened = {
  document_id: string | null
  document: GuestDocument | null
  may: Permission
  brief: boolean
  needs_password: boolean
  brand: ShownBrand | null
  url: string
  workspace_id: string
  pass: string | null
}

/** Links that open one document for people without an account. */
export function createReviewLinks({ db, audit, access, publicUrl, readDocument, getBranding }: Dependencies) {
  const getUrl = (home: string | null, token: string) => `${home ?? publicUrl}/d/${token}`

  return {
    /** @throws AppError invalid_input */
    async share(
      requester: Requester,
      document: ResourceRef,
      input: { may: Permission; brief: boolean; password?: string; expires_at?: string },
    ): Promise<ReviewLink> {
      const stored = await access.toStored(input)
      await db.transaction().execute(async (tx) => {
        await upsertLink(tx, document, {
          ...{ id: randomUUID(), by: requester.userId, may: input.may, showsBrief: input.brief },
          ...stored,
        })
        await record(tx, requester, document, 'document.shared', {
          may: input.may,
          brief: input.brief,
          has_password: stored.passwordHash !== null,
          expires_at: stored.expiresAt?.toISOString() ?? null,
        })
      })
      return (await this.find(document))!
    },

    async unshare(requester: Requester, document: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        if (await deleteLink(tx, document)) await record(tx, requester, document, 'document.unshared', {})
      })
    },

    async find(document: ResourceRef): Promise<ReviewLink | null> {
      const row = await findLink(db, document)
      if (!row) return null
      const token = access.getToken(row.id)
      return {
        token,
        url: getUrl((await getBranding(document.workspaceId)).reports, token),
        may: row.may,
        brief: row.shows_brief,
        has_password: row.password_hash !== null,
        expires_at: row.expires_at?.toISOString() ?? null,
      }
    },

    /** @throws AppError not_found: never existed, revoked and expired look alike */
    async open(input: { token: string; password?: string; pass?: string; workspace_id?: string }): Promise<Opened> {
      const link = await requireLink(input)
      const { brand, reports } = await getBranding(link.workspace_id)
      const shown = {
        may: link.may,
        brief: link.shows_brief,
        brand,
        workspace_id: link.workspace_id,
        url: getUrl(reports, input.token),
      }
      if (!(await access.unlock(link, input)))
        return { document_id: null, document: null, needs_password: true, ...shown, pass: null }
      const ref = { workspaceId: link.workspace_id, id: link.document_id }
      const { comparable: _, ...document } = await readDocument(ref).catch(refuseDeleted)
      return { document_id: ref.id, document, needs_password: false, ...shown, pass: access.getPass(link) }
    },

    /** Whether the guests of a link see the brief. */
    showsBrief: async ({ workspaceId, subjectId }: Guest) =>
      (await findLink(db, { workspaceId, id: subjectId }))?.shows_brief ?? false,

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
      return { linkId: link.id, workspaceId: link.workspace_id, subjectId: link.document_id, may: link.may }
    },
  }

  /** @throws AppError not_found */
  async function requireLink(input: { token: string; workspace_id?: string }) {
    const id = access.readToken(input.token)
    const link = id ? await findOpenLinkById(db, id) : undefined
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

/** The link of a deleted document looks like one that never existed. */
function refuseDeleted(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') refuseLink()
  throw error
}
