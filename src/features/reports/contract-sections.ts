import { z } from 'zod'
import { failure, itemId, timestamp } from '#kit/fields.ts'
import { ownPage, providerPerformance } from './contract-own.ts'
import { cluster, topicCoverage } from './contract-topics.ts'

export const sourceState = z
  .object({
    id: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
    label: z.string().meta({ description: 'Name of the source.', examples: ['Google'] }),
    state: z.enum(['waiting', 'running', 'done', 'skipped', 'failed']).describe('State of the source.'),
    count: z.number().describe('Number of rows it found.'),
    ms: z.number().meta({ description: 'Duration in milliseconds.', examples: [340] }),
    asked: z.number().describe('Number of requests sent so far.'),
    planned: z.number().describe('Number of requests planned.'),
    error: z.string().nullable().describe('What went wrong. Null if nothing did.'),
    failure: failure
      .optional()
      .describe('Why it failed or was skipped, with the code, reason and params of an API error.'),
    error_details: z.string().optional().describe('What went wrong, with settings and hosts. For staff only.'),
    spent_usd: z
      .number()
      .optional()
      .meta({ description: 'Fees so far, in US dollars.', examples: [0.042] }),
    serp_import_id: itemId.optional().describe('Id of the SERP file whose results are used, with `imported`.'),
    reason: z.enum(['budget']).optional().describe('Why it stopped early: the report’s cost limit was reached.'),
    arrivals: z.array(z.number()).meta({
      description: 'Number of rows found in each of up to 60 equal time slices of the run.',
      examples: [[0, 4, 12]],
    }),
  })
  .meta({ id: 'SourceState' })
export type SourceState = z.output<typeof sourceState>

export const volume = z
  .object({
    value: z.number().nullable().describe('Searches per month. Null if unknown.'),
    low: z
      .number()
      .nullable()
      .describe('Lower end of the provider’s range, in searches per month. Null if it gives none.'),
    high: z
      .number()
      .nullable()
      .describe('Upper end of the provider’s range, in searches per month. Null if it gives none.'),
    provider: z.string().meta({ description: 'Provider of the number.', examples: ['dataforseo'] }),
    as_of: timestamp
      .nullable()
      .meta({ description: 'Date of the number. Null if unknown.', examples: ['2026-02-01T00:00:00.000Z'] }),
  })
  .meta({ id: 'Volume' })

/** `idea`: a template phrase that no source suggested; appears only in `keywords` and isn't counted. */
export const rowTypes = ['seed', 'question', 'comparison', 'preposition', 'alphabetical', 'related', 'idea'] as const
export const intents = ['informational', 'commercial', 'transactional', 'navigational', 'local'] as const

export const row = z
  .object({
    _id: itemId.describe('Id of the row.'),
    text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
    type: z
      .enum(rowTypes)
      .describe('Type of keyword. `idea`: a template phrase that no source suggested, which isn’t counted.'),
    modifier: z
      .string()
      .nullable()
      .meta({
        description: 'Question word, preposition or letter it was found by. Null if there is none.',
        examples: ['how'],
      }),
    sources: z.array(z.string()).meta({ description: 'Sources that returned it.', examples: [['google_suggest']] }),
    parent_id: itemId.nullable().describe('Id of the question it was expanded from. Null at the top level.'),
    depth: z.number().describe('Depth of expansion, from 1.'),
    popularity: z
      .number()
      .nullable()
      .meta({
        description: '0 to 100, from suggestion rank and the number of sources that returned it. Not a search volume.',
        examples: [62],
      }),
    volume: volume.nullable().describe('Searches per month, with provider and date. Null if no provider returned it.'),
    impressions: z
      .number()
      .nullable()
      .meta({
        description:
          'How often your pages were shown in Google Search, from an imported Search Console file. Not a search volume.',
        examples: [3400],
      }),
    clicks: z
      .number()
      .nullable()
      .default(null)
      .meta({
        description: 'Clicks on your pages in Google Search, from an imported Search Console file.',
        examples: [12],
      }),
    ctr: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Clicks per impression, as a fraction.', examples: [0.0035] }),
    position: z
      .number()
      .nullable()
      .default(null)
      .meta({ description: 'Average position of your pages in the results, from 1.', examples: [8] }),
    performance: z
      .object({
        provider: z.string().meta({ description: 'Provider of the numbers.', examples: ['search_console'] }),
        as_of: timestamp
          .nullable()
          .meta({ description: 'Date of the numbers. Null if unknown.', examples: ['2026-02-01T00:00:00.000Z'] }),
        source: z
          .string()
          .optional()
          .meta({ description: 'Type of the imported file they come from.', examples: ['search_console'] }),
        by_provider: z
          .array(providerPerformance)
          .optional()
          .describe('The numbers of each search engine in imported files, one entry each. They’re never added up.'),
      })
      .nullable()
      .default(null)
      .describe('Provider and date of impressions, clicks, CTR and position. Null without them.'),
    own: ownPage
      .nullable()
      .default(null)
      .describe(
        'Your page in Google Search, from Search Console. Null where it has no such query, and in reports that are shared.',
      ),
    monthly: z
      .array(
        z.object({ t: timestamp.describe('Start of the month.'), v: z.number().describe('Searches in the month.') }),
      )
      .describe('Searches in each month, oldest first.'),
    cpc: z
      .object({
        value: z.number().meta({ description: 'The amount in `currency`.', examples: [1.2] }),
        currency: z
          .string()
          .nullable()
          .meta({ description: 'ISO 4217 currency code. Null if an imported file doesn’t say.', examples: ['USD'] }),
      })
      .nullable()
      .describe('Cost per click for advertisers. Null if unknown.'),
    competition: z
      .number()
      .nullable()
      .meta({
        description: 'Advertiser competition, 0 to 1, as the provider reports it. Null if unknown.',
        examples: [0.2],
      }),
    difficulty: z
      .number()
      .nullable()
      .meta({ description: 'Keyword difficulty (KD), 0 to 100. Null if there isn’t enough data.', examples: [34] }),
    intent: z
      .object({
        main: z.enum(intents).describe('The main intent.'),
        confidence: z.number().meta({ description: 'Confidence, 0 to 1.', examples: [0.8] }),
      })
      .nullable()
      .describe('Search intent. Null if unknown.'),
    cluster_id: itemId.nullable().describe('Id of the topic it belongs to. Null if none.'),
    first_seen: timestamp.describe('When it was first found.'),
  })
  .meta({ id: 'Row' })
export type Row = z.output<typeof row>

export const discussion = z
  .object({
    source: z.string().meta({ description: 'Where the discussion is.', examples: ['reddit'] }),
    title: z.string().describe('Title of the discussion.'),
    url: z.string().meta({ description: 'URL of the discussion.', examples: ['https://example.com/page'] }),
    score: z.number().nullable().describe('Votes. Null if unknown.'),
    answers: z.number().nullable().describe('Number of answers. Null if unknown.'),
    at: timestamp.nullable().describe('When it was posted. Null if unknown.'),
    community: z
      .string()
      .nullable()
      .meta({ description: 'Community it’s in, from its URL. Null if the URL names none.', examples: ['r/Coffee'] }),
    excerpt: z
      .string()
      .nullable()
      .describe('How its text begins, up to 300 characters. Null if the source doesn’t return it.'),
  })
  .meta({ id: 'Discussion' })
export type Discussion = z.output<typeof discussion>

export const headingTypes = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
export const heading = z.object({
  type: z.enum(headingTypes).describe('Level of the heading.'),
  text: z.string().meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
})
export type Heading = z.output<typeof heading>

export const serpPage = z
  .object({
    rank: z.number().meta({ description: 'Position in the results, from 1.', examples: [1] }),
    url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
    domain: z.string().meta({ description: 'Domain of the page.', examples: ['example.com'] }),
    title: z.string().describe('Title of the page.'),
    snippet: z.string().describe('Snippet in the results.'),
    words: z.number().nullable().describe('Number of words. Null if the page wasn’t read.'),
    headings: z.array(heading).describe('Headings of the page.'),
    terms: z.array(z.string()).describe('Terms that stand out on the page.'),
    fetched: z.string().meta({ description: '`ok`, or why the page wasn’t read.', examples: ['ok'] }),
    failure: failure.optional().describe('Why the page wasn’t read, with the code, reason and params of an API error.'),
  })
  .meta({ id: 'SerpPage' })
export type SerpPage = z.output<typeof serpPage>

export const serpFeature = z
  .object({
    type: z.string().describe('Type of SERP feature.'),
    rank: z.number().nullable().describe('Position in the results, from 1. Null if unknown.'),
    title: z.string().nullable().describe('Title of the feature. Null if there is none.'),
    source: z.string().meta({ description: 'Source that returned the results.', examples: ['serper'] }),
  })
  .meta({ id: 'SerpFeature' })

export const paaQuestion = z
  .object({
    text: z.string().meta({ description: 'The question.', examples: ['Is cold brew stronger than coffee?'] }),
    parent: z.string().nullable().describe('The question it appeared under. Null if it appeared for the topic itself.'),
    source: z.string().meta({ description: 'Source that returned it.', examples: ['serpapi'] }),
    answer: z.string().nullable().describe('The answer Google shows. Null if the source doesn’t return it.'),
    title: z.string().nullable().describe('Title of the page that answers it. Null if unknown.'),
    url: z
      .string()
      .nullable()
      .meta({
        description: 'URL of the page that answers it. Null if unknown.',
        examples: ['https://example.com/page'],
      }),
    fetched_at: timestamp.describe('When it was fetched.'),
  })
  .meta({ id: 'PeopleAlsoAsk' })
export type PaaQuestion = z.output<typeof paaQuestion>

export const termUse = z.object({
  rank: z.number().meta({ description: 'Position of the page in the results, from 1.', examples: [1] }),
  body: z.number().meta({ description: 'Uses in its text, headings included.', examples: [6] }),
  headings: z.number().meta({ description: 'Headings that have it.', examples: [1] }),
  title: z.boolean().describe('Whether its title has it.'),
})
export type TermUse = z.output<typeof termUse>

export const term = z
  .object({
    term: z.string().meta({ description: 'The term.', examples: ['coarse grind'] }),
    kind: z.enum(['word', 'phrase', 'entity']).describe('Type of term.'),
    weight: z.number().describe('Weight of the term, 0 to 1.'),
    pages: z.number().describe('Number of ranking pages that have it.'),
    uses: z
      .array(termUse)
      .nullable()
      .optional()
      .describe('How often each ranking page uses it. Null in reports of versions that didn’t count it.'),
  })
  .meta({ id: 'Term' })
export type Term = z.output<typeof term>

export const trend = z
  .object({
    provider: z.string().meta({ description: 'Provider of the series.', examples: ['dataforseo'] }),
    scale: z.enum(['relative', 'absolute']).describe('`relative`: an index from 0 to 100. `absolute`: counts.'),
    points: z
      .array(
        z.object({
          t: timestamp.describe('Start of the interval.'),
          v: z.number().describe('The value, on `scale`.'),
          partial: z.boolean().describe('Whether the interval isn’t over.'),
        }),
      )
      .describe('The series, oldest first.'),
    fetched_at: timestamp.optional().describe('When the series was fetched. Not in reports of earlier versions.'),
    about: z
      .string()
      .nullable()
      .optional()
      .describe('What was counted, if it isn’t the topic itself: the title of a Wikipedia article.'),
    related: z
      .object({
        top: z.array(z.string()).describe('Most searched.'),
        rising: z.array(z.string()).describe('Grew the most.'),
      })
      .nullable()
      .optional()
      .describe('Searches that go with the topic, if the provider returns them.'),
    regions: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the region.', examples: ['California'] }),
          value: z
            .number()
            .meta({ description: '0 to 100: 100 is the region with the most interest.', examples: [87] }),
        }),
      )
      .nullable()
      .optional()
      .describe('Interest by region of the country, highest first. Null if the provider doesn’t return it.'),
  })
  .meta({ id: 'Trend' })
export type TrendSeries = z.output<typeof trend>

export const rowSections = ['keywords', 'questions', 'comparisons', 'prepositions', 'alphabeticals', 'related'] as const
export type RowSection = (typeof rowSections)[number]
export const sectionNames = [
  'overview',
  ...rowSections,
  'people_also_ask',
  'discussions',
  'serp',
  'clusters',
  'terms',
  'trend',
] as const
export type SectionName = (typeof sectionNames)[number]

export const overview = z
  .object({
    counts: z.record(z.string(), z.number()).describe('Number of rows by section.'),
    intents: z.record(z.string(), z.number()).describe('Number of rows by main intent.'),
    modifiers: z
      .array(
        z.object({
          type: z.string().describe('Type of keyword.'),
          modifier: z.string().meta({ description: 'The modifier.', examples: ['how'] }),
          count: z.number().meta({ description: 'Number of rows.', examples: [10] }),
        }),
      )
      .describe('All modifiers with their number of rows, largest first.'),
    top_keywords: z.array(row).describe('The most popular keywords.'),
    top_questions: z.array(row).describe('The most popular questions.'),
    top_phrases: z
      .array(row)
      .optional()
      .describe('The most popular keywords that aren’t questions. Not in reports of earlier versions.'),
    difficulty: z
      .object({
        value: z.number().meta({ description: 'Keyword difficulty (KD), 0 to 100.', examples: [34] }),
        basis: z.string().describe('What it was computed from.'),
      })
      .nullable()
      .describe('Keyword difficulty (KD) of the topic. Null if there isn’t enough data.'),
    missing: z.record(z.string(), z.string()).describe('Why columns are empty, one sentence by column.'),
    missing_reasons: z
      .record(z.string(), failure)
      .optional()
      .describe('The same, with the code, reason and params of an API error.'),
    words: z
      .object({
        median: z.number().meta({ description: 'Median number of words.', examples: [416] }),
        low: z.number().meta({ description: 'Number of words of the shortest page.', examples: [383] }),
        high: z.number().meta({ description: 'Number of words of the longest page.', examples: [448] }),
      })
      .nullable()
      .describe('Length of the ranking pages, in words. Null if none was read.'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.output<typeof overview>

export const sections = z
  .object({
    overview: overview.describe('Totals and top rows.'),
    keywords: z.array(row).describe('All keywords.'),
    questions: z.array(row).describe('Questions.'),
    comparisons: z.array(row).describe('Comparisons.'),
    prepositions: z.array(row).describe('Keywords with a preposition.'),
    alphabeticals: z.array(row).describe('Keywords by letter.'),
    related: z.array(row).describe('Related searches.'),
    people_also_ask: z
      .array(paaQuestion)
      .nullable()
      .describe('People Also Ask questions. Null in reports of versions that didn’t store them.'),
    discussions: z.array(discussion).describe('Discussions in forums.'),
    serp: z.array(serpPage).describe('Ranking pages.'),
    serp_features: z.array(serpFeature).describe('SERP features.'),
    clusters: z.array(cluster).describe('Topics of the keywords.'),
    topic_coverage: topicCoverage.nullable().describe('How much of the report its topics cover. Null if it has none.'),
    terms: z.array(term).describe('Terms of the ranking pages.'),
    trend: trend.nullable().describe('Search trend of the topic. Null if there is none.'),
    provenance: z
      .array(
        z.object({
          source: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
          fetched_at: timestamp.describe('When it was fetched.'),
          cached: z.boolean().describe('Whether it came from the cache.'),
        }),
      )
      .describe('Where the data comes from.'),
  })
  .meta({ id: 'Sections' })
export type Sections = z.output<typeof sections>
