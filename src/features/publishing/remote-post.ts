import { createHash } from 'node:crypto'
import { withoutTitle } from '#features/cms/rules/post-excerpt.ts'
import { imageIdsIn } from '#features/images/rules/image-url.ts'
import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import { isWebAddress } from '#kit/url-checks.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { ContentFormat, PostMarker, PublishingAdapter, RemotePost } from '#providers/publishing/port.ts'
import type { RemoteChange } from './contract.ts'
import type { ReadArticle, ReadInput } from './rules/content/read-article.ts'
import type { RenderedArticle, RenderInput } from './rules/content/render-article.ts'
import type { Attempt, SentText } from './rules/publication-records.ts'
import type { DestinationRow } from './store/destination-store.ts'
import { findUploads } from './store/image-store.ts'
import { findDocumentUrls, type PublicationRow, updatePublication } from './store/publication-store.ts'

export const hashPost = ({ fingerprint }: RemotePost) => createHash('sha256').update(fingerprint).digest('base64url')

/** What is stored of a site's answer: an address that pages can link to, and a slug of sensible length. */
export const toAddress = ({ url, slug }: Pick<RemotePost, 'url' | 'slug'>) => ({
  url: url !== null && url.length <= 2000 && isWebAddress(url) ? url : null,
  slug: slug?.slice(0, 500) ?? null,
})

export type RemoteTexts = ReturnType<typeof createRemoteTexts>

type Dependencies = { db: Database; threads: Threads; images: Images; publicUrl: string }

const documentIds = /\/app\/content\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** Turns documents into posts and back, off the event loop. */
export function createRemoteTexts({ db, threads, publicUrl }: Dependencies) {
  async function toInput(
    destination: DestinationRow,
    format: ContentFormat,
    text: SentText,
    images: RenderInput['images'],
    marker: PostMarker | null,
  ): Promise<RenderInput> {
    const ids = [...new Set([...text.content_md.matchAll(documentIds)].map(([, id]) => id!))].slice(0, 500)
    return {
      title: text.title,
      contentMd: text.content_md,
      sources: text.sources,
      language: text.language,
      images,
      documents: await findDocumentUrls(db, destination.workspace_id, {
        destinationId: destination.id,
        documentIds: ids,
      }),
      publicUrl,
      format,
      marker,
      keepsScripts: destination.keeps_scripts,
    }
  }

  const run = <Output>(module: URL, destination: DestinationRow, input: object) =>
    threads.run<Output>(module, input, { pool: 'texts', turn: destination.workspace_id, tooMuch: tooComplex })

  return {
    async render(
      destination: DestinationRow,
      format: ContentFormat,
      text: SentText,
      { images, marker }: { images: RenderInput['images']; marker: PostMarker },
    ) {
      const input = await toInput(destination, format, text, images, marker)
      return run<RenderedArticle>(new URL('./render-thread.ts', import.meta.url), destination, input)
    },

    /** A post's text as Markdown, compared with what was sent. */
    async read(destination: DestinationRow, format: ContentFormat, post: RemotePost, sent: SentText) {
      const ref = { workspaceId: destination.workspace_id, id: destination.id }
      const images = await findUploads(db, ref, imageIdsIn(sent.content_md))
      const base = await toInput(destination, format, sent, images, null)
      const input: ReadInput = { content: post.content, base }
      const read = await run<ReadArticle>(new URL('./read-thread.ts', import.meta.url), destination, input)
      return { ...read, isSame: read.isSame && post.title === sent.title }
    },
  }
}

const tooComplex = () =>
  new AppError('too_large', 'The text is too complex to publish. Simplify its tables and lists.', {
    reason: 'text_too_complex',
  })

/** Both texts and what they start from. */
export async function describeChange(
  texts: RemoteTexts,
  {
    destination,
    format,
    post,
    row,
    ours,
  }: {
    destination: DestinationRow
    format: ContentFormat
    post: RemotePost
    row: PublicationRow
    ours: SentText
  },
): Promise<RemoteChange> {
  const sent = row.sent ?? { ...ours, content_md: '' }
  const { markdown } = await texts.read(destination, format, post, sent)
  return {
    ours: withoutTitle(ours.content_md, ours.title),
    theirs: markdown,
    base: withoutTitle(sent.content_md, sent.title),
    titles: { ours: ours.title, theirs: post.title, base: sent.title },
    remote_hash: hashPost(post),
    modified_at: post.modifiedAt?.toISOString() ?? null,
    modified_by: post.modifiedBy,
  }
}

export type Located =
  /** There is no post: one may be created. */
  | { kind: 'absent' }
  /** The post is as we left it, or as a person has seen it. */
  | { kind: 'untouched'; post: RemotePost }
  /** This attempt has reached it already. */
  | { kind: 'applied'; post: RemotePost }
  /** Someone edited it. */
  | { kind: 'changed'; post: RemotePost }
  /** The address belongs to a post that isn't ours. */
  | { kind: 'foreign'; post: RemotePost }

const clockSkewMs = 5 * 60_000

/** Finds the post of a publication before anything is sent, by its id or by the address and marker of an attempt. */
export async function locatePost(
  { db, texts }: { db: Database; texts: RemoteTexts },
  {
    destination,
    adapter,
    row,
    attempt,
  }: {
    destination: DestinationRow
    adapter: PublishingAdapter
    row: PublicationRow
    attempt: Attempt
  },
): Promise<Located> {
  if (!adapter.readsPosts) {
    const post = row.remote_id ? await adapter.get(row.remote_id) : null
    return post ? { kind: 'untouched', post: { ...post, title: row.title, url: row.url } } : { kind: 'absent' }
  }
  const isApplied = async (post: RemotePost) =>
    attempt.post !== null &&
    (post.marker === null || post.marker.attemptId === attempt.id) &&
    (await texts.read(destination, adapter.format, post, attempt.post.text)).isSame
  if (row.remote_id) {
    const post = await adapter.get(row.remote_id)
    if (post) {
      const hash = hashPost(post)
      if (hash === row.remote_hash) return { kind: 'untouched', post }
      if (await isApplied(post)) return { kind: 'applied', post }
      return { kind: hash === attempt.expected_hash ? 'untouched' : 'changed', post }
    }
    // Deleted there. Forgotten before another is created, so that the new one is found again.
    await updatePublication(db, { workspaceId: row.workspace_id, id: row.id }, { remote_id: null, remote_hash: null })
  }
  const outgoing = attempt.post
  if (!outgoing) return { kind: 'absent' }
  const isOurs = (post: RemotePost) =>
    post.marker
      ? post.marker.publicationId === row.id
      : !adapter.hasMarkers &&
        post.createdAt !== null &&
        post.createdAt.getTime() >= new Date(attempt.started_at).getTime() - clockSkewMs &&
        post.title === outgoing.text.title
  const there = await adapter.findBySlug(outgoing.slug)
  // Where the address was taken, the destination made another of it that we may never have heard of.
  const post = there && isOurs(there) ? there : ((await adapter.findByMarker?.(row.id)) ?? null)
  if (post) return { kind: (await isApplied(post)) ? 'applied' : 'changed', post }
  return there ? { kind: 'foreign', post: there } : { kind: 'absent' }
}
