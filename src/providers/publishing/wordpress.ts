import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { imageRefused, imageTooLarge, toSentence } from './destination-http.ts'
import {
  type Article,
  type Checked,
  type PublishingAdapter,
  type RemoteImage,
  type RemotePost,
  type RemoteState,
  readMarker,
  toMarkerStart,
} from './port.ts'
import {
  createWordPressApi,
  getErrorCode,
  toError,
  type WordPressApi,
  type WordPressCredentials,
  type WordPressError,
} from './wordpress-api.ts'
import { findAuthor, getTermIds } from './wordpress-terms.ts'

type WordPressPost = {
  id: number
  link?: string
  slug?: string
  status?: string
  title?: { raw?: string }
  content?: { raw?: string }
  excerpt?: { raw?: string }
  date_gmt?: string | null
  modified_gmt?: string | null
}

type WordPressMedia = { id: number; source_url: string; alt_text?: string }

/** Fields of SEO plugins that show them in the REST API: title, description, canonical URL. */
const seoFields = [
  ['_yoast_wpseo_title', '_yoast_wpseo_metadesc', '_yoast_wpseo_canonical'],
  ['rank_math_title', 'rank_math_description', 'rank_math_canonical_url'],
  ['_seopress_titles_title', '_seopress_titles_desc', '_seopress_robots_canonical'],
  ['_genesis_title', '_genesis_description', '_genesis_canonical_uri'],
  ['jetpack_seo_html_title', 'advanced_seo_description', ''],
] as const

const states: Record<string, RemoteState> = { publish: 'published', future: 'scheduled', trash: 'unpublished' }
const uploadMs = 120_000

type Options = {
  fetch: OutboundFetch
  url: string
  credentials: WordPressCredentials
  /** What an earlier check found out. */
  found: Record<string, string>
}

export function createWordPress({ fetch, url, credentials, found }: Options): PublishingAdapter {
  const api = createWordPressApi({ fetch, site: url, credentials, style: found.style })
  const exposed = new Set((found.meta ?? '').split(',').filter(Boolean))
  const edit = { context: 'edit' }

  return {
    format: 'gutenberg',
    hasMarkers: true,
    readsPosts: true,

    check: () => check(fetch, url, credentials),

    async get(id) {
      const response = await api.request(`wp/v2/posts/${id}`, { query: edit })
      if (response.status === 404 && getErrorCode(response) === 'rest_post_invalid_id') return null
      if (response.status !== 200) throw toError(api.host, response)
      return toPost(response.json as WordPressPost)
    },

    async findBySlug(slug) {
      const query = { ...edit, slug, status: 'any', per_page: '20' }
      const posts = (await api.call<WordPressPost[]>('wp/v2/posts', { query })).map(toPost)
      return posts.find(({ marker }) => marker) ?? posts[0] ?? null
    },

    async findByMarker(publicationId) {
      const query = { ...edit, search: toMarkerStart(publicationId), status: 'any', per_page: '20' }
      const posts = (await api.call<WordPressPost[]>('wp/v2/posts', { query })).map(toPost)
      return posts.find(({ marker }) => marker?.publicationId === publicationId) ?? null
    },

    create: async (article) => toPost(await api.call('wp/v2/posts', { method: 'POST', json: await toBody(article) })),

    update: async ({ id }, article) =>
      toPost(await api.call(`wp/v2/posts/${id}`, { method: 'POST', json: await toBody(article) })),

    completeSaved: null,

    unpublish: async ({ id }) =>
      toPost(await api.call(`wp/v2/posts/${id}`, { method: 'POST', json: { status: 'draft', ...edit } })),

    media: {
      async find(key) {
        const [media] = await api.call<WordPressMedia[]>('wp/v2/media', { query: { slug: getMediaSlug(key), ...edit } })
        return media ? toImage(media) : null
      },

      async upload({ key, name, alt, mime, bytes }) {
        const form = new FormData()
        const file = `${getMediaSlug(key)}.${mime.split('/')[1]}`
        form.set('file', new Blob([bytes], { type: mime }), file)
        form.set('slug', getMediaSlug(key))
        form.set('title', name)
        form.set('alt_text', alt)
        const response = await api.request('wp/v2/media', { method: 'POST', body: form, timeoutMs: uploadMs })
        if (response.status === 201) return toImage(response.json as WordPressMedia)
        const { code, message } = (response.json ?? {}) as WordPressError
        if (response.status === 413 || code === 'rest_upload_file_too_big') throw imageTooLarge(api.host, name)
        if (response.status === 400 || String(code).startsWith('rest_upload'))
          throw imageRefused(api.host, name, toSentence(message))
        throw toError(api.host, response)
      },
    },
  }

  async function toBody(article: Article) {
    const { title, content, excerpt, slug, status, tags, categories, author, cover, seo } = article
    const meta = seo && toMeta(exposed, seo)
    return {
      ...edit,
      title,
      content,
      ...(excerpt !== null && { excerpt }),
      ...(slug !== null && { slug }),
      status,
      ...(tags && { tags: await getTermIds(api, 'tags', tags) }),
      ...(categories && { categories: await getTermIds(api, 'categories', categories) }),
      ...(author && { author: await findAuthor(api, author) }),
      ...(cover?.id && { featured_media: Number(cover.id) }),
      ...(meta && Object.keys(meta).length > 0 && { meta }),
    }
  }
}

const getMediaSlug = (key: string) => `earshot-${key}`
const toImage = ({ id, source_url }: WordPressMedia): RemoteImage => ({ id: String(id), url: source_url })

async function check(fetch: OutboundFetch, url: string, credentials: WordPressCredentials): Promise<Checked> {
  const searching = createWordPressApi({ fetch, site: url, credentials, style: undefined })
  const style = await searching.findStyle()
  const api = createWordPressApi({ fetch, site: url, credentials, style })
  const { capabilities = {} } = await api.call<{ capabilities?: Record<string, boolean> }>('wp/v2/users/me', {
    query: { context: 'edit' },
  })
  return {
    can: {
      drafts: capabilities.edit_posts === true,
      publish: capabilities.publish_posts === true && capabilities.edit_published_posts !== false,
      media: capabilities.upload_files === true,
    },
    keepsScripts: capabilities.unfiltered_html === true,
    found: { style, meta: (await getExposedFields(api)).join(',') },
  }
}

/** SEO fields that the site lets us write. */
async function getExposedFields(api: WordPressApi): Promise<string[]> {
  const { status, json } = await api.request('wp/v2/posts', { method: 'OPTIONS' })
  if (status !== 200) return []
  const schema = (json as { schema?: { properties?: { meta?: { properties?: object } } } } | undefined)?.schema
  const known = new Set<string>(seoFields.flat().filter(Boolean))
  return Object.keys(schema?.properties?.meta?.properties ?? {}).filter((name) => known.has(name))
}

function toMeta(exposed: Set<string>, { title, description, canonical }: NonNullable<Article['seo']>) {
  const values = [title, description, canonical]
  return Object.fromEntries(
    seoFields.flatMap((names) =>
      names.flatMap((name, at) => (exposed.has(name) ? [[name, values[at]!] as [string, string]] : [])),
    ),
  )
}

function toPost(given: WordPressPost): RemotePost {
  if (typeof given?.id !== 'number')
    throw new AppError('upstream_failed', 'WordPress answered without a post.', {
      reason: 'destination_invalid_answer',
      params: { host: 'WordPress' },
    })
  const { id, link, slug, status = 'draft', title, content, excerpt, date_gmt, modified_gmt } = given
  const raw = content?.raw ?? ''
  return {
    id: String(id),
    url: link ?? null,
    slug: slug ? decodeSlug(slug) : null,
    title: title?.raw ?? '',
    state: states[status] ?? 'draft',
    content: raw,
    fingerprint: JSON.stringify([title?.raw, raw, excerpt?.raw]),
    marker: readMarker(raw),
    createdAt: toDate(date_gmt),
    modifiedAt: toDate(modified_gmt),
    modifiedBy: null,
  }
}

/** WordPress stores letters of other scripts percent-encoded. Cut off in the middle of one, a slug stays as it is. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** WordPress writes UTC without saying so. */
const toDate = (text: string | null | undefined) => (text ? new Date(`${text}Z`) : null)
