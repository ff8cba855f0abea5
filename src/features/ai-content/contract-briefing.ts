import { z } from 'zod'
import { headingTypes, intents, volume } from '#features/reports/contract.ts'
import { id, itemId, text, timestamp } from '#kit/fields.ts'

/** What a report proposes for a text, each with its origin. */

const pageNumbers = z
  .array(z.number())
  .meta({ description: 'Numbers of the pages that have it, see `pages`.', examples: [[1, 3]] })

/** A heading of the ranking pages. Headings that say the same are one. */
export const pageHeading = z.object({
  type: z.enum(headingTypes).describe('Highest level it has on a page.'),
  text: z.string().meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
  pages: pageNumbers,
})
export type PageHeading = z.output<typeof pageHeading>

export const pagesBy = z
  .enum(['report', 'results', 'text'])
  .describe(
    '`report`: pages that rank for the report’s keyword. `results`: pages that rank for keywords of the topic. `text`: pages of the report that name the topic in their title or headings, because no search results are known for its keywords.',
  )

export const pageUses = ['read', 'thin', 'failed', 'unread'] as const
export const audienceReasons = ['no_intents'] as const
export const lengthReasons = ['no_pages', 'no_page_read', 'topic_unknown'] as const

export const aboutKeyword = text('keyword', 200).meta({
  description:
    'What the text is about, if it’s in no topic: keywords, questions, terms and pages are those near it then. A topic with several keywords goes first.',
  examples: ['best cold brew ratio'],
})

export const proposalInput = z.strictObject({
  workspace_id: id('workspace_id'),
  report_id: id('report_id').describe('Id of the report.'),
  cluster_id: id('cluster_id')
    .optional()
    .describe('Id of a topic of the report. If omitted with a list, the list’s main topic is used.'),
  keyword: aboutKeyword.optional(),
})

export const briefingProposal = z.object({
  report: z
    .object({
      query: z.string().nullable().describe('What the report searched for. Null for a list.'),
      language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
      created_at: timestamp.describe('When the report was created.'),
    })
    .describe('The report that the proposals come from.'),
  topic: z
    .object({
      _id: itemId.describe('Id of the topic.'),
      name: z.string().meta({ description: 'Name of the topic.', examples: ['cold brew ratio'] }),
    })
    .nullable()
    .describe('The topic whose keywords, questions and pages the proposals come from. Null for the whole report.'),
  keyword: z
    .object({
      text: z.string().meta({ description: 'The keyword.', examples: ['best cold brew ratio'] }),
      near_keywords: z.number().describe('Number of keywords near it, without itself.'),
      compared_keywords: z.number().describe('Number of keywords of the report that were compared, up to 2,000.'),
      near_questions: z.number().describe('Number of questions near it, without itself.'),
      compared_questions: z.number().describe('Number of questions of the report that were compared, up to 2,000.'),
    })
    .nullable()
    .describe(
      'The keyword that the proposals come from with what is near it, because it’s in no topic with other keywords. Near is what has most of its words, rare ones counting more, or three of its ranking pages. Null for a topic of several keywords and for the whole report.',
    ),
  pages_by: pagesBy,
  titles: z
    .array(
      z.object({
        text: z.string().meta({ description: 'Title idea.', examples: ['How long does cold brew last?'] }),
        from: z.enum(['question', 'keyword', 'headings']).describe('What it was made from.'),
        volume: volume.nullable().describe('Search volume of the question or keyword. Null if unknown.'),
        pages: pageNumbers,
      }),
    )
    .describe('Title ideas, best first.'),
  keywords: z
    .array(
      z.object({
        text: z.string().meta({ description: 'The keyword.', examples: ['cold brew ratio'] }),
        volume: volume.nullable().describe('Searches per month, with provider and date. Null if unknown.'),
      }),
    )
    .describe('Main keywords, most important first.'),
  outline: z
    .array(
      z.object({
        type: z.enum(headingTypes).describe('Level of the heading.'),
        text: z.string().meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
        from: z.enum(['question', 'headings', 'keyword']).describe('What it was made from.'),
        pages: pageNumbers,
      }),
    )
    .describe('Proposed outline.'),
  headings: z.array(pageHeading).describe('Headings of the pages, those on most pages first.'),
  questions: z
    .array(
      z.object({
        text: z.string().meta({ description: 'The question.', examples: ['how long does cold brew last'] }),
        heading: z
          .string()
          .meta({ description: 'The question as a heading.', examples: ['How long does cold brew last?'] }),
        volume: volume.nullable().describe('Searches per month, with provider and date. Null if unknown.'),
      }),
    )
    .describe('Questions people ask, in the report’s order.'),
  words: z
    .object({
      median: z.number().nullable().describe('Median words of main content. Null if unknown, see `reason`.'),
      low: z.number().nullable().describe('Words of the shortest page. Null if unknown.'),
      high: z.number().nullable().describe('Words of the longest page. Null if unknown.'),
      pages: z.number().describe('Number of pages counted.'),
      reason: z
        .enum(lengthReasons)
        .nullable()
        .describe('Why it’s unknown. `topic_unknown`: no search results are known for the topic’s keywords.'),
    })
    .describe('Length of the ranking pages. Pages with less than 100 words aren’t counted.'),
  audience: z
    .object({
      text: z.string().nullable().describe('Proposed audience. Null if unknown, see `reason`.'),
      intent: z.enum(intents).nullable().describe('Most common main intent. Null if unknown.'),
      keywords: z.number().describe('Number of keywords with this intent.'),
      known: z.number().describe('Number of keywords whose intent is known.'),
      reason: z.enum(audienceReasons).nullable().describe('Why it’s unknown.'),
    })
    .describe('Readers, by search intent.'),
  pages: z
    .array(
      z.object({
        n: z.number().describe('Number of the page, from 1, as in citations.'),
        url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
        domain: z.string().meta({ description: 'Domain of the page.', examples: ['example.com'] }),
        title: z.string().describe('Title of the page.'),
        words: z.number().nullable().describe('Words of main content. Null if the page wasn’t read.'),
        state: z
          .enum(pageUses)
          .describe('`thin`: less than 100 words. `failed`: couldn’t be read. `unread`: not read yet.'),
        keywords: z
          .number()
          .nullable()
          .describe('Number of the topic’s keywords it ranks for. Null if unknown or without a topic.'),
      }),
    )
    .describe('Ranking pages, best first. Only pages that were read can be sources.'),
  links: z
    .array(
      z.object({
        url: z.string().meta({ description: 'URL of the post.', examples: ['https://example.com/blog/cold-brew'] }),
        title: z.string().describe('Title of the post.'),
        keyword: z.string().describe('The keyword that the post is about.'),
      }),
    )
    .describe('Published posts of the workspace about the keywords, to link to.'),
})
export type BriefingProposal = z.output<typeof briefingProposal>
