import { z } from 'zod'
import { id } from '#kit/fields.ts'
import { intents, rowSections, rowTypes, sectionNames } from './contract-sections.ts'

/** Which rows of a report a call means: the same fields for rows, exports and assistants. */

const maxValues = 100

/** Several values: an array, or in a URL text with commas between them. */
const list = <Item extends z.ZodType>(field: string, item: Item) =>
  z
    .preprocess(
      (given) =>
        typeof given === 'string'
          ? given
              .split(',')
              .map((value) => value.trim())
              .filter((value) => value !== '')
          : given,
      z.array(item, `${field} must be a list.`).max(maxValues, `${field} can have up to ${maxValues} values.`),
    )
    .optional()

const words = (field: string) =>
  list(
    field,
    z
      .string(`${field} must be a list of texts.`)
      .trim()
      .min(1, `${field} has an empty text.`)
      .max(200, `Each text in ${field} can have up to 200 characters.`),
  )

const oneOf = <Values extends readonly [string, ...string[]]>(field: string, values: Values) =>
  list(field, z.enum(values, `${field} must be among: ${values.join(', ')}.`))

/** A number, or in a URL its text. */
const number = (field: string, max?: number) => {
  const plain = z.number(`${field} must be a number.`).min(0, `${field} must be 0 or more.`)
  return z
    .preprocess(
      (given) => (typeof given === 'string' && given.trim() !== '' ? Number(given) : given),
      max === undefined ? plain : plain.max(max, `${field} can be up to ${max}.`),
    )
    .optional()
}

/** Columns a range can be set for. */
export const rangeColumns = ['volume', 'difficulty', 'cpc', 'position'] as const
export type RangeColumn = (typeof rangeColumns)[number]
/** Columns whose rows without a value are counted when a filter leaves them out. */
export const countedColumns = [...rangeColumns, 'serp_features'] as const
export type CountedColumn = (typeof countedColumns)[number]

/** Columns of which rows without a value can be asked for. */
export const missableColumns = ['volume', 'difficulty', 'cpc'] as const
export type MissableColumn = (typeof missableColumns)[number]

/** `none`: without a known intent. */
export const intentChoices = [...intents, 'none'] as const

const noValue = 'Rows without a value are left out, unless include_unknown has the column.'

export const rowFilter = {
  include: words('include').meta({
    description: 'Texts that must all occur in the keyword.',
    examples: [['cold brew']],
  }),
  exclude: words('exclude').meta({ description: 'Texts that must not occur in the keyword.', examples: [['keg']] }),
  types: oneOf('types', rowTypes).meta({ description: 'Types of keyword.', examples: [['question']] }),
  intents: oneOf('intents', intentChoices).meta({
    description: 'Main intents. `none`: keywords without a known intent.',
    examples: [['informational', 'none']],
  }),
  sources: words('sources').meta({
    description: 'Ids of sources. A keyword matches if one of them returned it.',
    examples: [['google_suggest']],
  }),
  cluster_ids: list('cluster_ids', id('cluster_ids')).describe(
    'Ids of topics. A parent topic stands for all topics under it.',
  ),
  serp_features: words('serp_features').meta({
    description: `SERP features. A keyword matches if its results have one of them. ${noValue}`,
    examples: [['featured_snippet']],
  }),
  volume_min: number('volume_min').meta({
    description: `Lowest search volume per month. Of a range, its geometric mean counts. ${noValue}`,
    examples: [100],
  }),
  volume_max: number('volume_max').meta({
    description: `Highest search volume per month. ${noValue}`,
    examples: [1000],
  }),
  difficulty_min: number('difficulty_min', 100).meta({ description: `Lowest difficulty. ${noValue}`, examples: [0] }),
  difficulty_max: number('difficulty_max', 100).meta({ description: `Highest difficulty. ${noValue}`, examples: [50] }),
  cpc_min: number('cpc_min').meta({
    description: `Lowest cost per click, in the currency of each row. ${noValue}`,
    examples: [0.5],
  }),
  cpc_max: number('cpc_max').meta({
    description: `Highest cost per click, in the currency of each row. ${noValue}`,
    examples: [3],
  }),
  position_min: number('position_min').meta({
    description: `Lowest average position of your pages, where 1 is the top. ${noValue}`,
    examples: [11],
  }),
  position_max: number('position_max').meta({
    description: `Highest average position of your pages, where 1 is the top. ${noValue}`,
    examples: [20],
  }),
  include_unknown: oneOf('include_unknown', countedColumns).meta({
    description: 'Columns whose filter also lets rows without a value pass.',
    examples: [['difficulty']],
  }),
  missing: oneOf('missing', missableColumns).meta({
    description: 'Columns that must have no value: with `volume`, keywords without a search volume.',
    examples: [['volume']],
  }),
  hidden: z
    .preprocess(
      (given) => (given === 'true' ? true : given === 'false' ? false : given),
      z.boolean('hidden must be true or false.'),
    )
    .optional()
    .describe('True: only rows that were hidden. Otherwise they are left out.'),
}
const rowFilterObject = z.object(rowFilter)
export type RowFilter = z.output<typeof rowFilterObject>
export const rowFilterFields = Object.keys(rowFilter) as (keyof RowFilter)[]

const section = z
  .enum(sectionNames, `section must be one of: ${sectionNames.join(', ')}.`)
  .describe(`Section of the report. The row filters work on ${rowSections.join(', ')}.`)

const sort = z
  .string('sort must be text.')
  .max(40, 'sort must be a column, with "-" before it for descending.')
  .optional()
  .meta({
    description:
      'Column to sort by. Prefix with “-” for descending. Empty values come last. `growth` compares the last three months of search volume with the first three; `sources` counts them.',
    examples: ['-volume'],
  })

const filterValue = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const filters = z
  .record(z.string().max(40), z.union([filterValue, z.array(filterValue).max(100)]))
  .optional()
  .meta({
    description: 'Values by column. A row matches if the column equals or contains one of the values.',
    examples: [{ type: ['question'] }],
  })

/** What every call for rows takes. */
export const rowQuery = {
  section: section.default('keywords'),
  q: z
    .string('q must be text.')
    .max(200, 'q can have up to 200 characters.')
    .optional()
    .meta({ description: 'Text to search for.', examples: ['coffee'] }),
  filters,
  ...rowFilter,
  sort,
  cursor: z
    .string('cursor must be text.')
    .max(100, 'This isn’t a cursor.')
    .optional()
    .describe('The `next_cursor` of the last page, instead of `page`. It fails if the report changed since.'),
  summary: z
    .boolean('summary must be true or false.')
    .default(false)
    .describe('Also returns `summary`: counts for filters, and the search volume of the matching rows.'),
}

/** The same in a URL: of exports. */
export const exportQuery = {
  section: section.optional().describe('Section to export. Default: the whole report.'),
  q: rowQuery.q,
  ...rowFilter,
  sort,
  only: z
    .enum(['text'], 'only must be text.')
    .optional()
    .describe('`text`: JSON rows have only `_id` and `text`, for lists of many keywords.'),
}

const unknownCount = (column: string) => z.number().optional().describe(`Of these, rows without ${column}.`)

const counts = (of: string) => z.record(z.string(), z.number()).describe(`Number of rows by ${of}.`)

export const rowSummary = z.object({
  rows: z.number().describe('Number of rows of the section, without filters and hidden rows.'),
  hidden: z.number().describe('Number of hidden rows of the report.'),
  types: counts('type'),
  intents: counts('main intent. `none`: without a known intent'),
  sources: counts('source'),
  serp_features: counts('SERP feature'),
  columns: z
    .array(z.string())
    .meta({ description: 'Columns in which at least one row has a value.', examples: [['text', 'type', 'volume']] }),
  volume: z
    .object({
      sum: z.number().describe('Searches per month of the matching rows that have a volume.'),
      known: z.number().describe('Number of matching rows that have a volume.'),
    })
    .describe('Search volume of the matching rows.'),
})
export type RowSummary = z.output<typeof rowSummary>

/** What the answer of a call for rows has besides the page. */
export const rowAnswer = {
  unknown: z
    .object({
      rows: z.number().describe('Rows that match everything else but lack a number or SERP that a filter needs.'),
      volume: unknownCount('a search volume'),
      difficulty: unknownCount('a difficulty'),
      cpc: unknownCount('a cost per click'),
      position: unknownCount('a position'),
      serp_features: unknownCount('known SERP features'),
    })
    .optional()
    .describe('Rows left out because a value is unknown. Only if a filter needs one.'),
  next_cursor: z
    .string()
    .nullable()
    .optional()
    .describe('Cursor of the next page. Null on the last one. Only for sections of keywords.'),
  summary: rowSummary.optional().describe('Only if `summary` was requested.'),
}
export type UnknownCounts = NonNullable<z.output<z.ZodObject<typeof rowAnswer>>['unknown']>
