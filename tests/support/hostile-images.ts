import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Images for tests, valid and hostile. Each hostile one says what is wrong with it. */

const stripes = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } }).composite([
    {
      input: Buffer.from(
        `<svg width="${width}" height="${height}"><circle cx="50%" cy="50%" r="40%" fill="#fff"/></svg>`,
      ),
    },
  ])

export const png = (width = 800, height = 500) => stripes(width, height).png().toBuffer()
export const jpeg = (width = 800, height = 500) => stripes(width, height).jpeg().toBuffer()
export const webp = (width = 800, height = 500) => stripes(width, height).webp().toBuffer()
export const avif = (width = 400, height = 250) => stripes(width, height).avif({ effort: 0 }).toBuffer()
export const gif = (width = 400, height = 250) => stripes(width, height).gif().toBuffer()

/** A photo from a phone: rotated, with location, camera and a comment. */
export const phonePhoto = (width = 1600, height = 1200) =>
  stripes(width, height)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Secret Camera', ImageDescription: 'Taken at home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** Eight frames, each in another color. */
export async function animation(width = 900, height = 300, frames = 8) {
  const rows = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      sharp({ create: { width, height, channels: 3, background: { r: 30 * at, g: 80, b: 160 } } })
        .raw()
        .toBuffer(),
    ),
  )
  return sharp(Buffer.concat(rows), { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array(frames).fill(100) })
    .toBuffer()
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Uint8Array) =>
  (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(4)
  frame.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([frame, body, check])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A grayscale PNG of any size, all black, so that it compresses to almost nothing. */
export function blackPng(width: number, height: number, before: Buffer[] = [], rows = height) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), ...before, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG text chunk that decompresses to far more than its size. */
const packedText = (megabytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(megabytes * 1e6, 32))]))

/** A GIF that declares a large canvas for each of very many one-pixel frames. */
export function frameBomb(width: number, height: number, frames: number) {
  const head = Buffer.alloc(13)
  head.write('GIF89a', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  head[10] = 0x80
  const colors = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, colors, ...Array(frames).fill(frame), Buffer.from([0x3b])])
}

const svgText = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** An empty archive that contains a file's name, for ZIP readers that start at the end. */
const archive = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  Buffer.alloc(40),
  Buffer.from('PK\x05\x06', 'latin1'),
  Buffer.alloc(18),
])

export type HostileImage = {
  what: string
  name: string
  bytes: Uint8Array
  type?: string
  code: 'unsupported_type' | 'too_large'
}

export async function createHostileImages(): Promise<HostileImage[]> {
  const [goodPng, goodJpeg, goodWebp, goodAvif, goodGif, moving] = await Promise.all([
    png(),
    jpeg(),
    webp(),
    avif(),
    gif(),
    animation(),
  ])
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
  const wrong = (what: string, name: string, bytes: Uint8Array | string, type?: string): HostileImage => ({
    what,
    name,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    ...(type === undefined ? {} : { type }),
    code: 'unsupported_type',
  })
  const large = (what: string, name: string, bytes: Uint8Array): HostileImage => ({
    what,
    name,
    bytes,
    code: 'too_large',
  })
  const claimed = (bytes: Buffer, at: number, write: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes)
    write(copy.subarray(at))
    return copy
  }
  const jpegSize = goodJpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  return [
    large('a PNG of 144 megapixels in 140 kB', 'bomb.png', blackPng(12_000, 12_000)),
    large('a PNG that is 51 megapixels', 'over.png', blackPng(8500, 6000)),
    large(
      'a JPEG that says it is 65,000 pixels each way',
      'bomb.jpg',
      claimed(goodJpeg, jpegSize, (at) => at.fill(0xfd, 0, 4)),
    ),
    large('a GIF of 100,000 frames', 'frames.gif', frameBomb(10, 10, 100_000)),
    large('a GIF of 400 frames of 4 megapixels', 'frames-large.gif', frameBomb(2000, 2000, 400)),
    wrong('a PNG that says 49 megapixels and holds two rows', 'rows.png', blackPng(7000, 7000, [], 2)),
    wrong('an SVG', 'drawing.svg', svgText),
    wrong('an SVG that is called PNG', 'drawing.png', svgText),
    wrong('an SVG behind an XML head and a comment', 'drawing.xml', `<?xml version="1.0"?>\n<!-- x -->\n${svgText}`),
    wrong('a page that is called JPEG', 'page.jpg', '<html><script>alert(1)</script></html>'),
    wrong('a JPEG that is called PNG', 'photo.png', goodJpeg),
    wrong('a PNG that is sent as GIF', 'picture', goodPng, 'image/gif'),
    wrong('a PNG that is sent as a page', 'picture.png', goodPng, 'text/html'),
    wrong('a PNG with a script behind it', 'a.png', Buffer.concat([goodPng, Buffer.from('<script>alert(1)</script>')])),
    wrong('a GIF with a page inside', 'b.gif', Buffer.concat([goodGif, Buffer.from('<HTML><body>')])),
    wrong('a JPEG that is an archive', 'c.jpg', Buffer.concat([goodJpeg, archive])),
    wrong('a PNG that is a program', 'd.png', Buffer.concat([goodPng, Buffer.from('MZ\x90\0\x03\0', 'latin1')])),
    wrong('a WebP that is PHP', 'e.webp', Buffer.concat([goodWebp, Buffer.from('<?php phpinfo();')])),
    wrong('a JPEG that is a PDF', 'f.jpg', Buffer.concat([goodJpeg, Buffer.from('%PDF-1.7\n')])),
    wrong(
      'a GIF that begins a comment of a script',
      'g.gif',
      claimed(goodGif, 6, (at) => at.write('/*', 'latin1')),
    ),
    wrong('half a PNG', 'half.png', half(goodPng)),
    wrong('half a JPEG', 'half.jpg', half(goodJpeg)),
    wrong('half a WebP', 'half.webp', half(goodWebp)),
    wrong('half an AVIF', 'half.avif', half(goodAvif)),
    wrong('half a GIF', 'half.gif', half(goodGif)),
    wrong('half an animation', 'half-moving.gif', half(moving)),
    wrong('a PNG without its last chunk', 'end.png', goodPng.subarray(0, -12)),
    wrong('a JPEG without its end', 'end.jpg', goodJpeg.subarray(0, -2)),
    wrong(
      'a PNG whose pixels are noise',
      'noise.png',
      claimed(goodPng, 60, (at) => at.fill(0xa7, 0, 200)),
    ),
    wrong('only the head of a PNG', 'head.png', signature),
    wrong('only the head of a JPEG', 'head.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
    wrong('an empty file', 'empty.png', Buffer.alloc(0)),
    wrong('a TIFF', 'scan.tiff', await stripes(50, 50).tiff().toBuffer()),
    wrong('a HEIC', 'photo.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')),
  ]
}

/**
 * Valid, though it looks like a bomb: text chunks that decompress to 60 MB, and an image of just under 50 megapixels.
 */
export const packedButHonest = () => blackPng(7000, 7000)
export const withPackedText = () =>
  blackPng(
    400,
    300,
    Array.from({ length: 6 }, () => packedText(10)),
  )
