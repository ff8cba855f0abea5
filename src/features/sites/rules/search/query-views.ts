/** Views of queries: which ones are worth work, by rules that anybody can check. */

export type QueryFigures = { clicks: number; impressions: number; position: number }
export type PageShare = QueryFigures & { page: string; days_first: number }

/** Positions 4 to 20 of queries that somebody searches. */
export const minDemand = 50
export const isStriking = ({ position, impressions }: QueryFigures) =>
  position >= 4 && position <= 20 && impressions >= minDemand

/** Days of data before the period without which nothing can be called new. */
export const minHistoryDays = 28
