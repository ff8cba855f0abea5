import type { MetaDescriptor } from 'react-router'
import { getPreviewedPage, pageTitles, toPageName } from '#features/link-previews/rules/page-titles.ts'
import publicImage from './public-image.png?url&no-inline'

export type PublicMeta = {
  title: string
  description: string
  /** Without a trailing slash. */
  publicUrl: string
  /** The one address of this page, from the root: "/demo". Null for a page that is not to be found. */
  path: string | null
}

/** Title, description, canonical address and the card that other sites show. */
export function publicMeta({ title, description, publicUrl, path }: PublicMeta): MetaDescriptor[] {
  const common: MetaDescriptor[] = [{ title }, { name: 'description', content: description }]
  if (path === null) return [...common, { name: 'robots', content: 'noindex' }]
  const address = publicUrl + path
  return [
    ...common,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Earshot' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...pageImageMeta(publicUrl, path),
  ]
}

/** Our own image, for pages without another one. */
const publicImageMeta = (publicUrl: string) =>
  imageMeta(publicUrl + publicImage, 'A wheel chart of questions people ask about cold brew coffee')

/** A page's own image, drawn by the server. */
function pageImageMeta(publicUrl: string, path: string) {
  const page = getPreviewedPage(path)
  if (page === null) return publicImageMeta(publicUrl)
  return imageMeta(`${publicUrl}/og/pages/${toPageName(page)}`, `${pageTitles[page]!} · Earshot`)
}

/** An image of 1200 × 630 pixels. */
export const imageMeta = (url: string, alt: string): MetaDescriptor[] => [
  { property: 'og:image', content: url },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]
