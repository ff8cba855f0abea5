import { AppError } from '#kit/errors.ts'
import type { PostAuthor, PostSeo, PostStatus } from './contract.ts'
import { reservedSlug } from './post-errors.ts'
import { isReservedSlug } from './rules/reserved-slugs.ts'
import type { PostRow } from './store/store.ts'
import type { PostContent } from './store/tables.ts'

export type SeoInput = {
  title?: string | null
  description?: string | null
  canonical?: string | null
  noindex?: boolean
}

export type PostInput = {
  slug?: string
  title?: string
  excerpt?: string
  body_md?: string
  cover?: string | null
  cover_alt?: string
  author?: PostAuthor | null
  tags?: string[]
  lang?: string
  status?: PostStatus
  publish_at?: string | null
  seo?: SeoInput
}

/** Merges a change into a post. Fields that are left out don't change; `publish_at` follows from the status. @throws AppError invalid_input */
export function mergePost(row: PostRow | null, input: PostInput): PostContent {
  if (input.slug !== undefined && input.slug !== row?.slug && isReservedSlug(input.slug)) throw reservedSlug(input.slug)
  const seo = input.seo ?? {}
  const previousSeo: PostSeo = row?.seo ?? { title: null, description: null, canonical: null, noindex: false }
  const either = (given: string | null | undefined, before: string | null) =>
    given === undefined ? before : given || null
  const content: PostContent = {
    slug: input.slug ?? row!.slug,
    title: input.title ?? row!.title,
    excerpt: input.excerpt ?? row?.excerpt ?? '',
    body_md: input.body_md ?? row?.body_md ?? '',
    cover: either(input.cover, row?.cover ?? null),
    cover_alt: input.cover_alt ?? row?.cover_alt ?? '',
    author: input.author === undefined ? (row?.author ?? null) : input.author,
    tags: input.tags ?? row?.tags ?? [],
    lang: input.lang ?? row?.lang ?? 'en',
    status: input.status ?? row?.status ?? 'draft',
    publish_at: null,
    seo: {
      title: either(seo.title, previousSeo.title),
      description: either(seo.description, previousSeo.description),
      canonical: either(seo.canonical, previousSeo.canonical),
      noindex: seo.noindex ?? previousSeo.noindex,
    },
  }
  return { ...content, publish_at: getPublishTime(content.status, input.publish_at, row?.publish_at ?? null) }
}

/** ISO 8601. @throws AppError invalid_input: scheduled without a time, or published with a future time */
function getPublishTime(status: PostStatus, given: string | null | undefined, before: Date | null): string | null {
  const now = Date.now()
  const requested = given ? new Date(given) : null
  if (status === 'draft') return (requested ?? (given === null ? null : before))?.toISOString() ?? null
  if (status === 'scheduled') {
    const at = requested ?? (given === null ? null : before)
    if (!at) throw new AppError('invalid_input', 'publish_at is missing.', { field: 'publish_at', reason: 'missing' })
    return at.toISOString()
  }
  if (requested && requested.getTime() > now)
    throw new AppError('invalid_input', 'publish_at is in the future. Use the status "scheduled".', {
      field: 'publish_at',
      reason: 'in_the_future',
    })
  const earlier = before && before.getTime() <= now ? before : null
  return (requested ?? earlier ?? new Date(now)).toISOString()
}
