import { z } from 'zod'
import { ownPage } from '#features/reports/contract-own.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import {
  country,
  exampleId,
  failure,
  getPage,
  id,
  itemId,
  language,
  line,
  paging,
  text,
  timestamp,
} from '#kit/fields.ts'
import { parseSiteTarget } from '#kit/site-target.ts'

export const rankDevices = ['desktop', 'mobile'] as const
export type RankDevice = (typeof rankDevices)[number]
export const rankFrequencies = ['daily', 'weekly'] as const
export type RankFrequency = (typeof rankFrequencies)[number]
export const rankSources = ['dataforseo', 'serpapi', 'serper', 'searxng'] as const
export type RankSource = (typeof rankSources)[number]
export const rankStatuses = ['active', 'paused'] as const
export const gapReasons = ['not_in_depth', 'failed', 'skipped', 'budget'] as const
export type GapReason = (typeof gapReasons)[number]

export const ownReasons = ['no_site', 'no_data', 'not_shown', 'period_unknown'] as const
export type OwnReason = (typeof ownReasons)[number]

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

const gapReason = z
  .enum(gapReasons)
  .describe(
    '`not_in_depth`: the site isn’t among the results checked. `failed`: the results page couldn’t be had. `skipped`: the source can’t be asked. `budget`: the month’s limit was reached.',
  )

export const rankEstimate = z
  .object({
    keywords: z.number().describe('Number of keywords.'),
    source: z.enum(rankSources).describe('Where results pages come from.'),
    requests: z.number().describe('Result pages of ten that one run asks for at most.'),
    cost_usd: z.number().meta({ description: 'The most one run costs, in US dollars.', examples: [0.6] }),
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

export const rankPoint = z.object({
  at: timestamp.describe('When it was checked.'),
  position: z.number().nullable().describe('Position from 1. Null with a reason.'),
  url: z.string().nullable().describe('The page that ranks. Null without a position.'),
  reason: gapReason.optional().describe('Why there is no position.'),
})

export const rankItem = z
  .object({
    keyword: z.string().meta({ description: 'The keyword.', examples: ['cold brew coffee'] }),
    position: z.number().nullable().describe('Position from 1 in the latest check. Null with a reason.'),
    reason: gapReason.optional().describe('Why there is no position. Absent with one, and before the first check.'),
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
