import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { thinPostVersions } from '../../src/features/cms/store/version-store.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { AppError } from '../../src/kit/errors.ts'
import { jpeg } from '../support/hostile-images.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { dangersIn, storedXss } from '../support/stored-xss.ts'
import { until } from '../support/wait-until.ts'

/** Posts over HTTP: staff's blog, its public pages, and documents published by a workspace. */

let server: TestServer
let staff: Awaited<ReturnType<TestServer['signUp']>>
beforeAll(async () => {
  server = await startTestServer()
  staff = await server.signUp('self_hosted')
  await server.database.pool.query('update users set staff = true where id = $1', [staff.user.id])
})
afterAll(() => server.close())

const some = (more: object = {}) => ({
  slug: `post-${randomUUID()}`,
  title: 'Cold brew at home',
  excerpt: 'What to buy and how long to wait.',
  body_md: 'Coarse grounds, cold water, sixteen hours.\n\n## How long\n\nSixteen hours.',
  ...more,
})

const getRefusal = async (answer: Promise<unknown>) => {
  try {
    await answer
  } catch (error) {
    if (error instanceof AppError) return error.toBody()
    throw error
  }
  throw new Error('It was not refused')
}
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const read = (slug: string, call: Call = server.anonymous) => call(cmsContract.publicGet, { slug })

test('a post is created, partly updated, read by id and slug, and public only when published', async () => {
  const { post: made } = await staff.call(cmsContract.add, some({ tags: ['Coffee', 'coffee', ' '], lang: 'en' }))
  expect(made).toMatchObject({ status: 'draft', cover: null, tags: ['Coffee'], likes: 0, version: 1, publish_at: null })
  expect(made.seo).toEqual({ title: null, description: null, canonical: null, noindex: false })
  expect((await getRefusal(read(made.slug))).code).toBe('not_found')

  const { post: changed } = await staff.call(cmsContract.update, {
    _id: made._id,
    status: 'published',
    seo: { description: 'For searchers.' },
  })
  expect(changed).toMatchObject({ title: made.title, tags: ['Coffee'], version: 2, status: 'published' })
  expect(changed.seo).toMatchObject({ title: null, description: 'For searchers.', noindex: false })
  expect(Date.now() - Date.parse(changed.publish_at!)).toBeLessThan(60_000)

  const { post: shown, blog } = await read(made.slug)
  expect(shown).toMatchObject({ _id: made._id, status: 'published', likes: 0, liked: false })
  expect(shown.url).toBe(`http://earshot.test/blog/${made.slug}`)
  expect(shown.body_html).toContain('<h2 id="how-long">')
  expect(shown.headings).toEqual([{ level: 2, text: 'How long', id: 'how-long' }])
  expect(blog).toMatchObject({ workspace_id: null, name: 'Earshot', url: 'http://earshot.test/blog', path: '/blog' })

  expect((await staff.call(cmsContract.get, { slug: made.slug })).post._id).toBe(made._id)
  const { versions } = await staff.call(cmsContract.get, { _id: made._id })
  expect(versions.map(({ version, status, by }) => [version, status, by])).toEqual([
    [2, 'published', 'Ada'],
    [1, 'draft', 'Ada'],
  ])
  const { version } = await staff.call(cmsContract.version, { _id: made._id, version: 1 })
  expect(version).toMatchObject({ status: 'draft', seo: { description: null } })

  // As a draft again, it is hidden from readers immediately.
  await staff.call(cmsContract.update, { _id: made._id, status: 'draft' })
  expect((await getRefusal(read(made.slug))).code).toBe('not_found')
})

test('a used slug or a stale version is a conflict that names the field', async () => {
  const { post: first } = await staff.call(cmsContract.add, some())
  const { post: second } = await staff.call(cmsContract.add, some())
  const conflict = { code: 'conflict', field: 'slug' }
  expect(await getRefusal(staff.call(cmsContract.add, some({ slug: first.slug })))).toMatchObject(conflict)
  expect(await getRefusal(staff.call(cmsContract.update, { _id: second._id, slug: first.slug }))).toMatchObject(
    conflict,
  )
  const at = await Promise.all(
    [1, 2, 3].map(() =>
      post(`${server.url}/__cms/add`, some({ slug: 'at-once' }), { Authorization: `Bearer ${staff.token}` }),
    ),
  )
  expect(at.map(({ status }) => status).sort()).toEqual([200, 409, 409])

  await staff.call(cmsContract.update, { _id: first._id, version: 1, title: 'Newer' })
  expect(
    await getRefusal(staff.call(cmsContract.update, { _id: first._id, version: 1, title: 'Older' })),
  ).toMatchObject({
    code: 'conflict',
    field: 'version',
    details: { version: 2 },
  })
})

test('the same Idempotency-Key creates one post', async () => {
  const input = some()
  const options = { idempotencyKey: randomUUID() }
  const first = await staff.call(cmsContract.add, input, options)
  expect(await staff.call(cmsContract.add, input, options)).toEqual(first)
})

test.for([
  ['slug', { slug: 'Not A Slug' }],
  ['slug', { slug: '"><script>' }],
  ['slug', { slug: 'a--b' }],
  ['title', { title: ' \u0000\n ' }],
  ['cover', { cover: 'javascript:alert(1)' }],
  ['cover', { cover: '//evil.example/x.png' }],
  ['cover', { cover: 'data:image/svg+xml,<svg onload=alert(1)>' }],
  ['seo.canonical', { seo: { canonical: 'javascript:alert(1)' } }],
  ['seo.canonical', { seo: { canonical: 'https://a.example/"onmouseover="x' } }],
  ['seo.robots', { seo: { robots: 'none' } }],
  ['tags', { tags: 'coffee' }],
  ['tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }],
  ['lang', { lang: 'e' }],
  ['status', { status: 'live' }],
  ['publish_at', { publish_at: 'tomorrow' }],
  ['publish_at', { status: 'scheduled' }],
  ['publish_at', { status: 'published', publish_at: '2999-01-01T00:00:00Z' }],
] as const)('rejects an invalid %s with the field’s name: %j', async ([field, more]) => {
  const answer = await post(`${server.url}/__cms/add`, some(more), { Authorization: `Bearer ${staff.token}` })
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
  expect(answer.body.error?.message).toContain(field.split('.')[0])
})

test('a scheduled post becomes public on time, and its job updates the status', async () => {
  const at = soon(1500)
  const { post: made } = await staff.call(cmsContract.add, some({ status: 'scheduled', publish_at: at }))
  expect(made).toMatchObject({ status: 'scheduled', publish_at: at })
  // Read often, to detect a cached response that lives too long.
  let seen = 0
  await until('the post to go live', async () => {
    const before = Date.now()
    const answer = await fetch(`${server.url}/cms/get?slug=${made.slug}`)
    if (answer.status === 200) seen = Date.now()
    else expect(before).toBeLessThan(Date.parse(at) + 1000)
    return answer.status === 200
  })
  expect(seen).toBeGreaterThanOrEqual(Date.parse(at) - 50)
  expect((await server.anonymous(cmsContract.publicList, {})).items.map(({ _id }) => _id)).toContain(made._id)
  await until('the job to publish it', async () => {
    const { rows } = await server.database.pool.query('select status from posts where id = $1', [made._id])
    return rows[0].status === 'published'
  })
})

test('a scheduled post is public at its time, even if the worker is late', async () => {
  const { post: made } = await staff.call(cmsContract.add, some({ status: 'scheduled', publish_at: soon(3_600_000) }))
  expect((await getRefusal(read(made.slug))).code).toBe('not_found')
  // As if the time had passed without a worker.
  await server.database.pool.query(`update posts set publish_at = now() - interval '1 second' where id = $1`, [
    made._id,
  ])
  const elsewhere = some()
  await staff.call(cmsContract.add, elsewhere)
  expect((await read(made.slug)).post.status).toBe('published')
  expect((await staff.call(cmsContract.get, { _id: made._id })).post.status).toBe('published')
  const { items } = await staff.call(cmsContract.list, { status: 'published', q: made.slug })
  expect(items.map(({ _id }) => _id)).toEqual([made._id])
})

test('a job of a rescheduled post does nothing', async () => {
  const { post: made } = await staff.call(cmsContract.add, some({ status: 'scheduled', publish_at: soon(300) }))
  await staff.call(cmsContract.update, { _id: made._id, publish_at: soon(3_600_000) })
  await new Promise((resolve) => setTimeout(resolve, 2500))
  const { rows } = await server.database.pool.query('select status from posts where id = $1', [made._id])
  expect(rows[0].status).toBe('scheduled')
  expect((await getRefusal(read(made.slug))).code).toBe('not_found')
})

test('a like counts once per visitor, and a second one removes it', async () => {
  const { post: made } = await staff.call(cmsContract.add, some({ status: 'published' }))
  const like = (headers: Record<string, string> = {}) => post(`${server.url}/cms/like/${made._id}`, {}, headers)

  const first = await like()
  expect(first.body).toMatchObject({ success: true, likes: 1, liked: true })
  const cookie = first.headers.get('set-cookie')!
  expect(cookie).toMatch(/^visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  const visitor = { Cookie: cookie.split(';')[0]! }
  const shown = await fetch(`${server.url}/cms/get?slug=${made.slug}`, { headers: visitor })
  expect(((await shown.json()) as { post: object }).post).toMatchObject({ likes: 1, liked: true })
  expect((await read(made.slug)).post).toMatchObject({ likes: 1, liked: false })
  const again = await like(visitor)
  expect(again.body).toMatchObject({ likes: 0, liked: false })
  expect(again.headers.get('set-cookie')).toBeNull()

  const person = { Authorization: `Bearer ${(await server.signUp()).token}` }
  expect((await like(person)).body).toMatchObject({ likes: 1, liked: true })
  // The same person in another browser, with any cookie.
  expect((await like({ ...person, ...visitor })).body).toMatchObject({ likes: 0, liked: false })

  // An odd number of concurrent requests results in one like.
  await Promise.all(Array.from({ length: 7 }, () => like(visitor)))
  expect((await read(made.slug)).post.likes).toBe(1)
  const { rows } = await server.database.pool.query('select visitor from post_likes where post_id = $1', [made._id])
  expect(rows).toHaveLength(1)
  expect(rows[0].visitor).not.toContain(visitor.Cookie.split('=')[1])

  const { post: draft } = await staff.call(cmsContract.add, some())
  expect((await post(`${server.url}/cms/like/${draft._id}`, {})).status).toBe(404)
  expect((await post(`${server.url}/cms/like/${randomUUID()}`, {})).status).toBe(404)
})

test('lists are paginated, searchable by word prefix, filtered by tag, and posts have related ones', async () => {
  const call = staff.call
  const mark = `zq${randomUUID().slice(0, 6)}`
  const titles = ['Grinding for espresso', 'Water for espresso', 'A bicycle tour']
  for (const [at, title] of titles.entries())
    await call(cmsContract.add, {
      slug: `${mark}-${at}`,
      title,
      excerpt: `About ${title.toLowerCase()}.`,
      body_md: `Words of ${mark} on ${title.toLowerCase()}.`,
      tags: at < 2 ? [`${mark} Kitchen`] : ['Cycling'],
      status: 'published',
      publish_at: new Date(Date.now() - (10 - at) * 60_000).toISOString(),
    })
  const list = async (filter: object) => {
    const { items, total } = await server.anonymous(cmsContract.publicList, filter)
    return { slugs: items.map(({ slug }) => slug), total }
  }
  // A match in a tag ranks above one in the text.
  expect(await list({ q: mark })).toEqual({ slugs: [`${mark}-1`, `${mark}-0`, `${mark}-2`], total: 3 })
  expect(await list({ q: `${mark} espre` })).toMatchObject({ total: 2 })
  expect(await list({ q: `${mark} "' & | ! :* \\ (` })).toMatchObject({ total: 3 })
  expect(await list({ q: '…!' })).toEqual({ slugs: [], total: 0 })
  expect(await list({ q: mark, page: 2, limit: 2 })).toEqual({ slugs: [`${mark}-2`], total: 3 })
  expect(await list({ tag: `${mark} KITCHEN` })).toEqual({ slugs: [`${mark}-1`, `${mark}-0`], total: 2 })
  const { tags } = await server.anonymous(cmsContract.publicList, {})
  expect(tags).toContainEqual({ tag: `${mark} Kitchen`, posts: 2 })
  const { related } = await read(`${mark}-0`)
  expect(related[0]?.slug).toBe(`${mark}-1`)
  expect(related.map(({ slug }) => slug)).not.toContain(`${mark}-0`)
})

test('a draft is visible only with its own preview link', async () => {
  const { post: made } = await staff.call(cmsContract.add, some())
  const token = made.preview_url.split('/preview/')[1]!
  const { post: shown } = await server.anonymous(cmsContract.preview, { token })
  expect(shown).toMatchObject({ _id: made._id, title: made.title })
  const { post: other } = await staff.call(cmsContract.add, some())
  const [mine] = token.split('.')
  const forged = [`${mine}.${other.preview_url.split('.').at(-1)}`, `${mine}0.${token.split('.')[1]}`, mine!, '', '.']
  for (const wrong of forged)
    expect((await getRefusal(server.anonymous(cmsContract.preview, { token: wrong }))).code).toBe('not_found')
})

test('the sitemap leaves out noindex posts', async () => {
  const [open, hidden, moved] = [some(), some(), some()]
  await staff.call(cmsContract.add, { ...open, status: 'published' })
  await staff.call(cmsContract.add, { ...hidden, status: 'published', seo: { noindex: true } })
  await staff.call(cmsContract.add, { ...moved, status: 'published', seo: { canonical: 'https://a.example/there' } })
  const urls = (await server.anonymous(cmsContract.sitemap, {})).entries.map(({ url }) => url)
  expect(urls).toContain(`http://earshot.test/blog/${open.slug}`)
  for (const { slug } of [hidden, moved]) expect(urls).not.toContain(`http://earshot.test/blog/${slug}`)
})

test('an editor publishes a document to the workspace’s blog, updates and unpublishes it', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Cold brew: the café way',
    model: 'builtin',
  })
  const publish = (input: object) => call(cmsContract.publish, { _id: item._id, status: 'published', ...input })
  expect(await getRefusal(publish({}))).toMatchObject({ code: 'invalid_input' })
  const text =
    '# Cold brew: the café way\n\nCold brew steeps for sixteen hours, and it is worth the wait.\n\n## Why\n\nLess acid.'
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: text })
  const { post: made } = await publish({ tags: ['Coffee'] })
  expect(made).toMatchObject({
    workspace_id: workspaceId,
    document_id: item._id,
    slug: 'cold-brew-the-cafe-way',
    excerpt: 'Cold brew steeps for sixteen hours, and it is worth the wait.',
    url: expect.stringMatching(/^http:\/\/earshot\.test\/b\/adas-workspace(?:-\d+)?\/cold-brew-the-cafe-way$/),
    version: 1,
  })
  expect(made.body_md).not.toContain('# Cold brew')

  const { post: shown } = await server.anonymous(cmsContract.publicGet, {
    slug: made.slug,
    workspace_id: workspaceId,
  })
  expect(shown._id).toBe(made._id)
  // The post isn't in the installation's or another workspace's blog, and staff can't edit it.
  const stranger = await server.signUp()
  expect((await getRefusal(read(made.slug))).code).toBe('not_found')
  const elsewhere = { slug: made.slug, workspace_id: stranger.workspaceId }
  expect((await getRefusal(server.anonymous(cmsContract.publicGet, elsewhere))).code).toBe('not_found')
  expect((await getRefusal(staff.call(cmsContract.get, { _id: made._id }))).code).toBe('not_found')
  expect((await getRefusal(staff.call(cmsContract.update, { _id: made._id, title: 'Mine' }))).code).toBe('not_found')

  await call(aiContentContract.update, { _id: item._id, version: 2, content_md: `${text} And more.` })
  const { post: again } = await publish({ excerpt: 'Shorter.' })
  expect(again).toMatchObject({ _id: made._id, slug: made.slug, version: 2, excerpt: 'Shorter.', tags: ['Coffee'] })
  expect(again.publish_at).toBe(made.publish_at)
  expect((await call(cmsContract.ofDocument, { _id: item._id })).posts).toHaveLength(1)
  const { items } = await call(cmsContract.find, { workspace_id: workspaceId })
  expect(items.map(({ _id }) => _id)).toEqual([made._id])

  await publish({ status: 'draft' })
  expect(
    (await getRefusal(server.anonymous(cmsContract.publicGet, { slug: made.slug, workspace_id: workspaceId }))).code,
  ).toBe('not_found')
  expect(await getRefusal(publish({ to: 'installation' }))).toMatchObject({ code: 'forbidden', field: 'to' })
})

test('staff publish their own document to the installation’s blog', async () => {
  const { item } = await staff.call(aiContentContract.new, {
    workspace_id: staff.workspaceId,
    template: 'blog_post',
    title: 'News of the house',
    model: 'builtin',
  })
  await staff.call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'We moved to a larger kitchen.' })
  const { blogs } = await staff.call(cmsContract.ofDocument, { _id: item._id })
  expect(blogs.map(({ workspace_id }) => workspace_id)).toEqual([staff.workspaceId, null])
  const { post: made } = await staff.call(cmsContract.publish, {
    _id: item._id,
    status: 'published',
    to: 'installation',
  })
  expect(made).toMatchObject({ workspace_id: null, slug: 'news-of-the-house' })
  expect((await read(made.slug)).post.body_html).toContain('larger kitchen')
})

test('a post of a deleted document is unpublished and can be deleted; staff delete their own posts', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const viewer = await server.signUp()
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Tea at home',
    model: 'builtin',
  })
  const content = { _id: item._id, version: item.version, content_md: 'Leaves, hot water, three minutes.' }
  await call(aiContentContract.update, content)
  const { post: made } = await call(cmsContract.publish, { _id: item._id, status: 'published' })
  await call(aiContentContract.delete, { _id: item._id })
  const asReader = () => server.anonymous(cmsContract.publicGet, { workspace_id: workspaceId, slug: made.slug })
  expect((await asReader()).post._id).toBe(made._id)

  expect((await getRefusal(viewer.call(cmsContract.unpublish, { _id: made._id }))).code).toBe('not_found')
  const { post: down } = await call(cmsContract.unpublish, { _id: made._id })
  expect(down).toMatchObject({ status: 'draft', version: 2, slug: made.slug })
  expect((await call(cmsContract.unpublish, { _id: made._id })).post.version).toBe(2)
  expect((await getRefusal(asReader())).code).toBe('not_found')
  await call(cmsContract.deleteOwn, { _id: made._id })
  expect((await call(cmsContract.find, { workspace_id: workspaceId })).total).toBe(0)
  expect((await getRefusal(call(cmsContract.deleteOwn, { _id: made._id }))).code).toBe('not_found')

  const { post: own } = await staff.call(cmsContract.add, some({ status: 'published' }))
  expect((await read(own.slug)).post._id).toBe(own._id)
  // A post of the installation's blog belongs to no workspace.
  expect((await getRefusal(staff.call(cmsContract.deleteOwn, { _id: own._id }))).code).toBe('not_found')
  await staff.call(cmsContract.delete, { _id: own._id })
  expect((await getRefusal(read(own.slug))).code).toBe('not_found')
  const { rows } = await server.database.pool.query('select 1 from post_versions where post_id = any($1)', [
    [made._id, own._id],
  ])
  expect(rows).toEqual([])
})

test('a changed slug redirects in one step, and a new post with the slug takes precedence', async () => {
  const movedTo = async (slug: string) => (await getRefusal(read(slug))).details?.moved_to ?? null
  const names = ['a', 'b', 'c'].map((name) => `${name}-${randomUUID()}`)
  const [a, b, c] = names as [string, string, string]
  const { post: draft } = await staff.call(cmsContract.add, some({ slug: a }))
  await staff.call(cmsContract.update, { _id: draft._id, slug: b })
  // The post wasn't public under this slug.
  expect(await movedTo(a)).toBe(null)

  await staff.call(cmsContract.update, { _id: draft._id, slug: a, status: 'published' })
  await staff.call(cmsContract.update, { _id: draft._id, slug: b })
  await staff.call(cmsContract.update, { _id: draft._id, slug: c })
  expect([await movedTo(a), await movedTo(b)]).toEqual([c, c])
  // Back to the first slug without a redirect loop.
  await staff.call(cmsContract.update, { _id: draft._id, slug: a })
  expect([(await read(a)).post._id, await movedTo(b), await movedTo(c)]).toEqual([draft._id, a, a])

  const { post: other } = await staff.call(cmsContract.add, some({ slug: b, status: 'published' }))
  expect((await read(b)).post._id).toBe(other._id)
  const last = `d-${randomUUID()}`
  await staff.call(cmsContract.update, { _id: other._id, slug: last })
  expect([await movedTo(b), await movedTo(c)]).toEqual([last, a])
  await staff.call(cmsContract.update, { _id: other._id, status: 'draft' })
  expect(await movedTo(b)).toBe(null)
})

test('the blog of a deleted workspace or account disappears from every process immediately', async () => {
  const other = await startTestServer({ DATABASE_URL: server.databaseUrl })
  const person = await server.signUp('self_hosted')
  const { workspace } = await person.call(workspacesContract.add, { name: 'Second', color: '#2f6f4f' })
  const published = async (workspaceId: string) => {
    const { item } = await person.call(aiContentContract.new, {
      workspace_id: workspaceId,
      template: 'blog_post',
      title: 'Tea at home',
      model: 'builtin',
    })
    await person.call(aiContentContract.update, { _id: item._id, version: item.version, content_md: 'Leaves.' })
    await person.call(cmsContract.publish, { _id: item._id, status: 'published' })
  }
  const readable = (workspaceId: string) =>
    Promise.all(
      [server, other].map((process) =>
        process.anonymous(cmsContract.publicGet, { workspace_id: workspaceId, slug: 'tea-at-home' }).then(
          () => true,
          () => false,
        ),
      ),
    )
  for (const id of [person.workspaceId, workspace._id]) {
    await published(id)
    await until('both processes to show it', async () => !(await readable(id)).includes(false))
  }
  await person.call(workspacesContract.remove, { _id: workspace._id })
  expect((await readable(workspace._id))[0]).toBe(false)
  await until('the other process to forget the workspace', async () => !(await readable(workspace._id))[1])
  await person.call(authContract.deleteAccount, { password: person.password })
  expect((await readable(person.workspaceId))[0]).toBe(false)
  await until('the other process to forget the account', async () => !(await readable(person.workspaceId))[1])
  await other.close()
}, 30_000)

test('versions saved within minutes are thinned out after a day, except the newest 100 and status changes', async () => {
  const { post: made } = await staff.call(cmsContract.add, some())
  await server.database.pool.query(
    `insert into post_versions (post_id, version, content, by, at)
     select post_id, n, jsonb_set(content, '{status}', to_jsonb(case when n < 20 then 'draft' else 'published' end)), by,
       date_trunc('hour', now()) - interval '3 days' + n * interval '1 second'
     from post_versions, generate_series(2, 160) as n where post_id = $1 and version = 1`,
    [made._id],
  )
  await server.database.pool.query(
    `update post_versions set at = at - interval '4 days' where post_id = $1 and version = 1`,
    [made._id],
  )
  await thinPostVersions(server.database.db)
  const { rows } = await server.database.pool.query(
    'select version from post_versions where post_id = $1 order by version',
    [made._id],
  )
  const kept = rows.map(({ version }) => version)
  expect(kept.slice(0, 3)).toEqual([1, 19, 61])
  expect(kept).toHaveLength(102)
})

test('images in a post have their displayed width and reserved space', async () => {
  const { image } = await staff.call(imagesContract.upload, {
    workspace_id: staff.workspaceId,
    file: new File([new Uint8Array(await jpeg(1000, 600))], 'jar.jpg', { type: 'image/jpeg' }),
  })
  const at = `/images/${image._id}`
  const body_md = `![A jar](${at}/full)\n\n![Elsewhere](https://a.example/images/${randomUUID()}/full)`
  const { post: made } = await staff.call(cmsContract.add, some({ body_md, status: 'published' }))
  const { body_html } = (await read(made.slug)).post
  expect(body_html).toContain(
    `width="1000" height="600" srcset="${at}/full 1000w, ${at}/640 640w, ${at}/320 320w" sizes="(max-width: 43rem) 94vw, 39rem" src="${at}/full" alt="A jar"`,
  )
  expect(body_html.match(/srcset/g)).toHaveLength(1)
})

test('deleting a workspace deletes its posts', async () => {
  const { call, user } = await server.signUp('self_hosted')
  const id = randomUUID()
  await server.database.pool.query(
    `insert into workspaces (id, owner_id, name, color) values ($1, $2, 'Brief', '#c2410c')`,
    [id, user.id],
  )
  await server.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')`, [
    id,
    user.id,
  ])
  const { item } = await call(aiContentContract.new, {
    workspace_id: id,
    template: 'blog_post',
    title: 'Gone',
    model: 'builtin',
  })
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'Soon gone.' })
  const { post: made } = await call(cmsContract.publish, { _id: item._id, status: 'published' })
  await server.database.pool.query('delete from workspaces where id = $1', [id])
  const { rows } = await server.database.pool.query('select 1 from posts where id = $1', [made._id])
  expect(rows).toEqual([])
})

test('scripts in texts are escaped, and script URLs are rejected', async () => {
  const send = (input: object) => post(`${server.url}/__cms/add`, input, { Authorization: `Bearer ${staff.token}` })
  for (const payload of storedXss) {
    const input = some({
      title: `T ${payload}`.slice(0, 300),
      excerpt: payload.slice(0, 1000),
      body_md: payload,
      tags: [payload.slice(0, 50)],
      seo: { title: payload.slice(0, 300), description: payload.slice(0, 1000) },
      status: 'published',
    })
    expect((await send(input)).status, payload).toBe(200)
    const { post: shown } = await read(input.slug)
    expect(dangersIn(shown.body_html), payload).toEqual([])
    expect((await send(some({ slug: payload }))).status, payload).toBe(400)
    for (const [field, more] of [
      ['cover', { cover: payload }],
      ['seo.canonical', { seo: { canonical: payload } }],
    ] as const) {
      const { status, body } = await send(some(more))
      expect([status, body.error?.field], payload).toEqual([400, field])
    }
  }
})
