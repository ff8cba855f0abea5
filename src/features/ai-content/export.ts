import { withWholeAddresses } from '#features/images/image-url.ts'
import { contentDisposition } from '#features/reports/export-name.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Threads } from '#platform/worker-threads.ts'
import { type DocumentFile, type FilePicture, toMarkdownFile } from './document-file.ts'
import { missing } from './service.ts'
import { findDocument, type ResourceRef } from './store.ts'

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
  /** Returns the workspace's images that a text shows, by id. */
  findPictures: (workspaceId: string, markdown: string) => Promise<ReadonlyMap<string, FilePicture>>
}

const tooComplex = () =>
  new AppError('too_large', 'The document is too complex to export in this format. Simplify its tables and lists.', {
    reason: 'export_too_complex',
  })

export function createDocumentExports({ db, threads, publicUrl, findPictures }: Dependencies) {
  const write = <Output>(module: URL, { workspaceId }: ResourceRef, file: DocumentFile) =>
    threads.run<Output>(module, file, { pool: 'texts', turn: workspaceId, tooMuch: tooComplex })

  return {
    async file(ref: ResourceRef, format: DocumentFormat): Promise<Response> {
      const row = (await findDocument(db, ref)) ?? missing()
      const file: DocumentFile = {
        title: row.title,
        contentMd: withWholeAddresses(row.content_md, publicUrl),
        citations: row.citations,
        language: row.briefing.language,
      }
      const body =
        format === 'docx'
          ? await write<Uint8Array<ArrayBuffer>>(new URL('./docx-thread.ts', import.meta.url), ref, {
              ...file,
              pictures: await findPictures(ref.workspaceId, row.content_md),
            })
          : format === 'html'
            ? await write<string>(new URL('./html-thread.ts', import.meta.url), ref, file)
            : toMarkdownFile(file)
      return new Response(body, {
        headers: { 'Content-Type': types[format], 'Content-Disposition': contentDisposition(row.title, format) },
      })
    },
  }
}
