import { z } from 'zod'
import { optionalField, sideRows } from '#providers/search-data/readable-rows.ts'
import {
  createEngineClient,
  type EngineOptions,
  getPrice,
  maxAnswerLength,
  type TokenPrice,
  toCitations,
  toIncomplete,
} from './engine-client.ts'
import type { AnswerEngine } from './port.ts'

/**
 * The Responses API with web search. Source: https://developers.openai.com/api/docs/guides/tools-web-search
 * (`web_search`, `user_location`, `url_citation`, `web_search_call.action.sources`).
 */

const answer = z.object({
  model: z.string(),
  status: z.string(),
  output: z.array(
    z.looseObject({
      type: z.string(),
      action: optionalField(z.object({ type: z.string(), sources: sideRows(z.object({ url: z.string() })) })),
      content: sideRows(
        z.object({
          type: z.string(),
          text: optionalField(z.string()),
          annotations: sideRows(z.object({ type: z.string(), url: z.string(), title: optionalField(z.string()) })),
        }),
      ),
    }),
  ),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }),
})

/** US dollars for a million tokens of the model asked unless OPENAI_ANSWERS_MODEL says otherwise, and for a search. */
export const openAiDefaults = { model: 'gpt-6.1-terra', price: { input: 1, output: 5 }, search: 0.01 } as const
const maxSearches = 3
/** Thoughts count against it. */
const maxOutputTokens = 6000
/** What pages found add to the input at most, in tokens. */
const maxInputTokens = 40_000

export function createOpenAiEngine(options: EngineOptions & { price?: TokenPrice }): AnswerEngine {
  const { model = openAiDefaults.model, price = openAiDefaults.price, apiKey } = options
  const client = createEngineClient('openai', 'https://api.openai.com', options)
  const getCost = (body: unknown) => {
    const read = answer.safeParse(body).data
    if (!read) return null
    const searches = read.output.filter(
      ({ type, action }) => type === 'web_search_call' && action?.type !== 'open_page',
    )
    const { input_tokens: input, output_tokens: output } = read.usage
    return getPrice({ input, output }, price, searches.length, openAiDefaults.search)
  }
  return {
    id: 'openai',
    label: client.voice.label,
    unavailable: client.unavailable,
    model,
    concurrency: client.concurrency,
    maxCostUsd: getPrice({ input: maxInputTokens, output: maxOutputTokens }, price, maxSearches, openAiDefaults.search),
    usualCostUsd: getPrice({ input: 8000, output: 1000 }, price, 1, openAiDefaults.search),
    ask: (prompt, { country }, asking) =>
      client.ask(
        {
          path: '/v1/responses',
          headers: { authorization: `Bearer ${apiKey}` },
          json: {
            model,
            input: prompt,
            tools: [{ type: 'web_search', user_location: { type: 'approximate', country } }],
            include: ['web_search_call.action.sources'],
            max_tool_calls: maxSearches,
            max_output_tokens: maxOutputTokens,
            // Nothing of one answer is known in the next.
            store: false,
          },
          maxCostUsd: getPrice(
            { input: maxInputTokens, output: maxOutputTokens },
            price,
            maxSearches,
            openAiDefaults.search,
          ),
          getCost,
          check: (body) => {
            const read = answer.safeParse(body).data
            if (!read || read.status === 'completed') return null
            return toIncomplete(`ended an answer early ("${read.status}")`)
          },
          read: (body) => {
            const read = answer.parse(body)
            const parts = read.output
              .filter(({ type }) => type === 'message')
              .flatMap(({ content }) => content.filter(({ type }) => type === 'output_text'))
            const text = parts.map((part) => part.text ?? '').join('\n')
            if (text.trim() === '') throw new Error('The answer has no text')
            return {
              text: text.slice(0, maxAnswerLength),
              citations: toCitations(
                parts.flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'url_citation')),
              ),
              model: read.model,
              costUsd: getCost(body),
              fetchedAt: new Date().toISOString(),
            }
          },
        },
        asking,
      ),
  }
}
