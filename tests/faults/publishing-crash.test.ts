import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { startGhost } from '../doubles/ghost.ts'
import { startShopify } from '../doubles/shopify.ts'
import { startWebflow } from '../doubles/webflow.ts'
import { isAuthentic, startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { startWordPress } from '../doubles/wordpress.ts'
import type { WriteHook } from '../doubles/write-hook.ts'
import { png } from '../support/hostile-images.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Earshot is killed around each write of publishing: before it's carried out, and after it's carried out but not answered. */

const moments = ['before', 'after'] as const
type Moment = (typeof moments)[number]

let wordpress: Awaited<ReturnType<typeof startWordPress>>
let ghost: Awaited<ReturnType<typeof startGhost>>
let shopify: Awaited<ReturnType<typeof startShopify>>
let webflow: Awaited<ReturnType<typeof startWebflow>>
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
/** A start takes another port, and addresses of images that posts link to stay the same. */
const env = { PUBLIC_URL: 'http://earshot.test', OUTBOUND_ALLOW: '127.0.0.1' }
const start = () => startEarshot(data.dataDir, { ...env, WEBFLOW_URL: webflow.url })

beforeAll(async () => {
  ;[wordpress, ghost, shopify, webflow, receiver] = await Promise.all([
    startWordPress(),
    startGhost(),
    startShopify(),
    startWebflow(),
    startWebhookReceiver(),
  ])
  data = await makeDataDir()
  earshot = await start()
}, 120_000)
afterAll(async () => {
  await earshot?.kill('SIGTERM')
  await data?.remove()
  await Promise.all([wordpress, ghost, shopify, webflow, receiver].map((site) => site?.close()))
})

/** A document with an image, and a destination for it. */
async function startPublishing(
  double: { setOnWrite(hook: WriteHook | null): void },
  given: Omit<InputOf<typeof publishingContract.addDestination>, 'workspace_id'>,
) {
  let { call, workspaceId } = await earshot.signIn()
  const { destination } = await call(publishingContract.addDestination, { workspace_id: workspaceId, ...given })
  const addImage = async (name: string, width: number) => {
    const file = new File([new Uint8Array(await png(width, 60))], name)
    return (await call(imagesContract.upload, { workspace_id: workspaceId, file, alt: name })).image
  }
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  let version = 1
  const input = { document_id: item._id, destination_id: destination._id }
  const only = async () => {
    const { items } = await call(publishingContract.find, { workspace_id: workspaceId, document_id: item._id })
    expect(items).toHaveLength(1)
    return items[0]!
  }
  /** Kills Earshot at this moment of a write and starts it again. */
  async function killAt(moment: Moment, route: RegExp, run: () => Promise<unknown>) {
    let killed: Promise<unknown> | null = null
    double.setOnWrite((now, path) => {
      if (killed || now !== moment || !route.test(path)) return
      killed = earshot.kill('SIGKILL')
      // Nobody waits for the answer any more.
      return now === 'before' ? killed.then(() => new Promise<void>(() => undefined)) : undefined
    })
    await run().catch(() => undefined)
    expect(killed).not.toBeNull()
    await killed
    double.setOnWrite(null)
    earshot = await start()
    call = (await earshot.signIn()).call
  }
  async function settled(state: 'published' | 'unpublished', expected: number | null = version) {
    await until(
      `the publication to be ${state}`,
      async () => {
        const post = await only()
        return !post.busy && post.state === state && (expected === null || post.version === expected)
      },
      120_000,
    )
    expect(await only()).toMatchObject({ state, error: null, remote_changed: false })
  }
  return {
    addImage,
    only,
    async write(content_md: string) {
      await call(aiContentContract.update, { _id: item._id, content_md, version: version++ })
    },
    async publishKilled(moment: Moment, route: RegExp, fields: { tags?: string[] } = {}) {
      await killAt(moment, route, () => call(publishingContract.publish, { ...input, ...fields, status: 'publish' }))
      await settled('published')
    },
    async unpublishKilled(moment: Moment, route: RegExp) {
      const { _id } = await only()
      await killAt(moment, route, () => call(publishingContract.unpublish, { _id }))
      await settled('unpublished', null)
    },
    publish: () => call(publishingContract.publish, { ...input, status: 'publish' }),
  }
}

test('WordPress: kill -9 at each write makes no second post, term or image and loses none', async () => {
  const { addImage, write, only, publishKilled, unpublishKilled } = await startPublishing(wordpress, {
    ...{ kind: 'wordpress', url: wordpress.url, credentials: wordpress.credentials },
  })
  const getPost = () => {
    expect(wordpress.posts.size).toBe(1)
    return [...wordpress.posts.values()][0]!
  }

  await write('Steep it for a night.')
  await publishKilled('after', /tags$/, { tags: ['Coffee'] })
  expect([...wordpress.terms.tags.values()]).toEqual(['Coffee'])
  expect(getPost()).toMatchObject({ status: 'publish', slug: 'cold-brew' })

  // As if it had never been there.
  for (const moment of moments) {
    wordpress.posts.clear()
    await publishKilled(moment, /posts$/)
    expect(await only()).toMatchObject({ remote_id: String(getPost().id) })
  }

  for (const moment of moments) {
    await write(`Steep it for 16 hours, killed ${moment}.`)
    await publishKilled(moment, /posts\/\d+$/)
    expect(getPost().content).toContain(`killed ${moment}`)
  }

  // WordPress finds an image by its slug, so that one whose upload wasn't recorded isn't uploaded again.
  let text = 'Steep it cold.'
  for (const [i, moment] of moments.entries()) {
    const { url } = await addImage(`${moment}.png`, 100 + i)
    text += `\n\n![${moment}](${url})`
    await write(text)
    await publishKilled(moment, /media$/)
    expect(wordpress.media.size).toBe(i + 1)
    for (const media of wordpress.media.values()) expect(getPost().content).toContain(media.url)
  }

  await unpublishKilled('after', /posts\/\d+$/)
  expect(getPost().status).toBe('draft')
}, 400_000)

test('Ghost: kill -9 at each write makes no second post and loses none', async () => {
  const { addImage, write, only, publishKilled, unpublishKilled, publish } = await startPublishing(ghost, {
    ...{ kind: 'ghost', url: ghost.url, credentials: { admin_api_key: ghost.adminApiKey } },
  })
  const getPost = () => {
    expect(ghost.posts.size).toBe(1)
    return [...ghost.posts.values()][0]!
  }

  const getImages = () => ghost.images.filter((url) => getPost().html.includes(url))
  const first = await addImage('before.png', 110)
  await write(`Steep it for a night.\n\n![Kettle](${first.url})`)
  await publishKilled('before', /^images\/upload\/$/)
  expect(ghost.images).toHaveLength(1)
  expect(getImages()).toHaveLength(1)

  // Ghost has no look-up of images: one whose upload wasn't recorded is uploaded again, and the post has the second.
  const second = await addImage('after.png', 111)
  await write(`Steep it for a night.\n\n![Kettle](${first.url})\n\n![Cup](${second.url})`)
  await publishKilled('after', /^images\/upload\/$/)
  expect(ghost.images).toHaveLength(3)
  expect(getImages()).toEqual([ghost.images[0], ghost.images[2]])

  for (const moment of moments) {
    ghost.posts.clear()
    await publishKilled(moment, /^posts\/$/)
    expect(await only()).toMatchObject({ remote_id: getPost().id })
    expect(getPost()).toMatchObject({ status: 'published', slug: 'cold-brew' })
    expect(getImages()).toEqual([ghost.images[0], ghost.images[2]])
  }

  for (const moment of moments) {
    await write(`Steep it for 16 hours, killed ${moment}.`)
    await publishKilled(moment, /^posts\/[0-9a-f]{24}\/$/)
    expect(getPost().html).toContain(`killed ${moment}`)
  }

  for (const moment of moments) {
    await unpublishKilled(moment, /^posts\/[0-9a-f]{24}\/$/)
    expect(getPost().status).toBe('draft')
    if (moment === 'before') await publish()
  }
  expect(ghost.images).toHaveLength(3)
}, 400_000)

test('Shopify: kill -9 at each write makes no second article and loses none', async () => {
  const { addImage, write, only, publishKilled, unpublishKilled, publish } = await startPublishing(shopify, {
    ...{ kind: 'shopify', url: shopify.url, credentials: { access_token: 'shpat_test' } },
    defaults: { collection: 'gid://shopify/Blog/1' },
  })
  const getArticle = () => {
    expect(shopify.articles.size).toBe(1)
    return [...shopify.articles.values()][0]!
  }

  // Nothing is uploaded: Shopify's articles link to our address of an image.
  const image = await addImage('kettle.png', 120)
  await write(`Steep it for a night.\n\n![Kettle](${image.url})`)
  for (const moment of moments) {
    shopify.articles.clear()
    await publishKilled(moment, /^articleCreate$/)
    expect(await only()).toMatchObject({ remote_id: getArticle().id })
    expect(getArticle()).toMatchObject({ isPublished: true, handle: 'cold-brew' })
    expect(getArticle().body).toContain(`/images/${image._id}/`)
  }

  for (const moment of moments) {
    await write(`Steep it for 16 hours, killed ${moment}.`)
    await publishKilled(moment, /^articleUpdate$/)
    expect(getArticle().body).toContain(`killed ${moment}`)
  }

  for (const moment of moments) {
    await unpublishKilled(moment, /^articleUpdate$/)
    expect(getArticle().isPublished).toBe(false)
    if (moment === 'before') await publish()
  }
}, 400_000)

test('Webflow: kill -9 at each of the two requests that publish or unpublish leaves neither half done', async () => {
  const { write, only, publishKilled, unpublishKilled, publish } = await startPublishing(webflow, {
    ...{ kind: 'webflow', url: webflow.url, credentials: { token: 'webflow-token' } },
    defaults: { collection: 'posts', fields: { content: 'body', marker: 'earshot' } },
  })
  const getItem = () => {
    expect(webflow.items.size).toBe(1)
    return [...webflow.items.values()][0]!
  }
  const getLiveText = () => webflow.live.get(getItem().id)?.body

  // After the first request is before the second.
  await write('Steep it for a night.')
  for (const [moment, request] of [
    ['before', /^POST items$/],
    ['after', /^POST items$/],
    ['after', /^POST publish$/],
  ] as const) {
    webflow.items.clear()
    webflow.live.clear()
    await publishKilled(moment, request)
    expect(await only()).toMatchObject({ remote_id: getItem().id })
    expect(getLiveText()).toContain('Steep it for a night.')
  }

  for (const [moment, request] of [
    ['before', /^PATCH item$/],
    ['after', /^PATCH item$/],
    ['after', /^POST publish$/],
  ] as const) {
    await write(`Steep it for 16 hours, killed ${moment} ${request.source}.`)
    await publishKilled(moment, request)
    expect(getLiveText()).toContain(`killed ${moment}`)
    expect(getLiveText()).toBe(getItem().fieldData.body)
  }

  for (const [moment, request] of [
    ['before', /^DELETE live$/],
    ['after', /^DELETE live$/],
    ['after', /^PATCH item$/],
  ] as const) {
    await unpublishKilled(moment, request)
    // Otherwise the site's next publishing would bring it back.
    expect(getItem()).toMatchObject({ isDraft: true, lastPublished: null })
    expect(getLiveText()).toBeUndefined()
    await publish()
    expect(getLiveText()).toBe(getItem().fieldData.body)
  }
}, 400_000)

test('a site that takes signed requests: kill -9 at each repeats the request and makes no second post', async () => {
  const secret = 'a'.repeat(32)
  const { write, only, publishKilled, unpublishKilled } = await startPublishing(receiver, {
    ...{ kind: 'webhook', url: receiver.url, credentials: { secret } },
  })
  /** What a site has that follows our guide: the last request of each id. */
  const getPost = () => {
    expect(receiver.received.every((hook) => isAuthentic(secret, hook))).toBe(true)
    const requests = receiver.received.map(({ body }) => JSON.parse(body)).filter(({ id }) => id)
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1)
    return requests.at(-1)
  }
  const countRequests = () => receiver.received.length

  for (const moment of moments) {
    await write(`Steep it for a night, killed ${moment}.`)
    const requests = countRequests()
    await publishKilled(moment, /^publish$/)
    expect(getPost()).toMatchObject({ action: 'publish', content_md: expect.stringContaining(`killed ${moment}`) })
    expect(await only()).toMatchObject({ remote_id: getPost().id })
    // One that was carried out and not answered comes again, under the same delivery.
    const mine = receiver.received.slice(requests)
    expect(mine).toHaveLength(moment === 'before' ? 1 : 2)
    expect(new Set(mine.map(({ delivery }) => delivery)).size).toBe(1)
  }
  for (const moment of moments) {
    await unpublishKilled(moment, /^unpublish$/)
    expect(getPost()).toMatchObject({ action: 'unpublish' })
    await write(`Steep it again, after ${moment}.`)
    await publishKilled(moment, /^publish$/)
    expect(getPost()).toMatchObject({ action: 'publish' })
  }
}, 400_000)
