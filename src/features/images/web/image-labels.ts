import { formatCount, formatDecimal } from '#ui/format/format.ts'
import { type Image, type ImageSize, maxImageBytes } from '../contract.ts'
import { imagePath } from '../rules/image-url.ts'

export const acceptedImages = 'image/png,image/jpeg,image/webp,image/avif,image/gif'
export const acceptedInWords = 'PNG, JPEG, WebP, AVIF or GIF, up to 10 MB and 50 megapixels'

/** "340 kB", "1.2 MB". */
export const sizeInWords = (bytes: number) =>
  bytes >= 1_000_000 ? `${formatDecimal(bytes / 1_000_000)} MB` : `${Math.max(1, Math.round(bytes / 1000))} kB`

/** "1,600 × 1,200 · 340 kB" */
export const getFacts = ({ width, height, bytes, animated }: Image) =>
  `${formatCount(width)} × ${formatCount(height)} · ${sizeInWords(bytes)}${animated ? ' · animated' : ''}`

/** `src` and `srcSet` as paths, so that they work on custom domains. */
export function getSources({ _id, width, url, sizes }: Image) {
  const all = [{ url, width }, ...sizes].map((file) => ({
    width: file.width,
    path: imagePath(_id, file.url.slice(file.url.lastIndexOf('/') + 1) as ImageSize),
  }))
  return { src: all.at(-1)!.path, srcSet: all.map(({ path, width }) => `${path} ${width}w`).join(', ') }
}

/** Image files in a drop or paste. */
export const findImageFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Rejects too large files before uploading them. */
export const getUploadError = (file: File): string | null =>
  file.size > maxImageBytes ? `${file.name} is larger than 10 MB. Make it smaller or save it as JPEG.` : null
