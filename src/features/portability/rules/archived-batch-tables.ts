import { type ArchivedTable, atWork, importer, units } from './archived-table.ts'

/** Batches of documents. They end with the export. */
export const archivedBatchTables: ArchivedTable[] = [
  {
    name: 'writing_batches',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: { model_key: 'a key of this server’s model', reserved_nano: atWork },
    // Failed items can be tried again, with a model of the importing server.
    importValues: { model_key: `'imported'` },
    exportValues: {
      status: `case when t.status in ('queued', 'running', 'paused') then 'cancelled' else t.status end`,
      reason: 'null::text',
      finished_at: 'coalesce(t.finished_at, t.started_at, t.created_at)',
    },
  },
  {
    name: 'writing_batch_items',
    scope: 'workspace_id',
    order: ['batch_id', 'position', 'id'],
    refs: {
      batch_id: 'writing_batches',
      plan_id: 'content_plans',
      plan_item_id: 'plan_items',
      document_id: 'documents',
      brief_id: 'documents',
    },
    excluded: {
      payer_id: units,
      units_period: units,
      ai_held: units,
      humanizer_held: units,
      generation_id: atWork,
      document_version: atWork,
      sections_done: atWork,
      sections: atWork,
      draft: atWork,
      lease: atWork,
      leased_until: atWork,
      attempts: atWork,
      run_after: atWork,
    },
    importValues: { payer_id: importer, units_period: 'now()' },
    exportValues: {
      status: `case when t.status in ('queued', 'running') then 'cancelled' else t.status end`,
      // What else a document was created from is in the document.
      input: `jsonb_build_object('template', t.input -> 'template', 'title', t.title, 'keywords', coalesce(t.input -> 'keywords', '[]'))`,
      finished_at: 'coalesce(t.finished_at, t.updated_at)',
    },
  },
]
