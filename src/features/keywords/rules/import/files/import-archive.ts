import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl'
import { AppError } from '#kit/errors.ts'
import { createImportError } from '../import-errors.ts'

/** Unpacks untrusted ZIP archives as streams and counts the output, because the declared sizes can lie. */

/** Maximum unpacked bytes per read of a workbook part: ten times what 100,000 keywords need. */
const maxStreamedBytes = 200_000_000
/** Maximum unpacked bytes of all files read whole. */
const maxTextBytes = 50_000_000
const maxEntries = 2000

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const damaged = (cause: unknown) =>
  cause instanceof AppError
    ? cause
    : createImportError(
        'invalid_input',
        'archive_damaged',
        'The file is damaged and can’t be unpacked. Export it again.',
        { cause },
      )

const tooLarge = (maxBytes: number) => {
  const max = maxBytes / 1_000_000
  return createImportError(
    'too_large',
    'archive_too_large',
    `The unpacked archive is larger than ${max} MB. Upload a smaller file.`,
    { params: { max_mb: max } },
  )
}

export type Archive = {
  /** File names in archive order, without duplicates. */
  names: readonly string[]
  /** Streams a file, unpacked on demand. @throws AppError too_large, invalid_input */
  pieces(name: string): AsyncGenerator<Uint8Array>
  /** Reads whole files. @throws AppError too_large when they exceed 50 MB together */
  read(names: readonly string[]): Promise<Map<string, Uint8Array>>
}

/** @throws AppError invalid_input when the archive is damaged or encrypted */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  if (bytes[6]! & 1)
    throw createImportError(
      'invalid_input',
      'archive_password',
      'The archive is password-protected. Upload it without a password.',
    )
  try {
    const buffer = withoutTrailingBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    // Names are looked up, never made into paths, so yauzl needn't check them.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }
    const zip = await fromBufferPromise(buffer, options)
    const entries = await readEntries(zip)
    return {
      names: [...entries.keys()],
      pieces: (name) => unpack(zip, entries.get(name)!, maxStreamedBytes),
      async read(requested) {
        const files = new Map<string, Uint8Array>()
        let left = maxTextBytes
        for (const name of requested) {
          const whole = Buffer.concat(await Array.fromAsync(unpack(zip, entries.get(name)!, left)))
          left -= whole.length
          files.set(name, whole)
        }
        return files
      },
    }
  } catch (error) {
    throw damaged(error)
  }
}

const endOfDirectory = Buffer.from('PK\x05\x06', 'latin1')
const endLength = 22

/** Drops what some programs append to an archive, such as a line end: yauzl takes it for damage. */
function withoutTrailingBytes(archive: Buffer): Buffer {
  const at = archive.lastIndexOf(endOfDirectory)
  if (at < 0 || at + endLength > archive.length) return archive
  const commentLength = archive.readUInt16LE(at + endLength - 2)
  return archive.subarray(0, at + endLength + commentLength)
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw createImportError(
      'invalid_input',
      'archive_too_many_files',
      'The archive has more than 2,000 files. Upload only the keyword file.',
      { params: { max: maxEntries } },
    )
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
    if (!name.endsWith('/') && !entries.has(name)) entries.set(name, entry)
  }
  return entries
}

async function* unpack(zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      length += piece.length
      if (length > maxBytes) throw tooLarge(maxBytes === maxStreamedBytes ? maxStreamedBytes : maxTextBytes)
      yield piece
    }
  } catch (error) {
    throw damaged(error)
  }
}
