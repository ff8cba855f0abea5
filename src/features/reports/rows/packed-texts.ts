import type { RowTexts } from '../rules/rows/column-index.ts'

/** Texts concatenated as bytes with a line break between them, lowercased as in the database, with start offsets. */
export function packedTexts(bytes: Buffer, starts: Uint32Array): RowTexts {
  const count = starts.length
  return {
    find(text) {
      const needle = Buffer.from(text)
      const found = new Uint8Array(count)
      let index = 0
      for (let at = bytes.indexOf(needle); at >= 0; ) {
        while (index + 1 < count && starts[index + 1]! <= at) index++
        const next = index + 1 < count ? starts[index + 1]! : bytes.length + 1
        // A match across a line break is of two rows.
        if (at + needle.length < next) found[index] = 1
        if (next > bytes.length) break
        at = bytes.indexOf(needle, at + needle.length < next ? next : at + 1)
      }
      return found
    },
  }
}
