import { formatCount } from '#ui/format/format.ts'
import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const analyticsErrorTexts: ErrorTexts = {
  labels: { q: 'Search', steps: 'Funnel step', days: 'Period', person: 'User' },
  reasons: {
    query_timeout: 'This took too long. Choose a shorter period or a more specific search.',
    inbox_full: 'Too many events are arriving right now. Try again in a moment.',
    wrong_key: 'The public key or workspace ID is wrong. Copy both from Sending below.',
    'messages:too_many': ({ max }) => `Send up to ${formatCount(Number(max))} events per request.`,
    nested_too_deep: ({ max }, label) => `${label} can be nested up to ${max} levels deep.`,
  },
}
