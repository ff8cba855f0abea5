import { createServer } from 'node:http'
import type { WriteHook } from './write-hook.ts'

/** Webflow's CMS API, as developers.webflow.com documents it: validation by field, slugs that are unique, drafts and live items, and 429. */

export type WebflowItem = {
  id: string
  isDraft: boolean
  isArchived: boolean
  lastPublished: string | null
  lastUpdated: string
  createdOn: string
  fieldData: Record<string, unknown>
}

const fields = [
  { slug: 'name', displayName: 'Name', type: 'PlainText', isRequired: true },
  { slug: 'slug', displayName: 'Slug', type: 'PlainText', isRequired: true },
  { slug: 'body', displayName: 'Body', type: 'RichText', isRequired: true },
  { slug: 'summary', displayName: 'Summary', type: 'PlainText', isRequired: false },
  { slug: 'earshot', displayName: 'Earshot', type: 'PlainText', isRequired: false },
]

type Answer = [status: number, json: object]

const toProblem = (code: string, message: string, details: object[] = []) => ({
  ...{ code, message, externalReference: null, details },
})
const notFound: Answer = [404, toProblem('resource_not_found', 'Requested resource not found')]

export async function startWebflow() {
  const items = new Map<string, WebflowItem>()
  /** What visitors see of an item: a change isn't on the site until the item is published again. */
  const live = new Map<string, Record<string, unknown>>()
  /** `losesPublishing`: the request to publish never arrives. */
  const faults: { limited?: boolean; losesPublishing?: boolean } = {}
  let onWrite: WriteHook | null = null
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const send = (status: number, json: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(status === 204 ? undefined : JSON.stringify(json))
    const refuse = (status: number, code: string, message: string) => send(status, toProblem(code, message))
    const url = new URL(request.url!, 'http://webflow.test')
    if (request.headers.authorization !== 'Bearer webflow-token')
      return void refuse(401, 'not_authorized', 'Request not authorized')
    if (faults.limited)
      return void send(429, { code: 'rate_limit', message: 'Too many requests' }, { 'retry-after': '17' })
    if (url.pathname === '/v2/sites')
      return void send(200, {
        sites: [{ id: 'site', shortName: 'hollow-oak', customDomains: [{ url: 'hollowoak.example' }] }],
      })
    if (url.pathname === '/v2/sites/site/collections')
      return void send(200, { collections: [{ id: 'posts', displayName: 'Posts', slug: 'post' }] })
    if (url.pathname === '/v2/collections/posts') return void send(200, { id: 'posts', fields })
    const rest = /^\/v2\/collections\/posts\/items(?:\/(.*))?$/.exec(url.pathname)
    if (!rest) return void send(...notFound)
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : null
    const [id = '', part] = (rest[1] ?? '').split('/')
    if (id === 'publish' && faults.losesPublishing) return void response.destroy()
    if (request.method === 'GET') return void send(...read(id, url.searchParams.get('slug')))
    const step = `${request.method} ${part ?? (id === 'publish' ? id : id ? 'item' : 'items')}`
    await onWrite?.('before', step)
    const answer = write(id, part, body)
    await onWrite?.('after', step)
    void send(...answer)
  })

  function read(id: string, slug: string | null): Answer {
    if (!id) return [200, { items: [...items.values()].filter(({ fieldData }) => fieldData.slug === slug) }]
    const item = items.get(id)
    return item ? [200, item] : notFound
  }

  function write(
    id: string,
    part: string | undefined,
    body: { itemIds?: string[]; isDraft?: boolean; fieldData?: Record<string, unknown> } | null,
  ): Answer {
    if (id === 'publish') {
      const known = body!.itemIds!.filter((each) => items.has(each))
      for (const each of known) {
        const item = Object.assign(items.get(each)!, { isDraft: false, lastPublished: new Date().toISOString() })
        live.set(each, item.fieldData)
      }
      return [202, { publishedItemIds: known, errors: [] }]
    }
    if (id && !items.has(id)) return notFound
    if (part === 'live') {
      if (!live.delete(id)) return notFound
      items.get(id)!.lastPublished = null
      return [204, {}]
    }
    const given = body!.fieldData ?? {}
    const details = Object.keys(given)
      .filter((name) => !fields.some(({ slug }) => slug === name))
      .map((name) => ({ param: `fieldData.${name}`, description: 'Field not described in schema' }))
    if (String(given.summary ?? '').length > 200)
      details.push({ param: 'fieldData.summary', description: 'Expected value to be at most 200 characters' })
    if (given.slug && [...items.values()].some((item) => item.id !== id && item.fieldData.slug === given.slug))
      details.push({ param: 'fieldData.slug', description: "Unique value is already in database: 'slug'" })
    if (details.length > 0) return [400, toProblem('validation_error', 'Validation Error', details)]
    const now = new Date().toISOString()
    const item = id
      ? items.get(id)!
      : {
          id: crypto.randomUUID().replaceAll('-', '').slice(0, 24),
          isDraft: true,
          isArchived: false,
          lastPublished: null,
          lastUpdated: now,
          createdOn: now,
          fieldData: {},
        }
    Object.assign(item, { ...body, lastUpdated: now, fieldData: { ...item.fieldData, ...given } })
    items.set(item.id, item)
    return [id ? 200 : 202, item]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    ...{ url: origin, items, live, faults },
    setOnWrite(next: WriteHook | null) {
      onWrite = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
