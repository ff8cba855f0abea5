/**
 * `node scripts/site-icons.ts`: renders public/favicon.svg as favicon.ico and apple-touch-icon.png beside it. Run it after changing
 * the mark, and commit what it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '..', 'public')
const mark = readFileSync(path.join(folder, 'favicon.svg'), 'utf8')

/** The SVG is 32 pixels wide at 72 dpi. */
const render = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

/** An ICO file that holds PNG images. */
function toIco(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([header, ...images.map(({ png }) => png)])
}

const sizes = [16, 32, 48]
const images = await Promise.all(sizes.map(async (size) => ({ size, png: await render(mark, size) })))
writeFileSync(path.join(folder, 'favicon.ico'), toIco(images))
// iOS rounds the corners itself and shows transparent ones black.
writeFileSync(path.join(folder, 'apple-touch-icon.png'), await render(mark.replace(' rx="8"', ''), 180))
