import { isUtf8 } from 'node:buffer'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'
import { parseContentType } from '#kit/content-type.ts'

/** Bytes searched for `<meta charset>`: browsers read 1,024, but real pages put it later. */
const sniffedBytes = 8192
const singleByte = /^(windows-125\d|iso-8859-\d{1,2}|us-ascii|macintosh|x-mac-cyrillic|koi8-[ru])$/

/**
 * Decodes a page. A byte order mark takes precedence, then the `content-type` header, then the page's `<meta>`; valid UTF-8
 * beyond ASCII is UTF-8 even when a single-byte charset is declared. Takes linear time. Never throws.
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

/** Returns the encoding's standard name, or null for an unknown one. */
function encodingNamed(label: string | null | undefined) {
  if (!label) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
