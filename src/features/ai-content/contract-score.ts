import { z } from 'zod'
import { itemId } from '#kit/fields.ts'
import { pageHeading, pagesBy } from './contract-briefing.ts'

/** A passage of the text based on a page: `[^n]` in `content_md`. */
export const citation = z.object({
  n: z.number().describe('Number of the citation in the text.'),
  url: z.string().meta({ description: 'URL of the cited page.', examples: ['https://example.com/page'] }),
  title: z.string().describe('Title of the cited page.'),
  quote: z.string().describe('The sentence of the page that supports the text.'),
})
export type Citation = z.output<typeof citation>

/** One part of the score: what it measures, its value, and what would raise it. */
export const scorePart = z.object({
  id: z
    .enum([
      'relevance',
      'terms',
      'headings',
      'questions',
      'originality',
      'readability',
      'length',
      'links',
      'internal_links',
    ])
    .describe('What is scored.'),
  label: z.string().describe('Name of the part.'),
  value: z
    .number()
    .nullable()
    .describe('Score of the part, 0 to 100. Null if there is nothing to compare with (no report, no pages read).'),
  weight: z
    .number()
    .describe(
      'Share of the total, 0 to 1. Parts without a value have none. `relevance` has none: the total is multiplied by it.',
    ),
  figure: z.string().describe('The value in words, such as “31 of 44” or “grade 8”.'),
  missing: z.array(z.string()).describe('Words, questions or headings that would raise the score most, best first.'),
  found: z
    .array(z.string())
    .optional()
    .describe('Passages with a reason: what doesn’t count (`relevance`), what no ranking page has (`originality`).'),
  note: z.string().describe('One sentence that explains the value.'),
})
export type ScorePart = z.output<typeof scorePart>

export const score = z.object({
  total: z.number().describe('Content score, 0 to 100.'),
  parts: z.array(scorePart).describe('What the score consists of.'),
})
export type Score = z.output<typeof score>

/** What a document is scored against. The browser has the same rules and scores while the user types. */
export const scoreTarget = z.object({
  language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
  keywords: z.array(z.string()).meta({ description: 'Keywords of the document.', examples: [['cold brew coffee']] }),
  terms: z
    .array(
      z.object({
        term: z.string().describe('The term.'),
        weight: z.number().describe('Weight of the term, 0 to 1.'),
        pages: z.number().describe('Number of ranking pages that have it.'),
        low: z.number().describe('Uses on pages that have it: the 25th percentile.'),
        high: z.number().describe('Uses on pages that have it: the 75th percentile.'),
        max: z.number().describe('Uses on the page that uses it most.'),
      }),
    )
    .describe('Terms of the ranking pages, strongest first.'),
  questions: z.array(z.string()).describe('Questions people ask.'),
  headings: z.array(z.string()).describe('Headings that at least two pages have, most common first.'),
  pages_by: pagesBy,
  page_headings: z
    .array(pageHeading)
    .describe('Headings of the ranking pages, or with a topic of the pages on it, those on most pages first.'),
  pages: z
    .array(
      z.object({
        n: z.number().describe('Number of the page, from 1.'),
        url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
        title: z.string().describe('Title of the page.'),
        words: z.number().describe('Number of words.'),
        headings: z.number().describe('Number of H2 and H3 headings.'),
        grade: z
          .number()
          .nullable()
          .describe('US school grade (Flesch–Kincaid). Null for languages without such a formula.'),
        words_per_sentence: z.number().describe('Average number of words per sentence.'),
      }),
    )
    .describe('The ranking pages that were read.'),
  passages: z
    .array(z.array(z.number()))
    .describe('The pages’ passages as word numbers, to find what ranking pages already say.'),
  topic_uses: z
    .object({
      low: z.number().describe('The 25th percentile.'),
      high: z.number().describe('The 75th percentile.'),
      max: z.number().describe('The maximum on one page.'),
    })
    .nullable()
    .describe('How often a ranking page uses the first keyword. Null without pages.'),
  term_share: z
    .number()
    .nullable()
    .describe('The largest share of a ranking page’s words that are terms, 0 to 1. Null without pages.'),
  term_sentences: z
    .number()
    .nullable()
    .describe(
      'The median share of sentences with a term on ranking pages of at least 15 sentences, 0 to 1. Null without such pages.',
    ),
  cohesion: z
    .number()
    .nullable()
    .describe(
      'Share of sentences on a ranking page that take up a word of the sentence before or of their heading, 0 to 1. Null with fewer than three pages.',
    ),
  word_order: z
    .object({
      words: z
        .array(z.number())
        .describe('The pages’ most frequent words and the words of the terms, as word numbers.'),
      pairs: z.array(z.number()).describe('Pairs of these words that follow each other on the pages, as word numbers.'),
      rate: z.number().describe('Share of the pairs on a page that another page has as well, 0 to 1.'),
    })
    .nullable()
    .describe('Tells sentences from shuffled words. Null if the pages have too few words.'),
  own_pages: z
    .object({
      home: z.string().describe('URL of the workspace’s blog.'),
      path: z.string().describe('Path of the blog on this server.'),
      earlier_paths: z
        .array(z.string())
        .optional()
        .describe('Paths that redirect to the blog. Links to them count as well.'),
      pages: z
        .array(
          z.object({
            title: z.string().describe('Title of the post.'),
            url: z.string().meta({ description: 'URL of the post.', examples: ['https://example.com/page'] }),
            path: z.string().describe('Path of the post on this server.'),
          }),
        )
        .describe('The published posts, those closest to the keywords first. Up to 60.'),
    })
    .nullable()
    .describe('The workspace’s published posts to link to. Null if there are no others.'),
  ranking: z
    .object({
      low: z.number().describe('The lowest score, 0 to 100.'),
      high: z.number().describe('The highest score, 0 to 100.'),
    })
    .nullable()
    .describe('Content scores of the ranking pages. Null with fewer than two.'),
})
export type ScoreTarget = z.output<typeof scoreTarget>
export type WordOrder = NonNullable<ScoreTarget['word_order']>
export type TargetPage = ScoreTarget['pages'][number]

export const readability = z.object({
  grade: z.number().nullable().describe('US school grade (Flesch–Kincaid). Null for languages without such a formula.'),
  ease: z
    .number()
    .nullable()
    .describe('Flesch reading ease, 0 (hard) to 100 (easy). Null for languages without such a formula.'),
  words: z.number().describe('Number of words.'),
  sentences: z.number().describe('Number of sentences.'),
  words_per_sentence: z.number().describe('Average number of words per sentence.'),
  long_sentences: z.number().describe('Share of sentences with more than 25 words, 0 to 1.'),
})
export type Readability = z.output<typeof readability>

/** A factual claim in the text: a sentence with a figure, date, quotation, name, attribution, comparison, superlative or cause. */
export const claim = z.object({
  text: z.string().describe('The sentence with the claim.'),
  start: z.number().describe('Where it begins, as a character offset in the Markdown.'),
  end: z.number().describe('Where it ends, as a character offset in the Markdown.'),
  kind: z
    .enum(['number', 'date', 'comparison', 'superlative', 'attribution', 'quote', 'name', 'cause'])
    .describe('Type of claim.'),
  state: z
    .enum(['sourced', 'unsourced', 'contradicted', 'unsupported'])
    .describe(
      '`sourced`: cited and supported: quotes, names, attributions, superlatives and causes are on the cited page, and figures with unit and scope. `contradicted`: the cited page says otherwise. `unsupported`: cited, but not on that page. `unsourced`: not cited.',
    ),
  note: z.string().describe('One sentence that explains the state.'),
})
export type Claim = z.output<typeof claim>

/** Whether a link leads somewhere. */
export const linkState = z.object({
  url: z.string().meta({ description: 'The URL.', examples: ['https://example.com/page'] }),
  state: z
    .enum(['ok', 'broken', 'unknown'])
    .describe('`broken`: not found, or no such site. `unknown`: the site couldn’t be reached or refuses programs.'),
  note: z.string().describe('One sentence that explains the state.'),
})
export type LinkState = z.output<typeof linkState>

/** Signs of AI writing by type, 0–100. Higher values are more typical of AI. */
export const signal = z.object({
  id: itemId.describe('Id of the sign.'),
  label: z.string().describe('Name of the sign.'),
  score: z.number().describe('Strength of the sign, 0 to 100.'),
  note: z.string().describe('One sentence that explains it.'),
  examples: z
    .array(
      z.object({
        text: z.string().describe('The passage.'),
        start: z.number().describe('Where it begins, as a character offset in the text.'),
        end: z.number().describe('Where it ends, as a character offset in the text.'),
      }),
    )
    .describe('Where it occurs in the text.'),
})
export type Signal = z.output<typeof signal>
