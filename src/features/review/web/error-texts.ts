import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const reviewErrorTexts: ErrorTexts = {
  labels: { expires_at: 'Expires', may: 'Guests can' },
  reasons: {
    'password:missing': 'Enter a password.',
    wrong_password: 'Wrong password. Check it and try again.',
    in_the_past: 'This date has passed. Select a later one.',
    link_missing: 'This link was disabled, has expired or is incomplete. Ask the person who sent it for a new one.',
    guests_cannot_write: 'Guests can only read for now.',
    guest_text_too_complex: 'This document is too complex to show. Simplify its tables and lists.',
    document_missing: 'This document doesn’t exist, or it’s in a workspace you’re not a member of.',
  },
}
