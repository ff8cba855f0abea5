import { type LanguageModel, ModelError } from '#providers/language-model/port.ts'

/** The request's own fault, or the reader's choice: they say nothing about the model. */
const notItsFault = new Set(['cancelled', 'refused', 'invalid_request'])

/** The same model; each answer that ended, or failed to, is told. */
export function watchedModel(model: LanguageModel, tell: (good: boolean) => void): LanguageModel {
  return {
    ...model,
    check: (signal) => model.check(signal),
    async *stream(request) {
      try {
        for await (const event of model.stream(request)) {
          if (event.kind === 'end') tell(true)
          yield event
        }
      } catch (error) {
        if (!(error instanceof ModelError) || !notItsFault.has(error.code)) tell(false)
        throw error
      }
    },
  }
}
