import type { ModelErrorCode } from './port.ts'

export type Fault = {
  code: ModelErrorCode
  /** Follows the label, without a period: "returned HTTP 503". */
  what: string
  /** A sentence that says what to do. */
  advice: string
  /** Retry the same request if no text has arrived. */
  retry?: boolean
  retryable?: boolean
  retryAfterSeconds?: number | null
  /** All of the answer's tokens went into thinking. */
  spentOnThinking?: boolean
  /** The vendor's message, for adapting the request. */
  vendorWords?: string
  status?: number
  cause?: unknown
}

/** The names that error sentences use for a model's server and its settings. */
export type Voice = {
  provider: string
  model: string
  /** "OpenAI", "The model server at 10.0.0.7:8000". */
  label: string
  /** Where each setting is: "LLM_API_KEY", "the API key in the workspace's model settings". */
  settings: { key: string; address: string; model: string }
  /** Redacted from every sentence, including the vendor's. */
  secrets: string[]
}
