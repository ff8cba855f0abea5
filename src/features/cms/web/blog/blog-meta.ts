import type { MetaDescriptor } from 'react-router'
import { getImageId } from '#features/images/rules/image-url.ts'
import { imageMeta } from '#web/public-pages/public-meta.ts'
import type { Blog, PublicPost } from '../../contract.ts'

type BlogPath = Pick<Blog, 'path'>

/** Path of a blog's first page: "/blog", "/b/…" or "/". */
export const blogPath = (blog: BlogPath) => blog.path || '/'

export const feedPath = (blog: BlogPath) => `${blog.path}/feed.xml`

export const postPath = (blog: BlogPath, slug: string) => `${blog.path}/${encodeURIComponent(slug)}`

/** Path of a tag below the blog's URL. */
export const tagPart = (tag: string) => `/tag/${encodeURIComponent(tag.toLowerCase())}`

export const tagPath = (blog: BlogPath, tag: string) => blog.path + tagPart(tag)

const feedLink = (blog: Blog): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: blogTitle(blog),
  href: `${blog.url}/feed.xml`,
})

export const blogTitle = (blog: Blog) => (blog.workspace_id === null ? `${blog.name}: the blog` : blog.name)

/** `part`: path below the blog's URL. */
type ListMeta = {
  blog: Blog
  title: string
  description: string
  part: string
  noindex: boolean
}

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
    ...getBlogImage(blog),
  ]
}

/** The image of a blog's lists: its name and brand. */
const getBlogImage = (blog: Blog): MetaDescriptor[] =>
  imageMeta(new URL(`/og/${blog.workspace_id ?? 'own'}/blog`, blog.url).href, blogTitle(blog))

/** A cover elsewhere is named as it is. The server draws all others: from a cover of the library, or from title and brand. */
function getPostImage(post: PublicPost, blog: Blog): { url: string; meta: MetaDescriptor[] } {
  if (post.cover && getImageId(post.cover) === null)
    return {
      url: post.cover,
      meta: [
        { property: 'og:image', content: post.cover },
        ...(post.cover_alt ? [{ property: 'og:image:alt', content: post.cover_alt }] : []),
        { name: 'twitter:card', content: 'summary_large_image' },
      ],
    }
  const path = `/og/${blog.workspace_id ?? 'own'}/posts/${post._id}?v=${Date.parse(post.updated_at).toString(36)}`
  const url = new URL(path, blog.url).href
  return { url, meta: imageMeta(url, (post.cover && post.cover_alt) || post.title) }
}

/** Title, canonical URL, Open Graph and Twitter cards, and JSON-LD of a post. */
export function postMeta(post: PublicPost, blog: Blog): MetaDescriptor[] {
  const title = post.seo.title ?? post.title
  const description = post.seo.description ?? post.excerpt
  const canonical = post.seo.canonical ?? post.url
  const image = getPostImage(post, blog)
  // A scheduled post was edited before it was published.
  const modified = post.publish_at && post.publish_at > post.updated_at ? post.publish_at : post.updated_at
  const publisher = {
    '@type': 'Organization',
    name: blog.name,
    url: blog.url,
    ...(blog.brand?.logo ? { logo: new URL(blog.brand.logo, post.url).href } : {}),
  }
  const author = post.author
    ? {
        '@type': 'Person',
        name: post.author.name,
        ...(post.author.bio ? { description: post.author.bio } : {}),
        ...(post.author.image ? { image: new URL(post.author.image, post.url).href } : {}),
      }
    : publisher
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
    ...image.meta,
    ...(post.publish_at ? [{ property: 'article:published_time', content: post.publish_at }] : []),
    { property: 'article:modified_time', content: modified },
    ...(post.author ? [{ name: 'author', content: post.author.name }] : []),
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
        image: [image.url],
        ...(post.tags.length > 0 ? { keywords: post.tags.join(', ') } : {}),
        author,
        publisher,
        timeRequired: `PT${post.minutes}M`,
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/LikeAction',
          userInteractionCount: post.likes,
        },
      },
    },
    ...(post.faq.length > 0 ? [faqMeta(post)] : []),
  ]
}

const faqMeta = ({ faq, lang }: PublicPost): MetaDescriptor => ({
  'script:ld+json': {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: lang,
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
})
