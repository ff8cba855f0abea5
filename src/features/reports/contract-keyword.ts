import { z } from 'zod'
import { timestamp } from '#kit/fields.ts'
import { row } from './contract-sections.ts'
import { cluster } from './contract-topics.ts'

/** Everything a report knows about one keyword. */

export const measured = (what: string) =>
  z
    .object({
      provider: z
        .string()
        .nullable()
        .meta({
          description: 'Provider of the number. Null: Earshot’s own estimate, or not recorded by an earlier version.',
          examples: ['dataforseo'],
        }),
      at: timestamp.nullable().describe('Date of the number. Null if unknown.'),
      estimate: z.boolean().describe('Whether Earshot estimated it from the ranking pages.'),
    })
    .nullable()
    .describe(`Who measured ${what}. Null without a value.`)

export const keywordDetails = z
  .object({
    row: row.describe('The keyword with its numbers.'),
    hidden: z.boolean().describe('Whether someone hid it in this report.'),
    measured: z
      .object({
        volume: measured('the search volume and its months'),
        difficulty: measured('the difficulty'),
        cpc: measured('cost per click and competition'),
        performance: measured('impressions, clicks, CTR and position'),
      })
      .describe('Who measured its numbers, and when.'),
    sources: z
      .array(
        z.object({
          source: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
          rank: z
            .number()
            .nullable()
            .meta({
              description:
                'Best place in the source’s lists, from 1. Null if the lists have no order or its own scores.',
              examples: [2],
            }),
          score: z
            .number()
            .nullable()
            .meta({ description: 'The source’s own best score, 0 to 1, where it has no places.', examples: [0.8] }),
          lists: z
            .number()
            .nullable()
            .meta({ description: 'Number of lists of the source it was in. Null if unknown.', examples: [3] }),
        }),
      )
      .describe('Sources that returned it.'),
    serps: z
      .array(
        z.object({
          source: z.string().meta({ description: 'Id of the source.', examples: ['serper'] }),
          fetched_at: timestamp.describe('When the results were fetched.'),
          features: z
            .array(z.string())
            .nullable()
            .meta({ description: 'Types of SERP features. Null if the source doesn’t tell.', examples: [['video']] }),
          results: z
            .array(
              z.object({
                rank: z.number().meta({ description: 'Position in the results, from 1.', examples: [1] }),
                url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
                domain: z.string().meta({ description: 'Domain of the page.', examples: ['example.com'] }),
                title: z.string().nullable().describe('Title of the page. Null if it wasn’t returned.'),
                words: z.number().nullable().describe('Number of words. Null if the page wasn’t read.'),
              }),
            )
            .describe('The results.'),
        }),
      )
      .describe('Search results of the keyword. Empty if no source was asked for them.'),
    topic: cluster.nullable().describe('Its topic. Null if it has none.'),
    parent: row.nullable().describe('The question it was expanded from. Null at the top level.'),
    children: z.array(row).describe('Questions found under it, up to 100.'),
    children_total: z.number().describe('Number of questions found under it.'),
  })
  .meta({ id: 'KeywordDetails' })
export type KeywordDetails = z.output<typeof keywordDetails>
