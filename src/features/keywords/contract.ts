import { z } from 'zod'
import { access, endpoint, fileDownload, group, tableFiles } from '#kit/endpoint.ts'
import { exampleId, getPage, id, isVisible, itemId, language, paging, text, timestamp } from '#kit/fields.ts'
import { listFilter, listItem, listOrigins, listRow, listRowAnswer, listRowSort } from './contract-list-rows.ts'

export * from './contract-imports.ts'
export * from './contract-list-rows.ts'

/** Collapses to one line without characters PostgreSQL can't store. */
const oneLine = (value: string) =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** A keyword or question; white space is collapsed. */
export const keywordText = (field: string) =>
  z
    .string(`${field} must be text.`)
    .max(1000, `${field} can have up to 200 characters.`)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .refine(isVisible, { error: `${field} is missing.`, params: { reason: 'missing' } })
        .max(200, `${field} can have up to 200 characters.`),
    )

export const maxListItems = 100_000
export const maxItemsACall = 10_000
export const maxLists = 1000
export const maxRowsACall = 5000
/** Characters of pasted keywords. */
export const maxPastedLength = 2_000_000

const listItemOrigin = z.strictObject({
  kind: z
    .enum(listOrigins, `from.kind must be one of: ${listOrigins.join(', ')}.`)
    .describe('What the keyword comes from.'),
  id: id('from.id').nullish().describe('Id of the report, lookup, listener or import.'),
  label: z
    .string('from.label must be text.')
    .max(300, 'from.label can have up to 300 characters.')
    .transform(oneLine)
    .nullish()
    .describe('What it was about, such as a report’s query.'),
})

export const keywordList = z.object({
  _id: itemId.describe('Id of the list.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  name: z.string().meta({ description: 'Name of the list.', examples: ['Autumn plan'] }),
  items: z.number().describe('Number of keywords.'),
  language: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description: 'BCP 47 language tag: decides which spellings are the same keyword. Null if it isn’t known.',
      examples: ['tr'],
    }),
  created_at: timestamp.describe('When the list was created.'),
  updated_at: timestamp.describe('When the list was last changed.'),
})
export type KeywordList = z.output<typeof keywordList>

/** Lists of more keywords aren't added up in the list of lists, so that a page of large ones is read fast. */
export const maxSummedItems = 10_000

const listVolume = z.object({
  known: z.number().meta({ description: 'Number of keywords whose volume is known.', examples: [120] }),
  sum: z.number().meta({
    description: 'Sum of these volumes, in searches per month. A range counts as its geometric mean.',
    examples: [48_300],
  }),
  sources: z
    .array(
      z.object({
        provider: z.string().meta({ description: 'Provider of the volumes.', examples: ['dataforseo'] }),
        as_of: z.string().nullable().describe('Latest date of its volumes. Null if unknown.'),
      }),
    )
    .describe('Who measured these volumes, by number of keywords. Google Ads gives close variants the same volume.'),
})
export type ListVolume = z.output<typeof listVolume>

/** A list of lists, with its volume if that was requested. */
export const listedList = keywordList.extend({
  volume: listVolume
    .nullable()
    .optional()
    .describe(
      `Search volume of its keywords. Only if \`volumes\` was requested. Null if none is known, and in lists of more than ${maxSummedItems.toLocaleString('en')} keywords, for which \`summary\` of \`/lists/rows\` has it.`,
    ),
})
export type ListedList = z.output<typeof listedList>

export const listSorts = ['text', '-text', 'difficulty', '-volume', 'added_at', '-added_at'] as const
export type ListSort = (typeof listSorts)[number]

const newItems = z
  .array(
    z.strictObject({
      text: keywordText('text').meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
      from: listItemOrigin.optional().describe('Where the keyword comes from.'),
    }),
  )
  .max(maxItemsACall, 'items can have up to 10,000 keywords per call.')
  .describe('Keywords to add.')
const listLanguage = language
  .optional()
  .describe('Language of the keywords, if the list has none yet. Default: Turkish if their spelling is; else none.')
const listName = text('name', 120)
  .transform(oneLine)
  .meta({ description: 'Name of the list.', examples: ['Autumn plan'] })

const pasteAnswer = z.object({
  list: keywordList.describe('The list.'),
  added: z.number().describe('Number of keywords that are new to the list.'),
  duplicates: z.number().describe('Number of keywords that were in the list already, or twice in the text.'),
  invalid: z.number().describe('Number of lines that can’t be read.'),
  invalid_lines: z
    .array(
      z.object({
        line: z.number().describe('Line number in the text, from 1.'),
        reason: z.string().describe('Why the line can’t be read.'),
      }),
    )
    .describe('The first 20 lines that can’t be read.'),
  columns: z
    .array(
      z.object({
        header: z.string().describe('Header of the column.'),
        field: z.string().nullable().describe('Field the column was mapped to. Null if it was skipped.'),
      }),
    )
    .describe('The columns and what they are. Empty without a header.'),
  sample: z.array(z.string()).describe('The first five new keywords.'),
})
export type PasteAnswer = z.output<typeof pasteAnswer>

const readLists = (by: 'workspace' | 'resource') => access[by]('viewer', 'research')
const writeLists = (by: 'workspace' | 'resource') => access[by]('editor', 'research')

export const listsContract = group(
  { name: 'Lists', area: 'Research', about: 'Saved keywords and questions for use in other tools.' },
  {
    add: endpoint({
      path: '/lists/add',
      access: writeLists('workspace'),
      summary: 'Create a keyword list, empty or with keywords.',
      idempotent: true,
      maxBytes: 8_000_000,
      example: { workspace_id: exampleId, name: 'Autumn plan', items: [{ text: 'how to make cold brew' }] },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        name: listName,
        language: listLanguage,
        items: newItems.optional(),
      }),
      output: z.object({
        list: keywordList.describe('The list.'),
        added: z.number().describe('Number of keywords added.'),
      }),
    }),
    list: endpoint({
      path: '/lists/list',
      access: readLists('workspace'),
      summary: 'List the keyword lists of a workspace, last changed first.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        q: z
          .string('q must be text.')
          .max(120, 'q can have up to 120 characters.')
          .optional()
          .describe('Text to search for in the names of lists.'),
        volumes: z
          .boolean('volumes must be true or false.')
          .default(false)
          .describe('Also returns `volume` of each list: how many volumes are known, and their sum.'),
        ...paging,
      }),
      output: getPage(listedList),
    }),
    get: endpoint({
      path: '/lists/get',
      access: readLists('resource'),
      summary: 'Get a list with its keywords, filtered, sorted and paged.',
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        q: z
          .string('q must be text.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({ description: 'Text to search for in the keywords.', examples: ['coffee'] }),
        sort: z
          .enum(listSorts, `sort must be one of: ${listSorts.join(', ')}.`)
          .default('-added_at')
          .describe('Column to sort by, prefixed with “-” for descending.'),
        ...paging,
      }),
      output: z.object({ list: keywordList.describe('The list.'), ...getPage(listItem).shape }),
    }),
    rows: endpoint({
      path: '/lists/rows',
      access: readLists('resource'),
      summary: 'Get the keywords of a list with their numbers, filtered, sorted and paged like the rows of a report.',
      example: { _id: exampleId, volume_min: 100, sort: '-volume', limit: 100 },
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        ...listFilter,
        sort: listRowSort,
        summary: z
          .boolean('summary must be true or false.')
          .default(false)
          .describe('Also returns `summary`: counts for filters, and the search volume of the matching keywords.'),
        page: paging.page,
        limit: z
          .int('limit must be a whole number.')
          .min(1, 'limit must be 1 or more.')
          .max(maxRowsACall, 'limit can be up to 5,000.')
          .default(100)
          .describe('Keywords per page.'),
      }),
      output: getPage(listRow).extend(listRowAnswer),
    }),
    texts: endpoint({
      path: '/lists/texts',
      access: readLists('resource'),
      summary: 'Get the keywords of a list as plain text, all or by id.',
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        item_ids: z
          .array(id('item_ids'))
          .max(maxItemsACall, 'item_ids can have up to 10,000 ids.')
          .optional()
          .describe('Ids of keywords in the list. Default: all.'),
      }),
      output: z.object({
        list: keywordList.describe('The list.'),
        texts: z.array(z.string()).describe('The keywords as plain text, in the order they were added.'),
      }),
    }),
    rename: endpoint({
      path: '/lists/rename',
      access: writeLists('resource'),
      summary: 'Rename a list.',
      input: z.strictObject({ _id: id().describe('Id of the list.'), name: listName }),
      output: z.object({ list: keywordList.describe('The list.') }),
    }),
    remove: endpoint({
      path: '/lists/remove',
      access: writeLists('resource'),
      summary: 'Delete a list with its keywords. It can be restored for 24 hours.',
      input: z.strictObject({ _id: id().describe('Id of the list.') }),
      output: z.object({}),
    }),
    restore: endpoint({
      path: '/lists/restore',
      access: writeLists('resource'),
      summary: 'Restore a list deleted in the last 24 hours.',
      input: z.strictObject({ _id: id().describe('Id of the list.') }),
      output: z.object({ list: keywordList.describe('The list.') }),
    }),
    addItems: endpoint({
      path: '/lists/items/add',
      access: writeLists('resource'),
      summary: 'Add keywords to a list. Keywords already in it don’t change.',
      idempotent: true,
      maxBytes: 8_000_000,
      example: {
        _id: exampleId,
        items: [{ text: 'cold brew ratio', from: { kind: 'report', id: exampleId, label: 'cold brew coffee' } }],
      },
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        items: newItems.min(1, 'items is empty.').describe('The items.'),
        language: listLanguage,
      }),
      output: z.object({
        list: keywordList.describe('The list.'),
        added: z.number().describe('Number of keywords added.'),
        known: z.number().describe('Number of keywords that were already in the list.'),
      }),
    }),
    paste: endpoint({
      path: '/lists/items/paste',
      access: writeLists('resource'),
      spends: false,
      summary: 'Add pasted keywords to a list: one per line, or rows of a spreadsheet. With dry_run, only counts them.',
      idempotent: true,
      maxBytes: 8_000_000,
      rate: 'One text per account is read at a time. Up to four more wait; the next returns 429.',
      example: { _id: exampleId, text: 'Keyword\tVolume\ncold brew ratio\t2400', dry_run: true },
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        text: z
          .string('text must be text.')
          .max(maxPastedLength, 'text can have up to 2,000,000 characters.')
          .meta({
            description:
              'Keywords, one per line, or tab-separated rows. With a header, columns such as volume, difficulty and CPC are recognized.',
            examples: ['Keyword\tVolume\ncold brew ratio\t2400'],
          }),
        dry_run: z
          .boolean('dry_run must be true or false.')
          .default(false)
          .describe('Only counts what would be added.'),
      }),
      output: pasteAnswer,
    }),
    removeItems: endpoint({
      path: '/lists/items/remove',
      access: writeLists('resource'),
      summary: 'Remove keywords from a list.',
      input: z.strictObject({
        _id: id().describe('Id of the list.'),
        item_ids: z
          .array(id('item_ids'))
          .min(1, 'item_ids is empty.')
          .max(maxItemsACall, 'item_ids can have up to 10,000 ids.')
          .describe('Ids of keywords in the list.'),
      }),
      output: z.object({
        list: keywordList.describe('The list.'),
        removed: z.number().describe('Number of keywords removed.'),
      }),
    }),
    export: fileDownload({
      method: 'GET',
      path: '/lists/export/:id',
      access: readLists('resource'),
      summary: 'Export a list as a file.',
      files: tableFiles,
      input: z.strictObject({
        id: id('id').describe('Id of the list.'),
        format: z
          .enum(['csv', 'xlsx', 'json', 'md'], 'format must be csv, xlsx, json or md.')
          .default('csv')
          .describe('File format.'),
        ...listFilter,
        sort: listRowSort,
      }),
      output: z.object({}),
    }),
  },
)
