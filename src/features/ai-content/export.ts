import { contentDisposition } from '#features/reports/export-name.ts'
import type { Database } from '#platform/database.ts'
import type { Threads } from '#platform/threads.ts'
import { type DocumentFile, toHtmlFile, toMarkdownFile } from './document-file.ts'
import { missing } from './service.ts'
import { findDocument, type Place } from './store.ts'

export type DocumentExports = ReturnType<typeof createDocumentExports>

export type DocumentFormat = 'md' | 'html' | 'docx'

const types: Record<DocumentFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export function createDocumentExports({ db, threads }: { db: Database; threads: Threads }) {
  return {
    async file(place: Place, format: DocumentFormat): Promise<Response> {
      const row = (await findDocument(db, place)) ?? missing()
      const file: DocumentFile = {
        title: row.title,
        contentMd: row.content_md,
        citations: row.citations,
        language: row.briefing.language,
      }
      const body =
        format === 'docx'
          ? await threads.run<Uint8Array<ArrayBuffer>>(new URL('./docx-thread.ts', import.meta.url), file)
          : format === 'html'
            ? toHtmlFile(file)
            : toMarkdownFile(file)
      return new Response(body, {
        headers: { 'Content-Type': types[format], 'Content-Disposition': contentDisposition(row.title, format) },
      })
    },
  }
}
