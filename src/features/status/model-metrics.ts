import { type LanguageModel, ModelError } from '#providers/language-model/port.ts'

/** Errors caused by the request or the user. They say nothing about the model's health. */
const ignoredErrors = new Set(['cancelled', 'refused', 'invalid_request'])

/** Wraps a model and reports whether each response succeeded. */
export function withModelMetrics(model: LanguageModel, onOutcome: (good: boolean) => void): LanguageModel {
  return {
    ...model,
    check: (signal) => model.check(signal),
    async *stream(request) {
      try {
        for await (const event of model.stream(request)) {
          if (event.kind === 'end') onOutcome(true)
          yield event
        }
      } catch (error) {
        if (!(error instanceof ModelError) || !ignoredErrors.has(error.code)) onOutcome(false)
        throw error
      }
    },
  }
}
