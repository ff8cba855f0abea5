import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { AppError, type ErrorParams } from '#kit/errors.ts'

/** A ZIP from a stranger, on disk. Names are looked up, never made into paths; sizes are counted, never believed. */

export type ReadZip = {
  /** Unpacked size of each file in bytes, as the archive declares it. Reading fails when a file is larger. */
  files: ReadonlyMap<string, number>
  /** @throws Error for a name that is not in `files` */
  read(name: string): Promise<Readable>
  close(): void
}

export type ZipLimits = { maxFiles: number; maxBytes: number; isKnownName(name: string): boolean }

export const damaged = (cause?: unknown) =>
  new AppError('invalid_input', 'The file isn’t a ZIP archive, or it’s damaged or cut off. Upload the complete file.', {
    field: 'file',
    reason: 'archive_damaged',
    cause,
  })
const refuse = (message: string, reason: string, params?: ErrorParams) =>
  new AppError('invalid_input', message, { field: 'file', reason, params })

/** @throws AppError invalid_input, too_large */
export async function readZip(path: string, limits: ZipLimits): Promise<ReadZip> {
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((cause) => {
    throw damaged(cause)
  })
  try {
    if (zip.entryCount > limits.maxFiles)
      throw refuse(
        `The archive has more than ${limits.maxFiles.toLocaleString('en')} files.`,
        'archive_too_many_files',
        {
          max: limits.maxFiles,
        },
      )
    const entries = new Map<string, Entry>()
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (entry.isEncrypted())
        throw refuse('The archive has a password. Upload it without one.', 'archive_has_password')
      if (!limits.isKnownName(name) || isLink(entry))
        throw refuse(
          `The archive contains ${shown(name)}, which isn’t part of a workspace. Upload the archive unchanged.`,
          'archive_unknown_file',
          { name: shown(name) },
        )
      if (entries.has(name))
        throw refuse(
          `The archive contains ${shown(name)} twice. Upload the archive unchanged.`,
          'archive_duplicate_file',
          { name: shown(name) },
        )
      if (!entry.canDecodeFileData())
        throw refuse(
          `The archive contains ${shown(name)} in an unsupported format. Upload the archive unchanged.`,
          'archive_unsupported_format',
          { name: shown(name) },
        )
      bytes += entry.uncompressedSize
      if (bytes > limits.maxBytes)
        throw new AppError(
          'too_large',
          `The unpacked archive is larger than the ${(limits.maxBytes / 1e9).toLocaleString('en')} GB this server accepts.`,
          { field: 'file', reason: 'archive_too_large', params: { max_bytes: limits.maxBytes } },
        )
      entries.set(name, entry)
    }
    return {
      files: new Map([...entries].map(([name, entry]) => [name, entry.uncompressedSize])),
      async read(name) {
        const entry = entries.get(name)
        if (!entry) throw new Error(`No such file in the archive: ${name}`)
        return zip.openReadStreamPromise(entry).catch((cause) => {
          throw damaged(cause)
        })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    // yauzl's own checks: absolute names, "..", backslashes, and inconsistent directories.
    throw error instanceof AppError ? error : damaged(error)
  }
}

/** Made under Unix, the upper half of its attributes is a file mode: 0o120000 is a symbolic link. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const shown = (name: string) => `“${name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80)}”`
