import { createServer } from 'node:http'

/**
 * Google and Bing as far as a listener asks them, with answers a test changes from run to run: the same for every
 * question about a keyword.
 */
export async function startSuggestions() {
  const says = { google: [] as string[], bing: [] as string[] }
  const refuses = { google: false, bing: false }
  /** Answers only what holds this; the rest is refused. */
  const onlyTo = { google: null as string | null, bing: null as string | null }
  let latencyMs = 0
  let asked = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const who = url.pathname.startsWith('/complete') ? 'google' : 'bing'
    const term = url.searchParams.get('q') ?? url.searchParams.get('query') ?? ''
    asked++
    const silent = refuses[who] || (onlyTo[who] !== null && term !== onlyTo[who])
    setTimeout(() => {
      response.writeHead(silent ? 403 : 200, { 'Content-Type': 'application/json' })
      response.end(silent ? 'no' : JSON.stringify([term, says[who]]))
    }, latencyMs)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    says,
    refuses,
    onlyTo,
    asked: () => asked,
    slowDown(ms: number) {
      latencyMs = ms
    },
    settings: { GOOGLE_SUGGEST_URL: address, BING_SUGGEST_URL: address },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type Suggestions = Awaited<ReturnType<typeof startSuggestions>>
