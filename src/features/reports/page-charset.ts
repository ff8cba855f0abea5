import { isUtf8 } from 'node:buffer'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'
import { parseContentType } from '#kit/content-type.ts'

/** How far into the page a `<meta charset>` is looked for: browsers read 1,024 bytes, real pages put it later. */
const sniffedBytes = 8192
const singleByte = /^(windows-125\d|iso-8859-\d{1,2}|us-ascii|macintosh|x-mac-cyrillic|koi8-[ru])$/

/**
 * A page's bytes as text. A byte order mark decides, then the `content-type` header, then the page's own `<meta>`; bytes that
 * are valid UTF-8 beyond ASCII are UTF-8 even where a single-byte charset is declared. Takes time in proportion to the bytes.
 * Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const sniffer = new Sniffer({
    maxBytes: sniffedBytes,
    transportLayerEncodingLabel: encodingNamed(parseContentType(contentType)?.charset) ?? undefined,
  })
  sniffer.write(bytes.subarray(0, sniffedBytes))
  const declared = sniffer.resultType === ResultType.DEFAULT ? null : encodingNamed(sniffer.encoding)
  if (!declared) return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
  const isMarked = sniffer.resultType === ResultType.BOM
  if (!isMarked && singleByte.test(declared) && isUtf8(bytes)) return new TextDecoder().decode(bytes)
  return new TextDecoder(declared).decode(bytes)
}

/** The encoding's standard name, null when no decoder knows it. */
function encodingNamed(label: string | null | undefined) {
  if (!label) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

const whiteSpace = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20])
/** Of byte order marks, and the empty halves of UTF-16. */
const ofMarks = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00])

/** Whether the first thing in these bytes is a tag, in any charset a page comes in. */
export function startsWithTag(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, sniffedBytes).find((byte) => !whiteSpace.has(byte) && !ofMarks.has(byte))
  return first === 0x3c
}
