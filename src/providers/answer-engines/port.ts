import type { Locale, SourceErrorKind, SourceReason, Spending } from '#providers/search-data/port.ts'

/** The port for assistants that answer with a web search. One adapter per wire format; each answer is a fresh session. */

export const engineIds = [
  'openai',
  'anthropic',
  'google',
  'perplexity',
  'dataforseo_chatgpt',
  'dataforseo_gemini',
  'google_ai_overview',
] as const
export type EngineId = (typeof engineIds)[number]

export const engineLabels: Record<EngineId, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Gemini',
  perplexity: 'Perplexity',
  dataforseo_chatgpt: 'ChatGPT (DataForSEO)',
  dataforseo_gemini: 'Gemini (DataForSEO)',
  google_ai_overview: 'AI Overview',
}

/** `domain`: of the page cited, where the address leads over a redirect of the engine’s. */
export type Citation = { url: string; title: string | null; domain: string }

export type EngineAnswer = {
  /** Null: the engine showed no answer, as Google does for many searches. Nothing failed. */
  text: string | null
  citations: Citation[]
  /** As the engine names the model that answered. */
  model: string
  /** Null where neither the engine nor a price list says. */
  costUsd: number | null
  /** ISO 8601. */
  fetchedAt: string
}

export type EngineAskOptions = { signal: AbortSignal; spending?: Spending }

export type AnswerEngine = {
  id: EngineId
  label: string
  /** Null when it’s set up; else one sentence for staff. */
  unavailable: string | null
  /** The model asked for. */
  model: string
  /** Requests in flight. */
  concurrency: number
  /** The most one answer can cost: set aside before it’s asked for. */
  maxCostUsd: number
  /** What an answer usually costs, for estimates. */
  usualCostUsd: number
  /** @throws EngineError */
  ask(prompt: string, locale: Locale, options: EngineAskOptions): Promise<EngineAnswer>
}

/** Why an engine couldn’t answer. `reason` and `params` are those of sources, so that screens have sentences for them. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly engine: EngineId
  readonly kind: SourceErrorKind
  readonly reason: SourceReason
  readonly params: Record<string, string | number>
  readonly retryAfterSeconds: number | null
  readonly details: string | null

  constructor(
    engine: EngineId,
    kind: SourceErrorKind,
    message: string,
    about: {
      reason: SourceReason
      params?: Record<string, string | number>
      retryAfterSeconds?: number | null
      details?: string | null
      cause?: unknown
    },
  ) {
    super(message, { cause: about.cause })
    this.engine = engine
    this.kind = kind
    this.reason = about.reason
    this.params = { ...about.params, source: engineLabels[engine] }
    this.retryAfterSeconds = about.retryAfterSeconds ?? null
    this.details = about.details ?? null
  }
}
