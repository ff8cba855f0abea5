import { createHmac } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import {
  credentialsRejected,
  type DestinationRequest,
  type DestinationResponse,
  failed,
  forbidden,
  imageRefused,
  imageTooLarge,
  invalidAnswer,
  rateLimited,
  readRetryAfter,
  rejected,
  sendRequest,
  toSentence,
} from './destination-http.ts'
import {
  type Article,
  type PublishingAdapter,
  type RemotePost,
  type RemoteState,
  readMarker,
  toMarkerStart,
  toMarkerText,
} from './port.ts'

/** Ghost's Admin API with the key of a custom integration: https://docs.ghost.org/admin-api/ */

type GhostPost = {
  id: string
  slug: string
  url?: string
  title: string
  html?: string | null
  lexical?: string | null
  status: string
  custom_excerpt?: string | null
  codeinjection_foot?: string | null
  created_at?: string
  updated_at: string
}

type GhostError = { message?: unknown; context?: unknown; type?: unknown; code?: unknown; property?: unknown }

type GhostRequest = DestinationRequest & { query?: Record<string, string> }

const states: Record<string, RemoteState> = { published: 'published', scheduled: 'scheduled', sent: 'published' }
const uploadMs = 120_000
const tokenSeconds = 300
const reads = { formats: 'html,lexical' }

type Options = {
  fetch: OutboundFetch
  url: string
  /** `<id>:<secret in hex>`. */
  adminApiKey: string
  now?: () => Date
}

export function createGhost({ fetch, url, adminApiKey, now = () => new Date() }: Options): PublishingAdapter {
  const home = new URL(url.endsWith('/') ? url : `${url}/`)
  const { host } = home

  /** Milliseconds that Ghost's clock is ahead of ours, known once a token was refused as too old. */
  let skewMs = 0

  /** A token that is too old by Ghost's clock is made again by the time it says it is. */
  async function request(path: string, init: GhostRequest = {}): Promise<DestinationResponse> {
    const response = await send(path, init)
    const there = Date.parse(response.headers.get('date') ?? '')
    if (!isStale(response) || Number.isNaN(there) || skewMs !== 0) return response
    skewMs = there - now().getTime()
    return send(path, init)
  }

  function send(path: string, { query = {}, ...init }: GhostRequest) {
    const target = new URL(`ghost/api/admin/${path}`, home)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    return sendRequest(fetch, target, {
      ...init,
      headers: {
        Authorization: `Ghost ${createToken(adminApiKey, now().getTime() + skewMs)}`,
        'Accept-Version': 'v5.0',
        ...init.headers,
      },
    })
  }

  async function call(path: string, init?: GhostRequest): Promise<RemotePost> {
    const response = await request(path, init)
    const [post] = (response.json as { posts?: GhostPost[] } | undefined)?.posts ?? []
    if (response.status < 200 || response.status >= 300) throw toError(host, response)
    return toPost(post ?? refuse(host))
  }

  /** Ghost refuses a change of a post that was saved after the `updated_at` that goes with it: the one that was compared. */
  const change = ({ id, modifiedAt }: RemotePost, fields: object, query: Record<string, string>) =>
    call(`posts/${id}/`, {
      method: 'PUT',
      query,
      json: { posts: [{ ...fields, updated_at: modifiedAt?.toISOString() }] },
    })

  return {
    format: 'ghost',
    hasMarkers: true,
    readsPosts: true,

    async check() {
      if (!/^[0-9a-f]{10,64}:(?:[0-9a-f]{2}){16,64}$/i.test(adminApiKey.trim()))
        throw new AppError('upstream_failed', `${host} needs the Admin API key of a custom integration.`, {
          field: 'credentials',
          reason: 'credentials_rejected',
          params: { host },
          retryable: false,
        })
      const site = await request('site/')
      if (site.status === 404 || (site.json as { site?: unknown } | undefined)?.site === undefined)
        throw site.status >= 500 ? failed(host, site.status) : noGhost(host)
      const posts = await request('posts/', { query: { limit: '1', fields: 'id' } })
      if (posts.status !== 200) throw toError(host, posts)
      return { can: { drafts: true, publish: true, media: true }, keepsScripts: true, found: {} }
    },

    async get(id) {
      const response = await request(`posts/${id}/`, { query: reads })
      if (response.status === 404) return null
      const [post] = (response.json as { posts?: GhostPost[] } | undefined)?.posts ?? []
      if (response.status !== 200) throw toError(host, response)
      return toPost(post ?? refuse(host))
    },

    async findBySlug(slug) {
      const response = await request(`posts/slug/${encodeURIComponent(slug)}/`, { query: reads })
      if (response.status === 404) return null
      const [post] = (response.json as { posts?: GhostPost[] } | undefined)?.posts ?? []
      if (response.status !== 200) throw toError(host, response)
      return toPost(post ?? refuse(host))
    },

    async findByMarker(publicationId) {
      const filter = `codeinjection_foot:~'${toMarkerStart(publicationId)}'`
      const response = await request('posts/', { query: { ...reads, filter, limit: '1' } })
      if (response.status !== 200) throw toError(host, response)
      const [post] = (response.json as { posts?: GhostPost[] } | undefined)?.posts ?? []
      const found = post ? toPost(post) : null
      return found?.marker?.publicationId === publicationId ? found : null
    },

    create: (article) =>
      call('posts/', { method: 'POST', query: { source: 'html', ...reads }, json: { posts: [toFields(article)] } }),

    update: (post, article) => change(post, toFields(article), { source: 'html', ...reads }),

    completeSaved: null,

    unpublish: (post) => change(post, { status: 'draft' }, reads),

    media: {
      // Ghost has no list of its images: one whose upload wasn't recorded is uploaded again.
      find: async () => null,

      async upload({ key, name, mime, bytes }) {
        const form = new FormData()
        form.set('file', new Blob([bytes], { type: mime }), `earshot-${key}.${mime.split('/')[1]}`)
        form.set('ref', key)
        const response = await request('images/upload/', { method: 'POST', body: form, timeoutMs: uploadMs })
        const [image] = (response.json as { images?: { url: string }[] } | undefined)?.images ?? []
        if (response.status === 201 && image) return { id: null, url: image.url }
        if (response.status === 413) throw imageTooLarge(host, name)
        if (response.status === 415 || response.status === 422) throw imageRefused(host, name, getMessage(response))
        throw toError(host, response)
      },
    },
  }
}

/** A token for the next minutes. */
function createToken(adminApiKey: string, at: number): string {
  const [kid = '', secret = ''] = adminApiKey.trim().split(':')
  const iat = Math.floor(at / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${encode({ iat, exp: iat + tokenSeconds, aud: '/admin/' })}`
  return `${body}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(body).digest('base64url')}`
}

function toFields({ title, slug, content, excerpt, status, tags, categories, author, cover, seo, ...rest }: Article) {
  // Ghost has tags alone; the first one is the primary one, as a category is.
  const names = tags || categories ? [...new Set([...(categories ?? []), ...(tags ?? [])])] : null
  const script = rest.structuredData ? `<script type="application/ld+json">${rest.structuredData}</script>\n` : ''
  return {
    title,
    ...(slug !== null && { slug }),
    html: content,
    ...(excerpt !== null && { custom_excerpt: excerpt.slice(0, 300) || null }),
    status: status === 'publish' ? 'published' : 'draft',
    codeinjection_foot: `${script}<!-- ${toMarkerText(rest.marker)} -->`,
    ...(names && { tags: names.map((name) => ({ name })) }),
    ...(author && { authors: [author.includes('@') ? { email: author } : { slug: author }] }),
    ...(cover && { feature_image: cover.url, feature_image_alt: cover.alt.slice(0, 125) || null }),
    ...(seo && {
      meta_title: seo.title || null,
      meta_description: seo.description || null,
      canonical_url: seo.canonical || null,
    }),
  }
}

function toPost(post: GhostPost): RemotePost {
  const { id, slug, url, title, html, lexical, status, custom_excerpt, codeinjection_foot } = post
  return {
    id,
    url: url ?? null,
    slug,
    title,
    state: states[status] ?? 'draft',
    content: html ?? '',
    fingerprint: JSON.stringify([title, lexical ?? html, custom_excerpt]),
    marker: readMarker(codeinjection_foot ?? ''),
    createdAt: post.created_at ? new Date(post.created_at) : null,
    modifiedAt: new Date(post.updated_at),
    modifiedBy: null,
  }
}

const getError = ({ json }: DestinationResponse) => (json as { errors?: GhostError[] } | undefined)?.errors?.[0] ?? {}
const getMessage = (response: DestinationResponse) => {
  const { message, context } = getError(response)
  return toSentence(context) || toSentence(message)
}

/** Whether the token was refused because of its time. */
function isStale(response: DestinationResponse) {
  const { code, message } = getError(response)
  return response.status === 401 && code === 'INVALID_JWT' && /expired|maxAge/i.test(toSentence(message))
}

function toError(host: string, response: DestinationResponse): AppError {
  const { status, headers } = response
  const text = getMessage(response)
  if (status === 429) return rateLimited(host, readRetryAfter(headers, 60))
  if (status === 401)
    return isStale(response)
      ? new AppError('upstream_failed', `${host}’s clock and this server’s differ by minutes.`, {
          reason: 'clock_skew',
          params: { host },
          retryable: false,
        })
      : credentialsRejected(host)
  if (status === 403) return forbidden(host, text)
  // Someone saved the post between our reading and our writing it: read again, it's an edit.
  if (status === 409)
    return new AppError('conflict', `Someone saved this post on ${host} at this moment.`, {
      reason: 'saved_meanwhile',
      params: { host },
      retryable: true,
    })
  if (status === 413) return rejected(host, 'It’s too large for the server’s limit.')
  if (status === 400 || status === 422) return rejected(host, text || `HTTP ${status}`)
  if (status >= 500 || status === 404) return failed(host, status)
  return invalidAnswer(host)
}

const noGhost = (host: string) =>
  new AppError('upstream_failed', `No Ghost was found at ${host}.`, {
    field: 'url',
    reason: 'no_ghost',
    params: { host },
    retryable: false,
  })

function refuse(host: string): never {
  throw invalidAnswer(host)
}
