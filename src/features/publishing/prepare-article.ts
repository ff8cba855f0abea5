import type { Images } from '#features/images/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Article, PublishingAdapter } from '#providers/publishing/port.ts'
import { placeImages } from './place-images.ts'
import type { RemoteTexts } from './remote-post.ts'
import type { Attempt, Outgoing, PostFields } from './rules/publication-records.ts'
import type { DestinationRow } from './store/destination-store.ts'
import type { PublicationRow } from './store/publication-store.ts'

/** What an attempt sends: its text as the destination takes it, with images uploaded and without what people changed there. @throws AppError */
export async function prepareArticle(
  { db, images, publicUrl, texts }: { db: Database; images: Images; publicUrl: string; texts: RemoteTexts },
  {
    destination,
    adapter,
    row,
    attempt,
    post,
    isNew,
  }: {
    destination: DestinationRow
    adapter: PublishingAdapter
    row: PublicationRow
    attempt: Attempt
    post: Outgoing
    isNew: boolean
  },
): Promise<Article> {
  const { text, fields } = post
  const coverId = fields.cover_id ?? null
  const markdown = text.content_md
  const placed = await placeImages({ db, images, publicUrl }, destination, adapter, { markdown, coverId })
  const marker = { publicationId: row.id, attemptId: attempt.id }
  const sizes = await images.getSizes(row.workspace_id, Object.keys(placed))
  const { content, structuredData } = await texts.render(destination, adapter.format, text, {
    images: Object.fromEntries(Object.entries(placed).map(([id, image]) => [id, { ...image, ...sizes.get(id) }])),
    marker,
  })
  const cover = coverId ? placed[coverId] : undefined
  const alts = await images.getAlts(row.workspace_id, coverId ? [coverId] : [])
  const before = isNew || row.sent === null ? {} : row.fields
  // A site whose posts can't be read back gets these each time, since changes made there can't be seen.
  const keepsTheirs = !isNew && row.sent !== null && adapter.readsPosts
  const { excerpt = '' } = fields
  return {
    marker,
    title: text.title,
    slug: keepsTheirs && post.slug === row.slug ? null : post.slug,
    excerpt: keepsTheirs && excerpt === (before.excerpt ?? '') ? null : excerpt,
    language: text.language,
    content,
    markdown,
    sources: text.sources,
    status: attempt.status === 'publish' ? 'publish' : 'draft',
    ...getChangedFields(fields, before),
    cover: cover && !(keepsTheirs && coverId === before.cover_id) ? { ...cover, alt: alts.get(coverId!) ?? '' } : null,
    structuredData,
  }
}

/** Only what people changed here since it was sent, so that what they changed there stays. */
function getChangedFields(fields: PostFields, before: PostFields) {
  const { tags, categories, author, meta_title, meta_description, canonical } = fields
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
  const seo = { title: meta_title ?? '', description: meta_description ?? '', canonical: canonical ?? '' }
  const seoBefore = {
    title: before.meta_title ?? '',
    description: before.meta_description ?? '',
    canonical: before.canonical ?? '',
  }
  return {
    tags: tags && !isSame(tags, before.tags) ? tags : null,
    categories: categories && !isSame(categories, before.categories) ? categories : null,
    author: author && author !== before.author ? author : null,
    seo: isSame(seo, seoBefore) ? null : seo,
  }
}
