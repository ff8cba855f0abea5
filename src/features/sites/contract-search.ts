import { z } from 'zod'
import { itemId } from '#kit/fields.ts'
import { shownUpload } from './contract-uploads.ts'

export { period } from './contract-period.ts'

export const queryViews = ['all', 'striking_distance', 'low_ctr', 'cannibalized', 'new', 'questions'] as const
export type QueryView = (typeof queryViews)[number]

export const view = z
  .enum(queryViews, `view must be one of: ${queryViews.join(', ')}.`)
  .default('all')
  .describe(
    '`striking_distance`: positions 4–20 with at least 50 impressions. `low_ctr`: fewer clicks than other queries get at this position. ' +
      '`cannibalized`: two or more pages have a fifth of its impressions each. `new`: no impressions in the 90 days before. `questions`: questions in `language`, of the 10,000 queries with the most impressions.',
  )

export const querySorts = [
  '-clicks',
  'clicks',
  '-impressions',
  'impressions',
  '-ctr',
  'ctr',
  'position',
  '-position',
  'query',
] as const
export type QuerySort = (typeof querySorts)[number]

const figures = {
  clicks: z.number().meta({ description: 'Clicks.', examples: [120] }),
  impressions: z.number().meta({ description: 'Impressions.', examples: [2400] }),
}

export const queryRow = z
  .object({
    query: z.string().meta({ description: 'The query.', examples: ['cold brew ratio'] }),
    ...figures,
    ctr: z.number().meta({ description: 'Clicks by impressions.', examples: [0.05] }),
    position: z.number().meta({ description: 'Average position.', examples: [8.4] }),
    expected_ctr: z
      .number()
      .nullable()
      .describe('CTR that the site’s queries have at this position. Null with too few of them.'),
    swaps: z
      .number()
      .nullable()
      .describe(
        'Days on which another of the competing pages came first. Null if no pages compete, and in uploaded exports, which have no days of queries.',
      ),
    pages: z
      .array(
        z.object({
          page: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/ratio'] }),
          ...figures,
          position: z.number().meta({ description: 'Average position of this page.', examples: [8.4] }),
        }),
      )
      .describe('Pages shown for it, most impressions first. Their figures don’t add up to the query’s.'),
  })
  .meta({ id: 'SiteQuery' })
export type QueryRow = z.output<typeof queryRow>

export const totals = z
  .object({
    clicks: figures.clicks,
    impressions: figures.impressions,
    ctr: z.number().nullable().describe('Clicks by impressions. Null without impressions.'),
    position: z.number().nullable().describe('Average position. Null without impressions.'),
    days: z.number().meta({ description: 'Complete days with data.', examples: [28] }),
  })
  .meta({ id: 'SiteTotals' })
export type SearchTotals = z.output<typeof totals>

export const property = z.object({
  url: z.string().meta({ description: 'The property.', examples: ['sc-domain:hollowoak.example'] }),
  permission: z.string().meta({ description: 'What the account may do there.', examples: ['siteOwner'] }),
})

export const searchDay = z.object({
  day: z.string().meta({ description: 'The day, in Pacific time.', examples: ['2026-11-19'] }),
  ...figures,
  position: z.number().meta({ description: 'Average position.', examples: [14.2] }),
  partial: z.boolean().describe('Whether the day may still change. It isn’t in the totals.'),
})

export const overview = z.object({
  from: z.string().nullable().describe('First day. Null without data, or if an uploaded export doesn’t say.'),
  to: z.string().nullable().describe('Last day. Null without data, or if an uploaded export doesn’t say.'),
  upload: shownUpload,
  totals: totals.nullable().describe('Of the days, from the date dimension. Null without data.'),
  before: totals.nullable().describe('Of as many days before. Null without data.'),
  days: z.array(searchDay).describe('The days, with those after the last complete one.'),
  anonymized_share: z
    .number()
    .nullable()
    .describe('Share of clicks whose query Google hides because it’s rare. Null without clicks.'),
  site_id: itemId.describe('Id of the site.'),
})

export const serviceAccount = z
  .looseObject({
    client_email: z
      .email('service_account isn’t the key of a service account.')
      .describe('Email of the service account.'),
    private_key: z
      .string('service_account isn’t the key of a service account.')
      .min(100, 'service_account isn’t the key of a service account.')
      .max(10_000, 'service_account isn’t the key of a service account.')
      .describe('Its private key.'),
  })
  .describe('The JSON key of a service account that can read the property. Without it a person gives consent.')
