/**
 * The port for language models. There is one adapter per wire format in this folder; each returns only what the
 * model wrote and never fills a gap.
 */

export type ModelMessage = {
  role: 'system' | 'user' | 'assistant'
  text: string
  /** More requests will begin with the messages up to this one, so their prompt is worth caching. */
  stable?: boolean
}

/** The shape of a JSON answer, for vendors with structured outputs. Every object needs `additionalProperties: false`. */
export type JsonShape = { name: string; schema: Record<string, unknown> }

export type ModelRequest = {
  /** System messages first, then alternating user and assistant messages, ending with the user's. */
  messages: ModelMessage[]
  /** Length of the text. Room for thinking is added to it where the model may think. */
  maxOutputTokens: number
  /** The most room for thinking that is added. Without it, what the adapter finds right. */
  thinkingRoom?: number | undefined
  /** 0..1; the vendor's own default without it. */
  temperature?: number
  /** Up to four texts that end the answer; they are not part of it. OpenAI's Responses API has no field for them. */
  stop?: string[]
  /** Requests a single JSON value, of this shape if given. The caller must still validate the answer. */
  json?: boolean | JsonShape
  /** Same for requests that begin alike, so that the vendor can route them to one prompt cache. Holds nothing personal. */
  cacheKey?: string
  /**
   * Coalesces tokens: the milliseconds between two pieces of text. The first piece and the end come at once. Read again for
   * each piece. Without it every token takes all the steps to its reader, which cost more than reading it.
   */
  gapMs?: () => number
  /** At most one answer, so that its cost has a bound: it isn't tried again, nor by a fallback model. */
  once?: boolean
  /** Aborting closes the connection to the model immediately. */
  signal: AbortSignal
}

/**
 * Any `thinking`, one `start`, then `text` as it comes (several tokens may come as one), one `usage`, one `end`.
 * `start` comes with the first text: only then is it known who writes.
 */
export type ModelEvent =
  /** Once a second while the model thinks: whole seconds since it began to. */
  | { kind: 'thinking'; seconds: number }
  | { kind: 'start'; provider: string; model: string }
  | { kind: 'text'; text: string }
  /** As the vendor counted, thoughts and a repeated request included; null where it did not say. */
  | {
      kind: 'usage'
      inputTokens: number | null
      outputTokens: number | null
      /** Those of the input that were read from the vendor's prompt cache, which costs less. */
      cachedTokens?: number | null
    }
  /** `length`: maxOutputTokens were used up. */
  | { kind: 'end'; reason: 'stop' | 'length' | 'other' }

/** A connection that was tried: the model as the vendor names it. */
export type ModelCheck = { provider: string; model: string; firstTokenMs: number }

/** What a vendor's API reports about one model. */
export type ModelFacts = { contextTokens: number | null; outputTokens: number | null; shutdownOn: string | null }

export type ModelLife = {
  state: 'current' | 'ending' | 'ended' | 'unknown'
  /** For staff, in whole sentences. */
  message: string
}

export type LanguageModel = {
  /** The id of the provider: "openai", "ollama". */
  provider: string
  /** The model's name as it was set. */
  model: string
  /**
   * The answer as it is written. Upstream is read only as fast as the events are taken. Leaving the loop closes the connection.
   * @throws ModelError, also after text has come: what came stays true.
   */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
  /** The most tokens a request can be charged for, thoughts included. */
  getMaxOutput?(request: Pick<ModelRequest, 'maxOutputTokens' | 'thinkingRoom'>): number
  /** Asks for one word, to see whether the settings are right. @throws ModelError */
  check(signal: AbortSignal): Promise<ModelCheck>
  /** What the vendor's list of models says of it: free, and null where it says nothing or doesn't answer. */
  describe(signal: AbortSignal): Promise<ModelFacts | null>
}

export type ModelErrorCode =
  /** The server failed, or broke the connection before its answer began. */
  | 'upstream_failed'
  /** It cannot be reached, or has no such model. */
  | 'unavailable'
  | 'rate_limited'
  /** The key is missing, wrong or lacks a permission. */
  | 'unauthorized'
  /** The account behind the key has no credit left. */
  | 'no_credit'
  /** It was silent for too long. */
  | 'timeout'
  /** The answer ended in the middle. */
  | 'cut'
  /** What came is not the answer of a model: a web page, broken JSON, a line without end. */
  | 'garbled'
  /** It went on far beyond the length asked for and was stopped. */
  | 'too_long'
  /** It ended properly and held no text. */
  | 'empty'
  /** The model or its vendor declined to write this. */
  | 'refused'
  /** The vendor does not take the request: too long, a value it does not know. */
  | 'invalid_request'
  | 'cancelled'

/** A model that could not answer or finish: what happened and what to do, for the person who waits. Holds no key. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode
  readonly provider: string
  readonly model: string
  /** Whether the same request may well succeed later. */
  readonly retryable: boolean
  /** Text has come before it. */
  readonly startedText: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    code: ModelErrorCode,
    message: string,
    details: {
      provider: string
      model: string
      retryable?: boolean
      startedText?: boolean
      retryAfterSeconds?: number | null
      cause?: unknown
    },
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.provider = details.provider
    this.model = details.model
    this.retryable = details.retryable ?? retryableCodes.has(code)
    this.startedText = details.startedText ?? false
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

const retryableCodes = new Set<ModelErrorCode>([
  'upstream_failed',
  'rate_limited',
  'timeout',
  'cut',
  'garbled',
  'empty',
])

/** What was written down about a model, with its source and the day it was read. Null: unknown. */
export type KnownModel = {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible' | 'ollama'
  id: string
  contextTokens: number | null
  outputTokens: number | null
  /**
   * US dollars for a million tokens, for requests of usual length. `cached`: input read from the vendor's cache. `until`: the last
   * day they hold.
   */
  price: { input: number; output: number; cached?: number | null; until: string | null } | null
  /** `isEarliest`: no day was set, it won't be before this one. Null: none was announced. */
  shutdown: { on: string; isEarliest: boolean; replacement: string | null } | null
  source: string
  asOf: string
}

/** Vectors of texts, one after the other, in the order of the texts. */
export type Embeddings = { dimensions: number; vectors: Float32Array; tokens: number | null }

/** A model that turns texts into vectors, which are alike where the texts mean the same. */
export type EmbeddingModel = {
  provider: string
  /** As the vendor names it: "text-embedding-3-small". */
  model: string
  /** Same for models whose vectors can be compared. Holds no key. */
  space: string
  /** Maximum texts per request. */
  maxTexts: number
  /** US dollars for a million tokens on a day, with the day it was read; null when it isn't known, which is not 0. */
  getPrice(day: Date): EmbeddingPrice | null
  /** The most tokens these texts are likely to be charged as. */
  countTokens(texts: readonly string[]): number
  /**
   * Up to `maxTexts` texts in one request, which is repeated while the vendor is busy.
   * @throws ModelError
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings>
}

export type EmbeddingPrice = { usdPerMillionTokens: number; asOf: string; source: string }
