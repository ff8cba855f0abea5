import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Addresses of workspaces' blogs: /b/{slug}, one slug per workspace, and what earlier ones lead to. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

const getRefusal = async (answer: Promise<unknown>) => {
  try {
    await answer
  } catch (error) {
    if (error instanceof AppError) return error.toBody()
    throw error
  }
  throw new Error('It was not refused')
}

/** A person whose workspace has this name, or one of its own. */
async function owner(name = `Hollow ${randomUUID().slice(0, 8)}`) {
  const person = await server.signUp('self_hosted')
  await person.call(workspacesContract.rename, { _id: person.workspaceId, name })
  return { ...person, slug: name.toLowerCase().replaceAll(' ', '-') }
}

async function newDocument({ call, workspaceId }: Person, title = 'Tea at home') {
  const document = { workspace_id: workspaceId, template: 'blog_post', title, model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: 'Leaves and hot water.' })
  return item._id
}

const publish = async (person: Person, more: { slug?: string; status?: 'draft' | 'published' } = {}) => {
  const _id = await newDocument(person)
  return (await person.call(cmsContract.publish, { _id, status: 'published', ...more })).post
}
const change = ({ call, workspaceId }: Person, slug: string) =>
  call(cmsContract.changeAddress, { workspace_id: workspaceId, slug })
const readBlog = async (blog: string) => (await server.anonymous(cmsContract.publicList, { blog })).blog

test('a blog gets a slug from its workspace’s name with its first post, and can be named before', async () => {
  const person = await owner()
  const _id = await newDocument(person)
  const { blogs } = await person.call(cmsContract.ofDocument, { _id })
  expect(blogs[0]).toMatchObject({ slug: null, url: `http://earshot.test/b/${person.slug}` })
  await person.call(cmsContract.publish, { _id, status: 'draft' })
  expect((await getRefusal(readBlog(person.slug))).reason).toBe('blog_missing')

  const { post } = await person.call(cmsContract.publish, { _id, status: 'published' })
  expect(post.url).toBe(`http://earshot.test/b/${person.slug}/tea-at-home`)
  expect(await readBlog(person.slug)).toMatchObject({
    workspace_id: person.workspaceId,
    slug: person.slug,
    path: `/b/${person.slug}`,
    url: `http://earshot.test/b/${person.slug}`,
  })
  // Renaming the workspace doesn't change an address that was published.
  await person.call(workspacesContract.rename, { _id: person.workspaceId, name: 'Another name' })
  expect((await person.call(cmsContract.find, { workspace_id: person.workspaceId })).blog.slug).toBe(person.slug)
})

test('a blog is found by its slug in any case, by its workspace’s id, and by earlier slugs', async () => {
  const person = await owner()
  const { slug } = await publish(person)
  const second = `second-${randomUUID().slice(0, 8)}`
  const third = `third-${randomUUID().slice(0, 8)}`
  for (const next of [second, third]) expect((await change(person, next)).blog).toMatchObject({ slug: next })
  for (const address of [person.slug, second, third, third.toUpperCase(), person.workspaceId])
    expect((await readBlog(address)).path).toBe(`/b/${third}`)
  const { post } = await server.anonymous(cmsContract.publicGet, { blog: person.slug, slug })
  expect(post.url).toBe(`http://earshot.test/b/${third}/${slug}`)
  const { entries } = await server.anonymous(cmsContract.sitemap, { blog: second })
  expect(entries.map(({ url }) => url)).toEqual([post.url])

  // Back to the first address: the others lead to it, and none leads away from it.
  await change(person, person.slug)
  for (const address of [person.slug, second, third]) expect((await readBlog(address)).path).toBe(`/b/${person.slug}`)
})

test('a moved post of a moved blog says both in one step', async () => {
  const person = await owner()
  const { document_id } = await publish(person, { slug: 'before' })
  await person.call(cmsContract.publish, { _id: document_id!, status: 'published', slug: 'after' })
  const moved = `moved-${randomUUID().slice(0, 8)}`
  await change(person, moved)
  const refusal = await getRefusal(server.anonymous(cmsContract.publicGet, { blog: person.slug, slug: 'before' }))
  expect(refusal).toMatchObject({ reason: 'post_moved', details: { moved_to: 'after', path: `/b/${moved}` } })
})

test('no other workspace takes a slug, current or earlier, until its workspace is deleted', async () => {
  const [person, other] = [await owner(), await owner()]
  await publish(person)
  await publish(other)
  const next = `next-${randomUUID().slice(0, 8)}`
  await change(person, next)
  for (const slug of [person.slug, next])
    expect(await getRefusal(change(other, slug))).toMatchObject({
      code: 'conflict',
      field: 'slug',
      reason: 'blog_slug_taken',
    })
  expect((await readBlog(other.slug)).workspace_id).toBe(other.workspaceId)

  // A workspace of the same name gets the next free slug.
  const namesake = await owner(person.slug.replaceAll('-', ' '))
  expect((await publish(namesake)).url).toContain(`/b/${person.slug}-2/`)

  await server.database.pool.query('delete from workspaces where id = $1', [person.workspaceId])
  expect((await change(other, next)).blog.slug).toBe(next)
})

test('a slug without posts is released', async () => {
  const [person, other] = [await owner(), await owner()]
  const tried = `tried-${randomUUID().slice(0, 8)}`
  await change(person, tried)
  await change(person, `own-${tried}`)
  expect((await change(other, tried)).blog.slug).toBe(tried)
})

test('workspaces of one name that publish at the same time get different slugs', async () => {
  const name = `Same ${randomUUID().slice(0, 8)}`
  const people = await Promise.all([1, 2, 3].map(() => owner(name)))
  const posts = await Promise.all(people.map((person) => publish(person)))
  const base = `http://earshot.test/b/${name.toLowerCase().replace(' ', '-')}`
  expect(new Set(posts.map(({ url }) => url))).toEqual(
    new Set([base, `${base}-2`, `${base}-3`].map((home) => `${home}/tea-at-home`)),
  )
})

test.for(['admin', 'earshot', 'blog', '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'])(
  'the reserved slug %s is refused for blogs and posts',
  async (slug) => {
    const person = await owner()
    const refusal = { code: 'invalid_input', field: 'slug', reason: 'slug_reserved' }
    expect(await getRefusal(change(person, slug))).toMatchObject(refusal)
    expect(await getRefusal(publish(person, { slug }))).toMatchObject(refusal)
  },
)

test('titles and names that are reserved words get a free slug', async () => {
  const person = await owner('Admin')
  const _id = await newDocument(person, 'Feed')
  const { post } = await person.call(cmsContract.publish, { _id, status: 'published' })
  expect(post.url).toMatch(/\/b\/admin-blog(?:-\d+)?\/feed-2$/)
})

test('posts from before slugs existed get one when their blog is read', async () => {
  const person = await owner()
  const { slug } = await publish(person)
  await server.database.pool.query('delete from blog_addresses where workspace_id = $1', [person.workspaceId])
  await change(await owner(), `any-${randomUUID()}`)
  const { post } = await server.anonymous(cmsContract.publicGet, { workspace_id: person.workspaceId, slug })
  expect(post.url).toBe(`http://earshot.test/b/${person.slug}/${slug}`)
})

test('up to 20 earlier addresses redirect, and going back to one of them is always possible', async () => {
  const person = await owner()
  await publish(person)
  const names = Array.from({ length: 20 }, (_, at) => `${person.slug}-no-${at}`)
  for (const name of names) await change(person, name)
  expect(await getRefusal(change(person, `${person.slug}-more`))).toMatchObject({ reason: 'too_many_blog_slugs' })
  expect((await change(person, names[3]!)).blog.slug).toBe(names[3])
}, 30_000)
