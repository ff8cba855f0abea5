import { randomUUID } from 'node:crypto'
import type { ShownBrand } from '#features/domains/contract.ts'
import {
  type Finding,
  type Report,
  type ReportHead,
  type Row,
  type RowSummary,
  type SectionName,
  sectionNames,
  type UnknownCounts,
} from '#features/reports/contract.ts'
import type { Highlights } from '#features/reports/get-highlights.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import { maxSharedRows, type Share, type SharedRows } from './contract.ts'
import { createLinkAccess, refuseLink } from './link-access.ts'
import { getReaderTitle } from './rules/reader-title.ts'
import { forReaders, showsFindings } from './rules/report-for-readers.ts'
import { foundTypes, getFilterBlock } from './rules/shared-filter.ts'
import { deleteShare, findOpenShareByLink, findShare, upsertShare } from './store/store.ts'

export type Sharing = ReturnType<typeof createSharing>

type FilteredRows = { items: Row[]; total: number; of: number; unknown?: UnknownCounts }

type Opened = Highlights & {
  report: Report | null
  findings: Finding[]
  rows: FilteredRows | null
  needs_password: boolean
  brand: ShownBrand | null
  url: string
  workspace_id: string
  pass: string | null
}

type OpenInput = { token: string; password?: string; pass?: string; workspace_id?: string; rows?: SharedRows }

/** A workspace's branding, and the URL of its custom domain for shared reports, if mapped. */
type GetBranding = (workspaceId: string) => Promise<{ brand: ShownBrand | null; reports: string | null }>

export function createSharing({
  db,
  reports,
  secrets,
  rates,
  publicUrl,
  face: getBranding,
}: {
  db: Database
  reports: Reports
  secrets: Secrets
  rates: RateLimiter
  publicUrl: string
  face: GetBranding
}) {
  const links = createLinkAccess({ secrets, rates, purpose: 'share' })
  return {
    async share(
      userId: string,
      report: ResourceRef,
      input: { sections?: SectionName[]; title?: string; password?: string; expires_at?: string },
    ): Promise<Share> {
      const { passwordHash, expiresAt } = await links.toStored(input)
      await upsertShare(db, report, {
        id: randomUUID(),
        sections: input.sections ?? [...sectionNames],
        title: input.title || null,
        passwordHash,
        expiresAt,
        createdBy: userId,
      })
      return (await this.find(report))!
    },

    async find(report: ResourceRef): Promise<Share | null> {
      const row = await findShare(db, report)
      if (!row) return null
      const token = links.getToken(row.id)
      return {
        token,
        url: `${(await getBranding(report.workspaceId)).reports ?? publicUrl}/r/${token}`,
        title: row.title,
        sections: row.sections,
        has_password: row.password_hash !== null,
        expires_at: row.expires_at?.toISOString() ?? null,
      }
    },

    unshare: (report: ResourceRef) => deleteShare(db, report),

    /**
     * @throws AppError not_found: never existed, revoked and expired look alike; invalid_input: `rows` asks for what isn't
     * shared, or sorts by an unknown column
     */
    async open(input: OpenInput): Promise<Opened> {
      const share = await requireShare(input)
      const { brand, reports: home } = await getBranding(share.workspace_id)
      const looks = { brand, workspace_id: share.workspace_id, url: `${home ?? publicUrl}/r/${input.token}` }
      if (!(await links.unlock(share, input)))
        return {
          report: null,
          findings: [],
          opportunities: null,
          topics: [],
          rows: null,
          needs_password: true,
          ...looks,
          pass: null,
        }
      const pass = links.getPass(share)
      const ref = { workspaceId: share.workspace_id, id: share.report_id }
      const sections = share.sections as SectionName[]
      const report = await reports.get(ref, sections).catch(refuseDeleted)
      const rows = input.rows ? await filterRows(ref, sections, input.rows) : null
      const findings = showsFindings(report, sections) ? (await reports.findings(ref)).items : []
      const highlights = await reports.highlights(ref, report)
      const shown = forReaders(report, getSharedTitle(share, report))
      return { report: shown, findings, ...highlights, rows, needs_password: false, ...looks, pass }
    },

    /** What a link's preview tells: nothing of the report if it has a password. @throws AppError not_found */
    async preview(input: { token: string; workspace_id: string }) {
      const share = await requireShare(input)
      const { brand } = await getBranding(share.workspace_id)
      if (share.password_hash) return { title: null, brand }
      const ref = { workspaceId: share.workspace_id, id: share.report_id }
      const report = await reports.head(ref).catch(refuseDeleted)
      return { title: getSharedTitle(share, report), brand }
    },

    /** The report of a link whose password, if it has one, was given. @throws AppError not_found, forbidden */
    async locateShare(input: { token: string; pass?: string; workspace_id?: string }) {
      const share = await requireShare(input)
      if (share.password_hash && !links.isValidPass(share, input.pass))
        throw new AppError('forbidden', 'Open the link and enter its password first.', { reason: 'password_needed' })
      const ref = { workspaceId: share.workspace_id, id: share.report_id }
      const report = await reports.head(ref).catch(refuseDeleted)
      return { ref, sections: share.sections as SectionName[], title: getSharedTitle(share, report) }
    },
  }

  /** @throws AppError invalid_input: the filter is by what isn't shared */
  async function filterRows(ref: ResourceRef, sections: SectionName[], requested: SharedRows): Promise<FilteredRows> {
    const block = getFilterBlock(requested, sections)
    if (block)
      throw new AppError('invalid_input', `rows needs the section ${block}, which isn’t shared.`, {
        field: 'rows',
        reason: 'filter_not_shared',
      })
    const types: Row['type'][] = requested.types ?? foundTypes
    const query = { ...requested, types, section: 'keywords' as const, summary: true }
    const found = await reports.rows(ref, { _id: ref.id, ...query, page: 1, limit: maxSharedRows }).catch(refuseDeleted)
    // A section of keywords has rows and the summary.
    const { items, total, unknown, summary } = found as Omit<FilteredRows, 'of'> & { summary?: RowSummary }
    const ideas = types.includes('idea') ? 0 : (summary!.types.idea ?? 0)
    return { items, total, of: summary!.rows - ideas, ...(unknown ? { unknown } : {}) }
  }

  /** @throws AppError not_found: never existed, revoked and expired look alike */
  async function requireShare(input: { token: string; workspace_id?: string }) {
    const id = links.readToken(input.token)
    const share = id ? await findOpenShareByLink(db, id) : undefined
    if (!share || (input.workspace_id !== undefined && share.workspace_id !== input.workspace_id)) refuseLink()
    return share
  }
}

/** A report's own name is what members call it: readers of a link see it only where someone chose it for them. */
const getSharedTitle = (share: { title: string | null }, report: ReportHead) =>
  getReaderTitle({ ...report, title: null }, share.title)

/** The link of a deleted report looks like one that never existed. */
function refuseDeleted(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found') refuseLink()
  throw error
}
