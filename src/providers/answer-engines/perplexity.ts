import { z } from 'zod'
import { optionalField, sideRows } from '#providers/search-data/readable-rows.ts'
import {
  createEngineClient,
  type EngineOptions,
  getPrice,
  maxAnswerLength,
  toCitations,
  toIncomplete,
} from './engine-client.ts'
import type { AnswerEngine } from './port.ts'

/**
 * The Agent API with web search. Source: https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to (an answer has
 * items `search_results` and `message`; `usage.cost.total_cost`; failed answers come with status 200). Perplexity ended its
 * chat completions on 2026-09-27.
 */

type Result = { id?: number | null; url: string; title?: string | null }

const answer = z.object({
  model: z.string(),
  status: z.string(),
  output: z.array(
    z.looseObject({
      type: z.string(),
      results: sideRows(z.object({ id: z.number().nullish(), url: z.string(), title: optionalField(z.string()) })),
      content: sideRows(z.object({ type: z.string(), text: optionalField(z.string()) })),
    }),
  ),
  usage: z.object({ cost: z.object({ total_cost: z.number() }).nullish().catch(null) }).nullish(),
})

/** US dollars for a million tokens of Perplexity’s own model, and for a search, as of 2026-10-03. */
const sonar = { model: 'perplexity/sonar', price: { input: 0.25, output: 2.5 }, search: 0.0025 } as const
const maxSteps = 3
const maxOutputTokens = 3000
const maxInputTokens = 60_000

/**
 * The results an answer cites by a mark such as [2]; what was found besides isn't cited. All of them where the answer has no
 * mark at all, since then it doesn't say.
 */
function getCited(text: string, results: Result[]): Result[] {
  const marks = new Set([...text.matchAll(/\[(?:web:)?(\d{1,3})\]/g)].map(([, id]) => Number(id)))
  return marks.size === 0 ? results : results.filter(({ id }) => id != null && marks.has(id))
}

/** As the model was named in chat completions. */
const toModel = (name: string) => (name === 'sonar' ? sonar.model : name)

export function createPerplexityEngine(options: EngineOptions): AnswerEngine {
  const { apiKey } = options
  const model = toModel(options.model ?? sonar.model)
  const client = createEngineClient('perplexity', 'https://api.perplexity.ai', options)
  const isSonar = model === sonar.model
  // Models of other vendors cost what they cost there; the answer says how much.
  const maxCostUsd = isSonar
    ? getPrice({ input: maxInputTokens, output: maxOutputTokens }, sonar.price, maxSteps, sonar.search)
    : 0.12
  const getCost = (body: unknown) => answer.safeParse(body).data?.usage?.cost?.total_cost ?? null
  return {
    id: 'perplexity',
    label: client.voice.label,
    unavailable: client.unavailable,
    model,
    concurrency: client.concurrency,
    maxCostUsd,
    usualCostUsd: isSonar ? getPrice({ input: 6000, output: 800 }, sonar.price, 1, sonar.search) : 0.02,
    ask: (prompt, { country }, asking) =>
      client.ask(
        {
          path: '/v1/agent',
          headers: { authorization: `Bearer ${apiKey}` },
          json: {
            model,
            input: prompt,
            tools: [{ type: 'web_search', search_context_size: 'low', user_location: { country } }],
            max_steps: maxSteps,
            max_output_tokens: maxOutputTokens,
            // Nothing of one answer is known in the next.
            store: false,
          },
          maxCostUsd,
          getCost,
          check: (body) => {
            const read = answer.safeParse(body).data
            if (!read || read.status === 'completed') return null
            return toIncomplete(`ended an answer early ("${read.status}")`)
          },
          read: (body) => {
            const read = answer.parse(body)
            const text = read.output
              .filter(({ type }) => type === 'message')
              .flatMap(({ content }) => content.filter(({ type }) => type === 'output_text'))
              .map((part) => part.text ?? '')
              .join('')
            if (text.trim() === '') throw new Error('The answer has no text')
            return {
              text: text.slice(0, maxAnswerLength),
              citations: toCitations(
                getCited(
                  text,
                  read.output.filter(({ type }) => type === 'search_results').flatMap(({ results }) => results),
                ),
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
