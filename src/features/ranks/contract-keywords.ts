import { z } from 'zod'
import { ownPage } from '#features/reports/contract-own.ts'
import { failure, timestamp } from '#kit/fields.ts'

/** A tracked keyword: its position, its history, and what was beside it on the page. */

export const gapReasons = ['not_in_depth', 'failed', 'skipped', 'budget'] as const
export type GapReason = (typeof gapReasons)[number]

export const ownReasons = ['no_site', 'no_data', 'not_shown', 'period_unknown'] as const
export type OwnReason = (typeof ownReasons)[number]

export const pixelsReasons = ['not_measured', 'no_position', 'not_given'] as const
export type PixelsReason = (typeof pixelsReasons)[number]

const gapReason = z
  .enum(gapReasons)
  .describe(
    '`not_in_depth`: the site isn’t among the results checked. `failed`: the results page couldn’t be had. `skipped`: the source can’t be asked. `budget`: the month’s limit was reached.',
  )

/** Where a result is on the page, or why that isn’t known. */
const pixelPosition = {
  pixels: z
    .number()
    .nullable()
    .meta({
      description: 'Distance of the result from the top of the results page, in pixels. Null with a reason.',
      examples: [420],
    }),
  pixels_reason: z
    .enum(pixelsReasons)
    .optional()
    .describe(
      'Why `pixels` is null. `not_measured`: the tracker doesn’t measure it. `no_position`: there is no result to measure. `not_given`: the source gave none for this result.',
    ),
}

export const rankPoint = z.object({
  at: timestamp.describe('When it was checked.'),
  position: z.number().nullable().describe('Position from 1. Null with a reason.'),
  ...pixelPosition,
  url: z.string().nullable().describe('The page that ranks. Null without a position.'),
  reason: gapReason.optional().describe('Why there is no position.'),
})

export const rankItem = z
  .object({
    keyword: z.string().meta({ description: 'The keyword.', examples: ['cold brew coffee'] }),
    position: z.number().nullable().describe('Position from 1 in the latest check. Null with a reason.'),
    reason: gapReason.optional().describe('Why there is no position. Absent with one, and before the first check.'),
    ...pixelPosition,
    failure: failure.optional().describe('Why the check failed, with the code, reason and params of an API error.'),
    url: z.string().nullable().describe('The page that ranks. Null without a position.'),
    previous: z
      .number()
      .nullable()
      .describe('Position of the measurement before it; failed checks don’t count. Null if it had none.'),
    previous_url: z.string().nullable().describe('The page that ranked then.'),
    change: z
      .enum(['new', 'lost', 'up', 'down', 'same', 'unknown'])
      .describe('Against the measurement before. `unknown`: one of the two is missing.'),
    url_changed: z.boolean().describe('Whether another page of the site ranks than before.'),
    best: z.number().nullable().describe('Best position so far. Null if it never had one.'),
    features: z.array(z.string()).meta({ description: 'SERP features of the page.', examples: [['people_also_ask']] }),
    ai_overview: z
      .object({
        present: z.boolean().nullable().describe('Whether there is an AI Overview. Null where the source doesn’t say.'),
        cited: z.boolean().nullable().describe('Whether it cites the site. Null where that isn’t known.'),
      })
      .describe('Google’s AI Overview.'),
    competitors: z
      .array(
        z.object({
          domain: z.string().describe('The competitor.'),
          position: z.number().nullable().describe('Its position. Null: not among the results checked.'),
        }),
      )
      .describe('Competitors on the same page.'),
    own: z
      .object({
        site: z.string().meta({ description: 'The site in My site that the data is of.', examples: ['example.com'] }),
        position: z.number().meta({
          description: 'Average position over all countries, devices and pages of the site, from 1.',
          examples: [8.4],
        }),
        clicks: z.number().describe('Clicks in these days.'),
        impressions: z.number().describe('Impressions in these days.'),
        from: z.string().meta({ description: 'First day, as YYYY-MM-DD.', examples: ['2026-10-23'] }),
        to: z.string().meta({ description: 'Last day.', examples: ['2026-11-19'] }),
        upload: ownPage.shape.upload,
      })
      .nullable()
      .describe(
        'Search Console’s clicks, impressions and average position for the keyword: over up to 28 days of a connection, or the period of an uploaded export. Null with a reason.',
      ),
    own_reason: z
      .enum(ownReasons)
      .optional()
      .describe(
        'Why `own` is null. `no_site`: no site of the workspace has the tracked domain. `no_data`: nothing of it was read from Search Console. `not_shown`: Search Console lists no impressions for the keyword; it leaves out rare searches. `period_unknown`: only exports without dates were uploaded.',
      ),
    checked_at: timestamp.nullable().describe('When it was last checked. Null if never.'),
    serp_at: timestamp.nullable().describe('When the source gave the results page. Null without one.'),
    history: z.array(rankPoint).describe('Its checks in the period, oldest first. A failed check is a gap.'),
  })
  .meta({ id: 'RankItem' })
export type RankItem = z.output<typeof rankItem>

export const rankMover = z.object({
  keyword: z.string().describe('The keyword.'),
  change: z.enum(['new', 'lost', 'up', 'down']).describe('What happened.'),
  position: z.number().nullable().describe('Position now.'),
  previous: z.number().nullable().describe('Position before.'),
  url: z.string().nullable().describe('The page that ranks now.'),
  url_changed: z.boolean().describe('Whether another page ranks than before.'),
})
export type RankMover = z.output<typeof rankMover>
