import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { AppError } from '#kit/errors.ts'

/** A ZIP from a stranger, on disk. Names are looked up, never made into paths; sizes are counted, never believed. */

export type ReadZip = {
  /** Bytes of each file when it is unpacked, as the archive says. What comes is held to it. */
  files: ReadonlyMap<string, number>
  /** @throws Error for a name that is not in `files` */
  read(name: string): Promise<Readable>
  close(): void
}

export type ZipLimits = { mostFiles: number; mostBytes: number; isKnownName(name: string): boolean }

export const damaged = (cause?: unknown) =>
  new AppError('invalid_input', 'The file is no ZIP archive, or is damaged or cut off: bring the whole file.', {
    field: 'file',
    cause,
  })
const refuse = (message: string) => new AppError('invalid_input', message, { field: 'file' })

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
    if (zip.entryCount > limits.mostFiles)
      throw refuse(`The archive holds more than ${limits.mostFiles.toLocaleString('en')} files.`)
    const entries = new Map<string, Entry>()
    let bytes = 0
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (entry.isEncrypted()) throw refuse('The archive has a password: bring it without one.')
      if (!limits.isKnownName(name) || isLink(entry))
        throw refuse(`The archive holds ${shown(name)}, which is no part of a workspace: bring it as it was made.`)
      if (entries.has(name)) throw refuse(`The archive holds ${shown(name)} twice: bring it as it was made.`)
      if (!entry.canDecodeFileData())
        throw refuse(`The archive holds ${shown(name)} in a way that is not read here: bring it as it was made.`)
      bytes += entry.uncompressedSize
      if (bytes > limits.mostBytes)
        throw new AppError(
          'too_large',
          `The archive unpacks to more than the ${(limits.mostBytes / 1e9).toLocaleString('en')} GB this installation takes.`,
          { field: 'file' },
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
    // Of its own: absolute names, "..", backslashes, and directories that do not add up.
    throw error instanceof AppError ? error : damaged(error)
  }
}

/** Made under Unix, the upper half of its attributes is a file mode: 0o120000 is a symbolic link. */
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const shown = (name: string) => `“${name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80)}”`
