import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const googleErrorTexts = {
  labels: {},
  reasons: {
    google_not_connected: 'Connect your Google account first.',
    google_not_set_up: 'Google Docs and Sheets aren’t available on this server.',
    google_state_expired: 'This connection expired or was started in another browser. Start the export again.',
    too_many_google_exports: ({ max }) => `You can create ${max} files in Google Drive an hour. Try again later.`,
    not_a_report: 'Only reports have sections.',
    document_missing: 'This document was deleted.',
  },
} satisfies ErrorTexts
