import { z } from 'zod'
import { failure, itemId, timestamp } from '#kit/fields.ts'

export const crawlStates = ['none', 'running', 'done', 'failed', 'cancelled'] as const

const count = (description: string, example: number) => z.number().meta({ description, examples: [example] })

export const crawl = z
  .object({
    _id: itemId.nullable().describe('Id of the latest crawl. Null before the first.'),
    state: z.enum(crawlStates).describe('`none` before the first crawl.'),
    complete: z.boolean().describe('Whether every page that was found was fetched. Only then can pages be gone.'),
    pages: count('Pages of the site that are there, of all crawls.', 148),
    found: count('URLs found by this crawl.', 180),
    fetched: count('URLs fetched by this crawl so far.', 120),
    unchanged: count('Of these, pages that hadn’t changed.', 90),
    skipped: z
      .object({
        traps: count('Links that lead into calendars, filters and other endless pages.', 0),
        robots: count('URLs that robots.txt blocks.', 2),
        files: count('URLs of files.', 4),
      })
      .describe('What wasn’t fetched, or isn’t a page.'),
    added: count('Pages new in this crawl.', 3),
    changed: count('Pages that changed.', 5),
    removed: count('Pages that are gone: not there in this complete crawl and the one before.', 1),
    error: z.string().nullable().describe('Why it failed. Null if it didn’t.'),
    failure: failure.nullable().describe('The same with code, reason and params. Null if it didn’t fail.'),
    started_at: timestamp.nullable().describe('When it was started. Null before the first.'),
    finished_at: timestamp.nullable().describe('When it ended. Null while it runs.'),
  })
  .meta({ id: 'SiteCrawl' })
export type Crawl = z.output<typeof crawl>

export const crawlerPurposes = ['search', 'user', 'training'] as const
export const crawlerAccesses = ['allowed', 'partly', 'blocked', 'unknown'] as const
export const robotsStates = ['found', 'missing', 'unreadable'] as const

export const aiCrawlerAccess = z
  .object({
    robots_txt: z
      .enum(robotsStates)
      .describe('`missing`: there is none, so everything is allowed. `unreadable`: it couldn’t be read.'),
    bots: z
      .array(
        z.object({
          bot: z.string().meta({ description: 'Its name in robots.txt.', examples: ['OAI-SearchBot'] }),
          vendor: z.string().meta({ description: 'Whose it is.', examples: ['OpenAI'] }),
          purpose: z
            .enum(crawlerPurposes)
            .describe(
              '`search`: the index that answers cite. `user`: a page that a person asks about. `training`: texts for models.',
            ),
          about: z.string().describe('What it’s for, by its vendor’s documentation.'),
          follows_robots: z
            .boolean()
            .nullable()
            .describe('Whether the vendor says that it follows robots.txt. Null where the vendor doesn’t say.'),
          docs: z.string().nullable().describe('The vendor’s page about it. Null without one.'),
          access: z
            .enum(crawlerAccesses)
            .describe(
              'By RFC 9309. `partly`: some paths are blocked, or only some allowed. `unknown`: robots.txt wasn’t read.',
            ),
          rule: z
            .string()
            .nullable()
            .meta({ description: 'The line that decides. Null where no line does.', examples: ['Disallow: /'] }),
          line: z.number().nullable().describe('Its number in the file, from 1.'),
        }),
      )
      .describe('Bots of assistants.'),
    at: timestamp.describe('Start of the crawl that read it.'),
  })
  .meta({ id: 'AiCrawlerAccess' })
export type AiCrawlerAccess = z.output<typeof aiCrawlerAccess>

export const site = z
  .object({
    _id: itemId.describe('Id of the site.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    url: z.string().meta({
      description: 'A domain with all its subdomains, or the start of the site’s URLs.',
      examples: ['hollowoak.example'],
    }),
    search_console: z
      .object({
        state: z.enum(['none', 'connected', 'error']).describe('Whether Search Console is connected.'),
        property: z
          .string()
          .nullable()
          .meta({
            description: 'The property. Null without one.',
            examples: ['sc-domain:hollowoak.example'],
          }),
        last_day: z
          .string()
          .nullable()
          .meta({
            description: 'The last complete day of data. Null without data.',
            examples: ['2026-11-19'],
          }),
        error: z.string().nullable().describe('Why it can’t be read. Null if it can.'),
        failure: failure.nullable().describe('The same with code, reason and params. Null if it can be read.'),
      })
      .describe('The connection to Search Console.'),
    uploads: count('Search Console exports that were uploaded for it.', 2),
    crawl: crawl.describe('The latest crawl.'),
    ai_crawlers: aiCrawlerAccess
      .nullable()
      .describe('What robots.txt says to bots of AI assistants. Null before a crawl that read it.'),
    created_at: timestamp.describe('When it was added.'),
  })
  .meta({ id: 'Site' })
export type Site = z.output<typeof site>

const day = (description: string, example: string) => z.string().meta({ description, examples: [example] })

/** A site of a list, with its latest clicks. */
export const listedSite = site.extend({
  clicks: z
    .object({
      from: day('First day.', '2026-10-23'),
      to: day('Last day: the last complete one.', '2026-11-19'),
      clicks: count('Clicks of these days.', 1428),
      before: z
        .number()
        .nullable()
        .meta({ description: 'Clicks of the 28 days before. Null if not all of them are known.', examples: [1310] }),
    })
    .nullable()
    .describe(
      'Clicks of the last 28 complete days of a Search Console connection, or of as many as are known. Null without such days.',
    ),
})
export type ListedSite = z.output<typeof listedSite>

export const indexReasons = ['noindex', 'canonical', 'robots', 'redirect', 'status', 'unread'] as const

const nullable = <T extends z.ZodType>(schema: T, description: string) => schema.nullable().describe(description)

export const sitePage = z
  .object({
    _id: itemId.describe('Id of the page. The same URL keeps it.'),
    url: z.string().meta({ description: 'Its URL.', examples: ['https://hollowoak.example/guides/shelf-life'] }),
    state: z
      .enum(['live', 'missing', 'gone'])
      .describe('`missing`: not there in the latest complete crawl. `gone`: not in the two latest.'),
    title: nullable(z.string(), 'Title. Null if it has none, or wasn’t read.'),
    h1: nullable(z.string(), 'Main heading. Null if it has none.'),
    words: nullable(z.number(), 'Words of the main content. Null if it wasn’t read.'),
    status: nullable(z.number(), 'HTTP status. Null without a response.'),
    redirect_to: nullable(z.string(), 'Where it redirects to. Null if it doesn’t.'),
    indexable: nullable(z.boolean(), 'Whether search engines may list it. Null if unknown.'),
    index_reason: nullable(z.enum(indexReasons), 'Why it can’t be listed, or why that’s unknown. Null if it can.'),
    canonical: nullable(z.string(), 'Canonical URL as the page has it. Null without one.'),
    language: nullable(z.string(), 'BCP 47 language tag as the page declares it. Null without one.'),
    topic: nullable(z.string(), 'What its title and content are about. Null if nothing stands out.'),
    schema_types: z.array(z.string()).meta({ description: 'Types in its JSON-LD.', examples: [['Article']] }),
    inlinks: z.number().meta({ description: 'Pages of the site that link to it.', examples: [12] }),
    content_inlinks: z.number().meta({ description: 'Of these, pages that link in their content.', examples: [3] }),
    images: nullable(z.number(), 'Number of images. Null if it wasn’t read.'),
    images_without_alt: nullable(z.number(), 'Images without an alt attribute. Null if it wasn’t read.'),
    depth: nullable(z.number(), 'Clicks from the start page. Null if unknown.'),
    lastmod: nullable(z.string(), 'Last change as the sitemap has it. Null without one.'),
    clicks: nullable(z.number(), 'Clicks in the last 28 complete days. Null without Search Console data.'),
    impressions: nullable(z.number(), 'Impressions in the last 28 complete days. Null without data.'),
    position: nullable(z.number(), 'Average position in these days. Null without data.'),
    plan_item_id: nullable(itemId, 'Id of the plan item with this URL. Null without one.'),
    error: nullable(z.string(), 'Why it wasn’t read. Null if it was.'),
    failure: failure.nullable().describe('The same with code, reason and params. Null if it was read.'),
    fetched_at: nullable(timestamp, 'When it was last fetched.'),
  })
  .meta({ id: 'SitePage' })
export type SitePage = z.output<typeof sitePage>

export const pageChange = z
  .object({
    url: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/mats'] }),
    kind: z.enum(['added', 'changed', 'removed', 'returned']).describe('What happened.'),
    fields: z.array(z.string()).meta({ description: 'What changed.', examples: [['title', 'content']] }),
    crawl: z.number().meta({ description: 'Number of the crawl that saw it.', examples: [2] }),
    at: timestamp.describe('When it was seen.'),
  })
  .meta({ id: 'SitePageChange' })
export type PageChange = z.output<typeof pageChange>

export const pageSorts = [
  'url',
  '-url',
  'title',
  '-title',
  'words',
  '-words',
  'status',
  '-status',
  'inlinks',
  '-inlinks',
  'depth',
  '-depth',
  'clicks',
  '-clicks',
  'impressions',
  '-impressions',
  'position',
  '-position',
] as const
export type PageSort = (typeof pageSorts)[number]

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).max(100)]).optional()
const range = z
  .strictObject({
    min: z
      .number()
      .optional()
      .meta({ description: 'Lowest value.', examples: [1] }),
    max: z
      .number()
      .optional()
      .meta({ description: 'Highest value.', examples: [300] }),
  })
  .optional()

export const pageFilters = z.strictObject({
  state: oneOrMore(z.enum(['live', 'missing', 'gone'])).describe('States. Default: live and missing.'),
  status: oneOrMore(z.number()).describe('HTTP statuses.'),
  indexable: z.boolean().optional().describe('Only pages that search engines may list, or may not.'),
  index_reason: oneOrMore(z.enum(indexReasons)).describe('Why they can’t be listed.'),
  topic: oneOrMore(z.string().max(200)).describe('Topics.'),
  words: range.describe('Range of words.'),
  inlinks: range.describe('Range of pages that link to it.'),
})
export type PageFilters = z.output<typeof pageFilters>
