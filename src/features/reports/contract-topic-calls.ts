import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { id } from '#kit/fields.ts'
import {
  byMeaning,
  cluster,
  maxCostUsd,
  strictness,
  topicCounts,
  topicCoverage,
  topicEdit,
  topicMeaning,
} from './contract-topics.ts'

/** Calls about a report's topics. */
export const topicCalls = {
  recluster: endpoint({
    path: '/reports/recluster',
    access: access.resource('editor', 'reports:write'),
    summary:
      'Group a report’s keywords again, from stored results. With dry_run, only counts. Free, except for `by_meaning`.',
    input: z.strictObject({
      _id: id().describe('Id of the report.'),
      strictness,
      by_meaning: byMeaning,
      max_cost_usd: maxCostUsd.meta({
        description:
          'Limit on the cost of `by_meaning`, in US dollars. If it may cost more, or the model’s price isn’t known, topics are grouped by words.',
        examples: [0.01],
      }),
      dry_run: z
        .boolean('dry_run must be true or false.')
        .default(false)
        .describe(
          'Returns only what the grouping makes and costs. Nothing is changed or spent: with `by_meaning`, counts are of topics by words as long as `meaning.new_keywords` isn’t 0.',
        ),
    }),
    output: z.object({
      meaning: topicMeaning.describe('Whether topics are grouped by meaning, and what it costs.'),
      counts: topicCounts.describe('What the grouping makes.'),
      coverage: topicCoverage.describe('How much of the report its topics cover.'),
      examples: z
        .array(cluster.pick({ kind: true, name: true, pillar: true, keywords: true, volume: true }))
        .describe('The largest parents and topics it makes.'),
      version: z.number().describe('The report’s `topics_version`, which increases unless `dry_run` is set.'),
    }),
  }),
  editTopics: endpoint({
    path: '/reports/topics/edit',
    access: access.resource('editor', 'reports:write'),
    summary: 'Rename, merge, split, move or lock topics. Changes stay when topics are grouped again.',
    input: z.strictObject({
      _id: id().describe('Id of the report.'),
      version: z
        .number('version must be a number.')
        .int('version must be a whole number.')
        .min(0)
        .describe('The `topics_version` you edited. If it changed since, the call returns 409.'),
      edits: z
        .array(topicEdit)
        .min(1, 'edits is empty.')
        .max(1000, 'edits can have up to 1,000 changes.')
        .describe('Changes, made in this order.'),
    }),
    output: z.object({
      version: z.number().describe('The report’s new `topics_version`.'),
      clusters: z.array(cluster).describe('All topics after the changes.'),
      coverage: topicCoverage.describe('How much of the report its topics cover.'),
    }),
  }),
}
