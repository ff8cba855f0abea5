import { createServer } from 'node:http'

const names = ['google', 'bing', 'duckduckgo', 'youtube'] as const
type Name = (typeof names)[number]

/**
 * Autocomplete services as listeners use them. Tests change the suggestions between runs; they are the same for every
 * query about a keyword.
 */
export async function startSuggestions() {
  const says: Record<Name, string[]> = { google: [], bing: [], duckduckgo: [], youtube: [] }
  const refuses: Record<Name, boolean> = { google: false, bing: false, duckduckgo: false, youtube: false }
  /** Answers only queries that contain this, and rejects others. */
  const onlyTo: Record<Name, string | null> = { google: null, bing: null, duckduckgo: null, youtube: null }
  let latencyMs = 0
  let asked = 0
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const who = toName(url)
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
    moreSettings: { DUCKDUCKGO_SUGGEST_URL: address, YOUTUBE_SUGGEST_URL: address },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function toName({ pathname, searchParams }: URL): Name {
  if (pathname.startsWith('/ac')) return 'duckduckgo'
  if (!pathname.startsWith('/complete')) return 'bing'
  return searchParams.get('ds') === 'yt' ? 'youtube' : 'google'
}

export type Suggestions = Awaited<ReturnType<typeof startSuggestions>>
