import { Readable } from 'node:stream'
import { contentDisposition } from '#kit/download-name.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type ImageSize, imageSizes } from './contract.ts'
import { fileKey } from './image-files.ts'
import { findImage, findPublicImage } from './store/store.ts'
import type { StoredFile } from './store/tables.ts'
import { refuseMissingImage } from './upload-image.ts'

const readSeconds = 300
const year = 31_536_000

export function createImageSending({ db, storage }: { db: Database; storage: Storage }) {
  return {
    /** An image for pages. Immutable, so it's cached for a year. */
    async show(id: string, size: ImageSize, unchanged: string | null): Promise<Response> {
      const { workspace_id, files, name } = (await findPublicImage(db, id)) ?? refuseMissingImage()
      const file = findFile(files, size)
      const etag = `"${file.name}"`
      const headers = {
        'Cache-Control': `public, max-age=${year}, immutable`,
        ETag: etag,
        'Content-Type': file.mime,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      if (unchanged === etag) return new Response(null, { status: 304, headers })
      const disposition = fileDisposition(name, file).replace(/^attachment/, 'inline')
      return stream(fileKey(workspace_id, id, file.name), { ...headers, 'Content-Disposition': disposition })
    },

    /** A download: redirects to a signed storage URL where possible, otherwise streams the file. */
    async download(ref: ResourceRef): Promise<Response> {
      const { files, name } = (await findImage(db, ref)) ?? refuseMissingImage()
      const file = files[0]!
      const key = fileKey(ref.workspaceId, ref.id, file.name)
      const disposition = fileDisposition(name, file)
      const url = await storage.readUrl(key, { seconds: readSeconds, type: file.mime, disposition })
      if (url !== null)
        return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'private, no-store' } })
      return stream(key, {
        'Content-Type': file.mime,
        'Content-Disposition': disposition,
        'Cache-Control': 'private, no-store',
        'X-Content-Type-Options': 'nosniff',
      })
    },
  }

  async function stream(key: string, headers: Record<string, string>): Promise<Response> {
    const { body, bytes } = (await storage.get(key)) ?? refuseMissingImage()
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
      headers: { ...headers, 'Content-Length': String(bytes) },
    })
  }
}

/** The requested size, else the next wider one. */
function findFile(files: StoredFile[], size: ImageSize): StoredFile {
  const requestedIndex = imageSizes.indexOf(size)
  return files.findLast((file) => imageSizes.indexOf(file.size) <= requestedIndex) ?? files[0]!
}

const fileDisposition = (name: string, { name: stored }: StoredFile) =>
  contentDisposition(name.replace(/\.[A-Za-z0-9]{2,5}$/, ''), stored.slice(stored.lastIndexOf('.') + 1))
