import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** What readers see around a workspace's posts: author, cover, sources, posts before and after. */

let server: TestServer
let person: Awaited<ReturnType<TestServer['signUp']>>
beforeAll(async () => {
  server = await startTestServer()
  person = await server.signUp('self_hosted')
})
afterAll(() => server.close())

const getRefusal = async (answer: Promise<unknown>) => {
  try {
    await answer
  } catch (error) {
    if (error instanceof AppError) return error.toBody()
    throw error
  }
  throw new Error('It was not refused')
}

async function publish(
  title: string,
  more: Partial<Parameters<typeof cmsContract.publish.input.parse>[0] & object> = {},
) {
  const { call, workspaceId } = person
  const document = { workspace_id: workspaceId, template: 'blog_post', title, model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'Leaves and hot water.' })
  return (await call(cmsContract.publish, { _id: item._id, status: 'published', ...more })).post
}

const read = (slug: string) => server.anonymous(cmsContract.publicGet, { workspace_id: person.workspaceId, slug })

test('a post has an author with a portrait, and the next one suggests the same author', async () => {
  const portrait = randomUUID()
  const author = {
    name: 'Ada Lovelace',
    bio: 'Drinks tea.',
    image: `https://elsewhere.example/images/${portrait}/full`,
  }
  const cover = 'https://pictures.example/tea.jpg'
  const made = await publish('Tea with an author', { author, cover, cover_alt: 'A cup of tea.' })
  const shown = { author: { ...author, image: `/images/${portrait}/full` }, cover, cover_alt: 'A cup of tea.' }
  expect(made).toMatchObject(shown)
  expect((await read(made.slug)).post).toMatchObject(shown)
  // Published again without naming them, they stay.
  const { post } = await person.call(cmsContract.publish, { _id: made.document_id!, status: 'published' })
  expect(post).toMatchObject(shown)
  expect((await person.call(cmsContract.ofDocument, { _id: made.document_id! })).author).toEqual(shown.author)
  const stranger = await server.signUp('self_hosted')
  const { item } = await stranger.call(aiContentContract.new, {
    workspace_id: stranger.workspaceId,
    template: 'blog_post',
    title: 'Elsewhere',
    model: 'builtin',
  })
  expect((await stranger.call(cmsContract.ofDocument, { _id: item._id })).author).toBeNull()
})

test.for([
  ['author.name', { name: 'ada@example.com' }],
  ['author.bio', { name: 'Ada', bio: 'Write to ada@example.com.' }],
  ['author.name', { name: ' ' }],
  ['author.image', { name: 'Ada', image: 'https://elsewhere.example/me.png' }],
] as const)('an author with a wrong %s is refused: %j', async ([field, author]) => {
  expect(await getRefusal(publish('Refused', { author }))).toMatchObject({ code: 'invalid_input', field })
})

test('the URL and details of a post change without its text, and only for editors of its workspace', async () => {
  const made = await publish('Details')
  const { post } = await person.call(cmsContract.updateOwn, {
    _id: made._id,
    slug: 'other-details',
    excerpt: 'Shorter.',
    tags: ['Tea'],
    author: { name: 'Ada' },
  })
  expect(post).toMatchObject({ slug: 'other-details', excerpt: 'Shorter.', tags: ['Tea'], status: 'published' })
  expect(post.body_md).toBe(made.body_md)
  expect(await getRefusal(read(made.slug))).toMatchObject({ details: { moved_to: 'other-details' } })
  const stranger = await server.signUp('self_hosted')
  expect((await getRefusal(stranger.call(cmsContract.updateOwn, { _id: made._id, slug: 'mine' }))).code).toBe(
    'not_found',
  )
})

test('a portrait in use is named before it is deleted', async () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { image } = await person.call(imagesContract.upload, {
    workspace_id: person.workspaceId,
    file: new File([new Uint8Array(pixel)], 'me.png', { type: 'image/png' }),
  })
  await publish('Portrait', { author: { name: 'Ada', image: image.url } })
  expect(await getRefusal(person.call(imagesContract.delete, { _id: image._id }))).toMatchObject({
    reason: 'image_in_use',
  })
})

test('a post names the published posts before and after it', async () => {
  const blog = await server.signUp('self_hosted')
  const own = person
  person = blog
  const first = await publish('First')
  const draft = await publish('Draft', { status: 'draft' })
  const second = await publish('Second')
  const third = await publish('Third')
  const around = async (slug: string) => {
    const { previous, next } = await read(slug)
    return [previous?.slug ?? null, next?.slug ?? null]
  }
  expect(await around(first.slug)).toEqual([null, second.slug])
  expect(await around(second.slug)).toEqual([first.slug, third.slug])
  expect(await around(third.slug)).toEqual([second.slug, null])
  expect(draft.status).toBe('draft')
  person = own
})

test('sources are numbered from 1 as they appear, each page once', async () => {
  const made = await publish('Sources')
  const source = (n: number, page = n) => ({ n, url: `https://example.com/${page}`, title: `Page ${page}` })
  await server.database.pool.query('update posts set body_md = $1, sources = $2 where id = $3', [
    'Later.[^5] Earlier.[^3] Again.[^7] Unknown.[^9]',
    JSON.stringify([source(1), source(3), source(5), source(7, 5)]),
    made._id,
  ])
  // Any change empties the cache.
  await publish('Another')
  const { post } = await read(made.slug)
  expect(post.sources.map(({ n, title }) => [n, title])).toEqual([
    [1, 'Page 5'],
    [2, 'Page 3'],
  ])
  expect(post.body_html.match(/#source-\d/g)).toEqual(['#source-1', '#source-2', '#source-1'])
  expect(post.body_md).toBe('Later.[^1] Earlier.[^2] Again.[^1] Unknown.')
})
