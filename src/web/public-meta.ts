import type { MetaDescriptor } from 'react-router'
import picture from './public-image.png?url&no-inline'

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
    { property: 'og:image', content: publicUrl + picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'A wheel chart of questions people ask about cold brew coffee' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
