import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { country, exampleId, getPage, id, itemId, language, line, paging, text, timestamp } from '#kit/fields.ts'
import { parseSiteTarget } from '#kit/site-target.ts'
import { rankItem, rankMover } from './contract-keywords.ts'

export * from './contract-keywords.ts'

export const rankDevices = ['desktop', 'mobile'] as const
export type RankDevice = (typeof rankDevices)[number]
export const rankFrequencies = ['daily', 'weekly'] as const
export type RankFrequency = (typeof rankFrequencies)[number]
export const rankSources = ['dataforseo', 'serpapi', 'serper', 'searxng'] as const
export type RankSource = (typeof rankSources)[number]
export const rankStatuses = ['active', 'paused'] as const
export const maxKeywords = 1000
/** Of a workspace. */
export const maxTrackers = 50
export const maxCompetitors = 10

export const site = (field: string) =>
  text(field, 300).refine((value) => parseSiteTarget(value) !== null, {
    error: `${field} must be a domain such as example.com, or a folder of one such as example.com/blog.`,
    params: { reason: 'invalid_domain' },
  })

export const depth = z
  .int('depth must be a whole number.')
  .min(10, 'depth must be at least 10.')
  .max(100, 'depth can be up to 100.')
  .default(10)
  .describe('How many organic results are checked, 10 to 100. Rounded up to tens.')

export const maxCost = z
  .number('max_cost_usd must be a number.')
  .min(0, 'max_cost_usd can’t be negative.')
  .max(100_000, 'max_cost_usd can be up to 100,000.')
  .nullable()
  .default(null)
  .meta({ description: 'The most a month may cost, in US dollars. Null: no limit.', examples: [20] })

export const rankEstimate = z
  .object({
    keywords: z.number().describe('Number of keywords.'),
    source: z.enum(rankSources).describe('Where results pages come from.'),
    requests: z.number().describe('Result pages of ten that one run asks for at most.'),
    cost_usd: z.number().meta({ description: 'The most one run costs, in US dollars.', examples: [0.6] }),
    pixels_usd: z
      .number()
      .meta({ description: 'The part of `cost_usd` that positions in pixels cost, in US dollars.', examples: [0.2] }),
    month_cost_usd: z
      .number()
      .meta({ description: 'The most a month of 31 days costs, in US dollars.', examples: [18.6] }),
    known: z.number().describe('Keywords whose results page is already known, so that the first run is cheaper.'),
    queued: z
      .boolean()
      .describe('Whether scheduled runs wait in the source’s queue, for a lower price. Runs by hand cost more.'),
  })
  .meta({ id: 'RankEstimate' })
export type RankEstimate = z.output<typeof rankEstimate>

export const rankTracker = z
  .object({
    _id: itemId.describe('Id of the tracker.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    domain: z.string().meta({ description: 'The site.', examples: ['example.com/shop'] }),
    competitors: z.array(z.string()).meta({ description: 'Sites to compare with.', examples: [['example.org']] }),
    keyword_count: z.number().describe('Number of keywords.'),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2 country code.', examples: ['US'] }),
    language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
    device: z.enum(rankDevices).describe('Which results page is checked.'),
    frequency: z.enum(rankFrequencies).describe('How often it runs.'),
    depth: z.number().describe('How many organic results are checked.'),
    pixels: z.boolean().describe('Whether it measures how far from the top of the page the result is.'),
    source: z.enum(rankSources).describe('Where results pages come from.'),
    status: z.enum(rankStatuses).describe('Whether it’s active or paused.'),
    running: z.boolean().describe('Whether a run is in progress or about to start.'),
    progress: z
      .object({
        done: z.number().describe('Keywords checked so far.'),
        total: z.number().describe('Keywords of the run.'),
      })
      .nullable()
      .describe('The run in progress. Null without one.'),
    last_run_at: timestamp.nullable().describe('When it last ran. Null if never.'),
    next_run_at: timestamp.nullable().describe('When it runs next. Null while paused.'),
    run_count: z.number().describe('Number of finished runs.'),
    last_run: z
      .object({
        measured: z.number().describe('Keywords whose results page could be read.'),
        gaps: z.number().describe('Keywords that couldn’t be checked.'),
        spent_usd: z.number().describe('What it cost, in US dollars.'),
      })
      .nullable()
      .describe('The latest finished run. Null before the first.'),
    summary: z
      .object({
        measured: z.number().describe('Keywords with a measurement in the latest check.'),
        ranked: z.number().describe('Keywords with a position.'),
        top3: z.number().describe('Keywords in the first three results.'),
        top10: z.number().describe('Keywords in the first ten results.'),
        gaps: z.number().describe('Keywords whose latest check failed or was skipped.'),
        cited: z.number().describe('Keywords whose AI Overview cites the site.'),
      })
      .describe('Its keywords now.'),
    max_cost_usd: z.number().nullable().describe('The most a month may cost, in US dollars. Null: no limit.'),
    spent_usd: z.number().describe('What this month cost so far, in US dollars.'),
    created_at: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'RankTracker' })
export type RankTracker = z.output<typeof rankTracker>

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'visibility:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'visibility:write')
const trackerId = id().describe('Id of the tracker.')
const day = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be a time in ISO 8601, such as 2026-03-02T09:30:00Z.` })
    .optional()

export const ranksContract = group(
  {
    name: 'Ranks',
    area: 'Research',
    about: 'Track positions in Google. A check that failed is a gap with a reason, never a position.',
  },
  {
    add: endpoint({
      path: '/ranks/add',
      access: write('workspace'),
      summary: 'Track a site’s positions for keywords. The first run starts immediately.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        domain: 'example.com',
        competitors: ['example.org'],
        keywords: ['cold brew coffee', 'cold brew ratio'],
        country: 'US',
        language: 'en',
        device: 'desktop',
        frequency: 'weekly',
        depth: 20,
        max_cost_usd: 10,
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        domain: site('domain').meta({
          description: 'The site: a domain with its subdomains, or a folder of one.',
          examples: ['example.com/shop'],
        }),
        competitors: z
          .array(site('competitors'))
          .max(maxCompetitors, `competitors can have up to ${maxCompetitors} domains.`)
          .default([])
          .meta({ description: 'Sites to compare with.', examples: [['example.org']] }),
        keywords: z
          .array(line('keywords', 200).pipe(z.string().min(1, 'keywords has an empty one.')))
          .min(1, 'keywords is empty.')
          .max(maxKeywords, `keywords can have up to ${maxKeywords.toLocaleString('en')} keywords.`)
          .meta({ description: 'Keywords to check.', examples: [['cold brew coffee']] }),
        country,
        language,
        device: z
          .enum(rankDevices, `device must be one of: ${rankDevices.join(', ')}.`)
          .default('desktop')
          .describe('Which results page is checked.'),
        frequency: z
          .enum(rankFrequencies, `frequency must be one of: ${rankFrequencies.join(', ')}.`)
          .describe('How often it runs.'),
        depth,
        pixels: z
          .boolean('pixels must be true or false.')
          .default(false)
          .describe(
            'Also measure how far from the top of the results page the result is, in pixels. DataForSEO only; each check costs one page of ten more.',
          ),
        source: z
          .enum(rankSources, `source must be one of: ${rankSources.join(', ')}.`)
          .optional()
          .describe('Where results pages come from. Default: the first that is set up.'),
        max_cost_usd: maxCost,
        dry_run: z
          .boolean('dry_run must be true or false.')
          .default(false)
          .describe('Only estimate the cost; nothing is created.'),
      }),
      output: z.object({
        tracker: rankTracker.nullable().describe('The tracker. Null in a dry run.'),
        estimate: rankEstimate.describe('What it costs.'),
      }),
    }),
    list: endpoint({
      path: '/ranks/list',
      access: read('workspace'),
      summary: 'List a workspace’s rank trackers, newest first.',
      input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
      output: getPage(rankTracker).extend({
        sources: z
          .array(
            z.object({
              _id: z.enum(rankSources).describe('Id of the source.'),
              label: z.string().describe('Its name.'),
              devices: z.array(z.enum(rankDevices)).describe('Devices it knows.'),
              pixels: z.boolean().describe('Whether it can measure positions in pixels.'),
            }),
          )
          .describe('Sources of results pages that are set up.'),
      }),
    }),
    single: endpoint({
      path: '/ranks/single',
      access: read('resource'),
      summary: 'Get a tracker with its keywords, their history, movers and share of voice.',
      input: z.strictObject({
        _id: trackerId,
        from: day('from').describe('Start of the history. Default: 90 days ago.'),
        to: day('to').describe('End of the history. Default: now.'),
        sort: z
          .enum(
            ['keyword', '-keyword', 'position', '-position', 'change', '-change'],
            'sort must be keyword, position or change, with - before it for descending.',
          )
          .default('keyword')
          .describe('Column to sort by. Keywords without a position come last.'),
        q: line('q', 200).optional().describe('Only keywords with this text.'),
        ...paging,
      }),
      output: getPage(rankItem).extend({
        tracker: rankTracker.describe('The tracker.'),
        share_of_voice: z
          .array(
            z.object({
              domain: z.string().describe('The site or a competitor.'),
              share: z
                .number()
                .nullable()
                .describe('Share of estimated clicks on the first ten results, 0 to 1. Null without a measurement.'),
            }),
          )
          .describe('By the click-through rates of https://backlinko.com/google-ctr-stats, over measured keywords.'),
        movers: z.array(rankMover).describe('The keywords that moved most, up to 20.'),
        runs: z
          .array(
            z.object({
              at: timestamp.describe('When it ended.'),
              by_hand: z.boolean().describe('Whether someone started it.'),
              measured: z.number().describe('Keywords whose results page could be read.'),
              gaps: z.number().describe('Keywords that couldn’t be checked.'),
              ranked: z.number().describe('Keywords with a position.'),
              average: z.number().nullable().describe('Average position of keywords with one. Null without any.'),
              top10: z.number().describe('Keywords in the first ten results.'),
              spent_usd: z.number().describe('What it cost, in US dollars.'),
            }),
          )
          .describe('Its runs in the period, oldest first.'),
      }),
    }),
    run: endpoint({
      path: '/ranks/run',
      access: write('resource'),
      spends: true,
      summary: 'Check all keywords now. Results pages from before the last check aren’t used again.',
      rate: '24 per day per tracker.',
      input: z.strictObject({ _id: trackerId }),
      output: z.object({ tracker: rankTracker.describe('The tracker.') }),
    }),
    status: endpoint({
      path: '/ranks/status',
      access: write('resource'),
      summary: 'Pause or resume a tracker.',
      example: { _id: exampleId, status: 'paused' },
      input: z.strictObject({
        _id: trackerId,
        status: z
          .enum(rankStatuses, `status must be one of: ${rankStatuses.join(', ')}.`)
          .describe('What it should be.'),
      }),
      output: z.object({ tracker: rankTracker.describe('The tracker.') }),
    }),
    delete: endpoint({
      path: '/ranks/delete',
      access: write('resource'),
      summary: 'Delete a tracker with its history.',
      input: z.strictObject({ _id: trackerId }),
      output: z.object({}),
    }),
  },
)
