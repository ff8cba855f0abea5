import type { ErrorTexts } from '#web/error-texts.ts'

export const notificationErrorTexts: ErrorTexts = {
  reasons: {
    delivery_missing: 'This delivery no longer exists. Deliveries are kept for 30 days.',
    invalid_unsubscribe_link: 'This link is incomplete. Open it from the email again.',
    notification_missing: 'This notification no longer exists. Reload the page.',
    'token:missing': 'This link is incomplete. Open it from the email again.',
  },
}
