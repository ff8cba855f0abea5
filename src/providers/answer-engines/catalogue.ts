import type { KnownModel } from '#providers/language-model/port.ts'
import type { SearchSource, SharedPacing, SourceId } from '#providers/search-data/port.ts'
import type { VendorFetch, VendorLog } from '#providers/search-data/vendor-client/vendor-request.ts'
import { createAiOverviewEngine } from './ai-overview.ts'
import { anthropicDefaults, createAnthropicEngine } from './anthropic.ts'
import { createDataForSeoEngine } from './dataforseo.ts'
import { createGoogleEngine, googleDefaults } from './google.ts'
import { createOpenAiEngine, openAiDefaults } from './openai.ts'
import { createPerplexityEngine } from './perplexity.ts'
import type { AnswerEngine, EngineId } from './port.ts'

/** `<NAME>_ANSWERS_URL`, `_KEY` and `_MODEL` of each engine, and keys that the same vendor has elsewhere. */
export type AnswerSettings = Record<string, unknown>

export type AnswerEnginesOptions = {
  settings: AnswerSettings
  fetch: VendorFetch
  log?: VendorLog
  pacing?: SharedPacing
  sources: Map<SourceId, SearchSource>
  knownModels: () => readonly KnownModel[]
}

/** All engines, those without a key among them: these say so in `unavailable`. */
export function createAnswerEngines({ settings, fetch, log, pacing, sources, knownModels }: AnswerEnginesOptions) {
  const get = (name: string) => {
    const value = settings[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  /** The key for writing, where writing uses the same vendor at its own address. */
  const writingKey = (provider: string) =>
    get('LLM_PROVIDER') === provider && !get('LLM_BASE_URL') ? get('LLM_API_KEY') : undefined
  const login = get('DATAFORSEO_LOGIN')
  const dataForSeoKey = login && get('DATAFORSEO_PASSWORD') ? `${login}:${get('DATAFORSEO_PASSWORD')}` : undefined
  const at = (name: string, elsewhere: string | undefined) => ({
    ...{ fetch, log, pacing, baseUrl: get(`${name}_ANSWERS_URL`), model: get(`${name}_ANSWERS_MODEL`) },
    apiKey: get(`${name}_ANSWERS_KEY`) ?? elsewhere,
  })
  const priceFor = (provider: string, model: string) => {
    const price = knownModels().find((one) => one.provider === provider && one.id === model)?.price
    return price ? { price: { input: price.input, output: price.output } } : {}
  }
  const openai = at('OPENAI', writingKey('openai'))
  const anthropic = at('ANTHROPIC', writingKey('anthropic'))
  const google = at('GOOGLE', writingKey('google'))
  const engines: AnswerEngine[] = [
    createOpenAiEngine({ ...openai, ...priceFor('openai', openai.model ?? openAiDefaults.model) }),
    createAnthropicEngine({ ...anthropic, ...priceFor('anthropic', anthropic.model ?? anthropicDefaults.model) }),
    createGoogleEngine({ ...google, ...priceFor('google', google.model ?? googleDefaults.model) }),
    createPerplexityEngine(at('PERPLEXITY', undefined)),
    createDataForSeoEngine('dataforseo_chatgpt', {
      ...at('DATAFORSEO_CHATGPT', dataForSeoKey),
      baseUrl: get('DATAFORSEO_CHATGPT_ANSWERS_URL') ?? get('DATAFORSEO_URL'),
    }),
    createDataForSeoEngine('dataforseo_gemini', {
      ...at('DATAFORSEO_GEMINI', dataForSeoKey),
      baseUrl: get('DATAFORSEO_GEMINI_ANSWERS_URL') ?? get('DATAFORSEO_URL'),
    }),
    createAiOverviewEngine([sources.get('dataforseo_serp'), sources.get('serpapi')]),
  ]
  return new Map<EngineId, AnswerEngine>(engines.map((engine) => [engine.id, engine]))
}
