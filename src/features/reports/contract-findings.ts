import { z } from 'zod'
import { itemId } from '#kit/fields.ts'
import { rowFilter } from './contract-rows.ts'

/** Findings of a report, each counted from its rows. */

export const findingKinds = [
  'easy_questions',
  'easy_keywords',
  'buying_intent',
  'near_top',
  'ai_overviews',
  'unanswered',
  'no_volume',
] as const

export const finding = z
  .object({
    kind: z
      .enum(findingKinds)
      .describe(
        '`easy_questions`, `easy_keywords`: low difficulty and searches; `buying_intent`: commercial or transactional; `near_top`: your pages rank on page two; `ai_overviews`: results with an AI Overview; `unanswered`: questions no ranking page has a heading for; `no_volume`: without a search volume.',
      ),
    rows: z.number().describe('Number of keywords it speaks of.'),
    of: z.number().describe('Number of keywords it was looked for in: those whose numbers are known.'),
    unknown: z.number().describe('Number of keywords that might belong to it, but lack a number it needs.'),
    searches: z
      .number()
      .nullable()
      .describe('Searches per month of its keywords whose volume is known. Null if none is known.'),
    filter: z
      .strictObject(rowFilter)
      .describe('The row filter for `/reports/rows` that returns these keywords. Empty for `unanswered`.'),
    pages: z.number().optional().describe('With `unanswered`: number of ranking pages that were read.'),
    examples: z
      .array(z.object({ _id: itemId.describe('Id of the row.'), text: z.string().describe('The keyword.') }))
      .describe('Up to three of its keywords, most searched first.'),
  })
  .meta({ id: 'Finding' })
export type Finding = z.output<typeof finding>
