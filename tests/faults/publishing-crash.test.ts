import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import { startWebflow } from '../doubles/webflow.ts'
import { startWordPress, type WordPressDouble } from '../doubles/wordpress.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Earshot is killed around each write of publishing: before it arrives, and after it's carried out but not answered. */

let wordpress: WordPressDouble
let webflow: Awaited<ReturnType<typeof startWebflow>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
const start = () => startEarshot(data.dataDir, { OUTBOUND_ALLOW: '127.0.0.1', WEBFLOW_URL: webflow.url })

beforeAll(async () => {
  wordpress = await startWordPress()
  webflow = await startWebflow()
  data = await makeDataDir()
  earshot = await start()
}, 120_000)
afterAll(async () => {
  await earshot?.kill('SIGTERM')
  await data?.remove()
  await wordpress?.close()
  await webflow?.close()
})

/** Kills Earshot at this moment of a write and starts it again. */
async function killAt(moment: 'before' | 'after', route: RegExp, run: () => Promise<unknown>) {
  let killed: Promise<unknown> | null = null
  wordpress.setOnWrite((now, path) => {
    if (killed || now !== moment || !route.test(path)) return
    killed = earshot.kill('SIGKILL')
    // Nobody waits for the answer any more.
    return now === 'before' ? killed.then(() => new Promise<void>(() => undefined)) : undefined
  })
  await run().catch(() => undefined)
  expect(killed).not.toBeNull()
  await killed
  wordpress.setOnWrite(null)
  earshot = await start()
  return (await earshot.signIn()).call
}

test('kill -9 at each write makes no second post and loses none', async () => {
  let { call, workspaceId } = await earshot.signIn()
  const { destination } = await call(publishingContract.addDestination, {
    ...{ workspace_id: workspaceId, kind: 'wordpress', url: wordpress.url, credentials: wordpress.credentials },
  })
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  let version = 1
  const write = async (content_md: string) => {
    await call(aiContentContract.update, { _id: item._id, content_md, version: version++ })
  }
  const input = { document_id: item._id, destination_id: destination._id, tags: ['Coffee'] }
  const publish = () => call(publishingContract.publish, { ...input, status: 'publish' })
  const settled = (isDone: (post: { state: string; version: number | null }) => boolean) =>
    until(
      'the publication',
      async () => {
        const { items } = await call(publishingContract.find, { workspace_id: workspaceId })
        return items.length === 1 && !items[0]!.busy && isDone(items[0]!) ? items[0]! : null
      },
      60_000,
    )
  const only = () => {
    expect(wordpress.posts.size).toBe(1)
    return [...wordpress.posts.values()][0]!
  }

  await write('Steep it for a night.')
  call = await killAt('after', /tags$/, publish)
  await settled(({ state }) => state === 'published')
  expect([...wordpress.terms.tags.values()]).toEqual(['Coffee'])
  expect(only()).toMatchObject({ status: 'publish', slug: 'cold-brew' })

  // As if it had never been there.
  for (const moment of ['before', 'after'] as const) {
    wordpress.posts.clear()
    call = await killAt(moment, /posts$/, publish)
    const done = await settled(({ state }) => state === 'published')
    expect(done).toMatchObject({ remote_id: String(only().id), error: null, remote_changed: false })
  }

  for (const moment of ['before', 'after'] as const) {
    await write(`Steep it for 16 hours, killed ${moment}.`)
    call = await killAt(moment, /posts\/\d+$/, publish)
    await settled((post) => post.version === version)
    expect(only().content).toContain(`killed ${moment}`)
  }

  const { items } = await call(publishingContract.find, { workspace_id: workspaceId })
  call = await killAt('after', /posts\/\d+$/, () => call(publishingContract.unpublish, { _id: items[0]!._id }))
  await settled(({ state }) => state === 'unpublished')
  expect(only().status).toBe('draft')
}, 400_000)

test('kill -9 between the two requests that publish on Webflow leaves no item unpublished', async () => {
  let { call, workspaceId } = await earshot.signIn()
  const { destination } = await call(publishingContract.addDestination, {
    ...{ workspace_id: workspaceId, kind: 'webflow', url: webflow.url, credentials: { token: 'webflow-token' } },
    defaults: { collection: 'posts', fields: { content: 'body', marker: 'earshot' } },
  })
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  await call(aiContentContract.update, { _id: item._id, content_md: 'Steep it for a night.', version: 1 })
  let killed: Promise<unknown> | null = null
  webflow.setOnPublish(async () => {
    killed = earshot.kill('SIGKILL')
    await new Promise(() => undefined)
  })
  const input = { document_id: item._id, destination_id: destination._id, status: 'publish' as const }
  await call(publishingContract.publish, input).catch(() => undefined)
  expect(killed).not.toBeNull()
  await killed
  expect([...webflow.items.values()]).toMatchObject([{ lastPublished: null }])
  webflow.setOnPublish(null)
  earshot = await start()
  call = (await earshot.signIn()).call
  await until(
    'the publication',
    async () => {
      const { items } = await call(publishingContract.find, { workspace_id: workspaceId, document_id: item._id })
      return items.length === 1 && !items[0]!.busy && items[0]!.state === 'published'
    },
    60_000,
  )
  expect([...webflow.items.values()]).toMatchObject([{ lastPublished: expect.any(String) }])
}, 400_000)
