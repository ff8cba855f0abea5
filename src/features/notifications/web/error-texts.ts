import type { ErrorTexts, ReasonText } from '#web/calls/error-texts.ts'
import type { DeliveryReason } from '../rules/delivery-reasons.ts'

const checkUrl = 'Check the webhook URL.'

const deliveryTexts = {
  webhook_private_address: 'The webhook URL points to a private network. Use a public URL.',
  webhook_timeout: 'The receiver took too long to respond.',
  webhook_unreachable: `The receiver couldn’t be reached. ${checkUrl}`,
  webhook_redirected: 'The receiver redirected the request. Use the URL it redirects to.',
  webhook_invalid_url: `The webhook URL isn’t valid. ${checkUrl}`,
  webhook_host_not_found: 'The domain of the webhook URL doesn’t exist. Check the URL.',
  webhook_connection_refused:
    'The receiver refused the connection. Check that it’s running and the webhook URL is right.',
  webhook_connection_closed: 'The receiver closed the connection before it responded.',
  webhook_invalid_certificate: 'The receiver’s security certificate isn’t valid. Renew it, or check the webhook URL.',
} satisfies Record<DeliveryReason, ReasonText>

export const notificationErrorTexts: ErrorTexts = {
  reasons: {
    ...deliveryTexts,
    not_recorded: 'This delivery failed.',
    webhook_rejected: ({ status }) => `The receiver responded with HTTP ${status} instead of 2xx.`,
    webhook_url_changed: 'The webhook URL changed before this was delivered.',
    run_removed: 'This run is no longer stored, so it couldn’t be delivered.',
    delivery_unclear: 'The server stopped while sending. Check whether it arrived, and resend it if it didn’t.',
    delivery_missing: 'This delivery no longer exists. Deliveries are kept for 30 days.',
    invalid_unsubscribe_link: 'This link is incomplete. Open it from the email again.',
    notification_missing: 'This notification no longer exists. Reload the page.',
    'token:missing': 'This link is incomplete. Open it from the email again.',
  },
}
