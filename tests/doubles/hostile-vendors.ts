import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/**
 * Search vendors, the pages they link to, a language model and a webhook receiver on one server, for hostile input: the
 * test chooses every text. Responses have the vendors' documented formats.
 */
export type HostileWords = {
  suggestions: string[]
  related: string[]
  titles: { forum: string[]; page: string[] }
  snippets: string[]
  /** URLs that a result may have in addition to its own. */
  addresses: string[]
  headings: string[]
  paragraphs: string[]
  articles: string[]
  complaint: string
  /** What the model writes: one text per request, in order. */
  model: string[]
}

export type HostileVendors = Awaited<ReturnType<typeof startHostileVendors>>

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export async function startHostileVendors(words: HostileWords) {
  let asked = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    answer(url, request.method === 'POST' ? body : null, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as { port: number }).port}`
  const origin = `http://${host}`

  function answer({ pathname, searchParams: query }: URL, body: string | null, response: ServerResponse) {
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    const term = query.get('q') ?? query.get('query') ?? query.get('search') ?? ''
    if (/^\/(?:complete\/search|osjson\.aspx|ac\/?)$/.test(pathname)) return json([term, words.suggestions])
    if (pathname === '/w/api.php') {
      if (query.get('action') === 'opensearch') {
        if (term.startsWith('refuse')) return json({ error: { code: 'badvalue', info: words.complaint } })
        return json([term, words.articles, [], []])
      }
      if (query.get('srsearch')?.startsWith('refuse'))
        return json({ error: { code: 'badvalue', info: words.complaint } })
      return json({ query: { search: words.related.map((title) => ({ title })) } })
    }
    if (pathname.startsWith('/api/rest_v1/metrics/pageviews/per-article/')) return json({ items: getViews(pathname) })
    if (pathname === '/2.3/search/advanced') {
      const items = pages(words.titles.forum, 'questions').map(({ text, url }) => ({
        title: escaped(text),
        link: url,
      }))
      return response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ items, quota_remaining: 250 })))
    }
    // Responds like a proxy that adds its own credentials.
    if (pathname === '/search.rss') {
      const children = pages(words.titles.forum, 'r').map(({ text, url }, at) => ({
        kind: 't3',
        data: {
          title: text,
          permalink: url.replace(origin, ''),
          score: 3,
          num_comments: 2,
          created_utc: 1_690_000_000,
          selftext: words.snippets[at % words.snippets.length],
        },
      }))
      return json({ kind: 'Listing', data: { children } })
    }
    if (pathname === '/search' && body !== null)
      return json({
        organic: pages(words.titles.page, 'pages').map(({ text, url }, at) => ({
          title: text,
          link: url,
          snippet: words.snippets[at % words.snippets.length],
          position: at + 1,
        })),
        peopleAlsoAsk: words.suggestions.map((question) => ({ question })),
        relatedSearches: words.related.map((each) => ({ query: each })),
        answerBox: { title: words.complaint },
        knowledgeGraph: { title: words.complaint },
      })
    if (pathname.startsWith('/pages/'))
      return response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(article())
    if (pathname.endsWith('/chat/completions')) {
      if (/"model":"refuse/.test(body ?? '')) return json({ error: { message: words.complaint } }, 400)
      return write(response, words.model[asked++ % words.model.length]!)
    }
    return response.writeHead(pathname === '/hook' ? 500 : 404, { 'Content-Type': 'text/plain' }).end(words.complaint)
  }

  /** Each text at its own URL, preceded by one text at each of the hostile URLs, where the best results are. */
  const pages = (texts: string[], folder: string) => [
    ...words.addresses.map((url, at) => ({ text: texts[at % texts.length]!, url })),
    ...texts.map((text, at) => ({ text, url: `${origin}/${folder}/${at}` })),
  ]

  const article = () => `<!doctype html><html lang="en"><title>${escaped(words.titles.page[0]!)}</title><main><article>
<h1>${escaped(words.titles.page[0]!)}</h1>
${words.headings
  .map(
    (heading, at) => `<h2>${escaped(heading)}</h2>\n<p>${escaped(words.paragraphs[at % words.paragraphs.length]!)}</p>`,
  )
  .join('\n')}
</article></main></html>`

  return {
    origin,
    /** The current texts, which tests may replace. */
    words,
    settings: {
      GOOGLE_SUGGEST_URL: origin,
      BING_SUGGEST_URL: origin,
      DUCKDUCKGO_SUGGEST_URL: origin,
      YOUTUBE_SUGGEST_URL: origin,
      WIKIPEDIA_URL: origin,
      WIKIMEDIA_METRICS_URL: origin,
      STACKEXCHANGE_URL: origin,
      REDDIT_URL: origin,
      SERPER_URL: origin,
      SERPER_API_KEY: 'double-serper-key',
      OUTBOUND_ALLOW: host,
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A year of months, whatever was requested. */
function getViews(pathname: string) {
  const [project, access, agent, name] = pathname.split('/').slice(6).map(decodeURIComponent)
  return Array.from({ length: 12 }, (_, month) => ({
    project,
    article: name,
    granularity: 'monthly',
    timestamp: `${new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 12 + month, 1)).toISOString().slice(0, 10).replaceAll('-', '')}00`,
    access,
    agent,
    views: 1000 + month,
  }))
}

/** A Chat Completions stream, with its text split into chunks. */
function write(response: ServerResponse, text: string) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const send = (choice: object) => response.write(`data: ${JSON.stringify({ id: 'x', choices: [choice] })}\n\n`)
  for (const part of text.match(/[\s\S]{1,7}/g) ?? []) send({ index: 0, delta: { content: part }, finish_reason: null })
  send({ index: 0, delta: {}, finish_reason: 'stop' })
  response.end('data: [DONE]\n\n')
}
