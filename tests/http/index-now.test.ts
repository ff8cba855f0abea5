import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { startIndexNow } from '../doubles/index-now.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let indexNow: Awaited<ReturnType<typeof startIndexNow>>
let server: TestServer
beforeAll(async () => {
  indexNow = await startIndexNow()
  server = await startTestServer({ PUBLIC_URL: 'https://seo.example.com', INDEXNOW_URL: indexNow.url })
  indexNow.serve(server.url)
})
afterAll(async () => {
  await server?.close()
  await indexNow?.close()
})
beforeEach(() => {
  indexNow.submissions.length = 0
  indexNow.answerWith(null)
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

async function publish(who: Person, title: string) {
  const { item } = await who.call(aiContentContract.new, {
    workspace_id: who.workspaceId,
    template: 'blog_post',
    title,
    model: 'builtin',
  })
  await who.call(aiContentContract.update, { _id: item._id, content_md: 'Steep it for a night.', version: 1 })
  return (await who.call(cmsContract.publish, { _id: item._id, status: 'published' })).post
}

const announced = () => indexNow.submissions.flatMap(({ urls }) => urls)
const nothingQueued = () =>
  until('everything to be sent', async () => {
    const { rows } = await query('select 1 from index_now_urls')
    return rows.length === 0 ? true : null
  })

test('a post is announced when it is published, when its URL changes and when it is deleted; the key file is served', async () => {
  const who = await server.signUp('starter')
  const post = await publish(who, 'Cold brew')
  expect(post.url).toMatch(/^https:\/\/seo\.example\.com\/b\//)
  await until('the post to be announced', async () => announced().includes(post.url))
  await nothingQueued()
  indexNow.submissions.length = 0
  const { post: moved } = await who.call(cmsContract.updateOwn, { _id: post._id, slug: 'cold-brew-at-home' })
  await until('both URLs', async () => announced().includes(moved.url) && announced().includes(post.url))
  await nothingQueued()
  indexNow.submissions.length = 0
  await who.call(cmsContract.deleteOwn, { _id: post._id })
  await until('the deleted URL', async () => announced().includes(moved.url))
  expect(indexNow.submissions.map(({ status }) => status)).toEqual([200])
})

test('posts that change together go in one request, a draft in none, and an unpublished post is announced', async () => {
  const who = await server.signUp('starter')
  const posts = [await publish(who, 'Espresso'), await publish(who, 'Filter'), await publish(who, 'Moka')]
  await nothingQueued()
  expect(announced().sort()).toEqual(posts.map(({ url }) => url).sort())
  expect(indexNow.submissions.length).toBeLessThan(posts.length)
  indexNow.submissions.length = 0
  await who.call(cmsContract.unpublish, { _id: posts[0]!._id })
  await who.call(cmsContract.updateOwn, { _id: posts[0]!._id, excerpt: 'A draft again.' })
  await nothingQueued()
  expect(announced()).toEqual([posts[0]!.url])
})

test('a blog on a custom domain is announced with that domain’s own key', async () => {
  const who = await server.signUp('agency')
  await query(
    `insert into domains (workspace_id, domain, target, status, records, verified_at) values ($1, 'blog.hollow-oak.com', 'blog', 'active', '[]', now())`,
    [who.workspaceId],
  )
  const post = await publish(who, 'Cold brew on our own domain')
  expect(post.url).toMatch(/^https:\/\/blog\.hollow-oak\.com\//)
  await nothingQueued()
  expect(indexNow.submissions).toEqual([{ host: 'blog.hollow-oak.com', urls: [post.url], status: 200 }])
})

test('a busy IndexNow is asked again later, a refusal is not', async () => {
  const who = await server.signUp('starter')
  indexNow.answerWith(429)
  const post = await publish(who, 'Nitro')
  await until('the first try', async () => announced().includes(post.url))
  const [waiting] = (await until('the next try to be planned', async () => {
    const { rows } = await query(
      `select attempts, due_at > now() + interval '30 seconds' and due_at < now() + interval '90 seconds' as soon
         from index_now_urls where url = $1 and due_at < now() + interval '5 minutes'`,
      [post.url],
    )
    return rows.length > 0 ? rows : null
  })) as { attempts: number; soon: boolean }[]
  expect(waiting).toEqual({ attempts: 1, soon: true })
  indexNow.answerWith(403)
  await query(`update index_now_urls set due_at = now()`)
  await query(`update pgboss.job set start_after = now() where name = 'index-now-send' and state < 'active'`)
  await nothingQueued()
  expect(indexNow.submissions.map(({ status }) => status)).toEqual([429, 403])
})

test('only the host’s own key is served, and nothing is announced of a server without a public address', async () => {
  const other = await fetch(`${server.url}/${'0'.repeat(32)}.txt`)
  expect(other.status).toBe(404)
  const inside = await startTestServer({ INDEXNOW_URL: indexNow.url })
  try {
    const who = await inside.signUp('starter')
    await publish(who, 'Secret brew')
    const { rows } = await inside.database.pool.query('select 1 from index_now_urls')
    expect(rows).toEqual([])
  } finally {
    await inside.close()
  }
})
