import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'

export const searchExportRow = z.object({
  table: z.string().meta({ description: 'Name of the table in the file.', examples: ['Pages.csv'] }),
  line: z.number().describe('Line number in the table, from 1.'),
  reason: z.string().describe('Why the row was left out.'),
})
export type SearchExportRow = z.output<typeof searchExportRow>

const count = (description: string, example: number) => z.number().meta({ description, examples: [example] })

/** A Search Console export that was uploaded for a site. */
export const siteUpload = z
  .object({
    _id: itemId.describe('Id of the upload.'),
    site_id: itemId.describe('Id of the site.'),
    file_name: z.string().meta({ description: 'Name of the file.', examples: ['Performance-on-Search.zip'] }),
    from: z
      .string()
      .nullable()
      .meta({
        description: 'First day of the export. Null if it doesn’t say.',
        examples: ['2026-08-27'],
      }),
    to: z
      .string()
      .nullable()
      .meta({
        description: 'Last day of the export. Null if it doesn’t say.',
        examples: ['2026-11-25'],
      }),
    period_from: z
      .enum(['days', 'file'])
      .nullable()
      .describe('Where the period comes from: its table of dates, or a date range in the file. Null if unknown.'),
    filters: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the filter.', examples: ['Country'] }),
          value: z.string().meta({ description: 'Its value.', examples: ['United Kingdom'] }),
        }),
      )
      .describe('What the export was limited to, in its own words: search type, dates, country and the like.'),
    days: count('Days with totals of the whole site.', 91),
    queries: count('Queries with totals of the whole period. Search Console exports up to 1,000.', 1000),
    pages: count('Pages with totals of the whole period. Search Console exports up to 1,000.', 214),
    pairs: count('Rows of a query and a page. 0 in exports of Search Console.', 0),
    accepted: count('Rows that were stored.', 1305),
    rejected: z.array(searchExportRow).describe('The first 100 rows that were left out.'),
    rejected_total: count('Number of rows left out.', 0),
    created_at: timestamp.describe('When it was uploaded.'),
  })
  .meta({ id: 'SiteUpload' })
export type SiteUpload = z.output<typeof siteUpload>
