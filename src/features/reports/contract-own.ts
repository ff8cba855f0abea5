import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'

/** Pages of the workspace’s own sites: what Search Console says of them, and what a crawl found. */

const figures = {
  position: z
    .number()
    .nullable()
    .meta({ description: 'Average position, from 1. Null without Search Console data.', examples: [8.4] }),
  clicks: z.number().nullable().describe('Clicks in the period. Null without Search Console data.'),
  impressions: z.number().nullable().describe('Impressions in the period. Null without Search Console data.'),
}

/** Of what days figures are, and of which export. */
const origin = {
  period: z
    .object({
      from: z.string().meta({ description: 'First day, as YYYY-MM-DD.', examples: ['2026-10-23'] }),
      to: z.string().meta({ description: 'Last day.', examples: ['2026-11-19'] }),
      days: z.number().describe('Number of days from the first to the last.'),
    })
    .nullable()
    .describe(
      'The days that clicks, impressions and position are of: the last 28 complete ones of a connection, or fewer if it has fewer, or those of an uploaded export. Null if the export doesn’t say, and without Search Console data.',
    ),
  upload: z
    .object({
      _id: itemId.describe('Id of the upload.'),
      file_name: z.string().meta({ description: 'Name of the file.', examples: ['Performance-on-Search.zip'] }),
      uploaded_at: timestamp.describe('When it was uploaded.'),
      filters: z
        .array(
          z.object({
            name: z.string().meta({ description: 'Name of the filter.', examples: ['Country'] }),
            value: z.string().meta({ description: 'Its value.', examples: ['United Kingdom'] }),
          }),
        )
        .describe('What the export was limited to, in its own words.'),
      pairs: z
        .number()
        .describe(
          'Number of rows with a query and a page. 0 in Search Console’s own exports, which don’t say which page a query showed.',
        ),
    })
    .nullable()
    .describe(
      'The uploaded Search Console export that the figures are totals of. Null if they come from the days of a connection.',
    ),
}

export const ownPage = z
  .object({
    page: z
      .string()
      .nullable()
      .meta({
        description:
          'URL of your page with the most clicks for it. Null if Search Console names none, or the export has no pages by query.',
        examples: ['https://hollowoak.example/ratio'],
      }),
    ...figures,
    pages: z.number().describe('Number of your pages that Google showed for it, as far as Search Console lists them.'),
    as_of: timestamp.nullable().describe('The last day of the period. Null if it isn’t known.'),
    ...origin,
  })
  .meta({ id: 'OwnPage' })
export type OwnPage = z.output<typeof ownPage>

export const ownTopic = z
  .object({
    page: z.string().meta({
      description: 'URL of your page that covers the topic: the one with the most clicks for its keywords.',
      examples: ['https://hollowoak.example/ratio'],
    }),
    source: z
      .enum(['search_console', 'crawl'])
      .describe('`search_console`: Google shows it for keywords of the topic. `crawl`: its headline says so.'),
    ...figures,
    as_of: timestamp
      .nullable()
      .describe('The last day of the period, or when the page was fetched. Null if it isn’t known.'),
    ...origin,
    page_id: itemId.nullable().describe('Id of the page in the site’s list of pages. Null if it wasn’t crawled.'),
    title: z.string().nullable().describe('Title of the page. Null if it wasn’t crawled.'),
    words: z.number().nullable().describe('Number of words. Null if it wasn’t crawled.'),
    keywords: z.number().describe('Number of the topic’s keywords that Google shows the page for.'),
    top_10: z.number().describe('Number of these with an average position of 10 or better.'),
    others: z
      .array(z.object({ page: z.string().describe('URL of the page.'), ...figures }))
      .describe('Cannibalization: your other pages with a fifth or more of the topic’s impressions.'),
    shared_with: z
      .array(itemId)
      .describe('Cannibalization: ids of other topics that this page covers too. Empty for parents.'),
  })
  .meta({ id: 'OwnTopic' })
export type OwnTopic = z.output<typeof ownTopic>
export type OwnOrigin = Pick<OwnPage, 'period' | 'upload'>

/** A topic or a planned page, by what people search for. */
export type OwnRequest = { id: string; name: string; pillar: string; isGroup?: boolean; parentId?: string | null }

/** One search engine's numbers, from an imported file. */
export const providerPerformance = z.object({
  provider: z.string().meta({ description: 'Type of the file.', examples: ['bing_webmaster'] }),
  impressions: z.number().nullable().describe('How often your pages were shown.'),
  clicks: z.number().nullable().describe('Clicks on your pages.'),
  ctr: z.number().nullable().describe('Clicks per impression, as a fraction.'),
  position: z.number().nullable().describe('Average position of your pages, from 1.'),
  as_of: timestamp.nullable().describe('Date of the numbers. Null if unknown.'),
})
export type ProviderPerformance = z.output<typeof providerPerformance>
