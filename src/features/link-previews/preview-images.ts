import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import type { Card, CardImage } from '#features/images/render-card.ts'
import { AppError } from '#kit/errors.ts'

const maxCachedBytes = 24_000_000
/** More than this many at once are refused, so that uploaded images don't wait for previews. */
const maxWaiting = 20
/** Raised when cards are drawn differently. */
const design = 1

/** What an image shows: a cover, or text with a logo. */
export type Picture =
  | { coverId: string }
  | { card: Card; logoKey: string | null; readLogo(): Promise<Uint8Array | null> }

export type PreviewImage = CardImage & { etag: string }

export type PreviewImages = ReturnType<typeof createPreviewImages>

/** Draws preview images in the image process, one after another, and caches them by what they show. */
export function createPreviewImages({
  renderer,
  readCover,
}: {
  renderer: Pick<ImageRenderer, 'card' | 'cover'>
  readCover(imageId: string): Promise<Uint8Array | null>
}) {
  const cache = new LRUCache<string, PreviewImage>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const drawing = new Map<string, Promise<PreviewImage | null>>()
  const queue = new PQueue({ concurrency: 1 })

  return {
    /** Null when the cover is gone. `onNew` runs before an image is drawn. @throws AppError unavailable */
    async get(picture: Picture, onNew: () => Promise<unknown>): Promise<PreviewImage | null> {
      const key = toKey(picture)
      const known = cache.get(key)
      if (known) return known
      await onNew()
      const started = drawing.get(key)
      if (started) return started
      if (queue.size >= maxWaiting)
        throw new AppError('unavailable', 'Too many preview images are being drawn. Try again.', {
          reason: 'previews_busy',
          retryable: true,
        })
      const result = queue.add(() => draw(picture, key)).finally(() => drawing.delete(key))
      drawing.set(key, result)
      return result
    },
  }

  async function draw(picture: Picture, key: string): Promise<PreviewImage | null> {
    const image = await ('coverId' in picture ? drawCover(picture.coverId) : drawCard(picture))
    if (!image) return null
    const stored = { ...image, etag: `"${key}"` }
    cache.set(key, stored)
    return stored
  }

  async function drawCover(id: string): Promise<CardImage | null> {
    const bytes = await readCover(id)
    return bytes && renderer.cover(bytes)
  }

  async function drawCard({ card, readLogo }: Extract<Picture, { card: Card }>): Promise<CardImage> {
    return renderer.card({ card, logo: await readLogo() })
  }
}

const toKey = (picture: Picture) =>
  createHash('sha256')
    .update(JSON.stringify('coverId' in picture ? [design, picture.coverId] : [design, picture.card, picture.logoKey]))
    .digest('base64url')
    .slice(0, 22)

const mark = new URL('../../../public/apple-touch-icon.png', import.meta.url)

/** Our own mark, for our own pages. */
export const readOwnMark = (): Promise<Uint8Array> => readFile(mark)
