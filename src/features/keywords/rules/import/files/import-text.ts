import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { detectEncodings } from './detect-encoding.ts'

/** Decodes text files in the encodings spreadsheets and vendors write, with or without a byte order mark. */

/**
 * `encodings`: the readings that are equally likely, the used one first. `samples`: if there are several, the first lines in which
 * they differ, in each.
 */
export type DecodedText = { text: string; encoding: string; encodings: string[]; samples: LineSample[] }
export type LineSample = { encoding: string; lines: { line: number; text: string }[] }

const sampleBytes = 8192

/**
 * Decodes a file. Never throws: invalid bytes become U+FFFD. Removes the byte order mark. `chosen` is the encoding a person
 * selected.
 */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  if (chosen) return decodeAs(chosen, bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeAs('utf-8', bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)
  const wide = unmarkedUtf16(bytes)
  if (wide) return decodeAs(wide, bytes)
  if (isUtf8(bytes) || mostlyUtf8(bytes)) return decodeAs('utf-8', bytes)
  const encodings = detectEncodings(bytes).map(({ encoding }) => encoding)
  return decodeAs(encodings[0]!, bytes, encodings)
}

function decodeAs(encoding: string, bytes: Uint8Array, encodings = [encoding]): DecodedText {
  return {
    text: decode(bytes, encoding),
    encoding,
    encodings,
    samples: encodings.length > 1 ? getSamples(bytes, encodings) : [],
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  return encoding.startsWith('utf')
    ? new TextDecoder(encoding).decode(bytes)
    : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding)
}

const sampledLines = 5
const maxLinesCompared = 1000
const maxLineBytes = 1000

/** Returns the first lines that the encodings read differently. */
function getSamples(bytes: Uint8Array, encodings: readonly string[]): LineSample[] {
  const samples = encodings.map((encoding): LineSample => ({ encoding, lines: [] }))
  for (const { line, content } of linesBeyondAscii(bytes)) {
    const texts = encodings.map((encoding) => decode(content, encoding))
    if (new Set(texts).size < 2) continue
    texts.forEach((text, index) => void samples[index]!.lines.push({ line, text }))
    if (samples[0]!.lines.length === sampledLines) break
  }
  return samples
}

function* linesBeyondAscii(bytes: Uint8Array): Generator<{ line: number; content: Uint8Array }> {
  let start = 0
  let line = 1
  let found = 0
  let isAscii = true
  for (let at = 0; at <= bytes.length && found < maxLinesCompared; at++) {
    const byte = bytes[at]
    if (byte !== undefined && byte !== 10 && byte !== 13) {
      isAscii &&= byte < 0x80
      continue
    }
    if (!isAscii) {
      found++
      yield { line, content: bytes.subarray(start, Math.min(at, start + maxLineBytes)) }
    }
    // A carriage return before a line feed isn't a line of its own.
    if (byte !== 13 || bytes[at + 1] !== 10) line++
    start = at + 1
    isAscii = true
  }
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
