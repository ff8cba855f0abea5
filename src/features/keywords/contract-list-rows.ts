import { z } from 'zod'
import { rowAnswer, rowFilter } from '#features/reports/contract-rows.ts'
import { row, rowTypes } from '#features/reports/contract-sections.ts'
import { itemId, timestamp } from '#kit/fields.ts'

/** Keywords of lists: where they come from, their numbers, and which of them a call means. */

/** Where a keyword of a list was found. */
export const listOrigins = ['report', 'volumes', 'trends', 'listener', 'import', 'typed'] as const
export type ListOrigin = (typeof listOrigins)[number]

const number = (description: string) => z.number().nullable().default(null).describe(description)

const measured = (what: string) =>
  z
    .object({
      provider: z
        .string()
        .nullable()
        .meta({ description: 'Provider of the number. Null if it wasn’t recorded.', examples: ['dataforseo'] }),
      at: z.string().nullable().describe('Date of the number. Null if unknown.'),
      estimate: z.boolean().describe('Whether Earshot estimated it from the ranking pages.'),
    })
    .nullable()
    .default(null)
    .describe(`Who measured ${what}. Null without a value.`)

export const listNumbers = z.object({
  volume: z
    .object({
      value: z.number().nullable().describe('Searches per month. Null if unknown.'),
      low: z.number().nullable().describe('Lower end of the provider’s range. Null if it gives none.'),
      high: z.number().nullable().describe('Upper end of the provider’s range. Null if it gives none.'),
      provider: z.string().meta({ description: 'Provider of the number.', examples: ['dataforseo'] }),
      as_of: z.string().nullable().describe('Date of the number. Null if unknown.'),
    })
    .nullable()
    .describe('Searches per month. Null if no provider returned it.'),
  monthly: z
    .array(
      z.object({
        t: z.string().describe('Start of the month.'),
        v: z.number().describe('Searches in the month.'),
      }),
    )
    .describe('Searches in each month, oldest first.'),
  difficulty: z.number().nullable().describe('Keyword difficulty (KD), 0 to 100. Null if unknown.'),
  cpc: z
    .object({
      value: z.number().describe('The amount in `currency`.'),
      currency: z
        .string()
        .nullable()
        .meta({ description: 'ISO 4217 currency code. Null if an imported file doesn’t say.', examples: ['USD'] }),
    })
    .nullable()
    .describe('Cost per click for advertisers. Null if unknown.'),
  competition: number('Advertiser competition, 0 to 1, as the provider reports it. Null if unknown.'),
  intent: z
    .string()
    .nullable()
    .meta({ description: 'Main search intent. Null if unknown.', examples: ['informational'] }),
  intent_confidence: number('Confidence of the intent, 0 to 1. Null if unknown.'),
  popularity: number('0 to 100, from suggestion rank and the number of sources. Null if unknown.'),
  impressions: number('How often your pages were shown in Google Search. Null if unknown.'),
  clicks: number('Clicks on your pages in Google Search. Null if unknown.'),
  ctr: number('Clicks per impression, as a fraction. Null if unknown.'),
  position: number('Average position of your pages in the results, from 1. Null if unknown.'),
  performance: z
    .object({
      provider: z.string().meta({ description: 'Provider of the numbers.', examples: ['imported'] }),
      as_of: z.string().nullable().describe('Date of the numbers. Null if unknown.'),
    })
    .nullable()
    .default(null)
    .describe('Provider and date of impressions, clicks, CTR and position. Null without them.'),
  measured: z
    .object({
      difficulty: measured('the difficulty'),
      cpc: measured('cost per click and competition'),
    })
    .nullable()
    .default(null)
    .describe('Who measured difficulty and CPC, and when. Null in keywords added by earlier versions.'),
  type: z.enum(rowTypes).nullable().default(null).describe('Type of keyword in its report. Null if unknown.'),
  modifier: z.string().nullable().default(null).describe('Question word or preposition it was found by. Null if none.'),
  sources: z
    .array(z.string())
    .default([])
    .meta({ description: 'Sources that suggested it.', examples: [['google_suggest']] }),
})
export type ListNumbers = z.output<typeof listNumbers>

const from = z
  .object({
    kind: z.enum(listOrigins).describe('What the keyword comes from.'),
    id: itemId.nullable().describe('Id of the report, lookup, listener or import. Null if unknown.'),
    label: z.string().nullable().describe('What it was about, such as a report’s query. Null if unknown.'),
  })
  .describe('Where the keyword comes from.')
const addedAt = timestamp.describe('When the keyword was added.')

export const listItem = z.object({
  _id: itemId.describe('Id of the keyword in the list.'),
  text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
  from,
  added_at: addedAt,
  numbers: listNumbers
    .nullable()
    .describe('Numbers it had where it was added from, at that time. Null if it had none there.'),
})
export type ListItem = z.output<typeof listItem>

/** A keyword of a list as a row of the table that reports have too. */
export const listRow = row.extend({
  from,
  added_at: addedAt,
  measured: listNumbers.shape.measured,
})
export type ListRow = z.output<typeof listRow>

/** Lists have no topics, SERPs or hidden rows. */
const { cluster_ids: _topics, hidden: _hidden, serp_features: _features, ...listFilter } = rowFilter

export { listFilter }

const listFilterObject = z.object(listFilter)
export type ListFilter = z.output<typeof listFilterObject>

/** Columns a list is sorted by. */
export const listSortColumns = [
  'text',
  'type',
  'modifier',
  'intent',
  'volume',
  'volume_as_of',
  'growth',
  'popularity',
  'difficulty',
  'cpc',
  'competition',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'sources',
  'origin',
  'added_at',
] as const

export const listRowSort = z
  .string('sort must be text.')
  .refine(
    (sort) => (listSortColumns as readonly string[]).includes(sort.replace(/^-/, '')),
    `sort must be one of: ${listSortColumns.join(', ')}, with "-" before it for descending.`,
  )
  .optional()
  .meta({
    description:
      'Column to sort by. Prefix with “-” for descending. Empty values come last. Default: last added first. `growth` compares the last three months of search volume with the first three.',
    examples: ['-volume'],
  })

export const listRowAnswer = { unknown: rowAnswer.unknown, summary: rowAnswer.summary }
