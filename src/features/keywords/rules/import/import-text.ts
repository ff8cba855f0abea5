import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Decodes text files in the encodings spreadsheets and vendors write, with or without a byte order mark. */

export type DecodedText = { text: string; encoding: string }

const sampleBytes = 8192

/** Decodes a file. Never throws: invalid bytes become U+FFFD. Removes the byte order mark. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeAs('utf-8', bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)
  const wide = unmarkedUtf16(bytes)
  if (wide) return decodeAs(wide, bytes)
  if (isUtf8(bytes) || mostlyUtf8(bytes)) return decodeAs('utf-8', bytes)
  return decodeAs(legacyEncoding(bytes), bytes)
}

function decodeAs(encoding: string, bytes: Uint8Array): DecodedText {
  const text = encoding.startsWith('utf')
    ? new TextDecoder(encoding).decode(bytes)
    : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
  return { text, encoding }
}

/** Detects UTF-16 without a byte order mark: Latin letters, tabs, commas and line ends have a zero in every other byte. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, sampleBytes) & ~1
  if (length < 4 || bytes.length % 2 === 1) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  const enough = Math.max(2, length / 2 / 20)
  if (odd >= enough && even === 0) return 'utf-16le'
  if (even >= enough && odd === 0) return 'utf-16be'
  return null
}

/** Accepts UTF-8 with a few broken bytes: ten valid sequences per invalid byte. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let stray = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const length =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0
    let followed = 0
    while (followed < length && (bytes[at + 1 + followed]! & 0xc0) === 0x80) followed++
    if (length > 0 && followed === length) {
      good++
      at += length
    } else stray++
  }
  return good > 0 && good >= stray * 10
}

/** Encodings that spreadsheets write, by chardet's names. Its other ones are false positives in keyword lists. */
const legacyEncodings: Record<string, string> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
  GB18030: 'gb18030',
}
/** Minimum confidence of 100; short texts always score lower. */
const sureFrom = 40

/** Detects the encoding with the library when it's confident; short lists go by script. */
function legacyEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536)
  const best = analyse(sample).find(({ name }) => name in legacyEncodings)
  return best && best.confidence >= sureFrom ? legacyEncodings[best.name]! : encodingByScript(sample)
}

/** Picks Shift_JIS for valid text with kana, windows-1251 when most letters are high bytes, else windows-1252. */
function encodingByScript(sample: Uint8Array): string {
  let high = 0
  let low = 0
  for (const byte of sample) {
    if (byte >= 0xc0) high++
    else if ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) low++
  }
  if (readsAsShiftJis(sample)) return 'shift_jis'
  return high > low ? 'windows-1251' : 'windows-1252'
}

function readsAsShiftJis(sample: Uint8Array): boolean {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(sample, { stream: true })
    return /[\u3041-\u3093\u30a1-\u30f6]{2}/.test(text)
  } catch {
    return false
  }
}
