import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import {
  credentialsRejected,
  type DestinationRequest,
  type DestinationResponse,
  failed,
  forbidden,
  invalidAnswer,
  rateLimited,
  readRetryAfter,
  rejected,
  sendRequest,
  toSentence,
} from './destination-http.ts'
import { type Article, type PublishingAdapter, type RemotePost, readMarker, toMarkerText } from './port.ts'
import { collectionMissing } from './shopify.ts'

/** Items of a Webflow CMS collection: https://developers.webflow.com/data/reference/cms/collection-items */

const host = 'Webflow'

/** Our fields that a mapping can name. */
const mappable = ['content', 'excerpt', 'cover', 'meta_title', 'meta_description', 'author', 'tags', 'marker'] as const

type Field = { slug: string; displayName: string; type: string; isRequired: boolean; isEditable?: boolean }
type Item = {
  id: string
  isDraft?: boolean
  isArchived?: boolean
  lastPublished?: string | null
  lastUpdated?: string
  createdOn?: string
  fieldData: Record<string, unknown>
}

type Options = {
  fetch: OutboundFetch
  /** `https://api.webflow.com`, or what stands for it. */
  apiUrl: string
  token: string
  collectionId: string | undefined
  /** `{our field: their field}`. */
  fields: Record<string, string>
  found: Record<string, string>
}

export function createWebflow({ fetch, apiUrl, token, collectionId, fields, found }: Options): PublishingAdapter {
  const request = (path: string, init: DestinationRequest = {}) =>
    sendRequest(fetch, new URL(`/v2/${path}`, apiUrl), {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    })

  async function call<Answer>(path: string, init?: DestinationRequest): Promise<Answer> {
    const response = await request(path, init)
    if (response.status < 200 || response.status >= 300) throw toError(response)
    return (response.json ?? {}) as Answer
  }

  const items = (rest = '') => {
    if (!collectionId) throw collectionMissing(host)
    return `collections/${encodeURIComponent(collectionId)}/items${rest}`
  }
  const contentField = fields.content ?? found.content ?? 'post-body'

  const toPost = (item: Item): RemotePost => {
    const { slug, name } = item.fieldData as { slug?: string; name?: string }
    const content = String(item.fieldData[contentField] ?? '')
    return {
      id: item.id,
      url: slug && found.base ? `${found.base}/${slug}` : null,
      slug: slug ?? null,
      title: name ?? '',
      state: item.isArchived ? 'unpublished' : item.lastPublished && !item.isDraft ? 'published' : 'draft',
      content,
      fingerprint: JSON.stringify([name, content, fields.excerpt ? item.fieldData[fields.excerpt] : null]),
      marker: fields.marker ? readMarker(String(item.fieldData[fields.marker] ?? '')) : null,
      createdAt: item.createdOn ? new Date(item.createdOn) : null,
      modifiedAt: item.lastUpdated ? new Date(item.lastUpdated) : null,
      modifiedBy: null,
    }
  }

  const read = (id: string) => request(items(`/${encodeURIComponent(id)}`))

  async function publishItem(id: string) {
    const { publishedItemIds = [], errors = [] } = await call<{ publishedItemIds?: string[]; errors?: unknown[] }>(
      items('/publish'),
      { method: 'POST', json: { itemIds: [id] } },
    )
    if (!publishedItemIds.includes(id)) throw rejected(host, toSentence(String(errors[0] ?? 'It wasn’t published.')))
    const response = await read(id)
    if (response.status !== 200) throw toError(response)
    return toPost(response.json as Item)
  }

  /** Also of an item that isn't on the site. */
  async function takeOffSite(id: string) {
    const response = await request(items(`/${encodeURIComponent(id)}/live`), { method: 'DELETE' })
    if (response.status !== 404 && (response.status < 200 || response.status >= 300)) throw toError(response)
  }

  async function save(path: string, method: 'POST' | 'PATCH', article: Article, isLive: boolean): Promise<RemotePost> {
    const isDraft = article.status !== 'publish'
    const item = await call<Item>(path, {
      method,
      json: { isArchived: false, isDraft, fieldData: toFieldData(article, fields, contentField) },
    })
    if (!isDraft) return publishItem(item.id)
    if (isLive) await takeOffSite(item.id)
    return { ...toPost(item), state: 'draft' }
  }

  return {
    format: 'html',
    hasMarkers: Boolean(fields.marker),
    readsPosts: true,

    async check() {
      const { sites = [] } = await call<{
        sites?: { id: string; customDomains?: { url?: string }[]; shortName?: string }[]
      }>('sites')
      const collections = []
      let base = ''
      for (const site of sites.slice(0, 5)) {
        const { collections: listed = [] } = await call<{
          collections?: { id: string; displayName: string; slug: string }[]
        }>(`sites/${encodeURIComponent(site.id)}/collections`)
        for (const { id, displayName, slug } of listed.slice(0, 40)) {
          const { fields: theirs = [] } = await call<{ fields?: Field[] }>(`collections/${encodeURIComponent(id)}`)
          collections.push({ id, name: displayName, fields: theirs.filter(isMappable).map(toField) })
          const domain = site.customDomains?.[0]?.url ?? (site.shortName ? `${site.shortName}.webflow.io` : '')
          if (id === collectionId && domain) base = `https://${domain.replace(/^https?:\/\//, '')}/${slug}`
        }
      }
      const chosen = collections.find(({ id }) => id === collectionId)
      if (collectionId && !chosen) throw collectionMissing(host)
      const content = fields.content ?? chosen?.fields.find(({ type }) => type === 'RichText')?.id
      if (chosen) refuseMissing(chosen.fields, fields, content)
      return {
        can: { drafts: true, publish: true, media: false },
        found: { ...(base && { base }), ...(content && { content }) },
        keepsScripts: false,
        collections,
      }
    },

    async get(id) {
      const response = await read(id)
      if (response.status === 404) return null
      if (response.status !== 200) throw toError(response)
      return toPost(response.json as Item)
    },

    async findBySlug(slug) {
      const { items: found = [] } = await call<{ items?: Item[] }>(items(`?slug=${encodeURIComponent(slug)}&limit=10`))
      const item = found.find(({ fieldData }) => fieldData.slug === slug)
      return item ? toPost(item) : null
    },

    // Items can be filtered by name and slug alone.
    findByMarker: null,

    create: (article) => save(items(), 'POST', article, false),
    update: (post, article) =>
      save(items(`/${encodeURIComponent(post.id)}`), 'PATCH', article, post.state === 'published'),

    async completeSaved(post, status) {
      if (status === 'publish') return publishItem(post.id)
      await takeOffSite(post.id)
      return { ...post, state: 'draft' }
    },

    async unpublish(post) {
      await takeOffSite(post.id)
      // Otherwise the site's next publishing would bring it back.
      const item = await call<Item>(items(`/${encodeURIComponent(post.id)}`), {
        method: 'PATCH',
        json: { isDraft: true },
      })
      return { ...toPost(item), state: 'draft' }
    },

    // Webflow fetches images by their address itself.
    media: null,
  }
}

const isMappable = ({ slug, isEditable }: Field) => isEditable !== false && slug !== 'name' && slug !== 'slug'
const toField = ({ slug, displayName, type, isRequired }: Field) => ({
  id: slug,
  name: displayName,
  type,
  required: isRequired,
})

/** Fields that Webflow needs and nothing fills. @throws AppError */
function refuseMissing(
  theirs: ReturnType<typeof toField>[],
  fields: Record<string, string>,
  content: string | undefined,
) {
  const filled = new Set([...mappable.flatMap((name) => fields[name] ?? []), content])
  const missing = theirs.filter(({ id, required }) => required && !filled.has(id)).map(({ name }) => name)
  if (missing.length > 0)
    throw new AppError('invalid_input', `defaults.fields doesn’t fill required fields: ${missing.join(', ')}.`, {
      field: 'defaults',
      reason: 'fields_missing',
      params: { fields: missing.join(', ') },
    })
}

function toFieldData(article: Article, fields: Record<string, string>, contentField: string) {
  const { title, slug, content, excerpt, cover, seo, author, tags, marker } = article
  const values: Record<(typeof mappable)[number], unknown> = {
    content,
    excerpt: excerpt ?? undefined,
    cover: cover ? { url: cover.url, alt: cover.alt } : undefined,
    meta_title: seo?.title,
    meta_description: seo?.description,
    author: author ?? undefined,
    tags: tags?.join(', '),
    marker: toMarkerText(marker),
  }
  const mapped = mappable.flatMap((name) => {
    const theirs = name === 'content' ? contentField : fields[name]
    return theirs && values[name] !== undefined ? [[theirs, values[name]] as const] : []
  })
  return { name: title, ...(slug !== null && { slug }), ...Object.fromEntries(mapped) }
}

type WebflowError = { code?: unknown; message?: unknown; details?: unknown }

function toError({ status, headers, json }: DestinationResponse): AppError {
  const { message, details } = (json ?? {}) as WebflowError
  if (status === 401) return credentialsRejected(host)
  if (status === 403) return forbidden(host, toSentence(message))
  if (status === 429) return rateLimited(host, readRetryAfter(headers, 60))
  if (status === 400 || status === 409) {
    const [first] = Array.isArray(details) ? (details as { param?: unknown; description?: unknown }[]) : []
    const field = toSentence(first?.param).replace(/^fieldData\./, '')
    const text = toSentence(first?.description) || toSentence(message) || `HTTP ${status}`
    if (field === 'slug' && /unique/i.test(text))
      return new AppError('conflict', `${host} has another item with this slug. Choose another.`, {
        field: 'slug',
        reason: 'slug_used',
        params: { host },
      })
    return rejected(host, text, field)
  }
  if (status >= 500 || status === 404) return failed(host, status)
  return invalidAnswer(host)
}
