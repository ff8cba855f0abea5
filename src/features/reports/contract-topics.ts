import { z } from 'zod'
import { failure, id, itemId, text } from '#kit/fields.ts'
import { ownTopic } from './contract-own.ts'

/** `parent`: a group of topics. `standalone`: a keyword alone, which is a topic of one. */
export const clusterKinds = ['parent', 'topic', 'standalone'] as const
export type ClusterKind = (typeof clusterKinds)[number]

/** A topic, or a parent of topics. A parent's facts include its topics', and all others add up to the whole report. */
export const cluster = z
  .object({
    _id: itemId.describe('Id of the topic.'),
    kind: z
      .enum(clusterKinds)
      .describe('`parent`: a group of topics. `standalone`: a keyword alone, which is a topic of one.'),
    name: z.string().meta({ description: 'Name of the topic.', examples: ['cold brew ratio'] }),
    pillar: z.string().meta({ description: 'Its most searched keyword.', examples: ['cold brew ratio'] }),
    intent: z.string().nullable().describe('Main search intent. Null if unknown.'),
    keywords: z.number().meta({ description: 'Number of keywords.', examples: [10] }),
    volume: z.number().nullable().describe('Sum of the known volumes, in searches per month. Null if all are unknown.'),
    volume_known: z
      .number()
      .nullable()
      .describe(
        'Number of keywords whose volume is known. Null in topics of earlier versions that weren’t grouped again.',
      ),
    volume_once: z
      .number()
      .nullable()
      .describe(
        '`volume` with close variants that share one volume of Google Ads counted once. Null if it’s the same, and in topics of earlier versions.',
      ),
    difficulty: z
      .number()
      .nullable()
      .meta({
        description: 'Keyword difficulty (KD), 0 to 100, weighted by volume. Null if none is known.',
        examples: [34],
      }),
    difficulty_known: z
      .number()
      .nullable()
      .describe('Number of keywords whose difficulty is known. Null like `volume_known`.'),
    parent_id: itemId.nullable().describe('Id of the topic above. Null at the top level.'),
    serp_features: z
      .array(
        z.object({
          type: z.string().describe('Type of SERP feature.'),
          keywords: z.number().describe('Number of keywords that show it.'),
        }),
      )
      .describe('SERP features its keywords show.'),
    domains: z
      .array(
        z.object({
          domain: z.string().meta({ description: 'Domain of the site.', examples: ['example.com'] }),
          keywords: z.number().describe('Number of keywords the site ranks for.'),
        }),
      )
      .describe('Sites its keywords rank for, most keywords first.'),
    overlaps: z
      .array(
        z.object({
          cluster_id: itemId.describe('Id of the other topic.'),
          pages: z.number().describe('Number of shared pages.'),
        }),
      )
      .describe('Cannibalization: topics of the same report that the same pages rank for.'),
    own: ownTopic
      .nullable()
      .default(null)
      .describe('The page of your site that covers it. Null without one, and in reports that are shared.'),
    locked: z.boolean().describe('Whether its name and keywords stay as they are when topics are grouped again.'),
    edited: z.boolean().describe('Whether its name or keywords were changed by a person or come from a file.'),
  })
  .meta({ id: 'Cluster' })
export type Cluster = z.output<typeof cluster>

/** How much of a report its topics cover. Keywords that are suggestions' templates (type `idea`) don't count. */
export const topicCoverage = z.object({
  keywords: z.number().describe('Number of keywords. Each is in exactly one topic.'),
  in_topics: z.number().describe('Number of keywords in topics of two or more.'),
  standalone: z.number().describe('Number of keywords alone.'),
  volume: z.number().nullable().describe('Sum of the known volumes, in searches per month. Null if all are unknown.'),
  volume_known: z.number().nullable().describe('Number of keywords whose volume is known. Null if unknown.'),
  volume_in_topics: z
    .number()
    .nullable()
    .describe('Volume in topics of two or more, in searches per month. Null if unknown.'),
})
export type TopicCoverage = z.output<typeof topicCoverage>

export const strictnesses = ['loose', 'balanced', 'strict'] as const
export type Strictness = (typeof strictnesses)[number]
export const strictness = z
  .enum(strictnesses, `strictness must be one of: ${strictnesses.join(', ')}.`)
  .describe('How much keywords must have in common to be one topic.')

export const byMeaning = z
  .boolean('by_meaning must be true or false.')
  .default(false)
  .describe(
    'Also groups keywords that mean the same in other words, as the connected AI model understands them. SERPs decide where they are known, and different brands and sizes are never joined. If it can’t be done, topics are grouped by words and `meaning` says why.',
  )

/** Optional limit of a call on what vendors charge, in US dollars. */
export const maxCostUsd = z
  .number('max_cost_usd must be a number.')
  .min(0, 'max_cost_usd must be 0 or more.')
  .max(100_000, 'max_cost_usd can be up to 100000.')
  .optional()

export const meaningStates = ['offered', 'used', 'unavailable', 'failed'] as const

/** Whether keywords are grouped by their meaning to an AI model, and what that costs. */
export const topicMeaning = z
  .object({
    state: z
      .enum(meaningStates)
      .describe(
        '`offered`: topics can be grouped by meaning, for `cost_usd`. `used`: they were. `unavailable`: they can’t be, for the reason in `failure`. `failed`: the model failed, so topics were grouped by words.',
      ),
    provider: z.string().nullable().describe('Provider of the model. Null without one.'),
    model: z
      .string()
      .nullable()
      .meta({ description: 'The model for embeddings. Null without one.', examples: ['text-embedding-3-small'] }),
    keywords: z.number().describe('Number of keywords that are compared by meaning.'),
    new_keywords: z
      .number()
      .describe('How many of them the model must be asked about. The others were paid for before.'),
    cost_usd: z
      .number()
      .nullable()
      .meta({
        description:
          'With `offered`, what asking costs at most; otherwise what it cost. In US dollars. Null if the model’s price isn’t known.',
        examples: [0.0002],
      }),
    price_as_of: z.string().nullable().describe('Day on which the model’s price was read. Null if it isn’t known.'),
    failure: failure.nullable().describe('Why topics can’t be or weren’t grouped by meaning. Otherwise null.'),
  })
  .meta({ id: 'TopicMeaning' })
export type TopicMeaning = z.output<typeof topicMeaning>

export const topicEditOps = ['rename', 'merge', 'split', 'move', 'lock'] as const

/**
 * One change of topics, by `op`. `rename`: `topic_ids[0]` to `name`. `merge`: all `topic_ids` into the first. `split`: `row_ids`
 * out of `topic_ids` into a new topic, `name`. `move`: `row_ids` into `topic_ids[0]`, or without `row_ids` the other topics under
 * the parent `topic_ids[0]`. `lock`: all `topic_ids`, or unlock with `locked: false`.
 */
export const topicEdit = z.strictObject({
  op: z
    .enum(topicEditOps, `op must be one of: ${topicEditOps.join(', ')}.`)
    .describe(
      '`rename`: `topic_ids[0]` to `name`. `merge`: all `topic_ids` into the first. `split`: `row_ids` out of `topic_ids` into a new topic, `name`. `move`: `row_ids` into `topic_ids[0]`, or without `row_ids` the other topics under the parent `topic_ids[0]`. `lock`: all `topic_ids`.',
    ),
  topic_ids: z
    .array(id('topic_ids'))
    .min(1, 'topic_ids is empty.')
    .max(1000, 'topic_ids can have up to 1,000 ids.')
    .describe('Ids of topics, up to 1,000.'),
  row_ids: z
    .array(id('row_ids'))
    .min(1, 'row_ids is empty.')
    .max(10_000, 'row_ids can have up to 10,000 ids.')
    .optional()
    .describe('Ids of keywords, up to 10,000.'),
  name: text('name', 120)
    .optional()
    .meta({ description: 'New name of the topic.', examples: ['cold brew ratio'] }),
  locked: z.boolean('locked must be true or false.').default(true).describe('With `lock`: false unlocks the topics.'),
})
export type TopicEdit = z.output<typeof topicEdit>

export const topicCounts = z.object({
  topics: z.number().describe('Number of topics of two or more keywords.'),
  parents: z.number().describe('Number of parents.'),
  standalone: z.number().describe('Number of keywords alone.'),
})
export type TopicCounts = z.output<typeof topicCounts>
