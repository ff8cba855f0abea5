import type { ErrorTexts } from '#web/calls/error-texts.ts'

export const sharingErrorTexts: ErrorTexts = {
  labels: { expires_at: 'Expires', recipients: 'Recipients', extras: 'More sections', message: 'Message' },
  reasons: {
    'sections:missing': 'Select at least one section.',
    'password:missing': 'Enter a password.',
    'recipients:missing': 'Add at least one recipient.',
    invalid_unsubscribe_link: 'This link isn’t valid. Use the link from the email.',
    mailing_missing: 'This report isn’t emailed. Save a schedule first.',
    too_many_attempts: 'Reports of this workspace were emailed 20 times today. Try again tomorrow.',
    extra_missing: 'One of the added sections no longer exists. Open the list and choose again.',
    filter_not_shared: 'This filter needs a section that isn’t shared. Show all keywords instead.',
    extra_deleted: 'It was deleted.',
    wrong_password: 'Wrong password. Check it and try again.',
    in_the_past: 'This date has passed. Select a later one.',
    link_missing: 'This link was disabled, has expired or is incomplete. Ask the person who sent it for a new one.',
    password_needed: 'Open the link and enter its password first.',
    report_missing: 'This report doesn’t exist, or it’s in a workspace you’re not a member of.',
  },
}
