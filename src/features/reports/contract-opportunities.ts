import { z } from 'zod'
import { measured } from './contract-keyword.ts'
import { row } from './contract-sections.ts'

/** Keywords of a report that are worth a page. */

export const opportunities = z
  .object({
    ordered_by: z
      .enum(['volume', 'popularity', 'none'])
      .describe('`popularity`: the report has no search volumes. `none`: it has no numbers, so the order is its own.'),
    pages: z
      .number()
      .nullable()
      .describe('Number of ranking pages that were read. Null where they’re too few, or unknown.'),
    items: z
      .array(
        z.object({
          row: row.describe('The keyword.'),
          difficulty: measured('the difficulty'),
          answers: z
            .number()
            .nullable()
            .describe('Number of these pages with a heading about the keyword. Null if headings can’t tell.'),
        }),
      )
      .describe('Up to ten keywords with a low difficulty (30 or less), or that no ranking page has a heading about.'),
  })
  .meta({ id: 'Opportunities' })
export type Opportunities = z.output<typeof opportunities>
