import type { Readers } from '#features/cms/read-posts.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import { getImageId } from '#features/images/rules/image-url.ts'
import type { Images } from '#features/images/service.ts'
import type { Sharing } from '#features/sharing/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { createPreviewImages } from './preview-images.ts'
import { linkPreviewRoutes } from './routes.ts'

type Dependencies = { readers: Readers; sharing: Sharing; images: Images; renderer: ImageRenderer }

const newPerAddress = { max: 300, windowSeconds: 3600 }

export function createLinkPreviewsFeature({ rates }: Core, { readers, sharing, images, renderer }: Dependencies) {
  const previews = createPreviewImages({ renderer, readCover: (id) => images.read(id) })
  return {
    service: previews,
    routes: linkPreviewRoutes({
      images: previews,
      readLogo: (id) => images.read(id),
      countNew: (address) => rates.countAddress('link-preview', address, newPerAddress),
      async findPost(workspaceId, id) {
        const found = await orNull(readers.head(workspaceId, id))
        if (!found) return null
        const { post, blog } = found
        const coverId = post.cover && getImageId(post.cover)
        const own = workspaceId === null
        return { title: post.title, label: post.author?.name ?? '', name: blog.name, brand: blog.brand, own, coverId }
      },
      async findBlog(workspaceId) {
        const blog = await orNull(readers.blog(workspaceId))
        if (!blog) return null
        const own = workspaceId === null
        const title = own ? 'The blog' : blog.name
        return { title, label: own ? '' : 'Blog', name: blog.name, brand: blog.brand, own, coverId: null }
      },
      async findReport(workspaceId, token) {
        const found = await orNull(sharing.preview({ token, workspace_id: workspaceId }))
        if (!found) return null
        const { title, brand } = found
        const label = title === null ? '' : 'Keyword research'
        return { title: title ?? 'Shared report', label, name: 'Earshot', brand, own: true, coverId: null }
      },
    }),
  } satisfies Feature
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
