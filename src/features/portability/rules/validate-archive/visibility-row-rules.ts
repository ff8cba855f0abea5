import { z } from 'zod'
import { answerFrequencies, brandInput, competitorInput, engineIds, watchStatuses } from '#features/answers/contract.ts'
import {
  gapReasons,
  maxCompetitors,
  rankDevices,
  rankFrequencies,
  rankSources,
  rankStatuses,
  site,
} from '#features/ranks/contract.ts'
import { country, language } from '#kit/fields.ts'
import { count, figure, long, money, shaped, short, storedFailure, url } from './field-rules.ts'

/** Rank trackers and AI answers. */

const position = z.int().min(1).max(1000).nullable()
const pixels = z.int().min(0).max(1_000_000).nullable()
const reason = z.enum(gapReasons).nullable()
const competitors = z
  .array(z.object({ domain: short(300), position: z.number().nullable() }).strict())
  .max(maxCompetitors)
const citations = z.array(z.object({ url, title: short(300).nullable(), domain: short(253) }).strict()).max(100)
const readings = z
  .array(
    z
      .object({
        brand: short(100),
        mentioned: z.boolean(),
        cited: z.boolean(),
        position: z.number().nullable(),
        quote: short(400).nullable(),
        spans: z.array(z.object({ start: count, end: count }).strict()).max(100),
      })
      .strict(),
  )
  .max(maxCompetitors + 1)

export const visibilityRowRules: Record<string, Record<string, z.ZodType>> = {
  rank_trackers: {
    domain: site('domain'),
    competitors: z.array(site('competitors')).max(maxCompetitors),
    country,
    language,
    device: z.enum(rankDevices),
    depth: z.int().min(10).max(100),
    frequency: z.enum(rankFrequencies),
    source: z.enum(rankSources),
    status: z.enum(rankStatuses),
    max_cost_usd: money.nullable(),
    run_count: count,
  },
  rank_keywords: {
    no: count,
    text: short(200),
    position,
    pixels,
    reason,
    failure: storedFailure,
    url: url.nullable(),
    previous: position,
    previous_url: url.nullable(),
    best: position,
    features: z.array(short(60)).max(30),
    competitors: shaped(competitors),
  },
  rank_runs: {
    no: z.int().min(1),
    total: count,
    measured: count,
    gaps: count,
    ranked: count,
    top10: count,
    average: figure.nullable(),
    spent_usd: money,
  },
  rank_checks: {
    keyword_no: count,
    run_no: z.int().min(1),
    state: z.enum(['done']),
    position,
    pixels,
    reason,
    url: url.nullable(),
  },
  answer_watches: {
    brand: shaped(brandInput),
    competitors: shaped(z.array(competitorInput).max(maxCompetitors)),
    prompts: z.array(short(500)).min(1).max(200),
    engines: z.array(z.enum(engineIds)).min(1).max(engineIds.length),
    country,
    language,
    runs: z.int().min(1).max(50),
    frequency: z.enum(answerFrequencies),
    budget_usd: money.nullable(),
    spent_usd: money,
    status: z.enum(watchStatuses),
    periods: count,
  },
  answer_periods: { no: z.int().min(1), spent_usd: money },
  answer_runs: {
    period: z.int().min(1),
    prompt_no: z.int().min(1).max(200),
    engine: z.enum(engineIds),
    run_no: z.int().min(1).max(50),
    state: z.enum(['done', 'not_shown', 'failed', 'skipped', 'budget']),
    text: long(60_000).nullable(),
    citations: shaped(citations),
    readings: shaped(readings),
    model: short(200).nullable(),
    cost_usd: money.nullable(),
    failure: storedFailure,
  },
}
