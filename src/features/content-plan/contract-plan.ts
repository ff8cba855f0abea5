import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'

export const maxProposedPages = 500
export const maxPlanItems = 10_000
export const maxItemsACall = 2000

export const planSources = ['report', 'list', 'import', 'file'] as const
export type PlanSource = (typeof planSources)[number]

const factorWeight = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .min(0, `${name} must be at least 0.`)
    .max(10, `${name} can be up to 10.`)
    .meta({ examples: [1] })
const intentWeight = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .min(0, `${name} must be at least 0.`)
    .max(1, `${name} can be up to 1.`)
    .meta({ examples: [0.6] })

export const planWeights = z
  .strictObject({
    volume: factorWeight('volume').describe('Weight of the search volume, 0 to 10.'),
    difficulty: factorWeight('difficulty').describe('Weight of the keyword difficulty, 0 to 10.'),
    intent: factorWeight('intent').describe('Weight of the intent, 0 to 10.'),
    position: factorWeight('position').describe('Weight of your rank, 0 to 10.'),
    intents: z
      .strictObject({
        informational: intentWeight('informational').describe('Worth of informational keywords, 0 to 1.'),
        commercial: intentWeight('commercial').describe('Worth of commercial keywords, 0 to 1.'),
        transactional: intentWeight('transactional').describe('Worth of transactional keywords, 0 to 1.'),
        navigational: intentWeight('navigational').describe('Worth of navigational keywords, 0 to 1.'),
        local: intentWeight('local').describe('Worth of local keywords, 0 to 1.'),
      })
      .describe('What each intent is worth.'),
  })
  .meta({ id: 'PlanWeights' })
export type PlanWeights = z.output<typeof planWeights>

function countByState(what: string) {
  const count = (state: string) => z.number().meta({ description: `Number of ${what}: ${state}.`, examples: [4] })
  return z.object({
    idea: count('ideas'),
    briefed: count('briefed'),
    drafting: count('being drafted'),
    review: count('in review'),
    published: count('published'),
    measured: count('measured'),
    dropped: count('dropped'),
  })
}

export const plan = z
  .object({
    _id: itemId.describe('Id of the plan.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    name: z.string().meta({ description: 'Name of the plan.', examples: ['Cold brew, winter 2026'] }),
    items: z.number().meta({ description: 'Number of items.', examples: [24] }),
    keywords: z.number().meta({ description: 'Number of keywords. Each is in exactly one item.', examples: [412] }),
    source: z
      .object({
        kind: z.enum(planSources).describe('What the plan was made from.'),
        id: itemId.nullable().describe('Id of the report, list or import. Null if it was deleted.'),
        label: z.string().meta({ description: 'Name of the source.', examples: ['cold brew coffee'] }),
      })
      .describe('What the plan was made from.'),
    language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
    states: countByState('items').describe('Number of items by state.'),
    version: z.number().meta({ description: 'Version of the plan, from 1. Each change adds one.', examples: [3] }),
    created_at: timestamp.describe('When the plan was created.'),
    updated_at: timestamp.describe('When the plan was last changed.'),
  })
  .meta({ id: 'ContentPlan' })
export type Plan = z.output<typeof plan>

/** A plan of a list, with how far its pages are. */
export const listedPlan = plan.extend({
  pages: countByState('pages').describe(
    'Number of planned pages by state: the items without the one for keywords that fit no page.',
  ),
  rest_keywords: z
    .number()
    .meta({ description: 'Number of keywords that fit no page. Their item is none of the `pages`.', examples: [31] }),
  late: z.number().meta({
    description: 'Number of pages whose due date has passed and that are neither published nor dropped.',
    examples: [2],
  }),
  next_due_on: z
    .string()
    .nullable()
    .meta({
      description:
        'The earliest due date from today on, of pages that are neither published nor dropped. Null if none.',
      examples: ['2026-12-04'],
    }),
})
export type ListedPlan = z.output<typeof listedPlan>
