import type { ShownBrand } from '#features/domains/contract.ts'
import type { Blog } from './contract.ts'
import { blogPath } from './rules/present-post.ts'

/** A workspace's branding, and its blog's URL on a custom domain. */
export type GetBlogBranding = (workspaceId: string) => Promise<{ brand: ShownBrand | null; blog: string | null }>

export function getBlog(
  publicUrl: string,
  workspace: { id: string; name: string; slug: string | null } | null,
  branding: Awaited<ReturnType<GetBlogBranding>> = { brand: null, blog: null },
): Blog {
  const path = blogPath(workspace && (workspace.slug ?? workspace.id))
  return {
    workspace_id: workspace?.id ?? null,
    name: branding.brand?.name ?? workspace?.name ?? 'Earshot',
    slug: workspace?.slug ?? null,
    url: branding.blog ?? publicUrl + path,
    path,
    brand: branding.brand,
  }
}
