import type { EndpointKind, SentType } from '../contract.ts'

export const kindLabels: Record<EndpointKind, string> = { webhook: 'Webhook', slack: 'Slack', teams: 'Teams' }

export const eventLabels: Record<SentType, string> = {
  'report.done': 'Report ready',
  'report.failed': 'Report failed',
  'listener.changed': 'Listener found new or lost keywords',
  'document.finished': 'Document written',
  'batch.done': 'Batch done',
  'publication.published': 'Post published',
  'rank.changed': 'Ranks changed significantly',
  'site.decay': 'Pages losing clicks',
  'answers.changed': 'AI answers changed significantly',
  'plan.item_changed': 'Plan item changed state',
}

/** What a list says of a type. Newer servers know more types than this page. */
export const getEventLabel = (type: string) =>
  type === 'test' ? 'Test' : ((eventLabels as Record<string, string>)[type] ?? type)

export const webhookHref = (id: string) => `/app/settings/webhooks/${id}`
