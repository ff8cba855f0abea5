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
 * `generateContent` with Google Search. Source: https://ai.google.dev/gemini-api/docs/google-search (`google_search`,
 * `groundingMetadata.groundingChunks`). Addresses lead over a redirect of Google’s; a chunk’s title is the page’s domain.
 */

const answer = z.object({
  modelVersion: optionalField(z.string()),
  candidates: z
    .array(
      z.object({
        finishReason: optionalField(z.string()),
        content: z
          .object({ parts: sideRows(z.object({ text: z.string(), thought: optionalField(z.boolean()) })) })
          .nullish(),
        groundingMetadata: z
          .object({
            webSearchQueries: sideRows(z.string()),
            groundingChunks: sideRows(
              z.object({ web: z.object({ uri: z.string(), title: optionalField(z.string()) }) }),
            ),
          })
          .nullish(),
      }),
    )
    .min(1),
  usageMetadata: z.object({
    promptTokenCount: z.number().nullish(),
    candidatesTokenCount: z.number().nullish(),
    thoughtsTokenCount: z.number().nullish(),
    toolUsePromptTokenCount: z.number().nullish(),
  }),
})

/** A search query each, as models from Gemini 3 on are billed. */
export const googleDefaults = {
  model: 'gemini-3.5-flash-lite',
  price: { input: 0.3, output: 2.5 },
  search: 0.014,
} as const
const maxOutputTokens = 6000
const usualQueries = 2
const maxQueries = 6

export function createGoogleEngine(options: EngineOptions & { price?: TokenPrice }): AnswerEngine {
  const { model = googleDefaults.model, price = googleDefaults.price, apiKey = '' } = options
  const client = createEngineClient('google', 'https://generativelanguage.googleapis.com', options)
  const maxCostUsd = getPrice({ input: 20_000, output: maxOutputTokens }, price, maxQueries, googleDefaults.search)
  const getCost = (body: unknown) => {
    const read = answer.safeParse(body).data
    if (!read) return null
    const usage = read.usageMetadata
    const input = (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0)
    const output = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
    const queries = read.candidates[0]?.groundingMetadata?.webSearchQueries.length ?? 0
    return getPrice({ input, output }, price, queries, googleDefaults.search)
  }
  return {
    id: 'google',
    label: client.voice.label,
    unavailable: client.unavailable,
    model,
    concurrency: client.concurrency,
    maxCostUsd,
    usualCostUsd: getPrice({ input: 200, output: 1200 }, price, usualQueries, googleDefaults.search),
    ask: (prompt, _locale, asking) =>
      client.ask(
        {
          path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
          headers: { 'x-goog-api-key': apiKey },
          json: {
            contents: [{ role: 'user', parts: [{ text: prompt }] }],
            tools: [{ google_search: {} }],
            generationConfig: { maxOutputTokens },
          },
          maxCostUsd,
          getCost,
          check: (body) => {
            const reason = answer.safeParse(body).data?.candidates[0]?.finishReason
            if (!reason || reason === 'STOP') return null
            return toIncomplete(`ended an answer early (${reason})`)
          },
          read: (body) => {
            const read = answer.parse(body)
            const [{ content, groundingMetadata }] = read.candidates as [(typeof read.candidates)[number]]
            const text = (content?.parts ?? [])
              .filter(({ thought }) => thought !== true)
              .map((part) => part.text)
              .join('')
            if (text.trim() === '') throw new Error('The answer has no text')
            return {
              text: text.slice(0, maxAnswerLength),
              citations: toCitations(
                (groundingMetadata?.groundingChunks ?? []).map(({ web }) => ({
                  url: web.uri,
                  title: web.title,
                  domain: isRedirect(web.uri) && isDomain(web.title) ? web.title : null,
                })),
              ),
              model: read.modelVersion ?? model,
              costUsd: getCost(body),
              fetchedAt: new Date().toISOString(),
            }
          },
        },
        asking,
      ),
  }
}

const isRedirect = (uri: string) => URL.parse(uri)?.hostname === 'vertexaisearch.cloud.google.com'
const isDomain = (title: string | null): title is string => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(title ?? '')
