import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const statusErrorTexts: ErrorTexts = {
  labels: { title: 'Title', message: 'Message' },
  reasons: {
    incident_missing: 'This incident was deleted. Reload the page.',
    maintenance_ended: 'This maintenance has ended. Start a new one instead.',
  },
}
