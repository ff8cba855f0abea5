import { withWholeAddresses } from '#features/images/rules/image-url.ts'
import { contentDisposition } from '#kit/download-name.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { missing } from '../get-document.ts'
import { type DocumentFile, type FileImage, toMarkdownFile } from '../rules/document-file.ts'
import { findDocument } from '../store/store.ts'

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
  findImages: (workspaceId: string, markdown: string) => Promise<ReadonlyMap<string, FileImage>>
}

const tooComplex = () =>
  new AppError('too_large', 'The document is too complex to export in this format. Simplify its tables and lists.', {
    reason: 'export_too_complex',
  })

export function createDocumentExports({ db, threads, publicUrl, findImages }: Dependencies) {
  const write = <Output>(module: URL, { workspaceId }: ResourceRef, file: DocumentFile) =>
    threads.run<Output>(module, file, { pool: 'texts', turn: workspaceId, tooMuch: tooComplex })

  return {
    /** @throws AppError not_found */
    getTitle: async (ref: ResourceRef) => ((await findDocument(db, ref)) ?? missing()).title,

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
              images: await findImages(ref.workspaceId, row.content_md),
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
