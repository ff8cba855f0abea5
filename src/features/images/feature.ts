import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportImages } from './account-export.ts'
import { createImageRenderer } from './image-renderer.ts'
import { imagesRoutes } from './routes.ts'
import { createImages } from './service.ts'

export type ImagesFeature = ReturnType<typeof createImagesFeature>

export function createImagesFeature({ db, storage, publicUrl, log, outbound }: Core) {
  const renderer = createImageRenderer()
  const images = createImages({ db, storage, renderer, publicUrl, log, fetch: outbound.fetch })
  return {
    service: { images, renderer },
    routes: imagesRoutes(images),
    cleanup: [() => images.cleanUp()],
    accountExport: [exportImages(db, storage)],
    close: () => renderer.stop(),
  } satisfies Feature
}
