import { z } from 'zod'
import { intents, ownTopic } from '#features/reports/contract.ts'
import { itemId, timestamp } from '#kit/fields.ts'

export const itemRoles = ['pillar', 'spoke'] as const
export type ItemRole = (typeof itemRoles)[number]

/** In the order of the work. `dropped`: won’t be written. */
export const itemStates = ['idea', 'briefed', 'drafting', 'review', 'published', 'measured', 'dropped'] as const
export type ItemState = (typeof itemStates)[number]

export const linkStates = ['proposed', 'set'] as const
export type LinkState = (typeof linkStates)[number]

export const factorNames = ['volume', 'difficulty', 'intent', 'position'] as const
export type FactorName = (typeof factorNames)[number]

export const priority = z.object({
  score: z
    .number()
    .nullable()
    .meta({ description: 'Priority, 0 to 100. Null if no factor is known.', examples: [71] }),
  factors: z
    .array(
      z.object({
        name: z.enum(factorNames).describe('The factor.'),
        value: z
          .number()
          .nullable()
          .meta({
            description:
              'The number behind it: searches per month, keyword difficulty (KD), weight of the intent, or your rank. Null if unknown: the factor is left out and never counts as 0.',
            examples: [4400],
          }),
        share: z
          .number()
          .nullable()
          .meta({ description: 'The value on a scale from 0 to 1. Null if unknown.', examples: [0.6] }),
        weight: z.number().meta({ description: 'Weight of the factor in this workspace.', examples: [1] }),
      }),
    )
    .describe('What the score is made of, with a factor for each missing number too.'),
})
export type Priority = z.output<typeof priority>

const itemFields = {
  _id: itemId.describe('Id of the item.'),
  title: z.string().meta({ description: 'Working title.', examples: ['How to make cold brew coffee'] }),
  role: z.enum(itemRoles).describe('`pillar`: the main page of a group. `spoke`: a page below it.'),
  parent_id: itemId.nullable().describe('Id of the pillar above. Null for pillars and for spokes without one.'),
  intent: z.enum(intents).nullable().describe('Main search intent. Null if unknown.'),
  keyword_count: z.number().describe('Number of keywords.'),
  volume: z.number().nullable().describe('Sum of the known volumes, in searches per month. Null if all are unknown.'),
  volume_known: z.number().describe('Number of keywords whose volume is known.'),
  difficulty: z
    .number()
    .nullable()
    .meta({
      description: 'Keyword difficulty (KD), 0 to 100, weighted by volume. Null if none is known.',
      examples: [34],
    }),
  priority: priority.describe('How much the page is worth writing next, with every factor.'),
  url: z
    .string()
    .nullable()
    .meta({ description: 'Path or URL of the page. Null if not set.', examples: ['/cold-brew-ratio'] }),
  state: z.enum(itemStates).describe('State of the work.'),
  owner_id: itemId.nullable().describe('Id of the member who owns it. Null if nobody does.'),
  due_on: z
    .string()
    .nullable()
    .meta({ description: 'Due date. Null if not set.', examples: ['2026-12-04'] }),
  document_id: itemId.nullable().describe('Id of its document. Null without one.'),
  brief_id: itemId.nullable().describe('Id of the document that is its brief or outline. Null without one.'),
  publication_id: itemId.nullable().describe('Id of its publication. Null if not published.'),
  page_id: itemId.nullable().describe('Id of the page of your site. Null without one.'),
  own: ownTopic
    .nullable()
    .default(null)
    .describe('The page of your site that covers it already. Null without one. `shared_with` has ids of other items.'),
  links_set: z.number().describe('Number of its internal links that are set.'),
  links_total: z.number().describe('Number of internal links from this page.'),
  updated_at: timestamp.describe('When it was last changed.'),
}

/** An item as lists show it: its keywords are counted only. */
export const planRow = z.object(itemFields).meta({ id: 'PlanRow' })
export type PlanRow = z.output<typeof planRow>

export const planItem = z
  .object({
    ...itemFields,
    keywords: z
      .array(z.string())
      .meta({ description: 'Keywords of the page, most searched first.', examples: [['cold brew ratio']] }),
  })
  .meta({ id: 'PlanItem' })
export type PlanItem = z.output<typeof planItem>

export const planLink = z
  .object({
    from: itemId.describe('Id of the item whose page has the link.'),
    to: itemId.describe('Id of the item the link goes to.'),
    anchor: z
      .string()
      .meta({ description: 'Text of the link: a keyword of the target.', examples: ['cold brew ratio'] }),
    state: z.enum(linkStates).describe('Whether the link is in the text yet.'),
  })
  .meta({ id: 'PlanLink' })
export type PlanLink = z.output<typeof planLink>

export const planKeyword = z.object({
  text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
  volume: z.number().nullable().describe('Searches per month. Null if unknown.'),
  difficulty: z.number().nullable().describe('Keyword difficulty (KD), 0 to 100. Null if unknown.'),
  intent: z.enum(intents).nullable().describe('Search intent. Null if unknown.'),
  provider: z
    .string()
    .nullable()
    .meta({ description: 'Provider of the volume. Null without one.', examples: ['dataforseo'] }),
  as_of: timestamp.nullable().describe('Date of the volume. Null if unknown.'),
})
export type PlanKeyword = z.output<typeof planKeyword>
