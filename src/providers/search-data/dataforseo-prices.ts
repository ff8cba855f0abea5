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

/** Adds up prices without what binary fractions add to them. */
export const dollars = (usd: number) => Math.round(usd * 1e6) / 1e6
