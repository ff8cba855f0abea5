import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const activityErrorTexts: ErrorTexts = {
  reasons: {
    invalid_cursor: 'This address of older activity is incomplete. Open Activity again.',
    document_missing: 'This document was deleted, or it’s in a workspace you’re not a member of.',
  },
}
