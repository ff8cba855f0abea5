import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { toAnswer } from './search-vendor-answers.ts'
import { createDataForSeoQueue } from './search-vendor-dataforseo.ts'
import { misbehave, type VendorFault } from './search-vendor-faults.ts'
import { articleHtml, robots } from './search-vendor-pages.ts'
import type { PlannedSerp } from './search-vendor-planned-serp.ts'
import { credentials, type Vendor, type VendorAnswer, vendors } from './search-vendor-wire.ts'

export type { VendorFault } from './search-vendor-faults.ts'
export { expireRedditTokens } from './search-vendor-reddit.ts'
export type { Vendor } from './search-vendor-wire.ts'

export type LoggedRequest = {
  vendor: Vendor
  term: string | null
  method: string
  path: string
  query: Record<string, string>
  /** The request body; empty for a GET. */
  body: string
  headers: Record<string, string | string[] | undefined>
  /** What the vendor charged for it, in US dollars. */
  costUsd: number
  /** Milliseconds since 1970. */
  at: number
}

export type RequestLog = {
  requests: LoggedRequest[]
  /** Number of requests, in total, per vendor or per term. */
  count(vendor?: Vendor, term?: string): number
  /** The cost of all requests. */
  costUsd(): number
  clear(): void
}

export type SearchVendors = {
  /** `http://127.0.0.1:port` */
  url: string
  /** Environment variables that make Earshot use the double. */
  settings: Record<string, string>
  log: RequestLog
  setFault(vendor: Vendor, fault: VendorFault | null): void
  /** Plans what DataForSEO finds for a keyword. */
  setSerp(keyword: string, serp: PlannedSerp): void
  /** Delay until tasks in DataForSEO's queue are ready. */
  setQueueLatency(ms: number): void
  /** All tasks in DataForSEO's queue are ready now. */
  makeQueueReady(): void
  /** Milliseconds before each response, for all vendors or one. */
  setLatency(ms: number, vendor?: Vendor): void
  close(): Promise<void>
}

export type SearchVendorsOptions = {
  port?: number
  latencyMs?: number | Partial<Record<Vendor, number>>
}

/**
 * One server with the APIs of all search vendors and the pages in their results, all of them generated. To run it by
 * hand: `node tests/doubles/search-vendors.ts --port 4600`. Set faults with `curl -d
 * '{"vendor":"reddit","fault":{"kind":"status","status":403}}' localhost:4600/double/fault`.
 */
export async function startSearchVendors({
  port = 0,
  latencyMs = 0,
}: SearchVendorsOptions = {}): Promise<SearchVendors> {
  const faults = new Map<Vendor, { fault: VendorFault; left: number }>()
  const requests: LoggedRequest[] = []
  const queue = createDataForSeoQueue()
  const latency = new Map<Vendor, number>(
    vendors.map((vendor) => [vendor, typeof latencyMs === 'number' ? latencyMs : (latencyMs[vendor] ?? 0)]),
  )

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const asked = { request, url: new URL(request.url ?? '/', url), body: await toBody(request), origin: url, queue }
    if (asked.url.pathname.startsWith('/double/')) return control(asked.url.pathname, asked.body, response)
    const answer = toAnswer(asked) ?? pageAnswer(asked.url.pathname)
    if (!answer) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const fault = takeFault(answer.vendor, asked.url.pathname)
    requests.push({
      // Answered and interrupted requests are charged, rejected ones aren't.
      costUsd: fault?.kind === 'status' || fault?.kind === 'html' ? 0 : getCharge(answer),
      vendor: answer.vendor,
      term: answer.term,
      method: request.method ?? 'GET',
      path: asked.url.pathname,
      query: Object.fromEntries(asked.url.searchParams),
      body: asked.body,
      headers: request.headers,
      at: Date.now(),
    })
    await new Promise((resolve) => setTimeout(resolve, latency.get(answer.vendor) ?? 0))
    if (fault) return misbehave(fault, request, response, () => answer.body.toString())
    send(answer, request, response)
  }

  function takeFault(vendor: Vendor, path: string) {
    const set = faults.get(vendor)
    if (!set || (set.fault.path && !path.includes(set.fault.path))) return null
    set.left--
    if (set.left <= 0) faults.delete(vendor)
    return set.fault
  }

  function setFault(vendor: Vendor, fault: VendorFault | null) {
    if (fault) faults.set(vendor, { fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    else faults.delete(vendor)
  }

  function control(path: string, body: string, response: ServerResponse) {
    if (path === '/double/fault') {
      const { vendor, fault } = JSON.parse(body) as { vendor: Vendor; fault: VendorFault | null }
      setFault(vendor, fault)
    }
    const counts = Object.fromEntries(vendors.map((vendor) => [vendor, log.count(vendor)]))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ counts }))
  }

  const log: RequestLog = {
    requests,
    count: (vendor, term) =>
      requests.filter((item) => (!vendor || item.vendor === vendor) && (term === undefined || item.term === term))
        .length,
    costUsd: () => Math.round(requests.reduce((sum, { costUsd }) => sum + costUsd, 0) * 1e6) / 1e6,
    clear: () => void requests.splice(0),
  }

  return {
    url,
    settings: settingsFor(url, host),
    log,
    setFault,
    setSerp: (keyword, serp) => void queue.planned.set(keyword, serp),
    makeQueueReady() {
      for (const task of queue.tasks.values()) task.readyAt = 0
    },
    setQueueLatency(ms) {
      queue.readyAfterMs = ms
    },
    setLatency(ms, vendor) {
      for (const name of vendor ? [vendor] : vendors) latency.set(name, ms)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const searchPrices: Partial<Record<Vendor, number>> = { serpapi: 0.015, serper: 0.001 }

function getCharge({ vendor, status = 200, body }: VendorAnswer): number {
  if (status !== 200) return 0
  return vendor === 'dataforseo'
    ? ((JSON.parse(body.toString()) as { cost?: number }).cost ?? 0)
    : (searchPrices[vendor] ?? 0)
}

const settingsFor = (url: string, host: string): Record<string, string> => ({
  GOOGLE_SUGGEST_URL: url,
  BING_SUGGEST_URL: url,
  DUCKDUCKGO_SUGGEST_URL: url,
  YOUTUBE_SUGGEST_URL: url,
  WIKIPEDIA_URL: url,
  WIKIMEDIA_METRICS_URL: url,
  STACKEXCHANGE_URL: url,
  REDDIT_URL: url,
  SEARXNG_URL: url,
  DATAFORSEO_URL: url,
  SERPAPI_URL: url,
  SERPER_URL: url,
  ...credentials,
  OUTBOUND_ALLOW: host,
})

function pageAnswer(path: string): VendorAnswer | null {
  if (path === '/robots.txt')
    return { vendor: 'pages', term: path, headers: { 'content-type': 'text/plain' }, body: robots }
  const slug = /^\/pages(?:-for-members)?\/([^/]+)$/.exec(path)?.[1]
  if (!slug) return null
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return { vendor: 'pages', term: path, headers, body: articleHtml(decodeURIComponent(slug)) }
}

/** Stack Exchange always compresses, others if requested. */
function send(
  { vendor, status = 200, headers, body }: VendorAnswer,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const wantsGzip = vendor === 'stackexchange' || /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (wantsGzip) response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(gzipSync(body))
  else response.writeHead(status, headers).end(body)
}

async function toBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, latency: { type: 'string' } } })
  const double = await startSearchVendors({ port: Number(values.port ?? 4600), latencyMs: Number(values.latency ?? 0) })
  for (const [name, value] of Object.entries(double.settings)) console.log(`${name}=${value}`)
}
