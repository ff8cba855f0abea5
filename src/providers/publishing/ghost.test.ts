import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGhost } from '../../../tests/doubles/ghost.ts'
import { createOutbound } from '../../platform/outbound/outbound-fetch.ts'
import { createGhost } from './ghost.ts'
import type { Article } from './port.ts'

let ghost: Awaited<ReturnType<typeof startGhost>>
const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Test' })
beforeAll(async () => {
  ghost = await startGhost()
})
afterAll(async () => {
  await ghost.close()
  await outbound.close()
})
beforeEach(() => {
  ghost.posts.clear()
  ghost.pages.clear()
  for (const name of Object.keys(ghost.faults)) delete ghost.faults[name as keyof typeof ghost.faults]
})

const open = (adminApiKey = ghost.adminApiKey) => createGhost({ fetch: outbound.fetch, url: ghost.url, adminApiKey })
const marker = {
  publicationId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43',
  attemptId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c44',
}
const article: Article = {
  marker,
  title: 'Cold brew',
  slug: 'cold-brew',
  excerpt: 'How to.',
  language: 'en',
  content:
    '<p>Steep it.</p><!--kg-card-begin: html-->\n<table><tbody><tr><td>1</td></tr></tbody></table>\n<!--kg-card-end: html-->',
  markdown: '',
  sources: [],
  status: 'publish',
  tags: ['Coffee'],
  categories: ['Guides'],
  author: null,
  cover: null,
  seo: { title: 'Meta', description: '', canonical: '' },
  structuredData: '{"@type":"FAQPage"}',
}

test('a post is created, found by its address, and updated with the date it was read at', async () => {
  const adapter = open()
  await adapter.check()
  expect(await adapter.findBySlug('cold-brew')).toBeNull()
  const created = await adapter.create(article)
  expect(created).toMatchObject({ state: 'published', slug: 'cold-brew', marker })
  const [stored] = ghost.posts.values()
  expect(stored).toMatchObject({
    status: 'published',
    meta_title: 'Meta',
    tags: [{ name: 'Guides' }, { name: 'Coffee' }],
  })
  expect(stored!.html).toContain('<table>')
  expect(stored!.codeinjection_foot).toContain('FAQPage')
  const found = await adapter.findBySlug('cold-brew')
  expect(found?.fingerprint).toBe(created.fingerprint)
  await adapter.update(found!, { ...article, title: 'Cold brew at home', tags: null, categories: null })
  expect([...ghost.posts.values()]).toMatchObject([
    { title: 'Cold brew at home', tags: [{ name: 'Guides' }, { name: 'Coffee' }] },
  ])
  expect((await adapter.unpublish((await adapter.get(found!.id))!)).state).toBe('draft')
})

test('a post that got another address than it asked for is found by our marker', async () => {
  ghost.pages.add('cold-brew')
  const adapter = open()
  const created = await adapter.create(article)
  expect(created.slug).toBe('cold-brew-2')
  expect(await adapter.findBySlug('cold-brew')).toBeNull()
  expect(await adapter.findByMarker!(marker.publicationId)).toMatchObject({ id: created.id, marker })
  expect(await adapter.findByMarker!(marker.attemptId)).toBeNull()
})

test('the address and excerpt that people changed there stay', async () => {
  const adapter = open()
  const { id } = await adapter.create(article)
  ghost.edit(id, { slug: 'brewing-cold', custom_excerpt: 'Theirs.' })
  await adapter.update((await adapter.get(id))!, { ...article, slug: null, excerpt: null, title: 'Cold brew at home' })
  expect(ghost.posts.get(id)).toMatchObject({
    ...{ slug: 'brewing-cold', custom_excerpt: 'Theirs.', title: 'Cold brew at home' },
  })
})

test('a post saved after it was compared isn’t overwritten', async () => {
  const adapter = open()
  const post = await adapter.create(article)
  ghost.edit(post.id, { html: '<p>Edited.</p>' })
  await expect(adapter.update(post, article)).rejects.toMatchObject({
    code: 'conflict',
    options: { reason: 'saved_meanwhile' },
  })
  expect(ghost.posts.get(post.id)!.html).toBe('<p>Edited.</p>')
})

test('a clock that is ten minutes ahead or behind is followed', async () => {
  for (const seconds of [600, -600]) {
    ghost.faults.clockAheadSeconds = seconds
    const adapter = open()
    await adapter.check()
    await adapter.create({ ...article, slug: `at-${seconds}` })
  }
  expect(ghost.posts.size).toBe(2)
})

test.each([
  ['an unknown key', () => open(`000000000000000000000000:${'ab'.repeat(32)}`).check(), 'credentials_rejected'],
  ['a content key', () => open('22444f78447824223cefc48062').check(), 'credentials_rejected'],
  [
    'another site',
    () => createGhost({ fetch: outbound.fetch, url: `${ghost.url}/other`, adminApiKey: ghost.adminApiKey }).check(),
    'no_ghost',
  ],
  ['a title that is too long', () => open().create({ ...article, title: 'a'.repeat(300) }), 'destination_rejected'],
])('%s says what is wrong', async (_, run, reason) => {
  await expect(run()).rejects.toMatchObject({ options: { reason } })
})

test('an image that is too large is named', async () => {
  ghost.faults.uploadLimit = 10
  const image = { key: marker.attemptId, name: 'jar.png', alt: '', mime: 'image/png', bytes: new Uint8Array(100) }
  await expect(open().media!.upload(image)).rejects.toMatchObject({ options: { reason: 'image_too_large' } })
  ghost.faults.uploadLimit = undefined as never
  expect(await open().media!.upload(image)).toMatchObject({ url: expect.stringContaining('/content/images/') })
})
