import { withWholeAddresses } from '#features/images/image-address.ts'
import { contentDisposition } from '#features/reports/export-name.ts'
import type { Database } from '#platform/database.ts'
import type { Threads } from '#platform/threads.ts'
import { type DocumentFile, type FilePicture, toHtmlFile, toMarkdownFile } from './document-file.ts'
import { missing } from './service.ts'
import { findDocument, type Place } from './store.ts'

export type DocumentExports = ReturnType<typeof createDocumentExports>

export type DocumentFormat = 'md' | 'html' | 'docx'

const types: Record<DocumentFormat, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

type Dependencies = {
  db: Database
  threads: Threads
  publicUrl: string
  /** The pictures of a workspace that a text shows, by id. */
  findPictures: (workspaceId: string, markdown: string) => Promise<ReadonlyMap<string, FilePicture>>
}

export function createDocumentExports({ db, threads, publicUrl, findPictures }: Dependencies) {
  return {
    async file(place: Place, format: DocumentFormat): Promise<Response> {
      const row = (await findDocument(db, place)) ?? missing()
      const file: DocumentFile = {
        title: row.title,
        contentMd: withWholeAddresses(row.content_md, publicUrl),
        citations: row.citations,
        language: row.briefing.language,
      }
      const body =
        format === 'docx'
          ? await threads.run<Uint8Array<ArrayBuffer>>(new URL('./docx-thread.ts', import.meta.url), {
              ...file,
              pictures: await findPictures(place.workspaceId, row.content_md),
            })
          : format === 'html'
            ? toHtmlFile(file)
            : toMarkdownFile(file)
      return new Response(body, {
        headers: { 'Content-Type': types[format], 'Content-Disposition': contentDisposition(row.title, format) },
      })
    },
  }
}
