import { imageIdsIn, imagePath } from '#features/images/rules/image-url.ts'
import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublishingAdapter, RemoteImage } from '#providers/publishing/port.ts'
import type { DestinationRow } from './store/destination-store.ts'
import { findUploads, saveUpload } from './store/image-store.ts'

const maxImagesPerPost = 100
const altInText = /!\[((?:[^\\[\]]|\\.)*)\]\(<?[^\s()]*\/images\/([0-9a-f-]{36})\//g

/** Uploads the images of a text that the destination doesn't have yet, each once. Returns where they are, by our id. @throws AppError */
export async function placeImages(
  { db, images, publicUrl }: { db: Database; images: Images; publicUrl: string },
  { workspace_id, id, can }: DestinationRow,
  adapter: PublishingAdapter,
  { markdown, coverId }: { markdown: string; coverId: string | null },
): Promise<Record<string, RemoteImage>> {
  const ids = [...new Set([...imageIdsIn(markdown), ...(coverId ? [coverId] : [])])]
  if (ids.length > maxImagesPerPost)
    throw new AppError('too_large', `A post can have up to ${maxImagesPerPost} images.`, {
      reason: 'too_many_images',
      params: { max: maxImagesPerPost },
    })
  const { media } = adapter
  const destination = { workspaceId: workspace_id, id }
  const placed = await findUploads(db, destination, ids)
  const missing = ids.filter((imageId) => !placed[imageId])
  // Without uploads, readers get them from us.
  if (!media || !can?.media) {
    const own = await images.getNames(workspace_id, missing)
    for (const imageId of own.keys()) placed[imageId] = { id: null, url: publicUrl + imagePath(imageId) }
    return placed
  }
  const alts = new Map(
    [...markdown.matchAll(altInText)].map(([, alt, imageId]) => [imageId!, alt!.replace(/\\(.)/g, '$1')]),
  )
  for (const imageId of missing) {
    const image = await images.readOwn({ workspaceId: workspace_id, id: imageId })
    // Deleted, or of another workspace.
    if (!image) continue
    // Its upload may have been cut off before it was stored.
    const remote =
      (await media.find(imageId)) ??
      (await media.upload({ ...image, key: imageId, alt: alts.get(imageId) || image.alt }))
    await saveUpload(db, destination, imageId, remote)
    placed[imageId] = remote
  }
  return placed
}
