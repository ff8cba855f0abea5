import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startShopify } from '../../../tests/doubles/shopify.ts'
import { startWebflow } from '../../../tests/doubles/webflow.ts'
import { createOutbound } from '../../platform/outbound/outbound-fetch.ts'
import type { Article } from './port.ts'
import { createShopify } from './shopify.ts'
import { createWebflow } from './webflow.ts'

let shopify: Awaited<ReturnType<typeof startShopify>>
let webflow: Awaited<ReturnType<typeof startWebflow>>
const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Test' })
beforeAll(async () => {
  shopify = await startShopify()
  webflow = await startWebflow()
})
afterAll(async () => {
  await shopify.close()
  await webflow.close()
  await outbound.close()
})
beforeEach(() => {
  shopify.articles.clear()
  webflow.items.clear()
  shopify.faults.points = undefined as never
  webflow.faults.limited = false
})

const marker = {
  publicationId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43',
  attemptId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c44',
}
const article: Article = {
  ...{ marker, title: 'Cold brew', slug: 'cold-brew', excerpt: 'How to.', language: 'en', content: '<p>Steep it.</p>' },
  ...{ markdown: 'Steep it.', sources: [], status: 'publish', tags: ['Coffee'], categories: null, author: 'Ada' },
  ...{ cover: null, seo: { title: 'Meta', description: '', canonical: '' }, structuredData: null },
}

describe('Shopify', () => {
  const open = (accessToken = 'shpat_test') =>
    createShopify({ fetch: outbound.fetch, url: shopify.url, accessToken, blogId: '1', found: {} })

  test('an article is created with our marker, found by its handle, updated and taken down', async () => {
    const adapter = open()
    expect(await adapter.check()).toMatchObject({
      can: { drafts: true, publish: true, media: false },
      collections: [{ id: 'gid://shopify/Blog/1', name: 'News' }],
      found: { home: 'https://shop.example' },
    })
    const created = await adapter.create(article)
    expect(created).toMatchObject({ state: 'published', marker, slug: 'cold-brew' })
    const found = (await adapter.findBySlug('cold-brew'))!
    expect(found.fingerprint).toBe(created.fingerprint)
    await adapter.update(found, { ...article, title: 'Cold brew at home', tags: null })
    expect([...shopify.articles.values()]).toMatchObject([{ title: 'Cold brew at home', tags: ['Coffee'] }])
    expect((await adapter.unpublish(found)).state).toBe('draft')
    shopify.articles.clear()
    expect(await adapter.get(found.id)).toBeNull()
  })

  test('user errors name the field, and a taken handle is a conflict', async () => {
    await expect(open().create({ ...article, title: '' })).rejects.toMatchObject({
      options: { reason: 'destination_rejected', params: { field: 'title' } },
    })
    await open().create(article)
    await expect(open().create(article)).rejects.toMatchObject({ code: 'conflict', options: { reason: 'slug_used' } })
    expect(shopify.articles.size).toBe(1)
  })

  test('throttling by cost says when there are enough points', async () => {
    shopify.faults.points = 12
    await expect(open().create(article)).rejects.toMatchObject({
      code: 'rate_limited',
      // (112 − 12) points at 50 a second.
      options: { reason: 'destination_rate_limited', retryAfterSeconds: 2 },
    })
  })

  test('a wrong token is rejected', async () => {
    await expect(open('shpat_other').check()).rejects.toMatchObject({ options: { reason: 'credentials_rejected' } })
  })
})

describe('Webflow', () => {
  const open = (fields: Record<string, string> = { content: 'body', excerpt: 'summary', marker: 'earshot' }) =>
    createWebflow({
      ...{ fetch: outbound.fetch, apiUrl: webflow.url, token: 'webflow-token', collectionId: 'posts', fields },
      found: { base: 'https://hollowoak.example/post' },
    })

  test('an item is created, published, updated and taken down', async () => {
    const adapter = open()
    expect(await adapter.check()).toMatchObject({ found: { base: 'https://hollowoak.example/post', content: 'body' } })
    const created = await adapter.create(article)
    expect(created).toMatchObject({ state: 'published', marker, url: 'https://hollowoak.example/post/cold-brew' })
    const found = (await adapter.findBySlug('cold-brew'))!
    await adapter.update(found, { ...article, content: '<p>More.</p>' })
    expect([...webflow.items.values()]).toMatchObject([
      { isDraft: false, fieldData: { body: '<p>More.</p>', summary: 'How to.' } },
    ])
    expect((await adapter.unpublish((await adapter.get(found.id))!)).state).toBe('draft')
    expect([...webflow.items.values()]).toMatchObject([{ isDraft: true, lastPublished: null }])
  })

  test('a refused field is named, and a taken slug is a conflict', async () => {
    await expect(open().create({ ...article, excerpt: 'a'.repeat(300) })).rejects.toMatchObject({
      options: { reason: 'destination_rejected', params: { field: 'summary' } },
    })
    await open().create(article)
    await expect(open().create(article)).rejects.toMatchObject({ code: 'conflict', options: { reason: 'slug_used' } })
  })

  test('429 says when to try again', async () => {
    webflow.faults.limited = true
    await expect(open().create(article)).rejects.toMatchObject({
      code: 'rate_limited',
      options: { retryAfterSeconds: 17 },
    })
  })

  test('a required field that nothing fills is named when it’s checked', async () => {
    await expect(open({ content: 'summary' }).check()).rejects.toMatchObject({
      options: { reason: 'fields_missing', params: { fields: 'Body' } },
    })
  })
})
