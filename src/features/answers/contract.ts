import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { country, exampleId, getPage, id, language, line, paging, text, timestamp } from '#kit/fields.ts'
import { parseSiteTarget } from '#kit/site-target.ts'
import { engineIds } from '#providers/answer-engines/port.ts'

import { citedPages } from './contract-cited-pages.ts'
import {
  answerAbsence,
  answerEstimate,
  answerFrequencies,
  answerSource,
  answersSummary,
  answerWatch,
  listedWatch,
  promptResult,
  storedAnswer,
  watchStatuses,
} from './contract-results.ts'

export * from './contract-cited-pages.ts'
export * from './contract-results.ts'

export const maxPrompts = 200
/** Of a workspace. */
export const maxWatches = 20
export const maxCompetitors = 10

const site = (field: string) =>
  text(field, 300).refine((value) => parseSiteTarget(value) !== null, {
    error: `${field} must have domains such as example.com.`,
    params: { reason: 'invalid_domain' },
  })
const names = (field: string, max: number) =>
  z.array(text(field, 100)).max(max, `${field} can have up to ${max} names.`).default([])
const domains = (field: string) => z.array(site(field)).max(10, `${field} can have up to 10 domains.`).default([])

export const brandInput = z.strictObject({
  name: text('brand.name', 100).describe('Name of the brand.'),
  aliases: names('brand.aliases', 20).meta({
    description: 'Other names of it, and product lines that count as it.',
    examples: [['Hollow Oak']],
  }),
  domains: domains('brand.domains').meta({
    description: 'Its sites. An answer that links to one cites the brand.',
    examples: [['hollowoak.example']],
  }),
  context: names('brand.context', 30).meta({
    description: 'Words near a mention, for a name that is a common word. Without one of them it doesn’t count.',
    examples: [['coffee', 'roaster']],
  }),
})
export const competitorInput = z.strictObject({
  name: text('competitors.name', 100).describe('Name of the competitor.'),
  aliases: names('competitors.aliases', 20).describe('Other names of it.'),
  domains: domains('competitors.domains').describe('Its sites.'),
})

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'visibility:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'visibility:write')
const watchId = id().describe('Id of the watch.')

export const answersContract = group(
  {
    name: 'AI answers',
    area: 'Research',
    about:
      'See whether AI assistants name you, with intervals. Answers come from the engines’ APIs, not from their apps.',
  },
  {
    add: endpoint({
      path: '/answers/add',
      access: write('workspace'),
      summary: 'Watch what engines answer. The first period starts immediately.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        brand: { name: 'Hollow Oak Coffee', aliases: ['Hollow Oak'], domains: ['hollowoak.example'] },
        competitors: [{ name: 'Fernway', domains: ['fernway.example'] }],
        prompts: ['best cold brew coffee subscription'],
        engines: ['openai', 'perplexity'],
        country: 'US',
        language: 'en',
        runs: 12,
        frequency: 'monthly',
        budget_usd: 20,
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        brand: brandInput.describe('The brand.'),
        competitors: z
          .array(competitorInput)
          .max(maxCompetitors, `competitors can have up to ${maxCompetitors} brands.`)
          .default([])
          .describe('Brands to compare with.'),
        prompts: z
          .array(line('prompts', 500).pipe(z.string().min(1, 'prompts has an empty one.')))
          .min(1, 'prompts is empty.')
          .max(maxPrompts, `prompts can have up to ${maxPrompts} prompts.`)
          .meta({ description: 'What engines are asked.', examples: [['best cold brew coffee']] }),
        engines: z
          .array(z.enum(engineIds, `engines can contain: ${engineIds.join(', ')}.`))
          .min(1, 'engines is empty.')
          .max(engineIds.length, 'engines lists one twice.')
          .transform((given) => engineIds.filter((engine) => given.includes(engine)))
          .meta({ description: 'Engines to ask.', examples: [['openai', 'google']] }),
        country: country.default('US'),
        language: language.default('en'),
        runs: z
          .int('runs must be a whole number.')
          .min(1, 'runs must be at least 1.')
          .max(50, 'runs can be up to 50.')
          .default(5)
          .describe('How often each prompt is asked in a period.'),
        frequency: z
          .enum(answerFrequencies, `frequency must be one of: ${answerFrequencies.join(', ')}.`)
          .describe('How often a period runs.'),
        budget_usd: z
          .number('budget_usd must be a number.')
          .min(0, 'budget_usd can’t be negative.')
          .max(100_000, 'budget_usd can be up to 100,000.')
          .nullable()
          .default(null)
          .meta({ description: 'The most it may spend in all, in US dollars. Null: no limit.', examples: [20] }),
        dry_run: z
          .boolean('dry_run must be true or false.')
          .default(false)
          .describe('Only estimate the cost; nothing is created.'),
      }),
      output: z.object({
        watch: answerWatch.nullable().describe('The watch. Null in a dry run.'),
        estimate: answerEstimate.describe('What it costs and can show.'),
      }),
    }),
    list: endpoint({
      path: '/answers/list',
      access: read('workspace'),
      summary: 'List a workspace’s watches, newest first.',
      input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
      output: getPage(listedWatch).extend({
        engines: z
          .array(
            z.object({
              _id: z.enum(engineIds).describe('Id of the engine.'),
              label: z.string().describe('Its name.'),
              ready: z.boolean().describe('Whether it’s set up on this server.'),
            }),
          )
          .describe('All engines.'),
      }),
    }),
    single: endpoint({
      path: '/answers/single',
      access: read('resource'),
      summary: 'Get a watch with a period’s results: intervals by prompt and engine, summary and sources.',
      input: z.strictObject({
        _id: watchId,
        period: z
          .int('period must be a whole number.')
          .min(1, 'period starts at 1.')
          .optional()
          .describe('Number of the period. Default: the latest.'),
      }),
      output: z.object({
        watch: answerWatch.describe('The watch.'),
        period: z.number().nullable().describe('Number of the period. Null before the first.'),
        periods: z
          .array(
            z.object({
              no: z.number().describe('Number of the period, from 1.'),
              at: timestamp.describe('When it started.'),
              finished: z.boolean().describe('Whether it’s over.'),
              spent_usd: z.number().describe('What it cost, in US dollars.'),
            }),
          )
          .describe('Periods, oldest first.'),
        prompts: z.array(promptResult).describe('Results by prompt and engine.'),
        summary: answersSummary.describe('Over all prompts that don’t name the brand.'),
        sources: z.array(answerSource).describe('Sites that answers cite, most cited first, up to 50.'),
        absences: z
          .array(answerAbsence)
          .describe(
            'Prompts with three answers or more, none of which names or cites the brand. Most named competitors first.',
          ),
      }),
    }),
    answer: endpoint({
      path: '/answers/answer',
      access: read('resource'),
      summary: 'Get one stored answer with its citations and mentions.',
      input: z.strictObject({ _id: id().describe('Id of the answer.') }),
      output: storedAnswer,
    }),
    citedPages: endpoint({
      path: '/answers/cited_pages',
      access: write('resource'),
      summary: 'Read the pages that answers to a prompt cite, and what your own page on it lacks.',
      effect: 'read',
      rate: '60 per day per watch.',
      input: z.strictObject({
        _id: watchId,
        prompt: line('prompt', 500)
          .pipe(z.string().min(1, 'prompt is empty.'))
          .meta({
            description: 'One of the watch’s prompts.',
            examples: ['best cold brew coffee'],
          }),
        period: z
          .int('period must be a whole number.')
          .min(1, 'period starts at 1.')
          .optional()
          .describe('Number of the period. Default: the latest.'),
      }),
      output: citedPages,
    }),
    run: endpoint({
      path: '/answers/run',
      access: write('resource'),
      spends: true,
      summary: 'Start a period now.',
      rate: '24 per day per watch.',
      input: z.strictObject({ _id: watchId }),
      output: z.object({ watch: answerWatch.describe('The watch.') }),
    }),
    status: endpoint({
      path: '/answers/status',
      access: write('resource'),
      summary: 'Pause or resume a watch.',
      example: { _id: exampleId, status: 'paused' },
      input: z.strictObject({
        _id: watchId,
        status: z
          .enum(watchStatuses, `status must be one of: ${watchStatuses.join(', ')}.`)
          .describe('What it should be.'),
      }),
      output: z.object({ watch: answerWatch.describe('The watch.') }),
    }),
    delete: endpoint({
      path: '/answers/delete',
      access: write('resource'),
      summary: 'Delete a watch with its answers.',
      input: z.strictObject({ _id: watchId }),
      output: z.object({}),
    }),
  },
)
