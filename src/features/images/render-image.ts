import sharp, { type Sharp } from 'sharp'
import { AppError } from '#kit/errors.ts'
import type { ImageSize } from './contract.ts'
import { unsupportedImage } from './rules/image-format.ts'
import type { ImageKind } from './rules/image-kind.ts'

/** Decodes and re-encodes images. Runs in a child process, so that a decoder crash or exploit is contained there. */

export type ImageInput = { bytes: Uint8Array; name: string; kind: ImageKind }
export type RenderedFile = {
  size: ImageSize
  width: number
  height: number
  mime: string
  extension: string
  bytes: Uint8Array
}
export type WordImage = { type: 'jpg' | 'png'; width: number; height: number; bytes: Uint8Array }
export type VerifiedImage = { mime: string; width: number; height: number }
export type RenderedImage = { animated: boolean; files: RenderedFile[] }

/** Limit for all frames together. */
const maxPixels = 50_000_000
const maxFrames = 500
/** The longer side of `full`. */
const maxSideLength = 2560
const widths = [1280, 640, 320] as const
/** Fewer widths for animations, since each one re-encodes every frame. */
const movingWidths = [640] as const

// Only decoders of the five supported formats are enabled, whatever a file claims to be.
sharp.cache(false)
sharp.concurrency(2)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

const reading = { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true } as const

/**
 * All sizes of an image, widest first: upright, in sRGB, without metadata.
 * @throws AppError unsupported_type, too_large
 */
export async function renderImage({ bytes, name, kind }: ImageInput): Promise<RenderedImage> {
  try {
    const frames = await measure(bytes, name)
    return frames > 1 ? await renderMoving(bytes) : await renderStill(bytes, kind)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (cause instanceof Error && /pixel limit/i.test(cause.message)) throw tooManyPixels(name)
    throw new AppError('unsupported_type', `${name} is damaged or incomplete. Save it again in an image editor.`, {
      field: 'file',
      reason: 'image_damaged',
      params: { name },
      cause,
    })
  }
}

const tooManyPixels = (name: string) =>
  new AppError('too_large', `${name} has more than ${maxPixels / 1e6} megapixels. Scale it down first.`, {
    field: 'file',
    reason: 'too_many_pixels',
    params: { name, megapixels: maxPixels / 1e6 },
  })

/** Checks limits by the file header, before decoding. Answers the number of frames. */
async function measure(bytes: Uint8Array, name: string): Promise<number> {
  // Without sharp's limit, so that our error is thrown instead.
  const { width, height, pages = 1 } = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata()
  if (!width || !height)
    throw unsupportedImage('no_dimensions', `${name} has no dimensions. Save it again in an image editor.`, { name })
  if (pages > maxFrames)
    throw new AppError('too_large', `${name} has more than ${maxFrames} frames. Make it shorter.`, {
      field: 'file',
      reason: 'too_many_frames',
      params: { name, max: maxFrames },
    })
  if (width * height * pages > maxPixels) throw tooManyPixels(name)
  return pages
}

async function renderStill(bytes: Uint8Array, kind: ImageKind): Promise<RenderedImage> {
  const { data, info } = await fitted(sharp(bytes, reading).autoOrient())
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const decoded = () => sharp(data, { raw })
  const files = [await written('full', encoded(decoded(), kind), kind === 'gif' ? 'png' : kind)]
  for (const width of widths)
    if (width < info.width) files.push(await written(`${width}`, webp(decoded().resize({ width })), 'webp'))
  return { animated: false, files }
}

/** Animations become WebP, which is much smaller and faster than GIF. */
async function renderMoving(bytes: Uint8Array): Promise<RenderedImage> {
  const moving = () => sharp(bytes, { ...reading, animated: true })
  const full = await written('full', webp(fitted(moving())), 'webp')
  const files = [full]
  for (const width of movingWidths)
    if (width < full.width) files.push(await written(`${width}`, webp(moving().resize({ width })), 'webp'))
  return { animated: true, files }
}

const fitted = (image: Sharp) =>
  image.resize({ width: maxSideLength, height: maxSideLength, fit: 'inside', withoutEnlargement: true })

const webp = (image: Sharp) => image.webp({ quality: 80, effort: 2 })

function encoded(image: Sharp, kind: ImageKind): Sharp {
  if (kind === 'jpeg') return image.jpeg({ quality: 84, progressive: true })
  if (kind === 'webp') return image.webp({ quality: 84, effort: 2 })
  if (kind === 'avif') return image.avif({ quality: 60, effort: 0 })
  return image.png({ compressionLevel: 7 })
}

async function written(size: ImageSize, image: Sharp, kind: ImageKind): Promise<RenderedFile> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return {
    size,
    width: info.width,
    height: info.pageHeight ?? info.height,
    mime: `image/${kind}`,
    extension: kind === 'jpeg' ? 'jpg' : kind,
    bytes: data,
  }
}

/**
 * Verifies an image file from a workspace archive by decoding it completely. It's stored unchanged, so it must have no metadata.
 * @throws AppError unsupported_type, too_large
 */
export async function verifyImage({ bytes, name, kind }: ImageInput): Promise<VerifiedImage> {
  try {
    const animated = (await measure(bytes, name)) > 1
    const { width, height, pageHeight, exif, xmp, iptc, comments } = await sharp(bytes, {
      ...reading,
      animated,
    }).metadata()
    if (exif || xmp || iptc || (comments && comments.length > 0))
      throw unsupportedImage('not_only_an_image', `${name} contains more than the image.`, { name })
    await sharp(bytes, { ...reading, animated }).stats()
    return { mime: `image/${kind}`, width, height: pageHeight ?? height }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unsupported_type', `${name} couldn’t be decoded.`, {
      field: 'file',
      reason: 'image_damaged',
      params: { name },
      cause,
    })
  }
}

/** An image as JPEG or PNG for Word; the first frame of an animation. */
export async function imageForWord(bytes: Uint8Array): Promise<WordImage> {
  const image = sharp(bytes, reading).resize({ width: 1600, withoutEnlargement: true })
  const { hasAlpha } = await sharp(bytes, reading).metadata()
  const { data, info } = await (hasAlpha ? image.png() : image.jpeg({ quality: 86 })).toBuffer({
    resolveWithObject: true,
  })
  return { type: hasAlpha ? 'png' : 'jpg', width: info.width, height: info.height, bytes: data }
}
