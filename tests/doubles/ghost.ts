import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { WriteHook } from './write-hook.ts'

/**
 * A Ghost site with its Admin API, as docs.ghost.org documents it and its source answers: tokens of five minutes, `updated_at` with every
 * change, slugs that get "-2", HTML that becomes Lexical and back (tables and ids of list items are lost outside cards of HTML).
 */

export type GhostPost = {
  id: string
  slug: string
  title: string
  html: string
  lexical: string
  status: string
  custom_excerpt: string | null
  codeinjection_foot: string | null
  feature_image: string | null
  meta_title: string | null
  tags: { name: string }[]
  created_at: string
  updated_at: string
}

type Faults = {
  /** Seconds that its clock is ahead. */
  clockAheadSeconds?: number
  losesAnswers?: boolean
  uploadLimit?: number
  status?: number
  /** Someone saves the post right before each change. */
  savesBefore?: boolean
}

const key = { id: '6489a1b2c3d4e5f601234567', secret: randomBytes(32).toString('hex') }

export async function startGhost() {
  const posts = new Map<string, GhostPost>()
  /** Ghost keeps every upload: one of a name that it has gets another name. */
  const images: string[] = []
  /** Slugs of pages, which no post can have. */
  const pages = new Set<string>()
  const faults: Faults = {}
  let onWrite: WriteHook | null = null
  let clock = Date.now()
  /** Ghost stores whole seconds, and every save has another. */
  const tick = () => {
    clock += 1000
    return new Date(clock).toISOString().replace(/\.\d+/, '.000')
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, origin)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const now = Date.now() + (faults.clockAheadSeconds ?? 0) * 1000
    const send = (status: number, json: object) => {
      response.writeHead(status, { 'content-type': 'application/json', date: new Date(now).toUTCString() })
      response.end(JSON.stringify(json))
    }
    const refuse = (status: number, message: string, code: string, context?: string) =>
      send(status, { errors: [{ message, code, context, type: code }] })
    if (faults.status) return refuse(faults.status, 'Something went wrong.', 'INTERNAL')
    const path = /^\/ghost\/api\/admin\/(.*)$/.exec(url.pathname)?.[1]
    if (path === undefined) return response.writeHead(404).end('<h1>404</h1>')
    if (path === 'site/') return send(200, { site: { title: 'Letters', url: origin } })
    const problem = checkToken(request.headers.authorization ?? '', now / 1000)
    if (problem)
      return refuse(
        401,
        problem === 'unknown' ? 'Unknown Admin API Key' : `Invalid token: ${problem}`,
        problem === 'unknown' ? 'UNKNOWN_ADMIN_API_KEY' : 'INVALID_JWT',
      )
    if (request.method !== 'GET') await onWrite?.('before', path)
    if (path === 'images/upload/') {
      if (faults.uploadLimit !== undefined && body.length > faults.uploadLimit)
        return refuse(413, 'The file is too large.', 'REQUEST_ENTITY_TOO_LARGE')
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.headers['content-type']! },
      }).formData()
      const image = nameImage((form.get('file') as File).name)
      images.push(image)
      await onWrite?.('after', path)
      return send(201, { images: [{ url: image, ref: form.get('ref') }] })
    }
    const slug = /^posts\/slug\/([^/]+)\/$/.exec(path)?.[1]
    const id = /^posts\/([0-9a-f]{24})\/$/.exec(path)?.[1]
    const found = id
      ? posts.get(id)
      : slug
        ? [...posts.values()].find((post) => post.slug === decodeURIComponent(slug))
        : undefined
    if ((id || slug) && !found) return refuse(404, 'Resource not found error, cannot read post.', 'NOT_FOUND')
    if (request.method === 'GET') {
      const text = /^codeinjection_foot:~'([^']+)'$/.exec(
        url.searchParams.get('filter') ?? "codeinjection_foot:~''",
      )?.[1]
      const listed = [...posts.values()].filter((post) => !text || post.codeinjection_foot?.includes(text))
      return send(200, { posts: found ? [show(found)] : listed.slice(0, 1).map(show) })
    }
    const [given] = (JSON.parse(body.toString()) as { posts: Partial<GhostPost>[] }).posts
    if (found && faults.savesBefore) save(found, { title: found.title })
    if (found && given!.updated_at !== found.updated_at)
      return refuse(409, 'Saving failed! Someone else is editing this post.', 'UPDATE_COLLISION')
    if (given!.title !== undefined && given!.title.length > 255)
      return refuse(
        422,
        'Validation error, cannot save post.',
        'VALIDATION',
        'Title cannot be longer than 255 characters.',
      )
    const saved = save(found ?? null, given!, url.searchParams.get('source') === 'html')
    if (faults.losesAnswers) return response.destroy()
    await onWrite?.('after', path)
    send(found ? 200 : 201, { posts: [show(saved)] })
  }

  function save(before: GhostPost | null, given: Partial<GhostPost>, isHtml = false): GhostPost {
    const { html, ...fields } = given
    const at = tick()
    const post: GhostPost = {
      ...(before ?? {
        id: randomBytes(12).toString('hex'),
        slug: 'untitled',
        title: '(Untitled)',
        html: '',
        lexical: '',
        status: 'draft',
        custom_excerpt: null,
        codeinjection_foot: null,
        feature_image: null,
        meta_title: null,
        tags: [],
        created_at: at,
      }),
      ...fields,
      updated_at: at,
    }
    if (isHtml && html !== undefined) {
      post.html = throughLexical(html)
      post.lexical = JSON.stringify({ root: { children: [post.html] } })
    } else if (html !== undefined) {
      post.html = html
      post.lexical = JSON.stringify({ root: { children: [html] } })
    }
    const wanted = post.slug
    const isTaken = (slug: string) =>
      pages.has(slug) || [...posts.values()].some((each) => each.id !== post.id && each.slug === slug)
    for (let n = 2; isTaken(post.slug); n++) post.slug = `${wanted}-${n}`
    posts.set(post.id, post)
    return post
  }

  function nameImage(file: string): string {
    const [, stem, ending] = /^(.*)(\.[^.]*)$/.exec(file)!
    const toUrl = (n: number) => `${origin}/content/images/${stem}${n === 0 ? '' : `-${n}`}${ending}`
    let n = 0
    while (images.includes(toUrl(n))) n++
    return toUrl(n)
  }

  const show = (post: GhostPost) => ({
    ...post,
    url: post.status === 'published' ? `${origin}/${post.slug}/` : `${origin}/p/${post.id}/`,
  })

  return {
    url: origin,
    host: `127.0.0.1:${port}`,
    adminApiKey: `${key.id}:${key.secret}`,
    posts,
    pages,
    images,
    faults,
    setOnWrite(next: WriteHook | null) {
      onWrite = next
    },
    /** Somebody edits a post in Ghost's editor. */
    edit: (id: string, change: Partial<GhostPost>) => save(posts.get(id)!, change),
    add: (given: Partial<GhostPost>) => save(null, given),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What the editor keeps of HTML: cards as they are, headings with ids, no tables and no ids of list items. */
const throughLexical = (html: string) =>
  html
    .split(/(<!--kg-card-begin: html-->[\s\S]*?<!--kg-card-end: html-->)/)
    .map((part) =>
      part.startsWith('<!--kg-card')
        ? part
        : part
            .replace(/<table>[\s\S]*?<\/table>/g, '')
            .replace(/<li id="[^"]*">/g, '<li>')
            .replace(
              /<(h\d)>(.*?)<\/h\d>/g,
              (_, tag, text) => `<${tag} id="${text.toLowerCase().replace(/\W+/g, '-')}">${text}</${tag}>`,
            )
            .replace(/<figure>/g, '<figure class="kg-card kg-image-card">'),
    )
    .join('')

/** Null: valid. As jsonwebtoken checks it, with `maxAge: 5m`. */
function checkToken(header: string, now: number): string | null {
  const [scheme, token = ''] = header.split(' ')
  const [head = '', body = '', signature = ''] = token.split('.')
  if (scheme !== 'Ghost' || !signature) return 'jwt malformed'
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  if (kid !== key.id) return 'unknown'
  const expected = createHmac('sha256', Buffer.from(key.secret, 'hex')).update(`${head}.${body}`).digest('base64url')
  if (signature !== expected) return 'invalid signature'
  const { iat, exp, aud } = JSON.parse(Buffer.from(body, 'base64url').toString())
  if (aud !== '/admin/') return 'jwt audience invalid'
  if (exp <= now) return 'jwt expired'
  return now >= iat + 300 ? 'maxAge exceeded' : null
}
