import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server with the vendors' APIs for embeddings, as they document them. */

export const embeddingWires = ['openai', 'ollama', 'google'] as const
export type EmbeddingWireName = (typeof embeddingWires)[number]

/** `times` limits a fault to that many requests. */
export type EmbeddingFault = { times?: number } & (
  | { kind: 'status'; status: number; retryAfter?: number; message?: string }
  /** Takes the request and answers nothing. */
  | { kind: 'hang' }
  /** Answers its header, then nothing. */
  | { kind: 'stalls' }
  | { kind: 'reset' }
  | { kind: 'html' }
  | { kind: 'not-json' }
  /** Leaves the last text's vector out. */
  | { kind: 'too-few' }
  | { kind: 'too-many' }
  /** The last vector is one number shorter. */
  | { kind: 'other-length' }
  /** JSON has no such number: a bare word, as some servers written in Python send. */
  | { kind: 'nan' }
  | { kind: 'null' }
  /** A number that is too large for any number type. */
  | { kind: 'infinite' }
  | { kind: 'empty-vectors' }
  | { kind: 'no-usage' }
  /** Sends the vectors in another order; OpenAI's say where they belong. */
  | { kind: 'shuffled' }
)

export type EmbeddingCall = {
  wire: EmbeddingWireName
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  model: string
  texts: string[]
}

export type EmbeddingModels = {
  /** `http://127.0.0.1:port` */
  url: string
  /** Environment variables that make Earshot use the double. */
  settingsFor(wire: EmbeddingWireName): Record<string, string>
  calls: EmbeddingCall[]
  setFault(fault: EmbeddingFault | null): void
  /** Sets the vector of each text; null restores the made-up ones. */
  setVectors(getVector: ((text: string) => number[]) | null): void
  close(): Promise<void>
}

export async function startEmbeddingModels(): Promise<EmbeddingModels> {
  const calls: EmbeddingCall[] = []
  let fault: { kind: EmbeddingFault; left: number } | null = null
  let getVector = makeUpVector

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const text = await readBody(request)
    const call = request.method === 'POST' ? readCall(request, text) : null
    if (!call) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    calls.push(call)
    const now = takeFault()
    if (now && fail(now, call.wire, request, response)) return
    const refusal = getRefusal(call)
    if (refusal) return sendJson(response, 400, toFailure(call.wire, 400, refusal))
    let vectors = call.texts.map((each) => getVector(each))
    if (now?.kind === 'too-few') vectors = vectors.slice(0, -1)
    if (now?.kind === 'too-many') vectors = [...vectors, vectors[0]!]
    if (now?.kind === 'other-length') vectors[vectors.length - 1] = vectors.at(-1)!.slice(1)
    if (now?.kind === 'empty-vectors') vectors = vectors.map(() => [])
    const tokens =
      now?.kind === 'no-usage' ? null : call.texts.reduce((sum, { length }) => sum + 1 + Math.ceil(length / 4), 0)
    const written = JSON.stringify(toAnswer(call, vectors, tokens, now?.kind === 'shuffled'))
    const odd = { nan: 'NaN', null: 'null', infinite: '1e999' }[now?.kind as string]
    const body =
      odd === undefined
        ? written
        : written.replace(/\[\[?-?[\d.]+(?:e-?\d+)?/, (start) => start.replace(/-?[\d.]+(?:e-?\d+)?/, odd))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }

  function takeFault(): EmbeddingFault | null {
    if (!fault) return null
    const { kind } = fault
    if (--fault.left <= 0) fault = null
    return kind
  }

  return {
    url,
    settingsFor: (wire) => ({
      LLM_PROVIDER: wire,
      LLM_BASE_URL: wire === 'openai' ? `${url}/v1` : wire === 'google' ? `${url}/v1beta` : url,
      LLM_API_KEY: 'key-of-the-double',
      LLM_MODEL: 'double-1',
    }),
    calls,
    setFault: (kind) => {
      fault = kind && { kind, left: kind.times ?? Number.POSITIVE_INFINITY }
    },
    setVectors: (given) => {
      getVector = given ?? makeUpVector
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function readCall(request: IncomingMessage, text: string): EmbeddingCall | null {
  const path = request.url ?? '/'
  const google = /\/models\/([^/]+):batchEmbedContents$/.exec(path)
  const wire = google
    ? 'google'
    : path.endsWith('/v1/embeddings')
      ? 'openai'
      : path.endsWith('/api/embed')
        ? 'ollama'
        : null
  if (!wire) return null
  const body = JSON.parse(text) as Record<string, unknown>
  const { headers } = request
  if (!google) return { wire, path, headers, body, model: String(body.model), texts: [body.input].flat() as string[] }
  const requests = body.requests as { content: { parts: { text: string }[] } }[]
  return {
    wire,
    path,
    headers,
    body,
    model: decodeURIComponent(google[1]!),
    texts: requests.map(({ content }) => content.parts.map((part) => part.text).join('')),
  }
}

/** What the vendors refuse. */
function getRefusal({ wire, body, texts }: EmbeddingCall): string | null {
  if (texts.some((text) => text === '')) return 'input cannot be an empty string.'
  if (wire === 'openai' && texts.length > 2048) return 'array must be 2048 dimensions or less.'
  if (wire !== 'google') return null
  const requests = body.requests as { model?: string }[]
  if (requests.length > 100) return '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch'
  return requests.every(({ model }) => model?.startsWith('models/')) ? null : 'requests.model is required'
}

function toAnswer({ wire, model }: EmbeddingCall, vectors: number[][], tokens: number | null, isShuffled: boolean) {
  if (wire === 'google')
    return {
      embeddings: vectors.map((values) => ({ values })),
      ...(tokens === null ? {} : { usageMetadata: { promptTokenCount: tokens } }),
    }
  if (wire === 'ollama')
    return {
      model,
      embeddings: vectors,
      total_duration: 14_143_917,
      load_duration: 1_019_500,
      ...(tokens === null ? {} : { prompt_eval_count: tokens }),
    }
  const data = vectors.map((embedding, index) => ({ object: 'embedding', embedding, index }))
  return {
    object: 'list',
    data: isShuffled ? data.reverse() : data,
    model,
    ...(tokens === null ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }
}

function toFailure(wire: EmbeddingWireName, status: number, message: string): unknown {
  if (wire === 'ollama') return { error: message }
  if (wire === 'google')
    return { error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL' } }
  return {
    error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', param: null, code: null },
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Faults instead of an answer. @returns whether it was one */
function fail(
  fault: EmbeddingFault,
  wire: EmbeddingWireName,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (fault.kind === 'hang') return true
  if (fault.kind === 'stalls') response.writeHead(200, { 'content-type': 'application/json' }).write('{"')
  else if (fault.kind === 'reset') request.socket.resetAndDestroy()
  else if (fault.kind === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  else if (fault.kind === 'not-json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [')
  else if (fault.kind === 'status')
    sendJson(
      response,
      fault.status,
      toFailure(wire, fault.status, fault.message ?? `Status ${fault.status}`),
      fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
    )
  else return false
  return true
}

const madeUpDimensions = 32

/** Texts with the same words are alike. */
function makeUpVector(text: string): number[] {
  const vector = new Array<number>(madeUpDimensions).fill(0)
  for (const word of text.split(/\s+/))
    for (let axis = 0, hash = 7; axis < madeUpDimensions; axis++) {
      hash = (Math.imul(hash, 31) + word.charCodeAt(axis % word.length) + axis) | 0
      vector[axis]! += ((hash >>> 8) % 2001) / 1000 - 1
    }
  return vector
}
