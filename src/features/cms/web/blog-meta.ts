import type { MetaDescriptor } from 'react-router'
import type { Blog, PublicPost } from '../contract.ts'

type Placed = Pick<Blog, 'path'>

/** Path of a blog's first page: "/blog", "/b/…" or "/". */
export const blogPath = (blog: Placed) => blog.path || '/'

export const feedPath = (blog: Placed) => `${blog.path}/feed.xml`

export const postPath = (blog: Placed, slug: string) => `${blog.path}/${encodeURIComponent(slug)}`

/** Path of a tag below the blog's URL. */
export const tagPart = (tag: string) => `/tag/${encodeURIComponent(tag.toLowerCase())}`

export const tagPath = (blog: Placed, tag: string) => blog.path + tagPart(tag)

const feedLink = (blog: Blog): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: blogTitle(blog),
  href: `${blog.url}/feed.xml`,
})

export const blogTitle = (blog: Blog) => (blog.workspace_id === null ? `${blog.name}: the blog` : blog.name)

/** `part`: path below the blog's URL. */
type ListMeta = { blog: Blog; title: string; description: string; part: string; noindex: boolean }

/** Metadata of pages that list posts. */
export function listMeta({ blog, title, description, part, noindex }: ListMeta): MetaDescriptor[] {
  const common: MetaDescriptor[] = [{ title }, { name: 'description', content: description }, feedLink(blog)]
  if (noindex) return [...common, { name: 'robots', content: 'noindex, follow' }]
  return [
    ...common,
    { tagName: 'link', rel: 'canonical', href: blog.url + part },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: blog.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: blog.url + part },
  ]
}

/** Title, canonical URL, Open Graph and Twitter cards, and JSON-LD of a post. */
export function postMeta(post: PublicPost, blog: Blog, publicUrl: string): MetaDescriptor[] {
  const title = post.seo.title ?? post.title
  const description = post.seo.description ?? post.excerpt
  const canonical = post.seo.canonical ?? post.url
  const picture = post.cover && (post.cover.startsWith('/') ? publicUrl + post.cover : post.cover)
  // A scheduled post was edited before it was published.
  const modified = post.publish_at && post.publish_at > post.updated_at ? post.publish_at : post.updated_at
  const publisher = { '@type': 'Organization', name: blog.name, url: blog.url }
  return [
    { title: `${title} · ${blog.name}` },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(post.seo.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: canonical },
    { tagName: 'link', rel: 'alternate', hrefLang: post.lang, href: canonical },
    feedLink(blog),
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: blog.name },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: canonical },
    { property: 'og:locale', content: post.lang.replace('-', '_') },
    ...(picture ? [{ property: 'og:image', content: picture }] : []),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(post.publish_at ? [{ property: 'article:published_time', content: post.publish_at }] : []),
    { property: 'article:modified_time', content: modified },
    ...post.tags.map((tag) => ({ property: 'article:tag', content: tag })),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: post.title,
        ...(description ? { description } : {}),
        url: post.url,
        mainEntityOfPage: canonical,
        inLanguage: post.lang,
        ...(post.publish_at ? { datePublished: post.publish_at } : {}),
        dateModified: modified,
        ...(picture ? { image: [picture] } : {}),
        ...(post.tags.length > 0 ? { keywords: post.tags.join(', ') } : {}),
        author: publisher,
        publisher,
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/LikeAction',
          userInteractionCount: post.likes,
        },
      },
    },
  ]
}
