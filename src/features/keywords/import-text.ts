import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Bytes of a text file as text: what spreadsheets and vendors write, marked or not. */

export type DecodedText = { text: string; encoding: string }

const sampleBytes = 8192

/** Never throws; what cannot be read becomes U+FFFD. The byte order mark is left out. */
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

/** Text in Latin letters, or with tabs, commas and line ends, has a zero in every other byte of a wide encoding. */
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

/** A UTF-8 file with a few broken bytes is still UTF-8: ten good sequences for every stray byte. */
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

/** What spreadsheets of the world write, by chardet's names; the others it knows only look like these in a list of keywords. */
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
/** Of 100. A few words give less, whatever they are. */
const sureFrom = 40

/** As the library says where it is sure; a list of a few words is told by its script, which is enough to tell it from Latin. */
function legacyEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536)
  const best = analyse(sample).find(({ name }) => name in legacyEncodings)
  return best && best.confidence >= sureFrom ? legacyEncodings[best.name]! : encodingByScript(sample)
}

/** Shift_JIS when it reads without fault and holds kana, windows-1251 when most letters are high bytes, else windows-1252. */
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
