import type { ImageKind } from './image-kind.ts'

/** Offset where the image ends, by its format's structure. Null when the file is truncated. */
export function findImageEnd(kind: ImageKind, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = walks[kind](view)
  return end !== null && end <= view.byteLength ? end : null
}

const walks: Record<ImageKind, (view: DataView) => number | null> = {
  png: endOfPng,
  jpeg: endOfJpeg,
  gif: endOfGif,
  webp: (view) => (view.byteLength < 12 ? null : 8 + view.getUint32(4, true)),
  avif: endOfBoxes,
}

/** PNG 1.2, 3.2: length, type, data, CRC; until IEND. */
function endOfPng(view: DataView) {
  let at = 8
  while (at + 12 <= view.byteLength) {
    const next = at + 12 + view.getUint32(at)
    if (view.getUint32(at + 4) === 0x49454e44) return next
    at = next
  }
  return null
}

/** A PNG without text chunks, which could be a decompression bomb and aren't kept anyway. */
export function withoutTextChunks(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!/^(?:tEXt|zTXt|iTXt)$/.test(type)) chunks.push(bytes.subarray(at, next))
    if (type === 'IEND') break
    at = next
  }
  return Buffer.concat(chunks)
}

/** ITU T.81, annex B: segments with lengths; between SOS and the next marker entropy-coded data, where FF 00 and FF D0–D7 are no end. */
function endOfJpeg(view: DataView) {
  let at = 2
  while (at + 1 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) return at + 2
    at += 2
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue
    if (at + 2 > view.byteLength) return null
    at += view.getUint16(at)
    if (marker === 0xda) at = endOfScan(view, at)
  }
  return null
}

function endOfScan(view: DataView, from: number) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

/** GIF89a: screen, colors, then extensions and images of sub-blocks; until the trailer. */
function endOfGif(view: DataView) {
  if (view.byteLength < 13) return null
  const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colorTableBytes(view.getUint8(10))
  while (at < view.byteLength) {
    const block = view.getUint8(at)
    if (block === 0x3b) return at + 1
    if (block === 0x21) at += 2
    else if (block === 0x2c) {
      if (at + 10 >= view.byteLength) return null
      at += 11 + colorTableBytes(view.getUint8(at + 9))
    } else return null
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at)
    at++
  }
  return null
}

/** ISO/IEC 14496-12, 4.2: boxes one after the other. Anything after the last known box isn't part of the image. */
function endOfBoxes(view: DataView) {
  const known = new Set([
    'ftyp',
    'meta',
    'mdat',
    'moov',
    'free',
    'skip',
    'uuid',
    'moof',
    'mfra',
    'idat',
    'sidx',
    'styp',
  ])
  let at = 0
  let found = false
  while (at + 8 <= view.byteLength) {
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)))
    if (!known.has(type)) break
    let size = view.getUint32(at)
    if (size === 0) return view.byteLength
    if (size === 1) {
      if (at + 16 > view.byteLength) return null
      size = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12)
    }
    if (size < 8) return null
    at += size
    found ||= type === 'mdat' || type === 'meta'
  }
  return found ? at : null
}
