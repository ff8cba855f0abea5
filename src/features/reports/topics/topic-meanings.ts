import type { KeywordMeanings } from '#features/keywords/meanings.ts'
import { OverMeaningLimit } from '#features/keywords/meanings.ts'
import { maxKeywordsByMeaning } from '#features/keywords/rules/clustering/group-by-meaning.ts'
import { AppError } from '#kit/errors.ts'
import { type EmbeddingModel, ModelError } from '#providers/language-model/port.ts'
import type { TopicMeaning } from '../contract.ts'
import type { TextMeanings } from '../rules/topics/topic-model.ts'

/** Finds out what a report's keywords mean, says what it costs, and why it can't be done. */

export type MeaningOptions = {
  isRequested: boolean
  /** Only says what it would cost, and uses what was paid for before. */
  isPreview: boolean
  /** US dollars; null without a limit. */
  limitUsd: number | null
  record(usd: number): Promise<void>
  signal: AbortSignal
}

/** Known results by keyword. */
type Serps = Readonly<Record<string, string[]>>

export type FoundMeanings = { meanings: TextMeanings | null; about: TopicMeaning }

export function createTopicMeanings({ meanings }: { meanings: KeywordMeanings }) {
  /** `model`: null where topics can't be grouped by meaning. */
  async function makeOffer(
    workspaceId: string,
    texts: readonly string[],
    serps: Serps,
  ): Promise<{ model: EmbeddingModel | null; about: TopicMeaning }> {
    const model = await meanings.findModel(workspaceId)
    const about = describe(model, texts.length)
    const refusal = model ? findRefusal(texts, serps) : noModel()
    if (!model || refusal) return { model: null, about: { ...about, failure: refusal?.toFailure() ?? null } }
    const { open, usd } = await meanings.estimate(workspaceId, model, texts)
    return { model, about: { ...about, state: 'offered', new_keywords: open, cost_usd: usd } }
  }

  return {
    /** Whether keywords can be grouped by meaning, and for how much. No model is asked. */
    offer: async (workspaceId: string, texts: readonly string[], serps: Serps) =>
      (await makeOffer(workspaceId, texts, serps)).about,

    /**
     * Never throws for what a model or its price is to blame for: topics are grouped by words then.
     * @param texts of keywords that are to be grouped
     */
    async find(
      workspaceId: string,
      texts: readonly string[],
      serps: Serps,
      { isRequested, isPreview, limitUsd, record, signal }: MeaningOptions,
    ): Promise<FoundMeanings> {
      const { model, about: offer } = await makeOffer(workspaceId, texts, serps)
      if (!model || !isRequested || (isPreview && offer.new_keywords > 0)) return { meanings: null, about: offer }
      try {
        const {
          requested,
          usd: spent,
          ...found
        } = await meanings.read(workspaceId, model, texts, { limitUsd, record }, signal)
        return { meanings: found, about: { ...offer, state: 'used', new_keywords: requested, cost_usd: spent } }
      } catch (error) {
        if (error instanceof OverMeaningLimit)
          return refuse({ ...offer, state: 'unavailable' }, overLimit(error, limitUsd))
        if (!(error instanceof ModelError) || error.code === 'cancelled') throw error
        return refuse({ ...offer, state: 'failed' }, toAppError(error))
      }
    },
  }
}

export type TopicMeanings = ReturnType<typeof createTopicMeanings>

/** Keywords that are in topics, from rows as JSON text. */
export const readTexts = (parts: readonly string[]) =>
  parts.flatMap((part) =>
    (JSON.parse(part) as { text: string; type: string }[]).flatMap(({ text, type }) => (type === 'idea' ? [] : [text])),
  )

const describe = (model: EmbeddingModel | null, keywords: number): TopicMeaning => ({
  state: 'unavailable',
  provider: model?.provider ?? null,
  model: model?.model ?? null,
  keywords,
  new_keywords: 0,
  cost_usd: null,
  price_as_of: model?.getPrice(new Date())?.asOf ?? null,
  failure: null,
})

const refuse = (about: TopicMeaning, error: AppError): FoundMeanings => ({
  meanings: null,
  about: { ...about, failure: error.toFailure() },
})

function findRefusal(texts: readonly string[], serps: Serps): AppError | null {
  if (texts.length > maxKeywordsByMeaning)
    return new AppError('too_large', `Up to ${maxKeywordsByMeaning} keywords can be compared by meaning.`, {
      reason: 'meaning_too_many_keywords',
      params: { max: maxKeywordsByMeaning, keywords: texts.length },
    })
  if (texts.length > 0 && texts.every((text) => (serps[text]?.length ?? 0) > 0))
    return new AppError('conflict', 'The SERP of every keyword is known, and SERPs decide.', {
      reason: 'meaning_not_needed',
    })
  return null
}

const noModel = () =>
  new AppError('unavailable', 'No AI model with embeddings is connected to this workspace.', {
    reason: 'meaning_no_model',
  })

const overLimit = ({ usd }: OverMeaningLimit, limitUsd: number | null) =>
  usd === null
    ? new AppError('invalid_input', 'The model’s price isn’t known, so a limit can’t be kept.', {
        field: 'max_cost_usd',
        reason: 'meaning_price_unknown',
      })
    : new AppError('invalid_input', `The embeddings may cost up to $${usd}, more than the limit.`, {
        field: 'max_cost_usd',
        reason: 'meaning_over_limit',
        params: { cost_usd: usd, limit_usd: limitUsd },
      })

/** The model's own words are for developers; its key isn't in them. */
function toAppError({ code, message, model }: ModelError): AppError {
  const options = { params: { model } }
  if (code === 'unauthorized')
    return new AppError('upstream_failed', message, { ...options, reason: 'meaning_model_unauthorized' })
  if (code === 'no_credit')
    return new AppError('upstream_failed', message, { ...options, reason: 'meaning_model_no_credit' })
  if (code === 'rate_limited')
    return new AppError('rate_limited', message, { ...options, reason: 'meaning_model_busy' })
  if (code === 'unavailable')
    return new AppError('unavailable', message, { ...options, reason: 'meaning_model_missing' })
  return new AppError('upstream_failed', message, { ...options, reason: 'meaning_model_failed' })
}
