import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import { type SectionName, sectionNames } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { contentDisposition } from '#kit/download-name.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { PdfPrinter } from '#platform/pages/print-pdf.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { ReportExtras, StoredExtra } from './report-extras.ts'
import { getReaderTitle } from './rules/reader-title.ts'
import { forReaders, showsFindings } from './rules/report-for-readers.ts'
import type { Sharing } from './service.ts'

export type ReportPrinting = ReturnType<typeof createReportPrinting>

type Dependencies = {
  reports: Reports
  sharing: Sharing
  secrets: Secrets
  printer: PdfPrinter
  face: MappedHosts['face']
  /** Whether a report is still emailed: its links end with that. */
  isMailed(ref: ResourceRef): Promise<boolean>
  extras: ReportExtras
  publicUrl: string
  /** Where this machine reaches our pages. */
  pagesUrl: string
}

/** How long anyone with its link can open the page for printing. */
const passMinutes = 15
/** In emails, this long, and only while the report is emailed. */
const emailedMinutes = 30 * 24 * 60
const purpose = 'report-print'
const dayMs = 86_400_000

/** Reports as PDF: a page that only its signed link opens, printed by Chromium. */
export function createReportPrinting(dependencies: Dependencies) {
  const { reports, sharing, secrets, printer, face, isMailed, extras, publicUrl, pagesUrl } = dependencies
  return {
    /**
     * The PDF of a report; without a Chromium a redirect to its page for printing.
     * @throws AppError unavailable, not_found
     */
    async file(ref: ResourceRef): Promise<Response> {
      const title = getReaderTitle(await reports.head(ref), null)
      return toFile(createPass(ref, [...sectionNames], title), title)
    },

    /** The PDF of a shared report, with the sections that are shared. @throws AppError not_found, unavailable */
    async sharedFile(input: { token: string; pass?: string; workspace_id?: string }): Promise<Response> {
      const { ref, sections, title } = await sharing.locateShare(input)
      return toFile(createPass(ref, sections, title), title)
    },

    /** The PDF for an email, null without a Chromium, and a link to the same page. @throws AppError unavailable */
    async makeForEmail(
      ref: ResourceRef,
      sections: SectionName[],
      title: string,
      more: MoreParts,
    ): Promise<{ pdf: Buffer | null; url: string }> {
      const url = `${publicUrl}/print/report/${createPass(ref, sections, title, { ...more, emailed: true })}`
      if (!(await printer.isAvailable())) return { pdf: null, url }
      return { pdf: await printer.print(`${pagesUrl}/print/report/${createPass(ref, sections, title, more)}`), url }
    },

    /** The page that an email would bring. @throws AppError not_found, invalid_input */
    async preview(ref: ResourceRef, sections: SectionName[], chosen: string | null, more: MoreParts): Promise<string> {
      const title = getReaderTitle(await reports.head(ref), chosen)
      return `${publicUrl}/print/report/${createPass(ref, sections, title, more)}`
    },

    /** What the printable page shows. @throws AppError not_found when its link is wrong or over */
    async open(pass: string, workspaceId?: string) {
      const { ref, sections, title, extras: chosen = [], days = 7 } = await readPass(pass, workspaceId)
      const since = new Date(Date.now() - days * dayMs)
      const [report, parts, { brand }, can_pdf] = await Promise.all([
        reports.get(ref, sections),
        extras.read(ref.workspaceId, chosen, since),
        face(ref.workspaceId),
        printer.isAvailable(),
      ])
      const findings = showsFindings(report, sections) ? (await reports.findings(ref)).items : []
      const highlights = await reports.highlights(ref, report)
      const shown = forReaders(report, title ?? getReaderTitle(report, null))
      return { report: shown, findings, ...highlights, extras: parts, brand, can_pdf }
    },
  }

  async function toFile(pass: string, title: string): Promise<Response> {
    if (!(await printer.isAvailable()))
      return new Response(null, {
        status: 303,
        headers: { Location: `/print/report/${pass}`, 'Cache-Control': 'no-store' },
      })
    const pdf = await printer.print(`${pagesUrl}/print/report/${pass}`)
    return new Response(new Uint8Array(pdf), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': contentDisposition(title, 'pdf'),
        'Cache-Control': 'no-store',
      },
    })
  }

  /** Sealed, not only signed: a visitor learns neither the workspace nor the report from it. */
  function createPass(
    { workspaceId, id }: ResourceRef,
    sections: SectionName[],
    title: string,
    more: Partial<MoreParts> & { emailed?: true } = {},
  ): string {
    const until = Date.now() + (more.emailed ? emailedMinutes : passMinutes) * 60_000
    const pass: Pass = { workspaceId, id, until, sections, title, ...more }
    return secrets.seal(purpose, JSON.stringify(pass), '')
  }

  async function readPass(
    pass: string,
    within: string | undefined,
  ): Promise<{ ref: ResourceRef } & Pick<Pass, 'sections' | 'title' | 'extras' | 'days'>> {
    const found = openPass(pass)
    const elsewhere = found && within !== undefined && found.workspaceId !== within
    if (!found || elsewhere || found.until < Date.now() || (found.emailed && !(await isMailed(found))))
      throw new AppError('not_found', 'This link for printing has expired. Open the report again.', {
        reason: 'link_missing',
      })
    const { workspaceId, id, sections, title, extras: chosen, days } = found
    return { ref: { workspaceId, id }, sections, title, extras: chosen, days }
  }

  function openPass(pass: string): Pass | null {
    try {
      return JSON.parse(secrets.open(purpose, pass, '')) as Pass
    } catch {
      return null
    }
  }
}

/** Besides the report: `days` is the period of changes. */
export type MoreParts = { extras: StoredExtra[]; days: number }

type Pass = ResourceRef &
  Partial<MoreParts> & { until: number; sections: SectionName[]; title?: string; emailed?: boolean }
