import { notificationErrorTexts } from '#features/notifications/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const eventsOutErrorTexts: ErrorTexts = joinErrorTexts(notificationErrorTexts, {
  labels: { url: 'URL', events: 'Events' },
  reasons: {
    endpoint_missing: 'This webhook no longer exists. Reload the page.',
    event_removed: 'This event is no longer stored. Events are kept for 30 days.',
    https_required: 'Use the full URL from Slack or Teams. It starts with https://.',
    too_many_endpoints: ({ max }) => `A workspace can have up to ${max} webhooks. Delete one first.`,
    too_many_tests: 'This webhook was tested too often. Try again later.',
    'url:private_address': 'This URL points to a private network. Use a public URL.',
    'url:invalid_url': 'Enter a full URL without a user name or password, such as https://example.com/hook.',
    'url:invalid_format': 'Enter a full URL that starts with https:// or http://.',
    'events:too_few': 'Choose at least one event.',
  },
})
