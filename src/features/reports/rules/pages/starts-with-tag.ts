/** Bytes in which a page's first tag is looked for. */
const searchedBytes = 8192
const whiteSpace = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20])
/** Bytes of byte order marks, and the zero halves of UTF-16. */
const ofMarks = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00])

/** True when the bytes start with a tag, in any charset. */
export function startsWithTag(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, searchedBytes).find((byte) => !whiteSpace.has(byte) && !ofMarks.has(byte))
  return first === 0x3c
}
