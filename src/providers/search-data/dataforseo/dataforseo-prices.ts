import type { SerpScope } from '../port.ts'

/** List prices in US dollars; the answer reports the actual cost. https://dataforseo.com/pricing */
export const ideasAtOnce = 300

export const dataForSeoPrices = {
  /** One result page of ten, live or queued at normal priority. */
  resultPage: 0.002,
  queuedResultPage: 0.0006,
  ideas: 0.01 + ideasAtOnce * 0.0001,
  /** For up to 1,000 keywords. */
  volumes: 0.075,
  trend: 0.009,
  /** A task for up to 1,000 keywords, and each of its keywords. */
  difficultyTask: 0.01,
  difficulty: 0.0001,
} as const

/**
 * A results page: each ten results after the first ten cost 75% of these (https://dataforseo.com/pricing/serp/google-organic-serp-api),
 * and `calculate_rectangles` costs as much as the first ten, at any depth
 * (https://dataforseo.com/update/organic-serp-api-pricing-changes-now-in-effect).
 */
export const priceOfPage = (firstTen: number, { depth, pixels = false }: SerpScope) =>
  dollars(firstTen * (1 + 0.75 * (Math.ceil(depth / 10) - 1) + (pixels ? 1 : 0)))

/** Adds up prices without what binary fractions add to them. */
export const dollars = (usd: number) => Math.round(usd * 1e6) / 1e6
