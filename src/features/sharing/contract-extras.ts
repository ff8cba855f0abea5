import { z } from 'zod'
import { answersSummary, engineIds } from '#features/answers/contract.ts'
import { plan } from '#features/content-plan/contract.ts'
import { rankMover, rankTracker } from '#features/ranks/contract.ts'
import { totals } from '#features/sites/contract.ts'
import { failure, id, itemId, timestamp } from '#kit/fields.ts'

/** What an emailed report can have besides the report itself. */

export const extraKinds = ['ranks', 'answers', 'site', 'plan', 'listener'] as const
export type ExtraKind = (typeof extraKinds)[number]
export const maxExtras = 10

export const extraInput = z.strictObject({
  kind: z
    .enum(extraKinds, `extras.kind must be one of: ${extraKinds.join(', ')}.`)
    .describe(
      '`ranks`: a rank tracker. `answers`: an AI answer watch. `site`: searches of a site. `plan`: progress of a content plan. `listener`: new and lost keywords.',
    ),
  id: id('extras.id').describe('Id of the tracker, watch, site, plan or listener.'),
})
export type ExtraInput = z.output<typeof extraInput>

export const savedExtra = z.object({
  kind: z.enum(extraKinds).describe('What it is.'),
  id: itemId.nullable().describe('Its id. Null if it came with an imported workspace without it.'),
})

const ranks = z.object({
  kind: z.literal('ranks').describe('Positions in Google.'),
  ...rankTracker.pick({
    ...{ domain: true, country: true, language: true, device: true, depth: true, keyword_count: true },
    ...{ summary: true, last_run_at: true },
  }).shape,
  movers: z.array(rankMover).describe('Keywords that moved in the last run, up to 10.'),
})
const answers = z.object({
  kind: z.literal('answers').describe('A brand in answers of AI assistants.'),
  brand: z.string().describe('The brand.'),
  engines: z.array(z.enum(engineIds)).describe('Assistants that were asked.'),
  runs: z.number().describe('How often each prompt is asked.'),
  at: timestamp.nullable().describe('When the period started. Null before the first.'),
  summary: answersSummary.describe('Of the latest period.'),
})
const site = z.object({
  kind: z.literal('site').describe('Searches of a site.'),
  url: z.string().describe('The site.'),
  from: z.string().nullable().describe('First day. Null without data.'),
  to: z.string().nullable().describe('Last day. Null without data.'),
  totals: totals.nullable().describe('Of these days. Null without data.'),
  before: totals.nullable().describe('Of as many days before. Null without data.'),
  uploaded: z.boolean().describe('Whether they come from an uploaded export.'),
  search_failure: failure.nullable().describe('Why Search Console can’t be read. Null if it can, or isn’t connected.'),
  decays: z.number().describe('Pages that lose clicks.'),
})
const planProgress = z.object({
  kind: z.literal('plan').describe('A content plan.'),
  ...plan.pick({ name: true, items: true, states: true, updated_at: true }).shape,
})
const listener = z.object({
  kind: z.literal('listener').describe('New and lost keywords of a topic.'),
  keyword: z.string().describe('The topic.'),
  since: timestamp.describe('Start of the period.'),
  runs: z.number().describe('Runs in the period.'),
  new: z.number().describe('New keywords. The first run isn’t a change.'),
  lost: z.number().describe('Keywords that are no longer suggested.'),
  items: z
    .array(
      z.object({
        kind: z.enum(['new', 'lost']).describe('What happened.'),
        text: z.string().describe('The keyword.'),
      }),
    )
    .describe('The latest of them, up to 20.'),
  failed_sources: z.array(z.string()).describe('Names of sources that didn’t answer in the latest run.'),
})

export const reportExtra = z
  .object({
    kind: z.enum(extraKinds).describe('What it is.'),
    data: z
      .discriminatedUnion('kind', [ranks, answers, site, planProgress, listener])
      .nullable()
      .describe('What it shows. Null if it couldn’t be read.'),
    failure: failure.nullable().describe('Why it couldn’t be read. Null if it could.'),
  })
  .meta({ id: 'ReportExtra' })
export type ReportExtra = z.output<typeof reportExtra>
export type ExtraData = NonNullable<ReportExtra['data']>
