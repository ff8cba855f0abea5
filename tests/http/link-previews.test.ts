import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { createPreviewImages } from '../../src/features/link-previews/preview-images.ts'
import { pageTitles, toPageName } from '../../src/features/link-previews/rules/page-titles.ts'
import { jpeg } from '../support/hostile-images.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Images that other sites show for a link. Their URLs in pages are tested in tests/end-to-end/blog.test.ts. */

let server: TestServer
let person: Awaited<ReturnType<TestServer['signUp']>>
beforeAll(async () => {
  server = await startTestServer()
  person = await server.signUp('self_hosted')
})
afterAll(() => server.close())

const ask = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

async function size(answer: Response) {
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [format, width, height]
}

async function publish(title: string, more: { cover?: string; status?: 'draft' | 'published' } = {}) {
  const { call, workspaceId } = person
  const document = { workspace_id: workspaceId, template: 'blog_post', title, model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'Leaves and hot water.' })
  return (await call(cmsContract.publish, { _id: item._id, status: 'published', ...more })).post
}

const at = (id: string, workspace = person.workspaceId) => `/og/${workspace}/posts/${id}`

test('a post’s title is drawn as PNG, 1200 × 630, and cached until it changes', async () => {
  const { _id } = await publish('Tea at home & “abroad” <b>')
  const first = await ask(at(_id))
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(first.headers.get('cache-control')).toBe('public, max-age=86400')
  const etag = first.headers.get('etag')!
  expect(await size(first)).toEqual(['png', 1200, 630])
  expect((await ask(at(_id), { 'If-None-Match': etag })).status).toBe(304)
  const other = await publish('Coffee at home')
  expect((await ask(at(other._id))).headers.get('etag')).not.toBe(etag)
})

test('drafts, posts of another workspace and unknown links have no image', async () => {
  const draft = await publish('A draft', { status: 'draft' })
  const { _id } = await publish('Ours')
  const stranger = await server.signUp('self_hosted')
  for (const path of [
    at(draft._id),
    at(_id, stranger.workspaceId),
    at(_id, 'own'),
    at(randomUUID()),
    `/og/${person.workspaceId}/reports/unknown`,
    `/og/${randomUUID()}/blog`,
    '/og/pages/app',
    '/og/pages/constructor',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('a cover from the library is cut to the same shape, and one elsewhere is never fetched', async () => {
  const { image } = await person.call(imagesContract.upload, {
    workspace_id: person.workspaceId,
    file: new File([new Uint8Array(await jpeg(1600, 1600))], 'cup.jpg', { type: 'image/jpeg' }),
  })
  const own = await publish('With a cover', { cover: `/images/${image._id}/full` })
  expect(await size(await ask(at(own._id)))).toEqual(['jpeg', 1200, 630])
  const elsewhere = await publish('Elsewhere', { cover: `${server.url}/readyz` })
  expect(await size(await ask(at(elsewhere._id)))).toEqual(['png', 1200, 630])
  // A cover that was deleted is replaced by the title.
  await person.call(imagesContract.delete, { _id: image._id, force: true })
  const gone = await publish('Gone', { cover: `/images/${randomUUID()}/full` })
  expect(await size(await ask(at(gone._id)))).toEqual(['png', 1200, 630])
})

test('blogs and this server’s own pages have images', async () => {
  await publish('For the blog')
  const paths = [`/og/${person.workspaceId}/blog`, '/og/own/blog']
  for (const path of [...paths, ...Object.keys(pageTitles).map((page) => `/og/pages/${toPageName(page)}`)])
    expect([path, ...(await size(await ask(path)))]).toEqual([path, 'png', 1200, 630])
})

test('an image is drawn once for all who ask at the same time, and too many at once are refused', async () => {
  const drawn: string[] = []
  const gate = Promise.withResolvers<void>()
  const previews = createPreviewImages({
    readCover: async () => null,
    renderer: {
      cover: () => Promise.reject(new Error('There is no cover')),
      async card({ card }) {
        await gate.promise
        drawn.push(card.title)
        return { mime: 'image/png', bytes: new Uint8Array([1]) }
      },
    },
  })
  const get = (title: string) =>
    previews.get(
      { card: { title, label: '', name: '', color: '#000000' }, logoKey: null, readLogo: async () => null },
      async () => undefined,
    )
  const answers = [get('same'), get('same'), ...Array.from({ length: 40 }, (_, n) => get(`${n}`))]
  const settled = Promise.allSettled(answers)
  gate.resolve()
  const outcomes = await settled
  expect(outcomes.slice(0, 2).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(10)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' })
  expect(drawn.filter((title) => title === 'same')).toHaveLength(1)
})
