import { z } from 'zod'
import { failure, itemId, timestamp } from '#kit/fields.ts'
import { engineIds } from '#providers/answer-engines/port.ts'

/** What calls about AI answers return. */

export { type EngineId, engineIds, engineLabels } from '#providers/answer-engines/port.ts'

export const answerFrequencies = ['daily', 'weekly', 'monthly'] as const
export type AnswerFrequency = (typeof answerFrequencies)[number]
export const watchStatuses = ['active', 'paused'] as const

const counted = z.object({
  k: z.number().describe('Answers that do.'),
  n: z.number().describe('Answers counted. Failed runs aren’t among them.'),
  low: z.number().nullable().describe('Lower end of the 95% interval (Wilson), 0 to 1. Null without answers.'),
  high: z.number().nullable().describe('Upper end of the 95% interval, 0 to 1. Null without answers.'),
})
const share = z.object({
  share: z.number().nullable().describe('Mean share over prompts, 0 to 1. Null without answers.'),
  low: z
    .number()
    .nullable()
    .describe(
      'Lower end of the 95% interval (bootstrap over prompts; where all have the same share, Wilson’s with each as one answer). Null below three prompts.',
    ),
  high: z.number().nullable().describe('Upper end of the 95% interval. Null below three prompts.'),
})

export const answerEstimate = z
  .object({
    answers: z.number().describe('Answers of one run.'),
    cost_usd: z.number().meta({ description: 'What a run usually costs, in US dollars.', examples: [9.6] }),
    max_cost_usd: z.number().describe('The most a run can cost, in US dollars.'),
    month_cost_usd: z.number().describe('What a month usually costs, in US dollars.'),
    engines: z
      .array(
        z.object({
          engine: z.enum(engineIds).describe('The engine.'),
          model: z.string().describe('The model that is asked.'),
          answer_usd: z.number().describe('What an answer usually costs, in US dollars.'),
          skipped: z.boolean().describe('Whether it can’t be asked on this server.'),
        }),
      )
      .describe('Price by engine.'),
    power: z
      .object({
        change: z.number().describe('The change in question: 0.1 is ten percentage points.'),
        power: z.number().describe('How likely such a change is called moved, 0 to 1.'),
        detectable: z.number().nullable().describe('The smallest change that is seen with 80%. Null if none is.'),
        runs_needed: z.number().nullable().describe('Runs for 80%. Null if 50 don’t suffice.'),
        runs_needed_usd: z.number().nullable().describe('What a run of so many usually costs, in US dollars.'),
      })
      .describe('What a comparison of two periods can show, for a brand named in 30% of answers.'),
  })
  .meta({ id: 'AnswerEstimate' })
export type AnswerEstimate = z.output<typeof answerEstimate>

const storedBrand = z.object({
  name: z.string().describe('Name of the brand.'),
  aliases: z.array(z.string()).describe('Other names of it.'),
  domains: z.array(z.string()).describe('Its sites.'),
})

export const answerWatch = z
  .object({
    _id: itemId.describe('Id of the watch.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    brand: storedBrand
      .extend({ context: z.array(z.string()).describe('Words near a mention.') })
      .describe('The brand.'),
    competitors: z.array(storedBrand).describe('Competitors.'),
    prompt_count: z.number().describe('Number of prompts.'),
    engines: z.array(z.enum(engineIds)).describe('Engines that are asked.'),
    skipped: z.array(z.enum(engineIds)).describe('Engines among them that aren’t set up on this server.'),
    country: z.string().describe('ISO 3166-1 alpha-2 country code.'),
    language: z.string().describe('BCP 47 language tag.'),
    runs: z.number().describe('How often each prompt is asked in a period.'),
    frequency: z.enum(answerFrequencies).describe('How often a period runs.'),
    status: z.enum(watchStatuses).describe('Whether it’s active or paused.'),
    running: z.boolean().describe('Whether a period is in progress or about to start.'),
    progress: z
      .object({ done: z.number().describe('Answers so far.'), total: z.number().describe('Answers of the period.') })
      .nullable()
      .describe('The period in progress. Null without one.'),
    periods: z.number().describe('Number of finished periods.'),
    last_run_at: timestamp.nullable().describe('When it last ran. Null if never.'),
    next_run_at: timestamp.nullable().describe('When it runs next. Null while paused.'),
    budget_usd: z.number().nullable().describe('The most it may spend in all, in US dollars. Null: no limit.'),
    spent_usd: z.number().describe('What it spent so far, in US dollars.'),
    created_at: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'AnswerWatch' })
export type AnswerWatch = z.output<typeof answerWatch>

export const promptResult = z
  .object({
    prompt: z.string().meta({ description: 'The prompt.', examples: ['best cold brew coffee'] }),
    engine: z.enum(engineIds).describe('The engine.'),
    runs: z.number().describe('Runs of the period.'),
    mentioned: counted.describe('Answers that name the brand.'),
    cited: counted.describe('Answers that link to a site of the brand.'),
    previous: z
      .object({ k: z.number().describe('Answers that named it.'), n: z.number().describe('Answers counted.') })
      .nullable()
      .describe('Mentions of the period before, under the same model. Null if there are none.'),
    change: z
      .enum(['moved', 'within_noise', 'too_few_runs'])
      .describe('Of mentions, against the period before. Holm’s correction over all prompts and engines.'),
    model_changed: z.boolean().describe('Whether another model answered before, so that nothing is compared.'),
    failed: z.number().describe('Runs that failed. They’re gaps, not answers without the brand.'),
    not_shown: z.number().describe('Runs in which the engine showed no answer. They aren’t counted.'),
    skipped: z.boolean().optional().describe('True if the engine can’t be asked on this server.'),
    failure: failure.optional().describe('Why the latest failed run failed.'),
    names_brand: z.boolean().describe('Whether the prompt itself names the brand. Such prompts aren’t in the summary.'),
    few_brands: z.boolean().describe('Whether its answers name hardly any brand, so that it can’t show anything.'),
    answers: z
      .array(
        z.object({
          _id: itemId.describe('Id of the answer.'),
          mentioned: z.boolean().describe('Whether it names the brand.'),
          cited: z.boolean().describe('Whether it links to the brand.'),
        }),
      )
      .describe('Answers of the period.'),
  })
  .meta({ id: 'PromptResult' })
export type PromptResult = z.output<typeof promptResult>

export const answersSummary = z
  .object({
    mentioned: share.describe('Answers that name the brand.'),
    cited: share.describe('Answers that link to the brand.'),
    change: z
      .object({
        difference: z.number().describe('Change of the mentioned share on prompts present in both periods.'),
        low: z.number().nullable().describe('Lower end of its 95% interval.'),
        high: z.number().nullable().describe('Upper end of its 95% interval.'),
        verdict: z.enum(['moved', 'within_noise', 'too_few_runs']).describe('By the sign-flip test over prompts.'),
      })
      .nullable()
      .describe('Against the period before. Null without one.'),
    competitors: z
      .array(share.extend({ brand: z.string().describe('Name of the competitor.') }))
      .describe('The same of competitors.'),
    prompts: z.number().describe('Prompts counted: those that don’t name the brand.'),
    answers: z.number().describe('Answers counted.'),
    failed: z.number().describe('Runs that failed.'),
  })
  .meta({ id: 'AnswersSummary' })
export type AnswersSummary = z.output<typeof answersSummary>

/** A watch of a list, with what its latest finished period found. */
export const listedWatch = answerWatch.extend({
  result: z
    .object({
      period: z.number().describe('Number of the latest finished period.'),
      at: timestamp.describe('When it started.'),
      ...answersSummary.pick({ mentioned: true, change: true, prompts: true, answers: true, failed: true }).shape,
    })
    .nullable()
    .describe('What the latest finished period found, as `summary` of `/answers/single`. Null before the first.'),
})
export type ListedWatch = z.output<typeof listedWatch>

export const answerSource = z.object({
  domain: z.string().describe('The site cited.'),
  count: z.number().describe('Answers that cite it.'),
  own: z.boolean().describe('Whether it’s the brand’s.'),
  competitor: z.string().nullable().describe('The competitor it belongs to. Null if none.'),
  pages: z
    .array(z.object({ url: z.string().describe('The page.'), count: z.number().describe('Answers that cite it.') }))
    .describe('Its pages, most cited first, up to 5.'),
})
export type AnswerSource = z.output<typeof answerSource>

export const answerAbsence = z
  .object({
    prompt: z.string().describe('The prompt.'),
    answers: z.number().describe('Its answers in the period, of all engines.'),
    competitors: z
      .array(
        z.object({
          brand: z.string().describe('Name of the competitor.'),
          count: z.number().describe('Answers that name it.'),
        }),
      )
      .describe('Competitors that are named, most named first.'),
    pages: z
      .array(
        z.object({
          url: z.string().describe('The page.'),
          domain: z.string().describe('Its site.'),
          count: z.number().describe('Answers that cite it.'),
          competitor: z.string().nullable().describe('The competitor it belongs to. Null if none.'),
        }),
      )
      .describe('Pages that are cited, most cited first, up to 5.'),
  })
  .meta({ id: 'AnswerAbsence' })
export type AnswerAbsence = z.output<typeof answerAbsence>

export const storedAnswer = z
  .object({
    _id: itemId.describe('Id of the answer.'),
    watch_id: itemId.describe('Id of the watch.'),
    prompt: z.string().describe('The prompt.'),
    engine: z.enum(engineIds).describe('The engine.'),
    text: z.string().describe('The answer as it came.'),
    citations: z
      .array(
        z.object({
          url: z.string().describe('The page.'),
          title: z.string().nullable().describe('Its title. Null if the engine gave none.'),
          domain: z.string().describe('Its site.'),
        }),
      )
      .describe('Pages it cites.'),
    model: z.string().describe('The model that answered.'),
    at: timestamp.describe('When it answered.'),
    country: z.string().describe('Country it was asked from.'),
    cost_usd: z.number().nullable().describe('What it cost, in US dollars. Null if that isn’t known.'),
    mentions: z
      .array(
        z.object({
          brand: z.string().describe('Name of the brand.'),
          own: z.boolean().describe('Whether it’s the watched brand.'),
          cited: z.boolean().describe('Whether the answer links to it.'),
          position: z.number().nullable().describe('Position in a list, from 1. Null if it isn’t in one.'),
          quote: z.string().nullable().describe('The sentence that names it first.'),
          spans: z
            .array(
              z.object({ start: z.number().describe('First character.'), end: z.number().describe('After the last.') }),
            )
            .describe('Where it’s named.'),
        }),
      )
      .describe('Brands it names or links to.'),
  })
  .meta({ id: 'StoredAnswer' })
export type StoredAnswer = z.output<typeof storedAnswer>
