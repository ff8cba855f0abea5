/**
 * Arrays as PostgreSQL reads them on the wire in its binary format: for inserts of thousands of rows by `unnest`, where
 * writing arrays as escaped text costs more than the rest of the request. pg sends a Buffer as a binary parameter.
 * Source: array_recv in PostgreSQL's src/backend/utils/adt/arrayfuncs.c.
 */

/** Type ids from PostgreSQL's pg_type.dat. */
const oids = { text: 25, uuid: 2950, timestamptz: 1184 }
const headerBytes = 20
/** Milliseconds from 1970 to 2000, where PostgreSQL's clock begins. */
const epochMs = 946_684_800_000

function header(into: Buffer, oid: number, count: number, hasNulls: boolean) {
  into.writeInt32BE(1, 0)
  into.writeInt32BE(hasNulls ? 1 : 0, 4)
  into.writeInt32BE(oid, 8)
  into.writeInt32BE(count, 12)
  into.writeInt32BE(1, 16)
}

/** text[]. U+0000, which PostgreSQL's text cannot hold, becomes U+FFFD like a lone surrogate does. */
export function textArray(values: (string | null | undefined)[]): Buffer {
  let bytes = headerBytes
  let hasNulls = false
  for (const value of values) {
    bytes += 4
    if (value === null || value === undefined) hasNulls = true
    // At most three bytes a UTF-16 unit.
    else bytes += value.length * 3
  }
  const into = Buffer.allocUnsafe(bytes)
  header(into, oids.text, values.length, hasNulls)
  let at = headerBytes
  for (const value of values) {
    if (value === null || value === undefined) {
      into.writeInt32BE(-1, at)
      at += 4
      continue
    }
    const length = writeText(into, value, at + 4)
    into.writeInt32BE(length, at)
    at += 4 + length
  }
  return into.subarray(0, at)
}

/** Up to here a loop is quicker than the call. */
const shortText = 40

/** Answers the bytes written. */
function writeText(into: Buffer, value: string, at: number): number {
  const { length } = value
  if (length <= shortText) {
    let index = 0
    for (; index < length; index++) {
      const code = value.charCodeAt(index)
      if (code === 0 || code > 127) break
      into[at + index] = code
    }
    if (index === length) return length
  }
  return into.write(value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value, at)
}

/** uuid[], of 32 hexadecimal digits with or without hyphens. */
export function uuidArray(values: string[]): Buffer {
  const into = Buffer.allocUnsafe(headerBytes + values.length * 20)
  header(into, oids.uuid, values.length, false)
  let at = headerBytes
  for (const value of values) {
    into.writeInt32BE(16, at)
    into.write(value.length === 32 ? value : value.replaceAll('-', ''), at + 4, 16, 'hex')
    at += 20
  }
  return into
}

/** timestamptz[], of milliseconds since 1970. */
export function timestampArray(values: number[]): Buffer {
  const into = Buffer.allocUnsafe(headerBytes + values.length * 12)
  header(into, oids.timestamptz, values.length, false)
  let at = headerBytes
  for (const value of values) {
    const micros = Math.round((value - epochMs) * 1000)
    const high = Math.floor(micros / 2 ** 32)
    into.writeInt32BE(8, at)
    into.writeInt32BE(high, at + 4)
    into.writeUInt32BE(micros - high * 2 ** 32, at + 8)
    at += 12
  }
  return into
}
