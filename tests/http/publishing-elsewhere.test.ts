import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { startGhost } from '../doubles/ghost.ts'
import { startShopify } from '../doubles/shopify.ts'
import { startWebflow } from '../doubles/webflow.ts'
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { png } from '../support/hostile-images.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** One document on Ghost, Shopify, Webflow and a site that takes signed requests, through our own API. */

let ghost: Awaited<ReturnType<typeof startGhost>>
let shopify: Awaited<ReturnType<typeof startShopify>>
let webflow: Awaited<ReturnType<typeof startWebflow>>
let site: Awaited<ReturnType<typeof startWebhookReceiver>>
let server: TestServer

beforeAll(async () => {
  ghost = await startGhost()
  shopify = await startShopify()
  webflow = await startWebflow()
  site = await startWebhookReceiver()
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1', WEBFLOW_URL: webflow.url })
})
afterAll(async () => {
  await server?.close()
  await Promise.all([ghost, shopify, webflow, site].map((double) => double?.close()))
})

async function start(destination: Omit<InputOf<typeof publishingContract.addDestination>, 'workspace_id'>) {
  const who = await server.signUp('starter')
  const { item } = await who.call(aiContentContract.new, {
    ...{ workspace_id: who.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const document_id = item._id
  let version = 1
  const write = async (content_md: string) => {
    await who.call(aiContentContract.update, { _id: document_id, content_md, version: version++ })
  }
  await write('Steep it for a night.')
  const added = await who.call(publishingContract.addDestination, {
    workspace_id: who.workspaceId,
    ...destination,
  })
  const publish = async (input: { slug?: string; excerpt?: string } = {}) => {
    const { publication } = await who.call(publishingContract.publish, {
      ...{ document_id, destination_id: added.destination._id, status: 'publish', ...input },
    })
    return publication
  }
  return { who, write, publish }
}

test('Ghost: one post, also when its address was taken and the answer was lost', async () => {
  const { write, publish } = await start({
    ...{ kind: 'ghost', url: ghost.url, credentials: { admin_api_key: ghost.adminApiKey } },
  })
  ghost.pages.add('cold-brew')
  ghost.faults.losesAnswers = true
  await expect(publish({ slug: 'cold-brew' })).rejects.toMatchObject({ code: 'upstream_failed' })
  ghost.faults.losesAnswers = false
  expect(await publish({ slug: 'cold-brew' })).toMatchObject({ state: 'published', slug: 'cold-brew-2' })
  expect(ghost.posts.size).toBe(1)
  const { id } = [...ghost.posts.values()][0]!
  ghost.edit(id, { slug: 'brewing-cold' })
  await write('Steep it for 16 hours.')
  expect(await publish()).toMatchObject({ slug: 'brewing-cold' })
  expect(ghost.posts.get(id)!.html).toContain('16 hours')
})

test('Ghost: an image has its pixels in the post', async () => {
  const { who, write, publish } = await start({
    ...{ kind: 'ghost', url: ghost.url, credentials: { admin_api_key: ghost.adminApiKey } },
  })
  const { image } = await who.call(imagesContract.upload, {
    workspace_id: who.workspaceId,
    file: new File([new Uint8Array(await png(40, 30))], 'jar.png'),
    alt: 'A jar',
  })
  await write(`Steep it.\n\n![A jar](/images/${image._id}/full)`)
  const { remote_id } = await publish({ slug: 'with-a-jar' })
  const { html } = ghost.posts.get(remote_id!)!
  expect(html).toMatch(/<img src="[^"]*earshot-[^"]*" alt="A jar" width="40" height="30"/)
  // Nobody edited it, so it's updated without questions.
  await write(`Steep it well.\n\n![A jar](/images/${image._id}/full)`)
  await publish()
  expect(ghost.posts.get(remote_id!)!.html).toContain('Steep it well.')
})

test('Shopify: an article, updated in place', async () => {
  const { write, publish } = await start({
    ...{ kind: 'shopify', url: shopify.url, credentials: { access_token: 'shpat_test' } },
    defaults: { collection: 'gid://shopify/Blog/1' },
  })
  const first = await publish({ excerpt: 'How to.' })
  expect(first).toMatchObject({ state: 'published', slug: 'cold-brew' })
  await write('Steep it for 16 hours.')
  expect(await publish()).toMatchObject({ _id: first._id, remote_id: first.remote_id })
  expect([...shopify.articles.values()]).toMatchObject([
    { handle: 'cold-brew', summary: 'How to.', body: expect.stringContaining('16 hours'), isPublished: true },
  ])
})

test('Webflow: an item that was made and not published is published by the next try', async () => {
  const { publish } = await start({
    ...{ kind: 'webflow', url: webflow.url, credentials: { token: 'webflow-token' } },
    defaults: { collection: 'posts', fields: { content: 'body', excerpt: 'summary', marker: 'earshot' } },
  })
  webflow.faults.losesPublishing = true
  await expect(publish()).rejects.toMatchObject({ code: 'upstream_failed' })
  expect([...webflow.items.values()]).toMatchObject([{ lastPublished: null }])
  webflow.faults.losesPublishing = false
  expect(await publish()).toMatchObject({ state: 'published', slug: 'cold-brew' })
  expect([...webflow.items.values()]).toMatchObject([{ isDraft: false, lastPublished: expect.any(String) }])
})

test('a site that takes signed requests gets the whole post each time', async () => {
  const { write, publish } = await start({ kind: 'webhook', url: site.url, credentials: { secret: 'a'.repeat(32) } })
  await publish({ excerpt: 'How to.' })
  await write('Steep it for 16 hours.')
  await publish()
  const posts = site.received.map(({ body }) => JSON.parse(body)).filter(({ action }) => action === 'publish')
  expect(posts).toMatchObject([
    { slug: 'cold-brew', excerpt: 'How to.' },
    { id: posts[0].id, slug: 'cold-brew', excerpt: 'How to.', content_md: expect.stringContaining('16 hours') },
  ])
})
