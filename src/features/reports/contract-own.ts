import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'

/** Pages of the workspace’s own sites: what Search Console says of them, and what a crawl found. */

const figures = {
  position: z
    .number()
    .nullable()
    .meta({ description: 'Average position, from 1. Null without Search Console data.', examples: [8.4] }),
  clicks: z.number().nullable().describe('Clicks in 28 days. Null without Search Console data.'),
  impressions: z.number().nullable().describe('Impressions in 28 days. Null without Search Console data.'),
}

export const ownPage = z
  .object({
    page: z
      .string()
      .nullable()
      .meta({
        description: 'URL of your page with the most clicks for it. Null if Search Console names none.',
        examples: ['https://hollowoak.example/ratio'],
      }),
    ...figures,
    pages: z.number().describe('Number of your pages that Google showed for it.'),
    as_of: timestamp.nullable().describe('The last of the 28 days.'),
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
    as_of: timestamp.nullable().describe('The last of the 28 days, or when the page was fetched.'),
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
