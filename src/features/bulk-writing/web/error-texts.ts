import { contentPlanErrorTexts } from '#features/content-plan/web/error-texts.ts'
import { humanizerErrorTexts } from '#features/humanizer/web/error-texts.ts'
import { formatUsd } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const bulkWritingErrorTexts: ErrorTexts = joinErrorTexts(contentPlanErrorTexts, humanizerErrorTexts, {
  labels: { budget_usd: 'Budget', chain: 'Steps', plan_item_ids: 'Items', items: 'Items' },
  reasons: {
    batch_missing: 'This batch was deleted.',
    batch_not_running: 'This batch isn’t running. Reload the page.',
    batch_not_paused: 'This batch isn’t paused. Reload the page.',
    batch_over: 'This batch has ended. Reload the page.',
    nothing_to_retry: 'There’s no failed item to try again.',
    one_items_source: 'Select the items to write.',
    no_items: 'Select at least one item to write.',
    too_many_items: ({ max }) => `A batch can have up to ${max} items. Select fewer.`,
    'plan_item_ids:item_twice': 'An item is selected twice. Reload the page and try again.',
    item_dropped: ({ title }) => `“${title}” was dropped. Change its state first, or leave it out.`,
    item_without_topic: ({ title }) =>
      `“${title}” holds keywords of several pages. Move them to items of their own, or leave it out.`,
    item_written: ({ title }) => `“${title}” already has a document. Leave it out, or remove its document first.`,
    in_running_batch: ({ title }) =>
      title ? `“${title}” is already in a running batch.` : 'One of these items is already in a running batch.',
    bad_chain: 'These steps don’t go together. Choose an outline or a brief, then the article, then humanize.',
    budget_not_a_number: 'Enter the budget as a number of dollars, such as 5 or 2.50.',
    budget_too_small: 'Enter a budget of more than $0.',
    budget_below_spent: ({ spent }) => `Enter more than ${formatUsd(Number(spent))}, which was already spent.`,
    price_unknown: 'The price of this model isn’t known, so a budget can’t be enforced. Leave the budget empty.',
    several_models: 'All items of a batch must have the same model.',
    document_changed: 'Someone edited this document during the batch. Their text was kept.',
    document_missing: 'This document was deleted during the batch.',
  },
})
