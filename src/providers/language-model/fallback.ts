import type { ModelLog } from './model-client.ts'
import { type LanguageModel, ModelError, type ModelEvent, type ModelRequest } from './port.ts'

/** Failures that say nothing good about the next question either. */
const lasting = new Set<ModelError['code']>(['upstream_failed', 'unavailable', 'timeout', 'unauthorized', 'no_credit'])

export type FallbackOptions = {
  log?: ModelLog
  /** How long the first model is left alone after it failed: a long article must not wait for it with each section. */
  restMs?: number
}

/**
 * The second model writes when the first one fails before any text has come. What the first has begun is never mixed with
 * another's, and what it declined is not tried elsewhere.
 */
export function withFallback(
  first: LanguageModel,
  second: LanguageModel,
  { log, restMs = 30_000 }: FallbackOptions = {},
): LanguageModel {
  let restsUntil = 0

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    if (request.once) {
      yield* first.stream(request)
      return
    }
    let failure: ModelError | null = null
    if (performance.now() >= restsUntil) {
      try {
        yield* first.stream(request)
        return
      } catch (error) {
        if (!(error instanceof ModelError)) throw error
        if (error.startedText || error.code === 'cancelled' || error.code === 'refused') throw error
        failure = error
        if (lasting.has(error.code)) restsUntil = performance.now() + restMs
        log?.warn(
          { provider: first.provider, model: first.model, code: error.code, to: second.model },
          'The fallback model writes instead',
        )
      }
    }
    try {
      yield* second.stream(request)
    } catch (error) {
      if (!(error instanceof ModelError) || !failure || error.startedText || error.code === 'cancelled') throw error
      throw new ModelError(error.code, `${failure.message} The fallback failed too: ${error.message}`, {
        provider: error.provider,
        model: error.model,
        retryable: failure.retryable || error.retryable,
        retryAfterSeconds: error.retryAfterSeconds,
        cause: error,
      })
    }
  }

  return { ...first, stream }
}
