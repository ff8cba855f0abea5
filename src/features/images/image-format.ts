import { AppError, type ErrorParams } from '#kit/errors.ts'
import { pictureEnd } from './image-end.ts'

/** What a file is, by what it holds: neither its name nor its declared type is believed. */

export type PictureKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'

export const kindNames: Record<PictureKind, string> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
}

const kindOfExtension: Record<string, PictureKind> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  jpe: 'jpeg',
  jfif: 'jpeg',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
}

export type ImageProblem =
  | 'wrong_format'
  | 'image_incomplete'
  | 'not_only_an_image'
  | 'file_empty'
  | 'svg'
  | 'heic'
  | 'unsupported_image'
  | 'no_dimensions'

export const refused = (reason: ImageProblem, message: string, params: ErrorParams) =>
  new AppError('unsupported_type', message, { field: 'file', reason, params })

const latin = (bytes: Uint8Array, from = 0, to = bytes.length) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, Math.min(to, bytes.length) - from)).toString('latin1')

/**
 * The kind of a picture that is whole and nothing else besides.
 * @param type media type as it was declared, or empty
 * @throws AppError unsupported_type
 */
export function inspectPicture(bytes: Uint8Array, name: string, type: string): PictureKind {
  const kind = getKind(bytes) ?? refuseOther(bytes, name)
  const declared = kindOfType(type)
  const extension = /\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  for (const said of [kindOfExtension[extension] ?? null, declared]) {
    if (said !== null && said !== kind)
      throw refused(
        'wrong_format',
        `${name} claims to be ${said === 'other' ? 'something else' : kindNames[said]} but holds ${kindNames[kind]}. Save it again in the right format.`,
        { name, format: kindNames[kind] },
      )
  }
  const end = pictureEnd(kind, bytes)
  if (end === null) throw refused('image_incomplete', `${name} is incomplete. Upload the whole file.`, { name })
  if (isSomethingElseToo(kind, bytes, end))
    throw refused('not_only_an_image', `${name} contains more than an image. Save it again in an image editor.`, {
      name,
    })
  return kind
}

function kindOfType(type: string): PictureKind | 'other' | null {
  const media = type.split(';')[0]!.trim().toLowerCase()
  if (media === '' || media === 'application/octet-stream') return null
  const subtype = /^image\/(?:x-)?([a-z0-9.+-]+)$/.exec(media)?.[1]
  return subtype === 'jpg' || subtype === 'pjpeg' ? 'jpeg' : (kindOfExtension[subtype ?? ''] ?? 'other')
}

function getKind(bytes: Uint8Array): PictureKind | null {
  const head = latin(bytes, 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.slice(4, 8) === 'ftyp' && /avif|avis/.test(getBrands(bytes))) return 'avif'
  return null
}

/** Main and compatible brands of an ISO base media file (ISO/IEC 14496-12, 4.3). */
function getBrands(bytes: Uint8Array) {
  const size = bytes.length >= 4 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) : 0
  return latin(bytes, 8, Math.min(size, 256))
}

function refuseOther(bytes: Uint8Array, name: string): never {
  const head = latin(bytes, 0, 1024)
  const readable = 'PNG, JPEG, WebP, AVIF or GIF'
  if (bytes.length === 0) throw refused('file_empty', `${name} is empty.`, { name })
  if (
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(head)
  )
    throw refused('svg', `${name} is an SVG, which can contain scripts. Export it as PNG.`, { name })
  if (head.slice(4, 8) === 'ftyp' && /hei[cxsm]|hev[cx]|mif1|msf1/.test(getBrands(bytes)))
    throw refused('heic', `${name} is HEIC, which browsers can’t show. Save it as JPEG.`, { name })
  throw refused('unsupported_image', `${name} isn’t a supported image. Upload ${readable}.`, { name })
}

/** What another reader would take the file for. */
const otherText = /<script|<html|<!doctype|<svg[\s>]|<iframe|<\?php|%PDF-\d/i
const otherStarts = [
  'PK\x03\x04',
  'PK\x05\x06',
  'MZ',
  '\x7fELF',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b\x08',
  '#!',
  '\xca\xfe\xba\xbe',
]

/**
 * Whether the file is a picture and another thing as well. Cameras put more behind the picture (a film, a second exposure): that is
 * left off. What begins as a program or an archive, what a browser would run, and what starts a comment of a script in the
 * first bytes is not.
 */
function isSomethingElseToo(kind: PictureKind, bytes: Uint8Array, end: number): boolean {
  if (otherText.test(latin(bytes))) return true
  const behind = latin(bytes, end, end + 4)
  if (otherStarts.some((start) => behind.startsWith(start))) return true
  if (endsAsArchive(bytes)) return true
  return (kind === 'jpeg' && latin(bytes, 4, 6) === '/*') || (kind === 'gif' && latin(bytes, 6, 8) === '/*')
}

/** A ZIP is read from its end: the record there says how long its comment is, to the last byte of the file. */
function endsAsArchive(bytes: Uint8Array) {
  const tail = latin(bytes, Math.max(0, bytes.length - 65_557))
  const at = tail.lastIndexOf('PK\x05\x06')
  if (at < 0 || at + 22 > tail.length) return false
  const comment = tail.charCodeAt(at + 20) | (tail.charCodeAt(at + 21) << 8)
  return at + 22 + comment <= tail.length
}
