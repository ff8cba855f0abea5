import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'
import { AppError } from '#kit/errors.ts'

/** ZIP archives from strangers: unpacked in small steps, counted as they grow, never trusted to be as small as they say. */

export const maxUnpackedBytes = 200_000_000
const maxEntries = 2000
const stepBytes = 16_384

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const refuse = (message: string, cause?: unknown) => new AppError('invalid_input', message, { field: 'file', cause })
const tooLarge = () =>
  new AppError('too_large', 'The archive unpacks to more than 200 MB, more than a keyword file can need.', {
    field: 'file',
  })

/**
 * The wanted files of an archive by name.
 * @throws AppError invalid_input when it is damaged or has a password, too_large when it unpacks to more than 200 MB
 */
export function unpack(bytes: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  if (bytes[6]! & 1) throw refuse('The archive has a password; send it without one.')
  const found = new Map<string, Uint8Array>()
  let entries = 0
  let total = 0
  const unzip = new Unzip((entry) => {
    if (++entries > maxEntries) throw refuse('The archive holds more than 2,000 files.')
    if (entry.name.endsWith('/') || !wanted(entry.name) || found.has(entry.name)) return
    if ((entry.originalSize ?? 0) > maxUnpackedBytes) throw tooLarge()
    collect(entry, (length) => {
      total += length
      if (total > maxUnpackedBytes) throw tooLarge()
    })
  })
  const collect = (entry: UnzipFile, count: (length: number) => void) => {
    const parts: Uint8Array[] = []
    entry.ondata = (error, part, final) => {
      if (error) throw error
      count(part.length)
      parts.push(part)
      if (final) found.set(entry.name, joined(parts))
    }
    entry.start()
  }
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += stepBytes) {
      unzip.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refuse('The file is damaged: it could not be unpacked.', error)
  }
  return found
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
