import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signWebhook } from './webhook-signature.ts'

test('the signature covers the timestamp, a period and the body', () => {
  const header = signWebhook('whsec_x', '{"a":1}', new Date(1_700_000_000_999))
  const expected = createHmac('sha256', 'whsec_x').update('1700000000.{"a":1}').digest('hex')
  expect(header).toBe(`t=1700000000,v1=${expected}`)
})
