import { AppError, type ErrorParams } from '#kit/errors.ts'
import { findImageEnd } from './image-end.ts'
import type { ImageKind } from './image-kind.ts'

export const kindNames: Record<ImageKind, string> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
}

const kindOfExtension: Record<string, ImageKind> = {
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

export const unsupportedImage = (reason: ImageProblem, message: string, params: ErrorParams) =>
  new AppError('unsupported_type', message, { field: 'file', reason, params })

const toLatin1 = (bytes: Uint8Array, from = 0, to = bytes.length) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, Math.min(to, bytes.length) - from)).toString('latin1')

/**
 * The format of a complete image. Rejects polyglot files.
 * @param type media type as it was declared, or empty
 * @throws AppError unsupported_type
 */
export function inspectImage(bytes: Uint8Array, name: string, type: string): ImageKind {
  const kind = getKind(bytes) ?? throwUnsupported(bytes, name)
  const declared = kindOfType(type)
  const extension = /\.([A-Za-z0-9]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  for (const claimed of [kindOfExtension[extension] ?? null, declared]) {
    if (claimed !== null && claimed !== kind)
      throw unsupportedImage(
        'wrong_format',
        `${name} claims to be ${claimed === 'other' ? 'something else' : kindNames[claimed]} but holds ${kindNames[kind]}. Save it again in the right format.`,
        { name, format: kindNames[kind] },
      )
  }
  const end = findImageEnd(kind, bytes)
  if (end === null)
    throw unsupportedImage('image_incomplete', `${name} is incomplete. Upload the whole file.`, { name })
  if (isPolyglot(kind, bytes, end))
    throw unsupportedImage(
      'not_only_an_image',
      `${name} contains more than an image. Save it again in an image editor.`,
      {
        name,
      },
    )
  return kind
}

function kindOfType(type: string): ImageKind | 'other' | null {
  const media = type.split(';')[0]!.trim().toLowerCase()
  if (media === '' || media === 'application/octet-stream') return null
  const subtype = /^image\/(?:x-)?([a-z0-9.+-]+)$/.exec(media)?.[1]
  return subtype === 'jpg' || subtype === 'pjpeg' ? 'jpeg' : (kindOfExtension[subtype ?? ''] ?? 'other')
}

function getKind(bytes: Uint8Array): ImageKind | null {
  const head = toLatin1(bytes, 0, 16)
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
  return toLatin1(bytes, 8, Math.min(size, 256))
}

function throwUnsupported(bytes: Uint8Array, name: string): never {
  const head = toLatin1(bytes, 0, 1024)
  const readable = 'PNG, JPEG, WebP, AVIF or GIF'
  if (bytes.length === 0) throw unsupportedImage('file_empty', `${name} is empty.`, { name })
  if (
    /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(head)
  )
    throw unsupportedImage('svg', `${name} is an SVG, which can contain scripts. Export it as PNG.`, { name })
  if (head.slice(4, 8) === 'ftyp' && /hei[cxsm]|hev[cx]|mif1|msf1/.test(getBrands(bytes)))
    throw unsupportedImage('heic', `${name} is HEIC, which browsers can’t show. Save it as JPEG.`, { name })
  throw unsupportedImage('unsupported_image', `${name} isn’t a supported image. Upload ${readable}.`, { name })
}

/** Signs that other programs could read the file as something else. */
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
 * Whether the file is a polyglot: an image that is also a script, a program or an archive. Data that cameras append (a video, a second
 * exposure) is allowed and dropped.
 */
function isPolyglot(kind: ImageKind, bytes: Uint8Array, end: number): boolean {
  if (otherText.test(toLatin1(bytes))) return true
  const behind = toLatin1(bytes, end, end + 4)
  if (otherStarts.some((start) => behind.startsWith(start))) return true
  if (endsAsArchive(bytes)) return true
  return (kind === 'jpeg' && toLatin1(bytes, 4, 6) === '/*') || (kind === 'gif' && toLatin1(bytes, 6, 8) === '/*')
}

/** Whether the file also is a ZIP, whose end-of-directory record is at the end of the file. */
function endsAsArchive(bytes: Uint8Array) {
  const tail = toLatin1(bytes, Math.max(0, bytes.length - 65_557))
  const at = tail.lastIndexOf('PK\x05\x06')
  if (at < 0 || at + 22 > tail.length) return false
  const comment = tail.charCodeAt(at + 20) | (tail.charCodeAt(at + 21) << 8)
  return at + 22 + comment <= tail.length
}
