import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { getPage, id, isVisible, paging, text, timestamp } from '#kit/fields.ts'

export const importKinds = ['search_console', 'keyword_planner', 'semrush', 'ahrefs', 'generic'] as const
export type ImportKind = (typeof importKinds)[number]

/** Subject of a table in a file. */
export const tableSubjects = ['keywords', 'pages', 'countries', 'devices', 'dates', 'other'] as const
export type TableSubject = (typeof tableSubjects)[number]

export const keywordImport = z.object({
  _id: z.string(),
  kind: z.enum(importKinds),
  file_name: z.string(),
  /** Data rows in the file. */
  rows: z.number(),
  accepted: z.number(),
  /** The first thousand refused lines; `rejected_total` counts all. */
  rejected: z.array(z.object({ line: z.number(), reason: z.string() })),
  rejected_total: z.number(),
  /** The field each column was mapped to; null when skipped. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** Skipped tables of the file. Only one table of keywords is imported; pages, countries, devices and dates aren't keywords. */
  left_out: z.array(z.object({ name: z.string(), holds: z.enum(tableSubjects), rows: z.number().nullable() })),
  as_of: timestamp.nullable(),
  created_at: timestamp,
})
export type KeywordImport = z.output<typeof keywordImport>

export const importsContract = {
  add: endpoint({
    path: '/imports/add',
    access: access.workspace('editor', 'reports:write'),
    summary:
      'Import a keyword file: Search Console, Keyword Planner, Semrush, Ahrefs or any CSV, TSV, XLSX or plain list.',
    idempotent: true,
    body: 'multipart',
    maxBytes: 26_000_000,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      file: z.instanceof(File, { error: 'file must be a file.' }),
      kind: z.enum(importKinds, `kind must be one of: ${importKinds.join(', ')}.`).optional(),
    }),
    output: z.object({ import: keywordImport }),
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
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}

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
    .max(1000, `${field} can have at most 200 characters.`)
    .transform(oneLine)
    .pipe(
      z
        .string()
        .refine(isVisible, { error: `${field} is missing.`, params: { reason: 'missing' } })
        .max(200, `${field} can have at most 200 characters.`),
    )

/** Where a keyword of a list was found. */
export const listOrigins = ['report', 'volumes', 'trends', 'listener', 'import', 'typed'] as const
export type ListOrigin = (typeof listOrigins)[number]

export const maxListItems = 100_000
export const maxItemsACall = 10_000
export const maxLists = 1000

const listItemOrigin = z.strictObject({
  kind: z.enum(listOrigins, `from.kind must be one of: ${listOrigins.join(', ')}.`),
  /** Id of the report, lookup, listener or import. */
  id: id('from.id').nullish(),
  /** What it was about, such as a report's query. */
  label: z
    .string('from.label must be text.')
    .max(300, 'from.label can have at most 300 characters.')
    .transform(oneLine)
    .nullish(),
})

export const keywordList = z.object({
  _id: z.string(),
  workspace_id: z.string(),
  name: z.string(),
  items: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type KeywordList = z.output<typeof keywordList>

export const listItem = z.object({
  _id: z.string(),
  text: z.string(),
  from: z.object({ kind: z.enum(listOrigins), id: z.string().nullable(), label: z.string().nullable() }),
  added_at: timestamp,
})
export type ListItem = z.output<typeof listItem>

export const listSorts = ['text', '-text', 'added_at', '-added_at'] as const
export type ListSort = (typeof listSorts)[number]

const newItems = z
  .array(z.strictObject({ text: keywordText('text'), from: listItemOrigin.optional() }))
  .max(maxItemsACall, 'items can have at most 10,000 keywords per call.')
const listName = text('name', 120).transform(oneLine)

const readLists = (by: 'workspace' | 'resource') => access[by]('viewer', 'research')
const writeLists = (by: 'workspace' | 'resource') => access[by]('editor', 'research')

export const listsContract = {
  add: endpoint({
    path: '/lists/add',
    access: writeLists('workspace'),
    summary: 'Create a keyword list, empty or with keywords.',
    idempotent: true,
    maxBytes: 8_000_000,
    input: z.strictObject({ workspace_id: id('workspace_id'), name: listName, items: newItems.optional() }),
    output: z.object({ list: keywordList, added: z.number() }),
  }),
  list: endpoint({
    path: '/lists/list',
    access: readLists('workspace'),
    summary: 'List the keyword lists of a workspace, last changed first.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      q: z.string('q must be text.').max(120, 'q can have at most 120 characters.').optional(),
      ...paging,
    }),
    output: getPage(keywordList),
  }),
  get: endpoint({
    path: '/lists/get',
    access: readLists('resource'),
    summary: 'Get a list with its keywords, filtered, sorted and paged.',
    input: z.strictObject({
      _id: id(),
      q: z.string('q must be text.').max(200, 'q can have at most 200 characters.').optional(),
      sort: z.enum(listSorts, `sort must be one of: ${listSorts.join(', ')}.`).default('-added_at'),
      ...paging,
    }),
    output: z.object({ list: keywordList, ...getPage(listItem).shape }),
  }),
  texts: endpoint({
    path: '/lists/texts',
    access: readLists('resource'),
    summary: 'Get the keywords of a list as plain text, all or by id.',
    input: z.strictObject({
      _id: id(),
      item_ids: z.array(id('item_ids')).max(maxItemsACall, 'item_ids can have at most 10,000 ids.').optional(),
    }),
    output: z.object({ list: keywordList, texts: z.array(z.string()) }),
  }),
  rename: endpoint({
    path: '/lists/rename',
    access: writeLists('resource'),
    summary: 'Rename a list.',
    input: z.strictObject({ _id: id(), name: listName }),
    output: z.object({ list: keywordList }),
  }),
  remove: endpoint({
    path: '/lists/remove',
    access: writeLists('resource'),
    summary: 'Delete a list with its keywords. It can be restored for 24 hours.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  restore: endpoint({
    path: '/lists/restore',
    access: writeLists('resource'),
    summary: 'Restore a list deleted in the last 24 hours.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ list: keywordList }),
  }),
  addItems: endpoint({
    path: '/lists/items/add',
    access: writeLists('resource'),
    summary: 'Add keywords to a list. Keywords already in it don’t change.',
    idempotent: true,
    maxBytes: 8_000_000,
    input: z.strictObject({ _id: id(), items: newItems.min(1, 'items is empty.') }),
    output: z.object({ list: keywordList, added: z.number(), known: z.number() }),
  }),
  removeItems: endpoint({
    path: '/lists/items/remove',
    access: writeLists('resource'),
    summary: 'Remove keywords from a list.',
    input: z.strictObject({
      _id: id(),
      item_ids: z
        .array(id('item_ids'))
        .min(1, 'item_ids is empty.')
        .max(maxItemsACall, 'item_ids can have at most 10,000 ids.'),
    }),
    output: z.object({ list: keywordList, removed: z.number() }),
  }),
  export: fileDownload({
    method: 'GET',
    path: '/lists/export/:id',
    access: readLists('resource'),
    summary: 'Export a list as a file.',
    input: z.strictObject({
      id: id('id'),
      format: z.enum(['csv', 'xlsx', 'json', 'md'], 'format must be csv, xlsx, json or md.').default('csv'),
    }),
    output: z.object({}),
  }),
}
