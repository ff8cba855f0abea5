import { createServer } from 'node:http'
import type { WriteHook } from './write-hook.ts'

/**
 * A Shopify store with the blog part of its GraphQL Admin API, as shopify.dev documents it: `userErrors` with codes, handles that are unique in
 * a blog, and throttling by the cost of queries.
 */

export type ShopifyArticle = {
  id: string
  blogId: string
  title: string
  handle: string
  body: string
  summary: string
  isPublished: boolean
  tags: string[]
  metafields: { namespace: string; key: string; value: string }[]
  createdAt: string
  updatedAt: string
}

export async function startShopify() {
  const articles = new Map<string, ShopifyArticle>()
  const faults: { points?: number; scopes?: string[] } = {}
  const blogs = [{ id: 'gid://shopify/Blog/1', title: 'News', handle: 'news' }]
  let nextId = 100
  let onWrite: WriteHook | null = null
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const send = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (!/^\/admin\/api\/\d{4}-\d\d\/graphql\.json$/.test(request.url!)) return void send(404, { errors: 'Not Found' })
    if (request.headers['x-shopify-access-token'] !== 'shpat_test')
      return void send(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' })
    if (faults.points !== undefined && faults.points < 50)
      return void send(200, {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 112,
            throttleStatus: { maximumAvailable: 2000, currentlyAvailable: faults.points, restoreRate: 50 },
          },
        },
      })
    const { query, variables } = JSON.parse(Buffer.concat(parts).toString())
    const mutation = /\b(articleCreate|articleUpdate)\(/.exec(query)?.[1]
    if (mutation) await onWrite?.('before', mutation)
    const data = answer(query, variables)
    if (mutation) await onWrite?.('after', mutation)
    void send(200, { data })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  function answer(query: string, variables: Record<string, unknown>): object {
    if (query.includes('shop {'))
      return {
        shop: { primaryDomain: { url: 'https://shop.example' } },
        currentAppInstallation: {
          accessScopes: (faults.scopes ?? ['read_content', 'write_content']).map((handle) => ({ handle })),
        },
        blogs: { nodes: blogs },
      }
    if (query.includes('articleCreate')) return { articleCreate: save(null, variables.article as never) }
    if (query.includes('articleUpdate'))
      return { articleUpdate: save(articles.get(variables.id as string) ?? null, variables.article as never) }
    if (query.includes('articles(')) {
      const handle = JSON.parse(String(variables.query).replace('handle:', ''))
      return { articles: { nodes: [...articles.values()].filter((each) => each.handle === handle).map(show) } }
    }
    const found = articles.get(variables.id as string)
    return { article: found ? show(found) : null }
  }

  function save(before: ShopifyArticle | null, given: Partial<ShopifyArticle>) {
    const refuse = (field: string, message: string, code: string) => ({
      article: null,
      userErrors: [{ field: ['article', field], message, code }],
    })
    if (given.title === '') return refuse('title', 'Title can’t be blank', 'BLANK')
    const blogId = before?.blogId ?? given.blogId!
    if (
      given.handle &&
      [...articles.values()].some(
        (each) => each.id !== before?.id && each.blogId === blogId && each.handle === given.handle,
      )
    )
      return refuse('handle', 'Handle has already been taken', 'TAKEN')
    const now = new Date().toISOString()
    const article: ShopifyArticle = {
      ...(before ?? {
        id: `gid://shopify/Article/${nextId++}`,
        handle: 'article',
        body: '',
        summary: '',
        isPublished: false,
        tags: [],
        metafields: [],
        createdAt: now,
      }),
      ...given,
      updatedAt: now,
    } as ShopifyArticle
    articles.set(article.id, article)
    return { article: show(article), userErrors: [] }
  }

  const show = (article: ShopifyArticle) => ({
    ...article,
    publishedAt: article.isPublished ? article.updatedAt : null,
    blog: { id: article.blogId, handle: blogs.find(({ id }) => id === article.blogId)?.handle },
    metafield: article.metafields.find(({ namespace }) => namespace === 'earshot') ?? null,
  })

  return {
    ...{ url: origin, articles, faults },
    setOnWrite(next: WriteHook | null) {
      onWrite = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
