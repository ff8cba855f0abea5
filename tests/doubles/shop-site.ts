import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/**
 * A shop with traps: an endless calendar, filters that combine, session ids, chains of redirects, a page of 10 MB and a path that loops.
 * `truth` is what an inventory of it has, by path.
 */

export type TruePage = { status: number; title: string | null; indexable: boolean | null; reason: string | null }

export type ShopOptions = {
  products: number
  /** The time that requests are recorded with. */
  now?: () => number
}

export type ShopSite = Awaited<ReturnType<typeof startShopSite>>

const perCategory = 40
const words = 'oak steel linen cotton brass marble walnut copper'.split(' ')

export async function startShopSite({ products, now = Date.now }: ShopOptions) {
  const requests: { path: string; at: number; host: string; status: number }[] = []
  /** Paths of products that were taken out, and texts that changed. */
  const removed = new Set<string>()
  const texts = new Map<string, string>()
  const added: string[] = []
  let session = 0
  let base = ''

  const categories = Math.ceil(products / perCategory)
  const getProduct = (index: number) => `/product/${index}-${words[index % words.length]}-shelf`
  const getProducts = () => [...Array(products).keys()].map(getProduct)
  const getCategory = (index: number) => `/category/${index}`

  function getTruth(): Map<string, TruePage> {
    const good = (title: string): TruePage => ({ status: 200, title, indexable: true, reason: null })
    const truth = new Map<string, TruePage>([
      ['/', good('Shop')],
      ['/guides/shelf-care', good('How to care for a shelf')],
      ['/hidden', { status: 200, title: 'Hidden', indexable: false, reason: 'noindex' }],
      ['/header-noindex', { status: 200, title: 'Header', indexable: false, reason: 'noindex' }],
      ['/copy', { status: 200, title: 'Copy', indexable: false, reason: 'canonical' }],
      ['/missing', { status: 404, title: null, indexable: false, reason: 'status' }],
      ['/broken', { status: 500, title: null, indexable: false, reason: 'status' }],
      ['/huge', { status: 200, title: null, indexable: null, reason: 'unread' }],
      ['/cart', good('Cart')],
      ['/blocked/listed', { status: 0, title: null, indexable: false, reason: 'robots' }],
      ['/moved', { status: 301, title: null, indexable: false, reason: 'redirect' }],
    ])
    for (let index = 0; index < categories; index++) truth.set(getCategory(index), good(`Category ${index}`))
    for (const path of [...getProducts(), ...added]) if (!removed.has(path)) truth.set(path, good(`Product ${path}`))
    return truth
  }

  const layout = (
    title: string,
    main: string,
    head = '',
  ) => `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
<body><nav><a href="/">Home</a> <a href="/cart?PHPSESSID=${++session}">Cart</a> <a href="/events/2026/11">Calendar</a></nav>
<main><h1>${title}</h1>${main}</main>
<footer><a href="/hidden">Hidden</a> <a href="https://elsewhere.example/">Elsewhere</a> <a href="/manual.pdf">Manual</a></footer></body></html>`

  function getPage(path: string, url: URL): { status: number; body?: string; headers?: Record<string, string> } {
    const html = (title: string, main: string, head?: string, headers: Record<string, string> = {}) => ({
      status: 200,
      body: layout(title, main, head),
      headers,
    })
    if (path === '/')
      return html(
        'Shop',
        `<p>${'Shelves made of oak, steel and linen for every room of the house. '.repeat(8)}</p>${[
          ...Array(categories).keys(),
        ]
          .map(
            (index) =>
              `<p>See our <a href="${getCategory(index)}">category ${index}</a> of shelves for living rooms and kitchens.</p>`,
          )
          .join('')}<p><a href="/guides/shelf-care">How to care for a shelf</a>, <a href="/missing">a missing page</a>,
          <a href="/broken">a broken one</a>, <a href="/huge">a huge one</a>, <a href="/moved">a moved one</a>,
          <a href="/chain/0">a chain</a>, <a href="/blocked/secret">a blocked one</a>, <a href="/copy">a copy</a>,
          <a href="/loop/">a loop</a>, <a href="/header-noindex">another</a> and <a href="mailto:a@b.example">mail</a>.</p>`,
      )
    if (path === '/guides/shelf-care')
      return html(
        'How to care for a shelf',
        `<p>${'Oil an oak shelf twice a year and keep the oak shelf out of the sun. '.repeat(10)}</p><h2>How often should you oil it?</h2>
        <p>${'Twice a year is enough for most rooms of a house. '.repeat(4)}</p><img src="/a.jpg"><img src="/b.jpg" alt="An oak shelf">`,
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":["Article","HowTo"]}</script>',
      )
    if (path === '/hidden')
      return html('Hidden', '<p>Nothing to list.</p>', '<meta name="robots" content="noindex, follow">')
    if (path === '/header-noindex') return html('Header', '<p>Nothing to list.</p>', '', { 'x-robots-tag': 'noindex' })
    if (path === '/copy') return html('Copy', '<p>The same.</p>', '<link rel="canonical" href="/guides/shelf-care">')
    if (path === '/cart') return html('Cart', '<p>Your cart is empty.</p>')
    if (path === '/broken') return { status: 500, body: 'Internal error' }
    if (path === '/moved') return { status: 301, headers: { location: '/guides/shelf-care?utm_source=moved' } }
    if (path.startsWith('/chain/')) return { status: 302, headers: { location: `/chain/${Number(path.slice(7)) + 1}` } }
    if (path.startsWith('/loop/')) return html('Loop', `<a href="${path}loop/">deeper</a>`)
    const month = /^\/events\/(\d+)\/(\d+)$/.exec(path)
    if (month) {
      const next = new Date(Date.UTC(Number(month[1]), Number(month[2])))
      return html(`Events`, `<a href="/events/${next.getUTCFullYear()}/${next.getUTCMonth() + 1}">next month</a>`)
    }
    const category = /^\/category\/(\d+)$/.exec(path)
    if (category && Number(category[1]) < categories) {
      const index = Number(category[1])
      const items = getProducts().slice(index * perCategory, (index + 1) * perCategory)
      const filters = words.map((word) => {
        const next = new URLSearchParams(url.searchParams)
        next.append('color', word)
        return `<a href="${path}?${next}">${word}</a>`
      })
      const list = items.map(
        (item) => `<p>A fine shelf for every room: <a href="${item}">${item}</a> in stock today.</p>`,
      )
      return html(`Category ${index}${url.search}`, `${list.join('')}${filters.join(' ')}`)
    }
    if ((getProducts().includes(path) || added.includes(path)) && !removed.has(path)) {
      const text =
        texts.get(path) ?? 'This shelf holds books, plants and plates, and is made by hand in a small workshop. '
      return html(
        `Product ${path}`,
        `<p>${text.repeat(4)}</p><p>It stays good for decades with some oil and little sun, so read <a href="/guides/shelf-care">how to care for it</a> first.</p>`,
      )
    }
    return { status: 404, body: layout('Not found', '') }
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, base)
    const path = url.pathname
    response.on('finish', () => {
      requests.push({ path: request.url!, at: now(), host: request.headers.host!, status: response.statusCode })
    })
    const send = (body: string | Buffer, type: string) => response.writeHead(200, { 'content-type': type }).end(body)
    if (path === '/robots.txt')
      return send(`User-agent: *\nDisallow: /blocked/\nSitemap: ${base}/sitemaps/index.xml\n`, 'text/plain')
    if (path === '/sitemaps/index.xml')
      return send(
        `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc>${base}/sitemaps/products.xml.gz</loc></sitemap><sitemap><loc>${base}/sitemaps/gone.xml</loc></sitemap></sitemapindex>`,
        'application/xml',
      )
    if (path === '/sitemaps/products.xml.gz') {
      // Every other product is in the sitemap alone or too; the blocked page only there.
      const listed = [...getProducts().filter((_, index) => index % 2 === 0), ...added, '/blocked/listed']
      const entries = listed.map((item) => `<url><loc>${base}${item}</loc><lastmod>2026-11-01</lastmod></url>`).join('')
      return send(
        gzipSync(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`),
        'application/gzip',
      )
    }
    if (path === '/huge') {
      response.writeHead(200, { 'content-type': 'text/html' })
      for (let chunk = 0; chunk < 10; chunk++) response.write(`<p>${'x'.repeat(1_000_000)}`)
      return response.end()
    }
    const { status, body = '', headers = {} } = getPage(path, url)
    const isProduct = path.startsWith('/product/') && status === 200
    const etag = `"${texts.get(path)?.length ?? 0}"`
    if (isProduct && request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      ...headers,
      ...(isProduct ? { etag } : {}),
    })
    response.end(body)
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${base}/`,
    requests,
    getTruth,
    getProduct,
    /** Takes a product out: its page answers 404. */
    remove: (path: string) => removed.add(path),
    restore: (path: string) => removed.delete(path),
    change: (path: string, text: string) => texts.set(path, text),
    add: (path: string) => added.push(path),
    /** Whether a path belongs to a trap, of which an inventory may have some. */
    isTrap: (path: string) => /^\/(?:events|chain|loop)\/|\?color=/.test(path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
