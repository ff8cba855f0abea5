import { z } from 'zod'
import { keywordText } from '#features/keywords/contract.ts'
import { row } from '#features/reports/contract.ts'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { country, getPage, id, language, paging, timestamp } from '#kit/fields.ts'

export const trendRanges = ['3m', '12m', '5y'] as const
export type TrendRange = (typeof trendRanges)[number]

/** Trend sources in order of preference. */
export const trendSources = ['dataforseo', 'serpapi', 'wikipedia', 'imported'] as const
export type TrendSource = (typeof trendSources)[number]

/** What was counted: impressions of Search Console are never searches. */
export const trendMeasures = ['interest', 'page_views', 'searches', 'impressions'] as const
export type TrendMeasure = (typeof trendMeasures)[number]

export const maxTrendKeywords = 5
export const maxVolumeKeywords = 1000

const keywords = (most: number) =>
  z
    .array(keywordText('keywords'), 'keywords must be a list of keywords.')
    .min(1, 'keywords is empty.')
    .max(most, `keywords can have up to ${most.toLocaleString('en')} keywords.`)

const dryRun = z.boolean('dry_run must be true or false.').default(false)

/** A lookup's cost, for dry_run. */
export const lookupEstimate = z.object({
  units: z.number(),
  cost_usd: z.number(),
  /** The source that would be used first. */
  provider: z.string(),
  /** An identical lookup from the last 24 hours, free to open. */
  known_id: z.string().nullable(),
})

const trendSeries = z.object({
  keyword: z.string(),
  /** What was counted where it is not the keyword itself: the title of the article. */
  about: z.string().nullable(),
  points: z.array(z.object({ t: timestamp, v: z.number(), partial: z.boolean() })),
})
export type TrendLine = z.output<typeof trendSeries>

export const trendAnswer = z.object({
  /** Null when only estimated. */
  lookup_id: z.string().nullable(),
  provider: z.string(),
  scale: z.enum(['relative', 'absolute']),
  measure: z.enum(trendMeasures),
  series: z.array(trendSeries),
  related: z.object({
    top: z.array(z.string()),
    rising: z.array(z.string()),
    by_keyword: z.array(z.object({ keyword: z.string(), top: z.array(z.string()), rising: z.array(z.string()) })),
  }),
  /** Sentences for people: missing data, and the fallback source. */
  notes: z.array(z.string()),
  cost_usd: z.number(),
})
export type TrendAnswer = z.output<typeof trendAnswer>

export const volumeAnswer = z.object({
  lookup_id: z.string().nullable(),
  /** Who was asked: a vendor, or `imported`. Each volume names its own. */
  provider: z.string(),
  /** Rows with data; each volume names its provider and date. */
  items: z.array(row),
  /** Keywords without data: their units are refunded. */
  missing: z.array(z.string()),
  cost_usd: z.number(),
  notes: z.array(z.string()),
})
export type VolumeAnswer = z.output<typeof volumeAnswer>

export const lookupKinds = ['trends', 'sv'] as const
export type LookupKind = (typeof lookupKinds)[number]

/** A lookup's parameters and outcome. */
export const lookup = z.object({
  _id: z.string(),
  workspace_id: z.string(),
  kind: z.enum(lookupKinds),
  /** The first five. */
  keywords: z.array(z.string()),
  keyword_count: z.number(),
  country: z.string().nullable(),
  language: z.string().nullable(),
  range: z.enum(trendRanges).nullable(),
  provider: z.string(),
  /** Keywords with data, and without. */
  known: z.number(),
  missing: z.number(),
  units: z.number(),
  cost_usd: z.number(),
  at: timestamp,
})
export type Lookup = z.output<typeof lookup>

/** A trend or volume source. */
const researchSource = z.object({
  id: z.string(),
  label: z.string(),
  unavailable: z.string().nullable(),
  /** Which settings are missing; answered to staff only. */
  unavailable_details: z.string().optional(),
  trends: z.boolean(),
  volumes: z.boolean(),
})
export type ResearchSource = z.output<typeof researchSource>

const reading = (by: 'workspace' | 'resource') => access[by]('viewer', 'research')
const asking = access.workspace('editor', 'research')

export const researchContract = {
  trends: endpoint({
    path: '/extra/trends',
    access: asking,
    summary: 'Compare interest over time for up to 5 keywords. With dry_run, only returns the cost.',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      keywords: keywords(maxTrendKeywords),
      country: country.optional(),
      language: language.optional(),
      range: z.enum(trendRanges, `range must be one of: ${trendRanges.join(', ')}.`).default('12m'),
      source: z.enum(trendSources, `source must be one of: ${trendSources.join(', ')}.`).optional(),
      dry_run: dryRun,
    }),
    output: z.object({ ...trendAnswer.shape, estimate: lookupEstimate }),
  }),
  volumes: endpoint({
    path: '/extra/sv',
    access: asking,
    summary: 'Get search volumes for up to 1,000 keywords. With dry_run, only returns the cost.',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      keywords: keywords(maxVolumeKeywords),
      country,
      language,
      dry_run: dryRun,
    }),
    output: z.object({ ...volumeAnswer.shape, estimate: lookupEstimate }),
  }),
  history: endpoint({
    path: '/extra/history',
    access: reading('workspace'),
    summary: 'List a workspace’s lookups, newest first. Lookups are kept for 13 months.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      kind: z.enum(lookupKinds, `kind must be one of: ${lookupKinds.join(', ')}.`),
      ...paging,
    }),
    output: getPage(lookup),
  }),
  get: endpoint({
    path: '/extra/get',
    access: reading('resource'),
    summary: 'Get a lookup and its result. Free.',
    input: z.strictObject({ _id: id() }),
    output: z.object({
      lookup,
      /** Every requested keyword. */
      keywords: z.array(z.string()),
      trends: trendAnswer.nullable(),
      volumes: volumeAnswer.nullable(),
    }),
  }),
  remove: endpoint({
    path: '/extra/remove',
    access: access.resource('editor', 'research'),
    summary: 'Delete a lookup and its result. Its units (credits) aren’t refunded.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  sources: endpoint({
    path: '/extra/sources',
    access: reading('workspace'),
    summary: 'List the sources for trends and volumes.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ items: z.array(researchSource), has_imports: z.boolean() }),
  }),
  export: fileDownload({
    method: 'GET',
    path: '/extra/export/:id',
    access: reading('resource'),
    summary: 'Export a lookup’s result as a file.',
    input: z.strictObject({
      id: id('id'),
      format: z.enum(['csv', 'xlsx', 'json', 'md'], 'format must be csv, xlsx, json or md.').default('csv'),
    }),
    output: z.object({}),
  }),
}
