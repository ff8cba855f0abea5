import { notificationErrorTexts } from '#features/notifications/web/error-texts.ts'
import { sourceErrorTexts } from '#features/reports/web/error-texts.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const listenerErrorTexts: ErrorTexts = joinErrorTexts(sourceErrorTexts, notificationErrorTexts, {
  labels: {
    keyword: 'Keyword',
    sources: 'Sources',
    'filters.include': 'This filter',
    'filters.exclude': 'This filter',
    'notify.email': 'Recipients',
    'notify.webhook': 'Webhook URL',
  },
  reasons: {
    listener_missing: 'This listener was deleted, or it’s in a workspace you’re not a member of.',
    listener_paused: 'This listener is paused. Resume it, then run it.',
    paused_by_plan: ({ limit }) =>
      `This listener is paused: your plan includes ${plural(Number(limit), 'active listener')}. Pause another listener and resume this one, or upgrade.`,
    run_missing: 'This run was removed. Of older runs, one per week is kept.',
    no_webhook: 'This listener has no webhook. Add a webhook URL in its settings first.',
    feed_missing: 'This feed was turned off or replaced. Copy its URL from the listener’s settings again.',
    too_many_runs: ({ max }) => `You’ve run this listener ${max} times in the last hour. Try again later.`,
    too_many_resends: ({ max }) => `You’ve resent ${max} deliveries in the last hour. Try again later.`,
    no_sources: 'Listeners have no sources on this server. Ask your administrator to set one up.',
    source_unknown: 'This source isn’t available any more. Remove it from the listener.',
    source_finds_no_keywords: 'This source only adds metrics. Choose sources that find keywords.',
    run_interrupted: ({ times }) => `The run was interrupted ${times} times. The next run tries again.`,
    run_ended_first: ({ failed, planned }) =>
      `${formatCount(Number(failed))} of ${formatCount(Number(planned))} searches weren’t sent before the run ended.`,
    imported_not_allowed: 'Imported files don’t change between runs. Choose other sources.',
    sources_unavailable:
      'None of the selected sources is available for this country and language. Choose other sources.',
    'sources:missing': 'Select at least one source.',
    'keyword:missing': 'Enter a keyword.',
    'notify.webhook:private_address': 'This URL points to a private network. Use a public URL.',
    'notify.webhook:invalid_url': 'Enter a full URL without a user name or password, such as https://example.com/hook.',
    'notify.webhook:invalid_format': 'Enter a full URL that starts with https:// or http://.',
    'notify.email:invalid_email': 'One of these lines isn’t a valid email. Use one email per line.',
    'notify.email:too_long': 'One of these emails is too long. Use one email per line.',
    'notify.email:too_many': ({ max }) => `Add up to ${formatCount(Number(max))} recipients.`,
    'filters.include:too_long': ({ max }) => `A word or phrase can have up to ${max} characters.`,
    'filters.exclude:too_long': ({ max }) => `A word or phrase can have up to ${max} characters.`,
    'filters.include:too_many': ({ max }) => `Use up to ${max} words or phrases.`,
    'filters.exclude:too_many': ({ max }) => `Use up to ${max} words or phrases.`,
  },
})
