import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const dataFeedErrorTexts = {
  labels: {},
  reasons: {
    feed_missing: 'This feed was revoked. Create a new one with “Copy feed URL”.',
    feed_read_too_often: ({ max }) => `This feed can be read ${max} times an hour. Read it less often.`,
    too_many_feeds: ({ max }) =>
      `A workspace can have up to ${max} data feeds. Revoke one under Settings → Data feeds.`,
    not_a_report: 'Only reports have sections.',
  },
} satisfies ErrorTexts
