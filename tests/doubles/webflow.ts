import { createServer } from 'node:http'

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

export async function startWebflow() {
  const items = new Map<string, WebflowItem>()
  /** `losesPublishing`: the request to publish never arrives. */
  const faults: { limited?: boolean; losesPublishing?: boolean } = {}
  /** Called before an item is published, so that tests can kill what asks. */
  let onPublish: (() => Promise<void>) | null = null
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const send = (status: number, json: object, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(status === 204 ? undefined : JSON.stringify(json))
    const refuse = (status: number, code: string, message: string, details: object[] = []) =>
      send(status, { code, message, externalReference: null, details })
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
    if (!rest) return void refuse(404, 'resource_not_found', 'Requested resource not found')
    const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : null
    const [id = '', live] = (rest[1] ?? '').split('/')
    if (id === 'publish' && faults.losesPublishing) return void response.destroy()
    if (id === 'publish') {
      await onPublish?.()
      const known = (body.itemIds as string[]).filter((each) => items.has(each))
      for (const each of known)
        Object.assign(items.get(each)!, { isDraft: false, lastPublished: new Date().toISOString() })
      return void send(202, { publishedItemIds: known, errors: [] })
    }
    if (id && !items.has(id)) return void refuse(404, 'resource_not_found', 'Requested resource not found')
    if (live === 'live') {
      items.get(id)!.lastPublished = null
      return void send(204, {})
    }
    if (request.method === 'GET') {
      if (id) return void send(200, items.get(id)!)
      const slug = url.searchParams.get('slug')
      return void send(200, { items: [...items.values()].filter(({ fieldData }) => fieldData.slug === slug) })
    }
    const given = (body.fieldData ?? {}) as Record<string, unknown>
    const details = Object.keys(given)
      .filter((name) => !fields.some(({ slug }) => slug === name))
      .map((name) => ({ param: `fieldData.${name}`, description: 'Field not described in schema' }))
    if (String(given.summary ?? '').length > 200)
      details.push({ param: 'fieldData.summary', description: 'Expected value to be at most 200 characters' })
    if (given.slug && [...items.values()].some((item) => item.id !== id && item.fieldData.slug === given.slug))
      details.push({ param: 'fieldData.slug', description: "Unique value is already in database: 'slug'" })
    if (details.length > 0) return void refuse(400, 'validation_error', 'Validation Error', details)
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
    void send(id ? 200 : 202, item)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    ...{ url: origin, items, faults },
    setOnPublish(next: typeof onPublish) {
      onPublish = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
