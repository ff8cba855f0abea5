import { getImageId } from '#features/images/rules/image-url.ts'
import { AppError } from '#kit/errors.ts'
import { type Route, serveFile } from '#platform/http/route.ts'
import { linkPreviewsContract } from './contract.ts'
import { type Picture, type PreviewImages, readOwnMark } from './preview-images.ts'
import { pageTitles, toPageName } from './rules/page-titles.ts'

type Brand = { name: string; logo: string | null; color: string }

/** What the image of a link tells. `brand` null: `own` says whether our mark stands on it. */
export type PreviewedLink = {
  title: string
  label: string
  name: string
  brand: Brand | null
  own: boolean
  coverId: string | null
}

type Dependencies = {
  images: PreviewImages
  findPost(workspaceId: string | null, id: string): Promise<PreviewedLink | null>
  findBlog(workspaceId: string | null): Promise<PreviewedLink | null>
  findReport(workspaceId: string, token: string): Promise<PreviewedLink | null>
  readLogo(imageId: string): Promise<Uint8Array | null>
  /** @throws AppError rate_limited */
  countNew(address: string): Promise<unknown>
}

type Requester = { headers: Headers; clientAddress: string }

const ownColor = '#c2410c'
const maxAgeSeconds = 86_400

export function linkPreviewRoutes(dependencies: Dependencies): Route[] {
  const { images, findPost, findBlog, findReport, readLogo, countNew } = dependencies
  const titles = new Map(Object.entries(pageTitles).map(([path, title]) => [toPageName(path), title]))
  const toWorkspaceId = (workspace: string) => (workspace === 'own' ? null : workspace)

  return [
    serveFile(linkPreviewsContract.post, async (call, { workspace, id }) =>
      send(call, await findPost(toWorkspaceId(workspace), id)),
    ),
    serveFile(linkPreviewsContract.blog, async (call, { workspace }) =>
      send(call, await findBlog(toWorkspaceId(workspace))),
    ),
    serveFile(linkPreviewsContract.report, async (call, { workspace, token }) =>
      send(call, workspace === 'own' ? null : await findReport(workspace, token)),
    ),
    serveFile(linkPreviewsContract.page, async (call, { name }) => {
      const title = titles.get(name)
      return send(call, title ? { title, label: '', name: 'Earshot', brand: null, own: true, coverId: null } : null)
    }),
  ]

  async function send({ headers: asked, clientAddress }: Requester, link: PreviewedLink | null): Promise<Response> {
    if (!link) throw new AppError('not_found', 'This preview doesn’t exist.', { reason: 'preview_missing' })
    const onNew = () => countNew(clientAddress)
    const cover = link.coverId === null ? null : await images.get({ coverId: link.coverId }, onNew)
    const image = cover ?? (await images.get(toPicture(link), onNew))!
    const headers = {
      'Cache-Control': `public, max-age=${maxAgeSeconds}`,
      ETag: image.etag,
      'Content-Type': image.mime,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    if (asked.get('if-none-match') === image.etag) return new Response(null, { status: 304, headers })
    return new Response(new Uint8Array(image.bytes), {
      headers: { ...headers, 'Content-Length': String(image.bytes.length) },
    })
  }

  function toPicture({ title, label, name, brand, own }: PreviewedLink): Picture {
    const card = { title, label, name: brand?.name ?? name, color: brand?.color ?? ownColor }
    const logoId = brand?.logo ? getImageId(brand.logo) : null
    if (logoId) return { card, logoKey: logoId, readLogo: () => readLogo(logoId) }
    if (own && !brand) return { card, logoKey: 'own', readLogo: readOwnMark }
    return { card, logoKey: null, readLogo: () => Promise.resolve(null) }
  }
}
