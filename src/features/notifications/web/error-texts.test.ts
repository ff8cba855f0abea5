import { expect, test } from 'vitest'
import { OutboundError } from '#platform/outbound/outbound-error.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { toDeliveryError } from '../webhook-deliveries.ts'
import { notificationErrorTexts } from './error-texts.ts'

test.each([
  ['ENOTFOUND', 'The domain of the webhook URL doesn’t exist. Check the URL.'],
  ['ECONNREFUSED', 'The receiver refused the connection. Check that it’s running and the webhook URL is right.'],
  ['CERT_HAS_EXPIRED', 'The receiver’s security certificate isn’t valid. Renew it, or check the webhook URL.'],
  ['UND_ERR_HEADERS_TIMEOUT', 'The receiver took too long to respond.'],
  ['EPROTO', 'The receiver couldn’t be reached. Check the webhook URL.'],
])('a delivery that failed with %s has a sentence for customers, and one with the host for staff', (code, sentence) => {
  const cause = Object.assign(new Error('fetch failed'), { code })
  const error = toDeliveryError(OutboundError.from(cause, 'hooks.internal'))
  expect(getErrorText(error.toBody(), notificationErrorTexts)).toBe(sentence)
  expect(error.message).toMatch(/^hooks\.internal /)
})
