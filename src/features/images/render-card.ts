import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

/** The image of a link preview, 1200 × 630: drawn from text, or cut from a cover. */
export type Card = {
  /** Empty: only the name is drawn. */
  title: string
  /** What it is, above the title: "Blog". */
  label: string
  /** Whose it is, below the title. */
  name: string
  /** #rrggbb */
  color: string
}
export type CardInput = { card: Card; logo: Uint8Array | null }
export type CardImage = { mime: 'image/png' | 'image/jpeg'; bytes: Uint8Array }

const width = 1200
const height = 630
const margin = 80
const titleTop = 168
const titleHeight = 300
const paper = '#fbfaf7'
const ink = '#16181d'
const faint = '#5f636c'

const fonts = path.join(import.meta.dirname, 'fonts')
const families = 'Newsreader Medium, Inter Medium,'
const fontFiles = ['newsreader-latin-ext', 'inter-cyrillic', 'inter-greek', 'newsreader-latin']
/** Largest first. A title takes the first in which it fits. */
const titleSizes = [80, 68, 58, 50, 42]

/** The scripts of our fonts. Others would be boxes on a machine without fonts of its own. */
const drawable = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{200d}\u{fe0f}]/gu

let loading: Promise<unknown> | undefined
/** Makes all fonts known to Pango, which takes one file a call. */
const loadFonts = () => {
  loading ??= fontFiles.reduce<Promise<unknown>>(
    (before, name) => before.then(() => drawText('a', { size: 10, color: ink, font: name, width: 100 })),
    Promise.resolve(),
  )
  return loading
}

/** An empty text when our fonts lack a letter of it. */
export function toDrawable(text: string, max: number): string {
  const clean = text.replace(pictograph, '').replace(/\s+/g, ' ').trim()
  if (!drawable.test(clean)) return ''
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).replace(/\s+\S*$/, '')}…`
}

export async function renderCard({ card, logo }: CardInput): Promise<CardImage> {
  await loadFonts()
  const [title, label, name] = [toDrawable(card.title, 140), toDrawable(card.label, 60), toDrawable(card.name, 48)]
  const parts: OverlayOptions[] = [
    { input: await block(width, 14, card.color), left: 0, top: 0 },
    { input: await block(width - 2 * margin, 2, '#dedbd2'), left: margin, top: 506 },
  ]
  if (label) {
    const { data } = await drawText(label, { size: 30, color: faint, width: width - 2 * margin })
    parts.push({ input: data, left: margin, top: 92 })
  }
  if (title) parts.push({ input: await drawTitle(title), left: margin, top: titleTop })
  let left = margin
  const mark = logo && (await fitLogo(logo))
  if (mark) {
    parts.push({ input: mark.data, left, top: 534 + Math.round((56 - mark.info.height) / 2) })
    left += mark.info.width + 20
  }
  if (name) {
    const { data, info } = await drawText(name, { size: title ? 36 : 60, color: ink, width: width - margin - left })
    parts.push({ input: data, left, top: title ? 562 - Math.round(info.height / 2) : titleTop + 60 })
  }
  const bytes = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(parts)
    .png({ palette: true, colors: 128, compressionLevel: 9 })
    .toBuffer()
  return { mime: 'image/png', bytes }
}

/** A cover cut to the preview's shape. */
export async function renderCover(cover: Uint8Array): Promise<CardImage> {
  const bytes = await sharp(cover, { limitInputPixels: 50_000_000 })
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: paper })
    .jpeg({ quality: 82, progressive: true })
    .toBuffer()
  return { mime: 'image/jpeg', bytes }
}

async function drawTitle(title: string): Promise<Buffer> {
  for (const size of titleSizes) {
    const { data, info } = await drawText(title, { size, color: ink, width: width - 2 * margin })
    if (info.height <= titleHeight) return data
    if (size === titleSizes.at(-1))
      return sharp(data).extract({ left: 0, top: 0, width: info.width, height: titleHeight }).png().toBuffer()
  }
  throw new Error('There is a last size')
}

type TextOptions = { size: number; color: string; width: number; font?: string }

const drawText = (text: string, { size, color, width: maxWidth, font = 'newsreader-latin' }: TextOptions) =>
  sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `${families} ${size}`,
      fontfile: path.join(fonts, `${font}.ttf`),
      width: maxWidth,
      wrap: 'word-char',
      rgba: true,
      spacing: Math.round(size * 0.12),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })

const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const block = (blockWidth: number, blockHeight: number, background: string) =>
  sharp({ create: { width: blockWidth, height: blockHeight, channels: 3, background } })
    .png()
    .toBuffer()

const fitLogo = (logo: Uint8Array) =>
  sharp(logo, { limitInputPixels: 50_000_000 })
    .resize({ width: 220, height: 56, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
