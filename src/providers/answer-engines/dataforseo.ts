import { z } from 'zod'
import { getComplaint, getCost, taskResults } from '#providers/search-data/dataforseo/dataforseo-answers.ts'
import { optionalField, sideRows } from '#providers/search-data/readable-rows.ts'
import { createEngineClient, type EngineOptions, maxAnswerLength, toCitations } from './engine-client.ts'
import type { AnswerEngine, EngineId } from './port.ts'

/**
 * LLM Responses. Source: https://docs.dataforseo.com/v3/ai_optimization/chat_gpt/llm_responses/live/ (`user_prompt`, `model_name`,
 * `web_search`, `sections[].annotations`, `money_spent`; `cost` of the task is all of it).
 */

const result = z.object({
  model_name: z.string(),
  items: z.array(
    z.looseObject({
      type: z.string(),
      sections: sideRows(
        z.object({
          type: z.string(),
          text: optionalField(z.string()),
          annotations: sideRows(z.object({ url: z.string(), title: optionalField(z.string()) })),
        }),
      ),
    }),
  ),
})

const products: Partial<Record<EngineId, { path: string; model: string; hasCountry: boolean }>> = {
  dataforseo_chatgpt: { path: 'chat_gpt', model: 'gpt-4.1-mini', hasCountry: true },
  dataforseo_gemini: { path: 'gemini', model: 'gemini-2.5-flash', hasCountry: false },
}
const maxOutputTokens = 2048
/** $0.0006 a task, and what the model and its searches cost. */
const maxCostUsd = 0.1

/** `apiKey`: login and password with a colon between them. */
export function createDataForSeoEngine(
  id: 'dataforseo_chatgpt' | 'dataforseo_gemini',
  options: EngineOptions,
): AnswerEngine {
  const { path, model: usual, hasCountry } = products[id]!
  const { model = usual, apiKey = '' } = options
  const client = createEngineClient(id, 'https://api.dataforseo.com', options)
  return {
    id,
    label: client.voice.label,
    unavailable: client.unavailable,
    model,
    concurrency: client.concurrency,
    maxCostUsd,
    usualCostUsd: 0.02,
    ask: (prompt, { country }, asking) =>
      client.ask(
        {
          path: `/v3/ai_optimization/${path}/llm_responses/live`,
          headers: { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
          json: [
            {
              user_prompt: prompt.slice(0, 500),
              model_name: model,
              max_output_tokens: maxOutputTokens,
              web_search: true,
              ...(hasCountry ? { web_search_country_iso_code: country } : {}),
            },
          ],
          maxCostUsd,
          getCost,
          check: (body) => getComplaint(body, client.voice),
          read: (body) => {
            const read = result.parse(taskResults(body)[0])
            const sections = read.items
              .filter(({ type }) => type === 'message')
              .flatMap((item) => item.sections.filter(({ type }) => type === 'text'))
            const text = sections.map((section) => section.text ?? '').join('\n')
            if (text.trim() === '') throw new Error('The answer has no text')
            return {
              text: text.slice(0, maxAnswerLength),
              citations: toCitations(sections.flatMap(({ annotations }) => annotations)),
              model: read.model_name,
              costUsd: getCost(body),
              fetchedAt: new Date().toISOString(),
            }
          },
        },
        asking,
      ),
  }
}
