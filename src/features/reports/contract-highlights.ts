import { z } from 'zod'
import { itemId } from '#kit/fields.ts'
import { measured } from './contract-keyword.ts'
import { row } from './contract-sections.ts'

/** What a report's readers read first: keywords worth a page, and how well its main topics are answered. */

export const opportunities = z
  .object({
    ordered_by: z
      .enum(['volume', 'popularity', 'none'])
      .describe('`popularity`: the report has no search volumes. `none`: it has no numbers, so the order is its own.'),
    pages: z
      .number()
      .nullable()
      .describe('Number of ranking pages that were read. Null where they’re too few, or unknown.'),
    items: z
      .array(
        z.object({
          row: row.describe('The keyword.'),
          difficulty: measured('the difficulty'),
          answers: z
            .number()
            .nullable()
            .describe('Number of these pages with a heading about the keyword. Null if headings can’t tell.'),
        }),
      )
      .describe('Up to ten keywords with a low difficulty (30 or less), or that no ranking page has a heading about.'),
  })
  .meta({ id: 'Opportunities' })
export type Opportunities = z.output<typeof opportunities>

export const topicAnswers = z
  .object({
    _id: itemId.describe('Id of the topic.'),
    name: z.string().meta({ description: 'Name of the topic.', examples: ['cold brew ratio'] }),
    keywords: z.number().meta({ description: 'Number of keywords.', examples: [10] }),
    volume: z.number().nullable().describe('Sum of the known volumes, in searches per month. Null if all are unknown.'),
    volume_known: z.number().nullable().describe('Number of keywords whose volume is known. Null if unknown.'),
    checked: z
      .number()
      .nullable()
      .describe(
        'Number of keywords, of the 50 most searched, that headings can tell about. Null where the ranking pages or the keywords aren’t known.',
      ),
    answered: z
      .number()
      .nullable()
      .describe('Number of these that at least one ranking page has a heading about. Null like `checked`.'),
  })
  .meta({ id: 'TopicAnswers' })
