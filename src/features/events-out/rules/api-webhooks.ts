import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'
import { eventData, type SentType, sentTypes } from '../contract.ts'

const summaries: Record<SentType, string> = {
  'report.done': 'A report is ready.',
  'report.failed': 'A report failed.',
  'listener.changed': 'A listener found new or lost keywords.',
  'document.finished': 'The text of a document was written to its end.',
  'batch.done': 'All documents of a batch were written or failed.',
  'publication.published': 'A post was published, or a published post was updated.',
  'rank.changed': 'The positions of a tracker’s keywords changed significantly as a whole.',
  'site.decay': 'Pages of your site lose clicks, more than chance explains.',
  'answers.changed': 'AI answers name a brand significantly more or less often.',
  'plan.item_changed': 'An item of a content plan changed its state.',
}

/** The requests that endpoints of the kind `webhook` get, for the API’s description. */
export const apiWebhooks = sentTypes.map((name) => ({
  name,
  summary: summaries[name],
  body: z.object({
    id: itemId.describe('Id of the event. Retries and replays have the same.'),
    type: z.literal(name).describe('Type of the event.'),
    at: timestamp.describe('When it happened.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    data: eventData[name].describe('What it’s about.'),
  }),
}))
