import { isUtf8 } from 'node:buffer'

/** How far into the page a `<meta charset>` is looked for: browsers read 1,024 bytes, real pages put it later. */
const metaWindowBytes = 8192
const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i
const xmlEncoding = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i
const singleByte = /^(windows-125\d|iso-8859-\d+|us-ascii|macintosh|x-mac-cyrillic|koi8-[ru])$/

/**
 * A page's bytes as text. A byte order mark decides, then the `content-type` header, then the page's own `<meta>`; bytes that
 * are valid UTF-8 beyond ASCII are UTF-8 even where a single-byte charset is declared. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const marked = byteOrderMark(bytes)
  if (marked) return decoderOf(marked).decode(bytes)
  const declared = declaredCharset(bytes, contentType)
  if (!declared) return decoderOf(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  if (singleByte.test(declared) && isUtf8(bytes)) return decoderOf('utf-8').decode(bytes)
  return decoderOf(declared).decode(bytes)
}

function byteOrderMark(bytes: Uint8Array) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function declaredCharset(bytes: Uint8Array, contentType: string | null) {
  const fromHeader = known(/charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(contentType ?? '')?.[1])
  if (fromHeader) return fromHeader
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, metaWindowBytes)).toString(
    'latin1',
  )
  const fromPage = known((metaCharset.exec(start) ?? xmlEncoding.exec(start))?.[1])
  // A page whose ASCII `<meta>` could be read is not UTF-16, whatever it says.
  return fromPage?.startsWith('utf-16') ? 'utf-8' : fromPage
}

/** The encoding's standard name, null when no decoder knows it. */
function known(label: string | undefined) {
  if (!label) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

const decoderOf = (encoding: string) => new TextDecoder(encoding)
