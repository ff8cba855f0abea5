import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAuthentic, startWebhookReceiver } from '../../../tests/doubles/webhook-receiver.ts'
import { createOutbound } from '../../platform/outbound/outbound-fetch.ts'
import type { Article } from './port.ts'
import { createWebhookSite } from './webhook.ts'

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Test' })
const secret = 'a secret of more than sixteen signs'
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  await outbound.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answerWith(200)
})

const marker = {
  publicationId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43',
  attemptId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c44',
}
const article: Article = {
  ...{ marker, title: 'Cold brew', slug: 'cold-brew', excerpt: '', language: 'en', content: '<p>Steep it.</p>' },
  ...{ markdown: 'Steep it.', sources: [], status: 'publish', tags: null, categories: null, author: null },
  ...{ cover: null, seo: null, structuredData: null },
}
const open = () => createWebhookSite({ fetch: outbound.fetch, url: receiver.url, secret })

test('a post is a signed request with the publication’s id, the same for a repeated attempt', async () => {
  await open().create(article)
  await open().create(article)
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject(
    Array(2).fill({ action: 'publish', id: marker.publicationId, content_html: '<p>Steep it.</p>', tags: null }),
  )
  for (const hook of receiver.received) {
    expect(isAuthentic(secret, hook)).toBe(true)
    expect(isAuthentic('another secret of sixteen', hook)).toBe(false)
    expect(hook.delivery).toBe(marker.attemptId)
  }
})

test.each([
  [302, 'destination_redirects'],
  [401, 'credentials_rejected'],
  [422, 'destination_rejected'],
  [429, 'destination_rate_limited'],
  [503, 'destination_failed'],
])('HTTP %i is %s', async (status, reason) => {
  receiver.answerWith(status)
  await expect(open().check()).rejects.toMatchObject({ options: { reason } })
})

test('a private address is refused, and plain http outside this machine', async () => {
  const check = (url: string) => createWebhookSite({ fetch: outbound.fetch, url, secret }).check()
  await expect(check('https://10.0.0.1/hook')).rejects.toMatchObject({ options: { reason: 'private_address' } })
  await expect(check('http://example.com/hook')).rejects.toMatchObject({ options: { reason: 'https_required' } })
})
