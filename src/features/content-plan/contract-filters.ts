import { z } from 'zod'
import { intents } from '#features/reports/contract.ts'
import { itemRoles, itemStates, planRow } from './contract-item.ts'

export const itemSorts = [
  'pillar',
  'priority',
  '-priority',
  'volume',
  '-volume',
  'difficulty',
  '-difficulty',
  'keywords',
  '-keywords',
  'title',
  '-title',
  'due_on',
  '-due_on',
  'state',
] as const
export type ItemSort = (typeof itemSorts)[number]

const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).max(100)]).optional()

const dueFilters = ['late', 'week', 'month', 'none'] as const

export const itemFilters = z.strictObject({
  state: oneOrMore(z.enum(itemStates)).describe('States.'),
  owner_id: oneOrMore(z.union([z.uuid(), z.literal('none')])).describe('Ids of owners, or `none`.'),
  intent: oneOrMore(z.enum([...intents, 'none'])).describe('Intents, or `none`.'),
  role: oneOrMore(z.enum(itemRoles)).describe('Roles.'),
  parent_id: oneOrMore(z.uuid()).describe('Ids of pillars: their own item and the spokes below.'),
  due: z.enum(dueFilters).optional().describe('Due: late, within 7 or 31 days, or no date.'),
  due_on: z
    .strictObject({
      min: z.iso.date().optional().describe('First due date.'),
      max: z.iso.date().optional().describe('Last due date.'),
    })
    .optional()
    .describe('Range of due dates.'),
})
export type ItemFilters = z.output<typeof itemFilters>

export const q = z
  .string('q must be text.')
  .max(200, 'q can have up to 200 characters.')
  .optional()
  .meta({ description: 'Text to search for in titles, URLs and keywords.', examples: ['ratio'] })

const words = <T extends z.ZodType<string, string>>(name: string, value: T) =>
  z
    .string(`${name} must be text.`)
    .max(4000, `${name} can have up to 4,000 characters.`)
    .transform((text) => text.split(','))
    .pipe(z.array(value).max(100, `${name} can have up to 100 values.`))
    .optional()

/** The filters of a list in a query string: several values have commas between them. */
export const exportFilters = {
  state: words('state', z.enum(itemStates)).meta({ description: 'States, separated by commas.', examples: ['idea'] }),
  owner_id: words('owner_id', z.union([z.uuid(), z.literal('none')])).meta({
    description: 'Ids of owners, or `none`.',
    examples: ['none'],
  }),
  intent: words('intent', z.enum([...intents, 'none'])).meta({
    description: 'Intents, or `none`.',
    examples: ['commercial'],
  }),
  role: words('role', z.enum(itemRoles)).meta({ description: 'Roles.', examples: ['spoke'] }),
  due: z
    .enum(dueFilters, `due must be one of: ${dueFilters.join(', ')}.`)
    .optional()
    .describe('Due: late, within 7 or 31 days, or no date.'),
}

export const maxMapItems = 1000

/** What a map shows of an item. */
export const mapItem = planRow
  .pick({ _id: true, title: true, role: true, parent_id: true, state: true, url: true, volume: true })
  .meta({ id: 'PlanMapItem' })
export type MapItem = z.output<typeof mapItem>
