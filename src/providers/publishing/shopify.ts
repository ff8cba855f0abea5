import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import {
  credentialsRejected,
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

/** Articles of a Shopify blog, by the GraphQL Admin API: https://shopify.dev/docs/api/admin-graphql */

const version = '2026-07'
const scopes = { read: 'read_content', write: 'write_content' }
/** The highest cost of our queries; Shopify says how many points come back a second. */
const maxWaitSeconds = 60

const articleFields = `id title handle body summary isPublished publishedAt createdAt updatedAt
  blog { handle } metafield(namespace: "earshot", key: "publication") { value }`

type GraphArticle = {
  id: string
  title: string
  handle: string
  body: string
  summary: string | null
  isPublished: boolean
  publishedAt: string | null
  createdAt: string
  updatedAt: string
  blog: { handle: string } | null
  metafield: { value: string } | null
}
type UserError = { field: string[] | null; message: string; code?: string | null }
type GraphAnswer = {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string } }[] | string
  extensions?: {
    cost?: { requestedQueryCost?: number; throttleStatus?: { currentlyAvailable?: number; restoreRate?: number } }
  }
}

type Options = {
  fetch: OutboundFetch
  url: string
  accessToken: string
  /** Id of the blog that articles go to. */
  blogId: string | undefined
  found: Record<string, string>
}

export function createShopify({ fetch, url, accessToken, blogId, found }: Options): PublishingAdapter {
  const shop = new URL(url)
  const { host } = shop

  async function query(text: string, variables: object = {}): Promise<Record<string, unknown>> {
    const { status, json, headers } = await sendRequest(fetch, new URL(`/admin/api/${version}/graphql.json`, shop), {
      method: 'POST',
      headers: { 'X-Shopify-Access-Token': accessToken },
      json: { query: text, variables },
    })
    if (status === 401) throw credentialsRejected(host)
    if (status === 403 || status === 402) throw forbidden(host)
    if (status === 404) throw noShop(host)
    if (status === 429) throw rateLimited(host, readRetryAfter(headers, 2))
    if (status >= 500) throw failed(host, status)
    const answer = (json ?? {}) as GraphAnswer
    if (Array.isArray(answer.errors) && answer.errors.length > 0) throw toQueryError(host, answer)
    if (typeof answer.errors === 'string') throw credentialsRejected(host)
    return answer.data ?? refuse(host)
  }

  async function change(name: string, text: string, variables: object): Promise<RemotePost> {
    const data = await query(text, variables)
    const { article, userErrors = [] } = (data[name] ?? {}) as {
      article?: GraphArticle | null
      userErrors?: UserError[]
    }
    const [first] = userErrors
    if (first) {
      const field = first.field?.at(-1)
      if (first.code === 'TAKEN' && field === 'handle') throw handleTaken(host)
      throw rejected(host, toSentence(first.message), field)
    }
    return toPost(article ?? refuse(host))
  }

  const toPost = (article: GraphArticle): RemotePost => ({
    id: article.id,
    url: article.blog ? new URL(`/blogs/${article.blog.handle}/${article.handle}`, found.home ?? shop).href : null,
    slug: article.handle,
    title: article.title,
    state: article.isPublished
      ? 'published'
      : article.publishedAt && new Date(article.publishedAt).getTime() > Date.now()
        ? 'scheduled'
        : 'draft',
    content: article.body,
    fingerprint: JSON.stringify([article.title, article.body, article.summary]),
    marker: readMarker(article.metafield?.value ?? ''),
    createdAt: new Date(article.createdAt),
    modifiedAt: new Date(article.updatedAt),
    modifiedBy: null,
  })

  return {
    format: 'html',
    hasMarkers: true,
    readsPosts: true,

    async check() {
      const data = await query(`query { shop { primaryDomain { url } }
        currentAppInstallation { accessScopes { handle } } blogs(first: 100) { nodes { id title } } }`)
      const { primaryDomain } = (data.shop ?? {}) as { primaryDomain?: { url?: string } }
      const { accessScopes = [] } = (data.currentAppInstallation ?? {}) as { accessScopes?: { handle: string }[] }
      const { nodes = [] } = (data.blogs ?? {}) as { nodes?: { id: string; title: string }[] }
      const home: Record<string, string> = {}
      if (primaryDomain?.url && /^https?:\/\//.test(primaryDomain.url)) home.home = primaryDomain.url
      const granted = new Set(accessScopes.map(({ handle }) => handle))
      const canWrite = granted.has(scopes.write) || granted.has('write_online_store_pages')
      return {
        can: { drafts: canWrite, publish: canWrite, media: false },
        found: home,
        keepsScripts: false,
        collections: nodes.map(({ id, title }) => ({ id, name: title, fields: [] })),
      }
    },

    async get(id) {
      const { article } = await query(`query ($id: ID!) { article(id: $id) { ${articleFields} } }`, { id })
      return article ? toPost(article as GraphArticle) : null
    },

    async findBySlug(slug) {
      const data = await query(
        `query ($query: String!) { articles(first: 10, query: $query) { nodes { ${articleFields} blog { id } } } }`,
        { query: `handle:${JSON.stringify(slug)}` },
      )
      const { nodes = [] } = (data.articles ?? {}) as { nodes?: (GraphArticle & { blog: { id: string } | null })[] }
      const here = nodes.filter(({ handle, blog }) => handle === slug && blog?.id === toBlogId(blogId))
      const article = here.find(({ metafield }) => metafield) ?? here[0]
      return article ? toPost(article) : null
    },

    // Articles can't be searched by their metafields.
    findByMarker: null,

    create: (article) =>
      change(
        'articleCreate',
        `mutation ($article: ArticleCreateInput!) {
          articleCreate(article: $article) { article { ${articleFields} } userErrors { code field message } } }`,
        {
          article: {
            blogId: requireBlog(host, blogId),
            author: { name: article.author ?? host },
            ...toFields(article),
          },
        },
      ),

    update: ({ id }, article) =>
      change(
        'articleUpdate',
        `mutation ($id: ID!, $article: ArticleUpdateInput!) {
          articleUpdate(id: $id, article: $article) { article { ${articleFields} } userErrors { code field message } } }`,
        { id, article: { ...(article.author ? { author: { name: article.author } } : {}), ...toFields(article) } },
      ),

    completeSaved: null,

    unpublish: ({ id }) =>
      change(
        'articleUpdate',
        `mutation ($id: ID!, $article: ArticleUpdateInput!) {
          articleUpdate(id: $id, article: $article) { article { ${articleFields} } userErrors { code field message } } }`,
        { id, article: { isPublished: false } },
      ),

    // Shopify fetches images by their address itself.
    media: null,
  }
}

const toBlogId = (id: string | undefined) => (id && /^\d+$/.test(id) ? `gid://shopify/Blog/${id}` : id)

function requireBlog(host: string, id: string | undefined): string {
  const blogId = toBlogId(id)
  if (blogId) return blogId
  throw collectionMissing(host)
}

export const collectionMissing = (host: string) =>
  new AppError('invalid_input', `Choose where posts go on ${host}: defaults.collection is missing.`, {
    field: 'destination_id',
    reason: 'collection_missing',
    params: { host },
  })

function toFields({ marker, title, slug, content, excerpt, status, tags, categories, cover, seo }: Article) {
  const names = tags || categories ? [...new Set([...(categories ?? []), ...(tags ?? [])])] : null
  const meta = (key: string, value: string) => ({
    namespace: 'global',
    key,
    type: key === 'title_tag' ? 'single_line_text_field' : 'multi_line_text_field',
    value,
  })
  return {
    title,
    ...(slug !== null && { handle: slug }),
    body: content,
    ...(excerpt !== null && { summary: excerpt }),
    isPublished: status === 'publish',
    ...(names && { tags: names }),
    ...(cover && { image: { url: cover.url, altText: cover.alt } }),
    metafields: [
      { namespace: 'earshot', key: 'publication', type: 'single_line_text_field', value: toMarkerText(marker) },
      ...(seo?.title ? [meta('title_tag', seo.title)] : []),
      ...(seo?.description ? [meta('description_tag', seo.description)] : []),
    ],
  }
}

/** Queries cost points that come back over time: with too few, Shopify says how many there are and how fast they return. */
function toQueryError(host: string, { errors, extensions }: GraphAnswer): AppError {
  const [first] = errors as { message: string; extensions?: { code?: string } }[]
  if (first?.extensions?.code === 'THROTTLED') {
    const { requestedQueryCost = 50, throttleStatus = {} } = extensions?.cost ?? {}
    const { currentlyAvailable = 0, restoreRate = 50 } = throttleStatus
    const seconds = Math.ceil((requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate))
    return rateLimited(host, Math.min(maxWaitSeconds, Math.max(1, seconds)))
  }
  if (first?.extensions?.code === 'ACCESS_DENIED') return forbidden(host, toSentence(first.message))
  return rejected(host, toSentence(first?.message) || 'It refused the query.')
}

const handleTaken = (host: string) =>
  new AppError('conflict', `${host} has another article with this slug. Choose another.`, {
    field: 'slug',
    reason: 'slug_used',
    params: { host },
  })

const noShop = (host: string) =>
  new AppError('upstream_failed', `No Shopify store was found at ${host}.`, {
    field: 'url',
    reason: 'no_shopify',
    params: { host },
    retryable: false,
  })

function refuse(host: string): never {
  throw invalidAnswer(host)
}
