import type { LanguageModel, ModelRequest } from '#providers/language-model/port.ts'
import type { BatchPrice } from '../contract.ts'

/** Money is counted in billionths of a US dollar: one token of the cheapest model is a whole number of them. */
const nanoPerUsd = 1_000_000_000

export const toNano = (usd: number) => Math.round(usd * nanoPerUsd)
export const toUsd = (nano: number) => nano / nanoPerUsd

export type Tokens = { input: number; output: number; cached?: number | null }

/** What tokens cost, rounded up. Prices are in US dollars for a million tokens. */
export function getCostNano(price: BatchPrice, { input, output, cached }: Tokens): number {
  const fromCache = Math.min(input, cached ?? 0)
  const cachedPrice = price.cached ?? price.input
  const perMillion = (input - fromCache) * price.input + fromCache * cachedPrice + output * price.output
  // Keeps 0.1 + 0.2 from becoming one more.
  return Math.ceil(Number((perMillion * 1000).toFixed(3)))
}

/** Speakers, separators and the like that vendors count with each message. */
const tokensAMessage = 16
const tokensARequest = 64

/**
 * The most tokens one request can use. A token of text stands for at least one byte, so no tokenizer counts more tokens than bytes; the
 * answer is limited by the request.
 */
export function getMaxTokens(model: LanguageModel, request: ModelRequest): Tokens {
  const input = request.messages.reduce(
    (sum, { text }) => sum + new TextEncoder().encode(text).length + tokensAMessage,
    tokensARequest,
  )
  return { input, output: model.getMaxOutput?.(request) ?? request.maxOutputTokens }
}
