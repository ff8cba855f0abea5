import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { signWebhook } from '#platform/outbound/webhook-signature.ts'
import { failed, rateLimited, readRetryAfter, rejected, sendRequest, toSentence } from './destination-http.ts'
import type { Article, PublishingAdapter, RemotePost } from './port.ts'

/**
 * A site of any kind that takes posts as signed requests. It's told what to show and answers where, if it knows. The id of a post is the
 * publication's, so that the same request twice is harmless.
 */

type Options = { fetch: OutboundFetch; url: string; secret: string; now?: () => Date }

type Answer = { url?: unknown }

export function createWebhookSite({ fetch, url, secret, now = () => new Date() }: Options): PublishingAdapter {
  const target = new URL(url)
  const { host } = target

  async function send(action: string, deliveryId: string, data: object): Promise<Answer> {
    const body = JSON.stringify({ action, ...data })
    const { status, headers, json } = await sendRequest(fetch, target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Earshot-Delivery': deliveryId,
        'Earshot-Signature': signWebhook(secret, body, now()),
      },
      body: new Uint8Array(Buffer.from(body)),
    })
    if (status >= 200 && status < 300) return (typeof json === 'object' && json ? json : {}) as Answer
    if (status === 429) throw rateLimited(host, readRetryAfter(headers, 60))
    if (status >= 500) throw failed(host, status)
    const message = toSentence((json as { error?: unknown } | undefined)?.error) || `HTTP ${status}`
    if (status === 401 || status === 403)
      throw new AppError('upstream_failed', `${host} rejected the signature.`, {
        reason: 'credentials_rejected',
        params: { host },
        retryable: false,
      })
    throw rejected(host, message)
  }

  async function save({ marker, content, status, ...article }: Article): Promise<RemotePost> {
    const { publicationId, attemptId } = marker
    const { title, slug, excerpt, language, markdown, sources, tags, categories, author, cover, seo } = article
    const answer = await send(status === 'publish' ? 'publish' : 'draft', attemptId, {
      id: publicationId,
      title,
      slug,
      excerpt,
      language,
      content_html: content,
      content_md: markdown,
      sources,
      // Null: unchanged since the last request.
      tags,
      categories,
      author,
      seo,
      cover: cover && { url: cover.url, alt: cover.alt },
      structured_data: article.structuredData,
    })
    return toPost(publicationId, status === 'publish' ? 'published' : 'draft', answer, { title, slug, content })
  }

  return {
    format: 'html',
    hasMarkers: false,
    readsPosts: false,

    async check() {
      await send('check', crypto.randomUUID(), {})
      return { can: { drafts: true, publish: true, media: false }, found: {}, keepsScripts: false }
    },

    // Nobody else edits its posts as far as we can know.
    get: async (id) => ({ ...toPost(id, 'published', {}, { title: '', slug: null, content: '' }) }),
    findBySlug: async () => null,
    findByMarker: null,
    create: save,
    update: (_post, article) => save(article),
    completeSaved: null,
    async unpublish(post) {
      const answer = await send('unpublish', crypto.randomUUID(), { id: post.id })
      return { ...post, ...pickUrl(answer, post.url), state: 'unpublished' }
    },
    media: null,
  }
}

const pickUrl = ({ url }: Answer, before: string | null) => ({
  url: typeof url === 'string' && /^https?:\/\//i.test(url) && URL.canParse(url) ? url.slice(0, 2000) : before,
})

const toPost = (
  id: string,
  state: RemotePost['state'],
  answer: Answer,
  { title, slug, content }: { title: string; slug: string | null; content: string },
): RemotePost => ({
  id,
  ...pickUrl(answer, null),
  slug,
  title,
  state,
  content,
  fingerprint: '',
  marker: null,
  createdAt: null,
  modifiedAt: null,
  modifiedBy: null,
})
