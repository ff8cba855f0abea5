import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { id, pageOf, paging, timestamp } from '#kit/fields.ts'

export const importKinds = ['search_console', 'keyword_planner', 'semrush', 'ahrefs', 'generic'] as const
export type ImportKind = (typeof importKinds)[number]

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
  /** What each column of the file was taken for; null: left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  as_of: timestamp.nullable(),
  created_at: timestamp,
})
export type KeywordImport = z.output<typeof keywordImport>

export const importsContract = {
  add: endpoint({
    path: '/imports/add',
    access: access.workspace('editor', 'reports:write'),
    summary: 'Read a keyword file: Search Console, Keyword Planner, Semrush, Ahrefs or any CSV, TSV, XLSX or list.',
    idempotent: false,
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
    summary: 'The imports of a workspace, newest first.',
    input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
    output: pageOf(keywordImport),
  }),
  delete: endpoint({
    path: '/imports/delete',
    access: access.resource('editor', 'reports:write'),
    summary: 'Remove an import; reports made from it keep their rows.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}
