/** API error reasons of webhook deliveries whose receiver sent no answer, by what became of the request. */
export const deliveryReasons = {
  blocked: 'webhook_private_address',
  timeout: 'webhook_timeout',
  too_large: 'webhook_unreachable',
  unreachable: 'webhook_unreachable',
  too_many_redirects: 'webhook_redirected',
  bad_url: 'webhook_invalid_url',
  cancelled: 'webhook_unreachable',
  host_not_found: 'webhook_host_not_found',
  connection_refused: 'webhook_connection_refused',
  connection_closed: 'webhook_connection_closed',
  invalid_certificate: 'webhook_invalid_certificate',
} as const

export type DeliveryReason = (typeof deliveryReasons)[keyof typeof deliveryReasons]
