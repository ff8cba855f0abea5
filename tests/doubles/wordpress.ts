import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { WriteHook } from './write-hook.ts'

/**
 * A WordPress site with its REST API, as developer.wordpress.org/rest-api documents it: application passwords, capabilities by role,
 * slugs that get "-2" and lose letters of other scripts to percent signs, others' private posts, redirects that lose the password, security plugins that close the API, upload limits, and filtered HTML for
 * those who may not write it.
 */

export type WordPressRole = 'administrator' | 'author' | 'contributor' | 'subscriber'

export type WordPressPost = {
  id: number
  slug: string
  status: string
  title: string
  content: string
  excerpt: string
  categories: number[]
  tags: number[]
  featured_media: number
  author: number
  meta: Record<string, string>
  date_gmt: string
  modified_gmt: string
}

type Faults = {
  /** Every request goes to this address instead. */
  redirectTo?: string
  /** A security plugin answers: with JSON, or with a page. */
  blocked?: 'json' | 'page'
  /** The web server's limit of an upload in bytes. */
  uploadLimit?: number
  /** The server drops the Authorization header. */
  dropsAuthorization?: boolean
  /** Writes are carried out, but their answers are lost. */
  losesAnswers?: boolean
  /** HTTP status of every request. */
  status?: number
  retryAfter?: number
}

const capabilities: Record<WordPressRole, string[]> = {
  administrator: [
    'edit_posts',
    'publish_posts',
    'edit_published_posts',
    'upload_files',
    'unfiltered_html',
    'manage_categories',
  ],
  author: ['edit_posts', 'publish_posts', 'edit_published_posts', 'upload_files'],
  contributor: ['edit_posts'],
  subscriber: [],
}

const password = 'abcd efgh ijkl mnop qrst uvwx'

export async function startWordPress({
  permalinks = true,
  metaFields = [],
}: {
  /** Without pretty permalinks the API is at `?rest_route=`. */
  permalinks?: boolean
  /** Post meta that plugins show in the REST API. */
  metaFields?: string[]
} = {}) {
  const posts = new Map<number, WordPressPost>()
  const media = new Map<number, { id: number; slug: string; alt: string; mime: string; bytes: number; url: string }>()
  const terms = { tags: new Map<number, string>(), categories: new Map<number, string>([[1, 'Uncategorized']]) }
  const requests: string[] = []
  const faults: Faults = {}
  let role: WordPressRole = 'administrator'
  let nextId = 10
  let onWrite: WriteHook | null = null

  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, origin)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const send = (status: number, json: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
      response.end(JSON.stringify(json))
    }
    const page = (status: number, text = '<!doctype html><title>Page</title>') => {
      response.writeHead(status, { 'content-type': 'text/html' })
      response.end(text)
    }
    if (faults.redirectTo) {
      response.writeHead(301, { location: new URL(request.url!, faults.redirectTo).href })
      return response.end()
    }
    if (faults.status)
      return send(faults.status, {}, faults.retryAfter ? { 'retry-after': String(faults.retryAfter) } : {})
    const route = getRoute(url)
    if (route === null) return page(404)
    if (faults.blocked === 'page') return page(403, '<h1>Forbidden by the firewall</h1>')
    if (faults.blocked === 'json')
      return send(401, {
        code: 'rest_cannot_access',
        message: 'DRA: Only authenticated users can access the REST API.',
        data: { status: 401 },
      })
    const isKnown = readAuthorization(request)
    if (isKnown === 'wrong')
      return send(401, {
        code: 'incorrect_password',
        message: 'The provided password is an invalid application password.',
        data: { status: 401 },
      })
    if (route === '/') return send(200, { name: 'Hollow Oak', namespaces: ['oembed/1.0', 'wp/v2'] })
    if (isKnown === 'none')
      return send(401, {
        code: 'rest_not_logged_in',
        message: 'You are not currently logged in.',
        data: { status: 401 },
      })
    const isWrite = request.method === 'POST'
    if (isWrite) await onWrite?.('before', route)
    if (isWrite && faults.losesAnswers) {
      await respond(request, url, route, body, () => undefined)
      return response.destroy()
    }
    await respond(request, url, route, body, (status, json) => {
      const finish = () => send(status, json)
      if (!isWrite || !onWrite) finish()
      else void Promise.resolve(onWrite('after', route)).then(finish)
    })
  }

  function getRoute(url: URL): string | null {
    const plain = url.searchParams.get('rest_route')
    if (plain !== null) return plain
    if (!permalinks || !url.pathname.startsWith('/wp-json')) return null
    return url.pathname.slice('/wp-json'.length) || '/'
  }

  function readAuthorization(request: IncomingMessage): 'known' | 'wrong' | 'none' {
    const given = faults.dropsAuthorization ? undefined : request.headers.authorization
    if (!given) return 'none'
    const [user, ...secret] = Buffer.from(given.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    return user === 'ada' && secret.join(':').replaceAll(' ', '') === password.replaceAll(' ', '') ? 'known' : 'wrong'
  }

  async function respond(
    request: IncomingMessage,
    url: URL,
    route: string,
    body: Buffer,
    send: (status: number, json: unknown) => void,
  ) {
    const can = (name: string) => capabilities[role].includes(name)
    const refuse = (code: string, message: string) => send(403, { code, message, data: { status: 403 } })
    if (route === '/wp/v2/users/me')
      return send(200, {
        id: 1,
        name: 'Ada',
        slug: 'ada',
        capabilities: Object.fromEntries(capabilities[role].map((name) => [name, true])),
      })
    if (route === '/wp/v2/users')
      return send(
        200,
        'ada lovelace'.includes(url.searchParams.get('search')!.toLowerCase())
          ? [{ id: 1, name: 'Ada Lovelace', slug: 'ada' }]
          : [],
      )
    const taxonomy = /^\/wp\/v2\/(tags|categories)$/.exec(route)?.[1] as 'tags' | 'categories' | undefined
    if (taxonomy) return answerTerms(request, url, body, taxonomy, send, can)
    if (route === '/wp/v2/media') return answerMedia(request, url, body, send, can)
    if (route === '/wp/v2/posts' && request.method === 'OPTIONS')
      return send(200, {
        schema: {
          properties: {
            meta: { properties: Object.fromEntries(metaFields.map((name) => [name, { type: 'string' }])) },
          },
        },
      })
    const id = /^\/wp\/v2\/posts\/(\d+)$/.exec(route)?.[1]
    if (id && !posts.has(Number(id)))
      return send(404, { code: 'rest_post_invalid_id', message: 'Invalid post ID.', data: { status: 404 } })
    if (request.method === 'GET' && id) return send(200, show(posts.get(Number(id))!))
    if (request.method === 'GET') {
      const slug = url.searchParams.get('slug')
      const isAny = url.searchParams.get('status') === 'any'
      const search = url.searchParams.get('search')
      const found = [...posts.values()].filter(
        (post) =>
          post.status !== 'trash' &&
          (post.status !== 'private' || role === 'administrator') &&
          (isAny || post.status === 'publish') &&
          (slug === null || post.slug === sanitizeSlug(slug)) &&
          (search === null || `${post.title}\n${post.excerpt}\n${post.content}`.includes(search)),
      )
      return send(200, found.map(show))
    }
    if (!can('edit_posts'))
      return refuse('rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.')
    const given = JSON.parse(body.toString()) as Partial<WordPressPost>
    if (given.status === 'publish' && !can('publish_posts'))
      return refuse('rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.')
    const unknown = Object.keys(given.meta ?? {}).filter((name) => !metaFields.includes(name))
    if (unknown.length > 0)
      return refuse('rest_cannot_update', `Sorry, you are not allowed to edit the ${unknown[0]} custom field.`)
    send(id ? 200 : 201, show(save(id ? posts.get(Number(id))! : null, given)))
  }

  function save(before: WordPressPost | null, given: Partial<WordPressPost>): WordPressPost {
    const now = new Date().toISOString().slice(0, 19)
    const post: WordPressPost = {
      ...(before ?? {
        id: nextId++,
        slug: '',
        status: 'draft',
        title: '',
        content: '',
        excerpt: '',
        categories: [1],
        tags: [],
        featured_media: 0,
        author: 1,
        meta: {},
        date_gmt: now,
      }),
      ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'context')),
      meta: { ...before?.meta, ...given.meta },
      modified_gmt: now,
    } as WordPressPost
    if (given.content !== undefined && !capabilities[role].includes('unfiltered_html'))
      post.content = given.content.replace(/<script[^>]*>|<\/script>/g, '')
    // Drafts may share a slug: it becomes unique when they are published.
    if (!['draft', 'pending'].includes(post.status)) {
      const wanted = sanitizeSlug(post.slug || post.title.toLowerCase().replaceAll(' ', '-'))
      let slug = wanted
      for (
        let n = 2;
        [...posts.values()].some((each) => each.id !== post.id && each.slug === slug && each.status !== 'draft');
        n++
      )
        slug = `${wanted}-${n}`
      post.slug = slug
    }
    posts.set(post.id, post)
    return post
  }

  const show = (post: WordPressPost) => ({
    ...post,
    link: ['publish', 'future'].includes(post.status) ? `${origin}/${post.slug}/` : `${origin}/?p=${post.id}`,
    title: { raw: post.title, rendered: post.title },
    content: { raw: post.content, rendered: post.content.replace(/<!--.*?-->/g, '') },
    excerpt: { raw: post.excerpt, rendered: `<p>${post.excerpt}</p>` },
  })

  function answerTerms(
    request: IncomingMessage,
    url: URL,
    body: Buffer,
    taxonomy: 'tags' | 'categories',
    send: (status: number, json: unknown) => void,
    can: (name: string) => boolean,
  ) {
    const known = terms[taxonomy]
    const toTerm = ([id, name]: [number, string]) => ({
      id,
      name: name.replaceAll('&', '&amp;'),
      slug: name.toLowerCase(),
    })
    if (request.method === 'GET') {
      const search = url.searchParams.get('search')!.toLowerCase()
      return send(200, [...known].filter(([, name]) => name.toLowerCase().includes(search)).map(toTerm))
    }
    if (taxonomy === 'categories' && !can('manage_categories'))
      return send(403, {
        code: 'rest_cannot_create',
        message: 'Sorry, you are not allowed to create terms in this taxonomy.',
        data: { status: 403 },
      })
    const { name } = JSON.parse(body.toString())
    const id = nextId++
    known.set(id, name)
    send(201, toTerm([id, name]))
  }

  async function answerMedia(
    request: IncomingMessage,
    url: URL,
    body: Buffer,
    send: (status: number, json: unknown) => void,
    can: (name: string) => boolean,
  ) {
    const toMedia = ({ id, url: source_url, alt }: { id: number; url: string; alt: string }) => ({
      id,
      source_url,
      alt_text: alt,
    })
    if (request.method === 'GET')
      return send(200, [...media.values()].filter(({ slug }) => slug === url.searchParams.get('slug')).map(toMedia))
    if (!can('upload_files'))
      return send(403, {
        code: 'rest_cannot_create',
        message: 'Sorry, you are not allowed to upload media on this site.',
        data: { status: 403 },
      })
    if (faults.uploadLimit !== undefined && body.length > faults.uploadLimit) return send(413, undefined)
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type']! },
    }).formData()
    const file = form.get('file') as File
    const id = nextId++
    const added = {
      id,
      slug: String(form.get('slug')),
      alt: String(form.get('alt_text')),
      mime: file.type,
      bytes: file.size,
      url: `${origin}/wp-content/uploads/${file.name}`,
    }
    media.set(id, added)
    send(201, toMedia(added))
  }

  return {
    url: origin,
    host: `127.0.0.1:${port}`,
    credentials: { username: 'ada', application_password: password },
    posts,
    media,
    terms,
    requests,
    faults,
    setRole(next: WordPressRole) {
      role = next
    },
    setOnWrite(next: typeof onWrite) {
      onWrite = next
    },
    /** Somebody edits a post in WordPress' editor. */
    edit: (id: number, change: Partial<WordPressPost>) => save(posts.get(id)!, change),
    /** Somebody writes a post there. */
    add: (given: Partial<WordPressPost>) => save(null, given),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As `sanitize_title`: letters of other scripts are percent-encoded. */
const sanitizeSlug = (slug: string) => encodeURIComponent(decodeURIComponent(slug)).toLowerCase()

export type WordPressDouble = Awaited<ReturnType<typeof startWordPress>>
