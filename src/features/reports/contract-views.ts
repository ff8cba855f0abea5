import { z } from 'zod'
import { itemId, text, timestamp } from '#kit/fields.ts'
import { rowFilter } from './contract-rows.ts'

/** Saved filters of the keywords table: for every report of a workspace, so without the topics of one. */

const { cluster_ids: _topics, hidden: _hidden, ...filterFields } = rowFilter

export const maxViews = 200

export const viewFields = {
  name: text('name', 80).meta({ description: 'Name of the view.', examples: ['Easy questions'] }),
  filter: z.strictObject(filterFields).meta({
    description: 'The filter, as for `/reports/rows`.',
    examples: [{ types: ['question'], difficulty_max: 30 }],
  }),
  sort: z
    .string('sort must be text.')
    .max(40, 'sort must be a column, with "-" before it for descending.')
    .nullable()
    .meta({
      description: 'Column to sort by, as for `/reports/rows`. Null: the default order.',
      examples: ['-volume'],
    }),
  columns: z
    .array(z.string('columns must be a list of texts.').max(40), 'columns must be a list.')
    .max(50, 'columns can have up to 50 columns.')
    .nullable()
    .meta({
      description: 'Columns of the table, in order. Null: those the person looking usually sees.',
      examples: [['text', 'volume']],
    }),
}

export const keywordView = z
  .object({
    _id: itemId.describe('Id of the view.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    ...viewFields,
    created_at: timestamp.describe('When the view was created.'),
    updated_at: timestamp.describe('When the view was last changed.'),
  })
  .meta({ id: 'KeywordView' })
export type KeywordView = z.output<typeof keywordView>
