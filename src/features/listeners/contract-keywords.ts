import { z } from 'zod'
import { volume } from '#features/reports/contract-sections.ts'
import { itemId, timestamp } from '#kit/fields.ts'

/** Keywords of a listener with the numbers that the workspace already has for them. */

const knownNumbers = {
  volume: volume
    .nullable()
    .describe('Search volume from the workspace’s lookups of the last 90 days, else its imports. Null if none has it.'),
  difficulty: z
    .number()
    .nullable()
    .meta({ description: 'Keyword difficulty from there, 0 to 100. Null if unknown.', examples: [21] }),
}

export const itemNumbers = z.object({
  text: z.string().meta({ description: 'The keyword, as it was given.', examples: ['how to make cold brew coffee'] }),
  ...knownNumbers,
})
export type ItemNumbers = z.output<typeof itemNumbers>

/** Numbers are looked up for this many keywords at a time: a listener can have thousands. */
export const maxTextsOfVolumes = 500

export const change = z.object({
  run_id: itemId.describe('Id of the run.'),
  at: timestamp.describe('When the run ended.'),
  kind: z.enum(['added', 'returned', 'removed']).describe('`returned`: was removed before and is suggested again.'),
  text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
  type: z.string().describe('Type of keyword.'),
  source: z.string().meta({ description: 'The first of `sources`.', examples: ['google_suggest'] }),
  sources: z
    .array(z.string())
    .meta({ description: 'Sources that added or dropped it in this run.', examples: [['google_suggest']] }),
  ...knownNumbers,
})
export type Change = z.output<typeof change>
