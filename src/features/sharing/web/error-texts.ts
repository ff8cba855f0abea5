import type { ErrorTexts } from '#web/error-texts.ts'

export const sharingErrorTexts: ErrorTexts = {
  labels: { expires_at: 'Expires' },
  reasons: {
    'sections:missing': 'Select at least one section.',
    'password:missing': 'Enter a password.',
    wrong_password: 'Wrong password. Check it and try again.',
    in_the_past: 'This date has passed. Select a later one.',
    link_missing: 'This link was disabled, has expired or is incomplete. Ask the person who sent it for a new one.',
    report_missing: 'This report doesn’t exist, or it’s in a workspace you’re not a member of.',
  },
}
