import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, itemId, paging, timestamp } from '#kit/fields.ts'
import { importReading } from './contract-import-reading.ts'
import { siteUpload } from './contract-search-export.ts'

export * from './contract-import-reading.ts'
export * from './contract-search-export.ts'

export const importKinds = [
  'search_console',
  'bing_webmaster',
  'google_analytics',
  'google_trends',
  'keyword_planner',
  'paid_search',
  'semrush',
  'ahrefs',
  'moz',
  'answer_the_public',
  'alsoasked',
  'serpbear',
  'serp',
  'generic',
] as const
export type ImportKind = (typeof importKinds)[number]

/** Subject of a table in a file. */
export const tableSubjects = ['keywords', 'pages', 'countries', 'devices', 'dates', 'other'] as const
export type TableSubject = (typeof tableSubjects)[number]

/** Text encodings of files. */
export const importEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'koi8-r',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const
export type ImportEncoding = (typeof importEncodings)[number]

/** Fields that a column can be mapped to by hand. */
export const importFields = [
  'text',
  'volume',
  'volume_low',
  'volume_high',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'cpc',
  'currency',
  'competition',
  'difficulty',
  'intent',
  'url',
  'topic',
  'parent_topic',
  'serp_features',
  'country',
  'updated',
  'trend',
  'parent',
  'depth',
] as const

export const unreadCell = z.object({
  line: z.number().describe('Line number in the file, from 1.'),
  column: z.string().describe('Header of the column.'),
  reason: z.string().describe('Why the cell can’t be read.'),
})

const month = z.object({
  t: z.string().describe('First day of the month.'),
  v: z.number().nullable().describe('Searches in the month. Null if the file gives a range.'),
  low: z.number().nullable().describe('Lower end of the range. Null if the file gives none.'),
  high: z.number().nullable().describe('Upper end of the range. Null if the file gives none.'),
})

/** A keyword with its numbers as they are in its file. */
export const importKeyword = z.object({
  line: z.number().describe('Line number in the file, from 1.'),
  text: z.string().meta({ description: 'The keyword.', examples: ['cold brew ratio'] }),
  volume: z
    .object({
      value: z.number().nullable().describe('Searches per month. Null if the file gives a range.'),
      low: z.number().nullable().describe('Lower end of the range. Null if the file gives none.'),
      high: z.number().nullable().describe('Upper end of the range. Null if the file gives none.'),
    })
    .nullable()
    .describe('Search volume. Null if the file has none.'),
  monthly: z.array(month).describe('Searches in each month, oldest first.'),
  impressions: z.number().nullable().describe('How often your pages were shown.'),
  clicks: z.number().nullable().describe('Clicks on your pages.'),
  ctr: z.number().nullable().describe('Clicks per impression, as a fraction.'),
  position: z.number().nullable().describe('Average position of your pages.'),
  cpc: z
    .object({
      value: z.number().describe('The amount.'),
      currency: z.string().nullable().describe('ISO 4217 currency code. Null if the file doesn’t say.'),
    })
    .nullable()
    .describe('Cost per click. Null if the file has none.'),
  competition: z.number().nullable().describe('Advertiser competition, 0 to 1.'),
  difficulty: z.number().nullable().describe('Keyword difficulty, 0 to 100.'),
  url: z.string().nullable().describe('Your ranking page.'),
  interest: z
    .array(z.object({ t: z.string().describe('Day.'), v: z.number().describe('Interest, 0 to 100.') }))
    .describe('Interest over time relative to its highest. No search volume.'),
  trends: z
    .array(
      z.object({
        list: z.enum(['top', 'rising']).describe('List of related queries.'),
        value: z
          .number()
          .nullable()
          .describe('In `top`, interest from 0 to 100. In `rising`, growth in percent. Null for a breakout.'),
        breakout: z.boolean().describe('Whether it rose by more than 5,000%.'),
      }),
    )
    .describe('Lists of Google Trends that the query is in. No search volumes.'),
  parent: z.string().nullable().describe('Question it was found under.'),
  depth: z.number().nullable().describe('How deep it was found, from 1.'),
  topic: z.string().nullable().describe('Topic.'),
  parent_topic: z.string().nullable().describe('Parent topic.'),
})
export type ImportKeyword = z.output<typeof importKeyword>

export const keywordImport = z
  .object({
    _id: itemId.describe('Id of the import.'),
    kind: z.enum(importKinds).describe('Type of file.'),
    file_name: z.string().meta({ description: 'Name of the uploaded file.', examples: ['keywords.csv'] }),
    rows: z.number().describe('Number of data rows in the file.'),
    accepted: z.number().describe('Number of rows imported.'),
    keywords: z
      .number()
      .describe('Number of keywords in them. A SERP file has up to ten rows per keyword, any other file one.'),
    rejected: z
      .array(
        z.object({
          line: z.number().describe('Line number in the file, from 1.'),
          reason: z.string().describe('Why the line was rejected.'),
        }),
      )
      .describe('The first 1,000 rejected lines. `rejected_total` counts all.'),
    rejected_total: z.number().describe('Number of rejected lines.'),
    unread: z
      .array(unreadCell)
      .default([])
      .describe(
        'The first 1,000 cells of imported lines that can’t be read and were left out. `unread_total` counts all.',
      ),
    unread_total: z.number().default(0).describe('Number of cells left out.'),
    columns: z
      .array(
        z.object({
          header: z.string().describe('Header of the column.'),
          field: z.string().nullable().describe('Field the column was mapped to. Null if it was skipped.'),
        }),
      )
      .describe('The field each column was mapped to.'),
    left_out: z
      .array(
        z.object({
          name: z.string().describe('Name of the table.'),
          holds: z.enum(tableSubjects).describe('What the table contains.'),
          rows: z.number().nullable().describe('Number of rows. Null if unknown.'),
        }),
      )
      .describe(
        'Skipped tables of the file. Only one table of keywords is imported; pages, countries, devices and dates aren’t keywords.',
      ),
    as_of: timestamp.nullable().describe('Date of the file’s numbers. Null if unknown.'),
    reading: importReading
      .nullable()
      .default(null)
      .describe(
        'How the file was read. Each decision can be changed with `/imports/read`. Null in imports of earlier versions.',
      ),
    created_at: timestamp.describe('When the file was imported.'),
  })
  .meta({ id: 'Import' })
export type KeywordImport = z.output<typeof keywordImport>

const kindInput = z
  .enum(importKinds, `kind must be one of: ${importKinds.join(', ')}.`)
  .optional()
  .describe('Type of file. Default: detected.')

/** Decisions of reading a file. What isn't given is detected. */
const choices = {
  encoding: z
    .enum(importEncodings, `encoding must be one of: ${importEncodings.join(', ')}.`)
    .optional()
    .describe('Text encoding. Default: detected.'),
  delimiter: z
    .string('delimiter must be text.')
    .max(1, 'delimiter can have 1 character.')
    .optional()
    .describe('Character between columns; empty for one keyword per line. Default: detected.'),
  decimal: z.enum(['.', ','], 'decimal must be . or ,.').optional().describe('Decimal separator. Default: detected.'),
  date_order: z
    .enum(['dmy', 'mdy'], 'date_order must be dmy or mdy.')
    .optional()
    .describe('Order of day and month in dates. Default: detected.'),
  header_line: z
    .int('header_line must be a whole number.')
    .min(0, 'header_line must be 0 or more.')
    .max(10_000, 'header_line can be up to 10,000.')
    .optional()
    .describe('Line of the header, from 1; 0 without one. Default: detected.'),
  table_index: z
    .int('table_index must be a whole number.')
    .min(0, 'table_index must be 0 or more.')
    .max(1000, 'table_index can be up to 1,000.')
    .optional()
    .describe('Index of the table with the keywords, from 0. Default: detected.'),
  columns: z
    .array(
      z.strictObject({
        index: z
          .int('columns.index must be a whole number.')
          .min(0, 'columns.index must be 0 or more.')
          .max(999, 'columns.index can be up to 999.')
          .describe('Index of the column, from 0.'),
        field: z
          .enum(importFields, `columns.field must be one of: ${importFields.join(', ')}.`)
          .nullable()
          .describe('Field to map it to. Null skips the column.'),
      }),
    )
    .max(1000, 'columns can have up to 1,000 entries.')
    .optional()
    .describe('Fields of single columns. The other columns are detected.'),
  as_of: z.iso
    .date('as_of must be a date such as 2026-11-26.')
    .nullable()
    .optional()
    .meta({ description: 'Date of the numbers. Null if unknown. Default: detected.', examples: ['2026-11-26'] }),
}
const choicesObject = z.strictObject(choices)
export type ImportChoices = z.output<typeof choicesObject>

const dryRun = z.boolean('dry_run must be true or false.').default(false)

const importAdded = z.object({
  import: keywordImport.describe('The import. With dry_run it isn’t stored, and its id is of nothing.'),
  sample: z.array(importKeyword).describe('The first ten keywords.'),
  site_upload: siteUpload
    .nullable()
    .default(null)
    .describe('With `site_id`, what the site got of the export. Null without.'),
  repeated: z
    .boolean()
    .default(false)
    .describe('Whether the site had this export already. Then nothing was stored, and both are the earlier ones.'),
})
export type ImportAdded = z.output<typeof importAdded>

/** Leaves text that isn't JSON to the schema, which rejects it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const importsContract = group(
  { name: 'Keyword files', area: 'Research', about: 'Import keyword exports from other tools.' },
  {
    add: endpoint({
      path: '/imports/add',
      access: access.workspace('editor', 'reports:write'),
      summary:
        'Import a keyword file: Search Console, Keyword Planner, Semrush, Ahrefs or any CSV, TSV, XLSX or plain list; or a SERP file with keyword, rank and URL columns.',
      idempotent: true,
      spends: false,
      body: 'multipart',
      maxBytes: 26_000_000,
      rate: 'One file per account is read at a time. Up to four more wait; the next returns 429.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        file: z
          .instanceof(File, { error: 'file must be a file.' })
          .describe(
            'A CSV, TSV, XLSX or ZIP file of keywords, up to 25 MB. A SERP file has one row per result: keyword, rank, URL.',
          ),
        site_id: id('site_id')
          .optional()
          .describe(
            'Id of a site of the workspace. The file must be an export of its searches: Search Console’s zip or workbook, or a table with query, clicks, impressions and position, and optionally page.',
          ),
        kind: kindInput,
        choices: z
          .string('choices must be text.')
          .max(100_000, 'choices can have up to 100,000 characters.')
          .transform(parseJson)
          .pipe(choicesObject)
          .optional()
          .describe(
            'How to read the file, as JSON text: the fields of `/imports/read` except `_id`, `kind` and `dry_run`.',
          ),
        dry_run: z
          .union([z.boolean(), z.enum(['true', 'false'])], 'dry_run must be true or false.')
          .transform((value) => value === true || value === 'true')
          .default(false)
          .describe('Only reads the file and returns how it would be imported.'),
      }),
      output: importAdded,
    }),
    read: endpoint({
      path: '/imports/read',
      access: access.resource('editor', 'reports:write'),
      spends: false,
      summary:
        'Read the file of an import again with other decisions, such as the encoding or the keyword column. Replaces its keywords; with dry_run, only shows them.',
      rate: 'One file per account is read at a time. Up to four more wait; the next returns 429.',
      example: { _id: exampleId, encoding: 'windows-1250', columns: [{ index: 2, field: 'text' }] },
      input: z.strictObject({
        _id: id().describe('Id of the import.'),
        kind: kindInput,
        ...choices,
        dry_run: dryRun.describe('Only reads the file and returns how it would be imported.'),
      }),
      output: importAdded,
    }),
    rows: endpoint({
      path: '/imports/rows',
      access: access.resource('viewer', 'reports:read'),
      summary: 'List the keywords of an import with their numbers as they are in the file, by line.',
      input: z.strictObject({ _id: id().describe('Id of the import.'), ...paging }),
      output: getPage(importKeyword),
    }),
    list: endpoint({
      path: '/imports/list',
      access: access.workspace('viewer', 'reports:read'),
      summary: 'List the imports of a workspace, newest first.',
      input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
      output: getPage(keywordImport),
    }),
    delete: endpoint({
      path: '/imports/delete',
      access: access.resource('editor', 'reports:write'),
      summary: 'Delete an import. Reports created from it keep their rows.',
      input: z.strictObject({ _id: id().describe('Id of the import.') }),
      output: z.object({}),
    }),
  },
)
