import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { exampleId, id } from '#kit/fields.ts'
import { finding } from './contract-findings.ts'
import { keywordDetails } from './contract-keyword.ts'
import { keywordView, viewFields } from './contract-views.ts'

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'reports:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'reports:write')

/** Calls of the keywords table: details of a keyword, findings, hidden rows and saved views. */
export const keywordCalls = {
  keyword: endpoint({
    path: '/reports/keyword',
    access: read('resource'),
    summary: 'Get one keyword of a report with its sources, search results, topic and nested questions.',
    input: z.strictObject({
      _id: id().describe('Id of the report.'),
      row_id: id('row_id').describe('Id of the row.'),
    }),
    output: z.object({ keyword: keywordDetails.describe('The keyword.') }),
  }),
  findings: endpoint({
    path: '/reports/findings',
    access: read('resource'),
    summary: 'Get the findings of a report: each with the row filter that returns its keywords.',
    input: z.strictObject({ _id: id().describe('Id of the report.') }),
    output: z.object({ items: z.array(finding).describe('The findings.') }),
  }),
  hideRows: endpoint({
    path: '/reports/rows/hide',
    access: write('resource'),
    summary: 'Hide rows of a report from its tables, exports and shared pages, or show them again.',
    maxBytes: 1_000_000,
    input: z.strictObject({
      _id: id().describe('Id of the report.'),
      row_ids: z
        .array(id('row_ids'))
        .min(1, 'row_ids is empty.')
        .max(10_000, 'row_ids can have up to 10,000 ids.')
        .describe('Ids of rows of the report.'),
      hidden: z
        .boolean('hidden must be true or false.')
        .default(true)
        .describe('True hides the rows, false shows them again.'),
    }),
    output: z.object({ changed: z.number().describe('Number of rows that were hidden or shown.') }),
  }),
  listViews: endpoint({
    path: '/reports/views/list',
    access: read('workspace'),
    summary: 'List the saved views of keyword tables of a workspace, by name.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ items: z.array(keywordView).describe('The views.') }),
  }),
  addView: endpoint({
    path: '/reports/views/add',
    access: write('workspace'),
    summary: 'Save a view of keyword tables: a filter, an order and columns, for everyone in the workspace.',
    idempotent: true,
    example: {
      workspace_id: exampleId,
      name: 'Easy questions',
      filter: { types: ['question'], difficulty_max: 30 },
      sort: '-volume',
      columns: null,
    },
    input: z.strictObject({ workspace_id: id('workspace_id'), ...viewFields }),
    output: z.object({ view: keywordView.describe('The view.') }),
  }),
  updateView: endpoint({
    path: '/reports/views/update',
    access: write('resource'),
    summary: 'Rename a saved view, or change what it shows.',
    input: z.strictObject({ _id: id().describe('Id of the view.'), ...z.object(viewFields).partial().shape }),
    output: z.object({ view: keywordView.describe('The view.') }),
  }),
  removeView: endpoint({
    path: '/reports/views/remove',
    access: write('resource'),
    summary: 'Delete a saved view.',
    input: z.strictObject({ _id: id().describe('Id of the view.') }),
    output: z.object({}),
  }),
}
