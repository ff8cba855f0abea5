import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/**
 * The blog, written by staff and read by everyone. Its rules are tested in tests/http/cms.test.ts, and that no text of a
 * post runs as a script in stored-xss.test.ts.
 */

const test = browserTest
  /** A member of staff, whose posts are on the installation's blog. */
  .extend('staff', ({ earshot }) => earshot.signIn())
  /** Creates a published post with a tag of its own, so that tests don't see each other's posts. */
  .extend(
    'publish',
    ({ staff }) =>
      async (more: Partial<Parameters<typeof cmsContract.add.input.parse>[0] & object> = {}) => {
        const name = randomUUID().slice(0, 8)
        const post = { slug: `post-${name}`, title: `Cold brew ${name}`, excerpt: 'A jar.', tags: [`Tag ${name}`] }
        return (await staff.call(cmsContract.add, { ...post, body_md: text, status: 'published', ...more })).post
      },
  )

const patience = { timeout: 30_000 }
const text = `## What you need

A jar, a scale and a filter. The [grind](https://example.com/grind) matters more than the beans.

- 100 g of coffee
- 800 ml of water

## How long

| Where | Hours |
| --- | ---: |
| Counter | 12 |
| Fridge | 18 |

> The water does the work.

## What goes wrong

\`\`\`js
const grams = millilitres / 8
\`\`\`

## How long it keeps

A week.`

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const like = (page: Page) => page.getByRole('button', { name: 'Like' })
const isLiked = (page: Page) => expect.poll(() => like(page).getAttribute('aria-pressed'), patience)

async function openEditor(page: Page, id: string) {
  await page.goto(`/app/admin/posts/${id}`)
  await awake(page)
  await body(page).waitFor()
}

test('staff write a post: the slug follows the title, and the draft has what was typed', async ({ open, staff }) => {
  const page = await open({ as: staff })
  await page.goto('/app/admin/posts')
  await awake(page)
  await looksRight(page, { name: 'posts', views: everyView })
  await page.getByRole('link', { name: 'New post' }).first().click()
  await page.waitForURL('**/posts/new')
  const name = randomUUID().slice(0, 8)
  await page.getByLabel('Title', { exact: true }).first().fill(`Without a machine ${name}`)
  const slug = `without-a-machine-${name}`
  await expect.poll(() => page.getByLabel('URL', { exact: true }).inputValue(), patience).toBe(slug)
  await body(page).click()
  await page.keyboard.type('Cold water and one night.')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type(' Patience')
  await page.getByLabel('Excerpt').fill('A jar, and a night.')
  await page.getByLabel('Tags').fill('Coffee, Kitchen, coffee')
  await expect
    .poll(() => page.getByLabel('Search result preview').innerText(), patience)
    .toContain('A jar, and a night.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/posts\/[0-9a-f-]{36}$/)
  await expect.poll(() => page.getByRole('status').first().innerText(), patience).toContain('Saved')
  expect((await staff.call(cmsContract.get, { slug })).post).toMatchObject({
    status: 'draft',
    body_md: 'Cold water and one night. **Patience**',
    excerpt: 'A jar, and a night.',
    tags: ['Coffee', 'Kitchen'],
  })
})

test('a draft is visible only with its preview link until it is published', async ({ open, staff, publish }) => {
  const post = await publish({ status: 'draft' })
  const stranger = await open({ as: null })
  expect((await stranger.goto(`/blog/${post.slug}`))!.status()).toBe(404)
  const previewed = (await stranger.goto(post.preview_url))!
  expect(previewed.status()).toBe(200)
  expect(previewed.headers()['x-robots-tag']).toContain('noindex')
  await stranger.getByRole('heading', { level: 1, name: post.title }).waitFor()
  const page = await open({ as: staff })
  await openEditor(page, post._id)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: 'View post' }).waitFor()
  expect((await stranger.goto(`/blog/${post.slug}`))!.status()).toBe(200)
})

test('an earlier version is restored, and leaving with unsaved changes asks first', async ({
  open,
  staff,
  publish,
}) => {
  const first = 'Cold water and one night.'
  const { _id, slug, title } = await publish({ body_md: first, status: 'draft' })
  await staff.call(cmsContract.update, { _id, body_md: text, title: 'Another', status: 'published' })
  const page = await open({ as: staff })
  await openEditor(page, _id)
  await looksRight(page, { name: 'edit', views: everyView })
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Draft' }).first().click()
  await page.getByRole('button', { name: 'Restore this text' }).click()
  await expect.poll(() => page.getByLabel('Title', { exact: true }).first().inputValue(), patience).toBe(title)
  await expect.poll(() => body(page).innerText(), patience).toContain('one night')
  await page.getByRole('link', { name: 'All posts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Update post' }).click()
  await expect
    .poll(async () => (await staff.call(cmsContract.get, { slug })).post, patience)
    .toMatchObject({
      title,
      body_md: first,
    })
})

test('of two people who edit a post, the later one gets a conflict and nothing is overwritten', async ({
  open,
  staff,
  publish,
}) => {
  const { _id, slug } = await publish()
  const page = await open({ as: staff })
  await openEditor(page, _id)
  await staff.call(cmsContract.update, { _id, excerpt: 'Theirs.' })
  await page.getByLabel('Excerpt').fill('Mine.')
  await page.getByRole('button', { name: 'Update post' }).click()
  await page.getByText('Someone else saved this post').waitFor()
  expect((await staff.call(cmsContract.get, { slug })).post.excerpt).toBe('Theirs.')
})

test('search, tags and posts work without scripts', async ({ open, publish }) => {
  const tags = [`Tag ${randomUUID().slice(0, 8)}`]
  const older = await publish({ tags })
  const newer = await publish({ tags })
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto('/blog')
  // Newest first.
  expect((await page.locator('article h2').allInnerTexts()).slice(0, 2)).toEqual([newer.title, older.title])
  await page.getByLabel('Search posts').fill(older.title)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('1 post found').waitFor()
  await page.goto('/blog')
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: tags[0]! }).click()
  await page.waitForURL('**/blog/tag/*')
  expect(await page.locator('h1').innerText()).toBe(tags[0])
  await page.getByRole('link', { name: older.title }).click()
  await page.waitForURL(`**/blog/${older.slug}`)
  expect(await page.locator('article h2').allInnerTexts()).toContain('What you need#')
  expect(await page.locator('.article table').count()).toBe(1)
  expect(await page.getByRole('heading', { name: newer.title }).count(), 'a related post').toBe(1)
})

test('a like works without scripts, with one cookie, and can be undone', async ({ open, staff, publish }) => {
  const { slug } = await publish()
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto(`/blog/${slug}`)
  expect(await page.context().cookies()).toEqual([])
  await like(page).click()
  await isLiked(page).toBe('true')
  expect(await like(page).innerText()).toContain('1')
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([['visitor', true, 'Lax']])
  expect(new URL(page.url()).hash).toBe('#like')
  await like(page).click()
  await isLiked(page).toBe('false')
  expect((await staff.call(cmsContract.get, { slug })).post.likes).toBe(0)
})

test('with scripts a like counts in place, once per visitor', async ({ open, publish }) => {
  const { slug } = await publish()
  const [page, other] = [await open({ as: null }), await open({ as: null })]
  await page.goto(`/blog/${slug}`)
  await like(page).click()
  await isLiked(page).toBe('true')
  expect(new URL(page.url()).hash).toBe('')
  await other.goto(`/blog/${slug}`)
  await like(other).click()
  await expect.poll(() => like(other).innerText(), patience).toContain('2')
  await page.reload()
  expect(await like(page).getAttribute('aria-pressed')).toBe('true')
  expect(await like(page).innerText()).toContain('2')
})

test('list, post, tag and an empty search are accessible', async ({ open, publish }) => {
  const { slug } = await publish({ tags: ['Coffee'] })
  const page = await open({ as: null })
  for (const path of ['/blog', `/blog/${slug}`, '/blog/tag/coffee', '/blog?q=nothing']) {
    await page.goto(path)
    await looksRight(page, { name: path, views: everyView })
  }
})

test('a post has a canonical URL, a social card and JSON-LD in its language', async ({ open, earshot, publish }) => {
  const cover = 'https://pictures.example/jar.jpg'
  const title = 'Kaffee & „Kälte“ <kalt>'
  const { slug } = await publish({ title, excerpt: 'Über Nacht & kalt.', lang: 'de', cover, tags: ['R&B'] })
  const page = await open({ as: null, javaScriptEnabled: false })
  await page.goto(`/blog/${slug}`)
  const attribute = (selector: string, name: string) => page.locator(selector).first().getAttribute(name)
  const url = `${earshot.url}/blog/${slug}`
  expect(await attribute('link[rel=canonical]', 'href')).toBe(url)
  expect(await attribute('link[rel=alternate][hreflang]', 'hreflang')).toBe('de')
  expect(await attribute('meta[property="og:image"]', 'content')).toBe(cover)
  expect(await attribute('meta[property="og:type"]', 'content')).toBe('article')
  expect(await attribute('article', 'lang')).toBe('de')
  expect(await attribute('link[rel=alternate][type="application/rss+xml"]', 'href')).toBe(
    `${earshot.url}/blog/feed.xml`,
  )
  const posting = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(posting).toMatchObject({ '@type': 'BlogPosting', headline: title, inLanguage: 'de', url })
})

test('feed, sitemap and robots.txt list public posts only', async ({ page, earshot, publish }) => {
  const shown = await publish({ title: `Kaffee & „Kälte“ <kalt> ${randomUUID()}` })
  const hidden = await publish({ seo: { noindex: true } })
  const copied = await publish({ seo: { canonical: 'https://first.example/it', title: 'For searchers' } })
  const fetched = (path: string) => fetch(earshot.url + path)
  const read = async (path: string) => (await fetched(path)).text()
  expect((await fetched('/blog/feed.xml')).headers.get('content-type')).toContain('application/rss+xml')
  // Parsed as a browser would; stored-xss.test.ts has them with every kind of hostile text.
  const [titles, locations] = await page.evaluate(
    (files) =>
      files.map(([xml, selector]) => {
        const document = new DOMParser().parseFromString(xml!, 'application/xml')
        const error = document.querySelector('parsererror')
        return error ? [error.textContent] : [...document.querySelectorAll(selector!)].map((found) => found.textContent)
      }),
    [
      [await read('/blog/feed.xml'), 'item > title'],
      [await read('/sitemap.xml'), 'loc'],
    ],
  )
  expect(titles).toContain(shown.title)
  const at = (path: string) => earshot.url + path
  expect(locations).toEqual(expect.arrayContaining([at('/'), at('/blog'), at(`/blog/${shown.slug}`)]))
  for (const { slug } of [hidden, copied]) expect(locations).not.toContain(at(`/blog/${slug}`))
  expect(await read(`/blog/${hidden.slug}`)).toMatch(/<meta name="robots" content="noindex"/)
  const copy = await read(`/blog/${copied.slug}`)
  expect(copy).toContain('<link rel="canonical" href="https://first.example/it"')
  expect(copy).toContain('<title>For searchers · Earshot</title>')
  const robots = await read('/robots.txt')
  expect(robots).toContain(`Sitemap: ${earshot.url}/sitemap.xml`)
  expect(robots).toContain('Disallow: /app')
})

test('a workspace’s document is published from the editor to a URL that works immediately, and unpublished', async ({
  page,
  open,
  account,
  earshot,
}) => {
  const { call, workspaceId } = account
  const title = 'A week with a standing desk'
  const document = { workspace_id: workspaceId, template: 'blog_post', title, model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, {
    _id: item._id,
    version: 1,
    content_md: 'Standing all day is no better than sitting all day, and the feet say so first.\n\n## Why\n\nMove.',
  })
  await page.goto(`/app/content/${item._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByLabel('Tags').fill('Desks')
  await looksRight(page, { name: 'dialog', views: everyView })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByText('Published on').waitFor()
  const url = await dialog.getByLabel('URL', { exact: true }).first().inputValue()
  expect(url).toMatch(/\/b\/[a-z]+s-workspace(?:-\d+)?\/a-week-with-a-standing-desk$/)
  expect(url.startsWith(earshot.url)).toBe(true)
  const reader = await open({ as: null })
  expect((await reader.goto(url))!.status()).toBe(200)
  await looksRight(reader, { name: 'post of a workspace', views: everyView })
  await dialog.getByLabel('When').selectOption('draft')
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(async () => (await fetch(url)).status, patience).toBe(404)
})

test('a workspace’s blog is read and liked without scripts, and is not the installation’s', async ({
  open,
  account,
  earshot,
}) => {
  const { call, workspaceId } = account
  const title = 'A week with a standing desk'
  const document = { workspace_id: workspaceId, template: 'blog_post', title, model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'The feet say so first.' })
  const { post } = await call(cmsContract.publish, { _id: item._id, status: 'published' })
  const reader = await open({ as: null, javaScriptEnabled: false })
  await reader.goto(post.url)
  await reader.getByText('The feet say so first').first().waitFor()
  await like(reader).click()
  await expect.poll(() => like(reader).innerText(), patience).toContain('1')
  await reader.getByRole('link', { name: 'All posts' }).click()
  await reader.getByRole('heading', { name: title }).waitFor()
  expect(post.url).toBe(`${reader.url()}/${post.slug}`)
  expect((await fetch(`${earshot.url}/blog/${post.slug}`)).status).toBe(404)
})

test('earlier addresses of a blog and its posts redirect permanently, in one step and without a loop', async ({
  account,
  earshot,
}) => {
  const { call, workspaceId } = account
  const document = { workspace_id: workspaceId, template: 'blog_post', title: 'Standing', model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'The feet say so first.' })
  const publish = async (slug: string) =>
    (await call(cmsContract.publish, { _id: item._id, status: 'published', slug, tags: ['Desks'] })).post
  const before = new URL((await publish('before')).url).pathname.split('/')[2]!
  await publish('after')
  const now = `desks-${randomUUID().slice(0, 8)}`
  await call(cmsContract.changeAddress, { workspace_id: workspaceId, slug: now })

  const ask = async (path: string) => {
    const { status, headers } = await fetch(earshot.url + path, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  for (const old of [before, workspaceId]) {
    expect(await ask(`/b/${old}`)).toEqual([301, `/b/${now}`])
    expect(await ask(`/b/${old}/before`)).toEqual([301, `/b/${now}/after`])
    expect(await ask(`/b/${old}/after?x=1`)).toEqual([301, `/b/${now}/after?x=1`])
    expect(await ask(`/b/${old}/tag/desks`)).toEqual([301, `/b/${now}/tag/desks`])
    expect(await ask(`/b/${old}/feed.xml`)).toEqual([301, `/b/${now}/feed.xml`])
    expect(await ask(`/b/${old}/sitemap.xml`)).toEqual([301, `/b/${now}/sitemap.xml`])
    expect((await ask(`/b/${old}/none`))[0]).toBe(404)
  }
  for (const page of ['', '/after', '/tag/desks', '/feed.xml', '/sitemap.xml'])
    expect(await ask(`/b/${now}${page}`)).toEqual([200, null])
  const html = await (await fetch(`${earshot.url}/b/${now}/after`)).text()
  expect(html).toContain(`<link rel="canonical" href="${earshot.url}/b/${now}/after"`)

  // Back to the first address: no page leads away from it anymore.
  await call(cmsContract.changeAddress, { workspace_id: workspaceId, slug: before })
  expect(await ask(`/b/${before}/after`)).toEqual([200, null])
  expect(await ask(`/b/${now}/after`)).toEqual([301, `/b/${before}/after`])
})
