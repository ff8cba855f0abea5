import type { Reports } from '#features/reports/service.ts'
import { contentDisposition } from '#kit/download-name.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { PdfPrinter } from '#platform/pages/print-pdf.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Briefing } from '../contract.ts'
import { missing } from '../get-document.ts'
import { type DocumentFile, toMarkdownFile } from '../rules/document-file.ts'
import { findVoice } from '../store/brand-voice-store.ts'
import { updateBriefing } from '../store/briefing-store.ts'
import { findDocument } from '../store/store.ts'
import type { BriefTask, WrittenBrief } from './brief-thread.ts'

export type ContentBriefs = ReturnType<typeof createContentBriefs>

type Dependencies = {
  db: Database
  reports: Reports
  threads: Threads
  secrets: Secrets
  printer: PdfPrinter
  /** Where this machine reaches our pages. */
  pagesUrl: string
}

const maxQuestions = 60
/** How long anyone with its link can open the page for printing. */
const passMinutes = 15
const purpose = 'brief-print'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

type Pass = ResourceRef & { until: number }

/** Briefs for writers: what was entered for a document, and what its report knows. */
export function createContentBriefs({ db, reports, threads, secrets, printer, pagesUrl }: Dependencies) {
  /** @throws AppError not_found */
  async function write(ref: ResourceRef): Promise<WrittenBrief> {
    const row = (await findDocument(db, ref)) ?? missing()
    const { workspaceId } = ref
    const { cluster_id: clusterId = null, keyword } = row.briefing
    const options = { maxQuestions, clusterId, keyword }
    const report = row.report_id ? { workspaceId, id: row.report_id } : null
    const [briefing, writing, voice] = await Promise.all([
      report && reports.forBriefing(report, options),
      report && reports.forWriting(report, options),
      row.brand_voice_id ? findVoice(db, { workspaceId, id: row.brand_voice_id }) : null,
    ])
    const task: BriefTask = {
      document: {
        ...{ id: ref.id, title: row.title, outline: row.outline, briefing: row.briefing },
        voice: voice ? { name: voice.name, traits: voice.traits } : null,
      },
      maxQuestions,
      report: briefing && writing ? { briefing, writing } : null,
    }
    return threads.run<WrittenBrief>(new URL('./brief-thread.ts', import.meta.url), task, {
      ...{ pool: 'texts', turn: workspaceId },
      tooMuch: tooComplex,
    })
  }

  const toDocumentFile = ({ brief, markdown }: WrittenBrief): DocumentFile => ({
    title: getTitle(brief.title),
    contentMd: markdown,
    citations: [],
    // The words of a brief are English, whatever its text will be.
    language: 'en',
  })

  return {
    async get(ref: ResourceRef) {
      const { brief, html } = await write(ref)
      return { brief, html }
    },

    async update(
      ref: ResourceRef,
      changes: Partial<Pick<Briefing, 'audience' | 'words' | 'instructions' | 'links' | 'do_not_claim'>>,
    ) {
      if (!(await updateBriefing(db, ref, changes))) missing()
      return { brief: (await write(ref)).brief }
    },

    /** @throws AppError not_found, unavailable */
    async file(ref: ResourceRef, format: 'docx' | 'md' | 'pdf'): Promise<Response> {
      const written = await write(ref)
      const title = getTitle(written.brief.title)
      const respond = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
        new Response(body, {
          headers: {
            'Content-Type': type,
            'Content-Disposition': contentDisposition(title, format),
            'Cache-Control': 'no-store',
          },
        })
      if (format === 'md') return respond(toMarkdownFile(toDocumentFile(written)), 'text/markdown; charset=utf-8')
      if (format === 'docx')
        return respond(
          await threads.run<Uint8Array<ArrayBuffer>>(
            new URL('../export/docx-thread.ts', import.meta.url),
            toDocumentFile(written),
            { pool: 'texts', turn: ref.workspaceId, tooMuch: tooComplex },
          ),
          docx,
        )
      const page = `/print/brief/${createPass(ref)}`
      if (!(await printer.isAvailable()))
        return new Response(null, { status: 303, headers: { Location: page, 'Cache-Control': 'no-store' } })
      return respond(new Uint8Array(await printer.print(`${pagesUrl}${page}`)), 'application/pdf')
    },

    /** What the printable page shows. @throws AppError not_found when its link is wrong or over */
    async open(pass: string) {
      const { brief, html } = await write(readPass(pass))
      return {
        ...{ title: getTitle(brief.title), language: brief.language, html },
        can_pdf: await printer.isAvailable(),
      }
    },
  }

  /** Sealed, not only signed: a visitor learns neither the workspace nor the document from it. */
  function createPass({ workspaceId, id }: ResourceRef): string {
    const pass: Pass = { workspaceId, id, until: Date.now() + passMinutes * 60_000 }
    return secrets.seal(purpose, JSON.stringify(pass), '')
  }

  function readPass(pass: string): ResourceRef {
    const found = openPass(pass)
    if (!found || found.until < Date.now())
      throw new AppError('not_found', 'This link for printing has expired. Open the brief again.', {
        reason: 'link_missing',
      })
    return { workspaceId: found.workspaceId, id: found.id }
  }

  function openPass(pass: string): Pass | null {
    try {
      return JSON.parse(secrets.open(purpose, pass, '')) as Pass
    } catch {
      return null
    }
  }
}

const getTitle = (title: string) => `Brief: ${title || 'Untitled'}`

const tooComplex = () =>
  new AppError('too_large', 'The report’s pages are too long to make a brief from.', { reason: 'brief_too_complex' })
