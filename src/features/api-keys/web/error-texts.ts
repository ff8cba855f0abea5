import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const apiKeyErrorTexts: ErrorTexts = {
  labels: { name: 'Name', scopes: 'Permissions' },
  reasons: {
    'scopes:missing': 'Select at least one permission.',
  },
}
