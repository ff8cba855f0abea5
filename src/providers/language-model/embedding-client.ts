import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { EmbeddingWire } from './embedding-wires.ts'
import { findEmbeddingPrice, findKnownEmbeddings } from './known-embeddings.ts'
import { readAddress } from './model-address.ts'
import type { ModelLog } from './model-client.ts'
import { FaultError, faultOfStatus, faults, getRetryAfter, modelError, retryDelayInside } from './model-errors.ts'
import type { Fault, Voice } from './model-fault.ts'
import type { EmbeddingModel, Embeddings } from './port.ts'
import { getRetryDelay } from './retry-delay.ts'
import { type Fields, getFields } from './wire-format.ts'

export type EmbeddingLimits = {
  /** From the first byte sent to the last one received. */
  answerMs: number
  maxBodyBytes: number
  maxDimensions: number
  /** Tries after the first. */
  retries: number
  backoffMs: number
  /** The longest `Retry-After` that is waited for. */
  maxWaitMs: number
}

export const defaultEmbeddingLimits: EmbeddingLimits = {
  answerMs: 60_000,
  maxBodyBytes: 32_000_000,
  maxDimensions: 8192,
  retries: 2,
  backoffMs: 400,
  maxWaitMs: 10_000,
}

export type EmbeddingClientOptions = {
  wire: EmbeddingWire
  voice: Voice
  baseUrl: string | null
  key: string | null
  keyNeeded: boolean
  getDispatcher: () => Dispatcher
  userAgent: string
  limits?: Partial<EmbeddingLimits>
  log?: ModelLog
}

/** Bytes of a token at least: a word of English has four to six, a character of Chinese three. */
const bytesPerToken = 2.5
/** Marks of beginning and end. */
const tokensPerText = 2

/** A model for embeddings behind one wire format: tries again while its vendor is busy, checks what comes, names what went wrong. */
export function createEmbeddingClient(options: EmbeddingClientOptions): EmbeddingModel {
  const { wire, voice, key, keyNeeded, getDispatcher, userAgent, log } = options
  const { provider, model } = voice
  const limits = { ...defaultEmbeddingLimits, ...options.limits }
  const known = findKnownEmbeddings(provider, model)
  const address = readAddress(options.baseUrl, wire)
  const dimensions = known?.dimensions ?? null
  const prefix = known?.prefix ?? ''

  const unusable = (): Fault | null => {
    if (options.baseUrl === null)
      return faults.setting('has no URL', `Set ${voice.settings.address} to the URL of its API.`)
    if (!address) return faults.setting('has no valid http(s) URL', `Check ${voice.settings.address}.`)
    if (!key) return keyNeeded ? faults.noKey(voice) : null
    return /^[\x21-\x7e]+$/.test(key) ? null : faults.badKey(voice)
  }

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    const { path, headers, body } = wire.request({ model, texts, key, dimensions })
    const url = new URL(address!.origin + address!.path + path)
    const deadline = AbortSignal.timeout(limits.answerMs)
    try {
      const response = await getDispatcher().request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': userAgent,
          ...headers,
        },
        body: JSON.stringify(body),
        headersTimeout: 0,
        bodyTimeout: 0,
        signal: AbortSignal.any([signal, deadline]),
      })
      const text = await readText(response.body, limits.maxBodyBytes)
      if (response.statusCode !== 200) throw new FaultError(faultOfAnswer(response, text, voice))
      if (/\bhtml\b/i.test(String(response.headers['content-type'] ?? ''))) throw new FaultError(faults.html(voice))
      const { vectors, tokens } = wire.read(parse(text))
      return { ...toEmbeddings(vectors, texts.length, limits.maxDimensions), tokens }
    } catch (error) {
      if (error instanceof FaultError) throw error
      if (signal.aborted) throw new FaultError(faults.cancelled())
      throw new FaultError(deadline.aborted ? late(limits.answerMs) : faults.network(error, voice))
    }
  }

  return {
    provider,
    model,
    space: JSON.stringify([provider, address && address.origin + address.path, model, dimensions, prefix]),
    maxTexts: wire.maxTexts,
    getPrice: () => findEmbeddingPrice(provider, model),
    countTokens: (texts) =>
      texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(prefix + text) / bytesPerToken) + tokensPerText, 0),
    async embed(texts, signal) {
      const problem = unusable()
      if (problem) throw modelError(problem, voice, false)
      const sent = texts.map((text) => prefix + text)
      for (let failures = 0; ; failures++) {
        try {
          return await ask(sent, signal)
        } catch (error) {
          if (!(error instanceof FaultError)) throw error
          const { fault } = error
          const waitMs = getRetryDelay(failures, fault, limits.backoffMs)
          if (signal.aborted || !fault.retry || failures >= limits.retries || waitMs > limits.maxWaitMs)
            throw modelError(fault, voice, false)
          log?.warn({ provider, model, code: fault.code, status: fault.status, waitMs }, 'Retrying the embedding model')
          await delay(waitMs, undefined, { signal }).catch(() => {
            throw modelError(faults.cancelled(), voice, false)
          })
        }
      }
    },
  }
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new FaultError(garbled(`sent more than ${maxBytes / 1e6} MB`))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): Fields {
  try {
    return getFields(JSON.parse(text))
  } catch (error) {
    throw new FaultError(faults.notJson(error))
  }
}

function faultOfAnswer(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  text: string,
  voice: Voice,
): Fault {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    // Errors of proxies are pages: their words say nothing about the model.
    body = /^\s*</.test(text) ? null : { message: text.slice(0, 300) }
  }
  const wait = getRetryAfter(headers) ?? retryDelayInside(getFields(Array.isArray(body) ? body[0] : body))
  const fault = faultOfStatus(statusCode, body, wait, voice)
  if (statusCode !== 404) return fault
  const pull = voice.provider === 'ollama' ? `, or run “ollama pull ${voice.model}”` : ''
  return { ...fault, advice: `Check that the server has the embedding model ${voice.model}${pull}.` }
}

const garbled = (what: string): Fault => ({
  code: 'garbled',
  what,
  advice: 'Check that the model is one for embeddings.',
  retryable: false,
})

const late = (ms: number): Fault => ({
  code: 'timeout',
  what: `didn’t answer within ${ms / 1000} s`,
  advice: 'Try again in a moment.',
  retry: true,
})

/** Copies vectors into one array. @throws FaultError where the answer isn't one vector of numbers per text, all of one length */
function toEmbeddings(vectors: unknown[], count: number, maxDimensions: number): Omit<Embeddings, 'tokens'> {
  if (vectors.length !== count)
    throw new FaultError(
      garbled(`returned ${vectors.length} embeddings for ${count} ${count === 1 ? 'text' : 'texts'}`),
    )
  const [first] = vectors
  const dimensions = Array.isArray(first) ? first.length : 0
  if (dimensions === 0 || dimensions > maxDimensions)
    throw new FaultError(garbled(`returned an embedding of ${dimensions} numbers`))
  const joined = new Float32Array(count * dimensions)
  for (let at = 0; at < count; at++) {
    const vector = vectors[at]
    if (!Array.isArray(vector) || vector.length !== dimensions)
      throw new FaultError(garbled('returned embeddings of different lengths'))
    for (let axis = 0; axis < dimensions; axis++) {
      const value: unknown = vector[axis]
      if (typeof value !== 'number' || !Number.isFinite(Math.fround(value)))
        throw new FaultError(garbled('returned an embedding that isn’t made of numbers'))
      joined[at * dimensions + axis] = value
    }
  }
  return { dimensions, vectors: joined }
}
