import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import { AppError } from '#kit/errors.ts'
import { createImportError } from './import-errors.ts'

/**
 * Unpacks untrusted ZIP archives in small steps and counts the output, because the declared sizes can lie. Files are streamed
 * unless requested whole.
 */

/** Maximum unpacked bytes per read of a workbook part: ten times what 100,000 keywords need. */
const maxStreamedBytes = 200_000_000
/** Maximum unpacked bytes of all files read whole. */
const maxTextBytes = 50_000_000
const maxEntries = 2000
/** Small input steps, because deflate expands up to a thousandfold. */
const stepBytes = 4096
const pieceBytes = 65_536

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

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
  /** Streams a file in chunks of up to 64 kB, unpacked on demand. @throws AppError too_large, invalid_input */
  pieces(name: string): Generator<Uint8Array>
  /** Reads whole files. @throws AppError too_large when they exceed 50 MB together */
  read(names: readonly string[]): Map<string, Uint8Array>
}

/** @throws AppError invalid_input when the archive is damaged or encrypted */
export function openArchive(bytes: Uint8Array): Archive {
  if (bytes[6]! & 1)
    throw createImportError(
      'invalid_input',
      'archive_password',
      'The archive is password-protected. Upload it without a password.',
    )
  const names = new Set<string>()
  let entries = 0
  for (const _ of walk(bytes, ({ name }) => {
    if (++entries > maxEntries)
      throw createImportError(
        'invalid_input',
        'archive_too_many_files',
        'The archive has more than 2,000 files. Upload only the keyword file.',
        { params: { max: maxEntries } },
      )
    if (!name.endsWith('/')) names.add(name)
  }));
  return {
    names: [...names],
    pieces: (name) => getPieces(bytes, name, maxStreamedBytes),
    read(requested) {
      let left = maxTextBytes
      return new Map(
        requested.map((name) => {
          const parts: Uint8Array[] = []
          for (const piece of getPieces(bytes, name, left)) parts.push(piece)
          const whole = joined(parts)
          left -= whole.length
          return [name, whole]
        }),
      )
    },
  }
}

/** Reads the archive step by step and yields after each step. `onEntry` may start its entry. */
function* walk(bytes: Uint8Array, onEntry: (entry: UnzipFile) => void): Generator<void> {
  const unzip = new Unzip(onEntry)
  unzip.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += stepBytes) {
    try {
      unzip.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw createImportError(
        'invalid_input',
        'archive_damaged',
        'The file is damaged and can’t be unpacked. Export it again.',
        { cause: error },
      )
    }
    yield
  }
}

function* getPieces(bytes: Uint8Array, name: string, maxBytes: number): Generator<Uint8Array> {
  let found = false
  let ended = false
  let length = 0
  let ready: Uint8Array[] = []
  const steps = walk(bytes, (entry) => {
    if (found || entry.name !== name) return
    found = true
    entry.ondata = (error, part, final) => {
      if (error) throw error
      length += part.length
      if (length > maxBytes) throw tooLarge(maxBytes === maxStreamedBytes ? maxStreamedBytes : maxTextBytes)
      ready.push(part)
      ended = final
    }
    entry.start()
  })
  while (!ended && !steps.next().done) {
    const parts = ready
    ready = []
    for (const part of parts)
      for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
