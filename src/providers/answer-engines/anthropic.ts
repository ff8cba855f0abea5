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
 * Messages with the web search tool. Source: https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool
 * (`web_search_20250305`, `max_uses`, `user_location`, `web_search_result_location`, `usage.server_tool_use`).
 */

const answer = z.object({
  model: z.string(),
  stop_reason: z.string().nullish(),
  content: z.array(
    z.looseObject({
      type: z.string(),
      text: optionalField(z.string()),
      citations: sideRows(z.object({ type: z.string(), url: z.string(), title: optionalField(z.string()) })),
      content: z.unknown().optional(),
    }),
  ),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    server_tool_use: z.object({ web_search_requests: z.number().nullish() }).nullish(),
  }),
})
const searchError = z.object({ type: z.literal('web_search_tool_result_error'), error_code: z.string() })

export const anthropicDefaults = {
  model: 'claude-haiku-5-5',
  price: { input: 0.1, output: 0.5 },
  search: 0.01,
} as const
const maxSearches = 3
const maxOutputTokens = 4000
const maxInputTokens = 60_000

export function createAnthropicEngine(options: EngineOptions & { price?: TokenPrice }): AnswerEngine {
  const { model = anthropicDefaults.model, price = anthropicDefaults.price, apiKey = '' } = options
  const client = createEngineClient('anthropic', 'https://api.anthropic.com', options)
  const maxCostUsd = getPrice(
    { input: maxInputTokens, output: maxOutputTokens },
    price,
    maxSearches,
    anthropicDefaults.search,
  )
  const getCost = (body: unknown) => {
    const usage = answer.safeParse(body).data?.usage
    if (!usage) return null
    const searches = usage.server_tool_use?.web_search_requests ?? 0
    return getPrice(
      { input: usage.input_tokens, output: usage.output_tokens },
      price,
      searches,
      anthropicDefaults.search,
    )
  }
  return {
    id: 'anthropic',
    label: client.voice.label,
    unavailable: client.unavailable,
    model,
    concurrency: client.concurrency,
    maxCostUsd,
    usualCostUsd: getPrice({ input: 12_000, output: 800 }, price, 1, anthropicDefaults.search),
    ask: (prompt, { country }, asking) =>
      client.ask(
        {
          path: '/v1/messages',
          headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
          json: {
            model,
            max_tokens: maxOutputTokens,
            messages: [{ role: 'user', content: prompt }],
            tools: [
              {
                type: 'web_search_20250305',
                name: 'web_search',
                max_uses: maxSearches,
                user_location: { type: 'approximate', country },
              },
            ],
          },
          maxCostUsd,
          getCost,
          check: (body) => {
            const read = answer.safeParse(body).data
            if (!read) return null
            const failed = read.content.flatMap(({ content }) => searchError.safeParse(content).data ?? [])[0]
            const limited = failed?.error_code === 'max_uses_exceeded'
            if (read.stop_reason === 'end_turn' && (!failed || limited)) return null
            if (!failed) return toIncomplete(`ended an answer early (${read.stop_reason})`)
            const kind = failed.error_code === 'too_many_requests' ? 'rate_limited' : 'bad_answer'
            return toIncomplete(`couldn’t search (${failed.error_code})`, kind)
          },
          read: (body) => {
            const read = answer.parse(body)
            const parts = read.content.filter(({ type }) => type === 'text')
            // Text is split where citations are.
            const text = parts.map((part) => part.text ?? '').join('')
            if (text.trim() === '') throw new Error('The answer has no text')
            return {
              text: text.slice(0, maxAnswerLength),
              citations: toCitations(
                parts.flatMap(({ citations }) => citations.filter(({ type }) => type === 'web_search_result_location')),
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
