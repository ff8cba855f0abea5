import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { dangersIn, storedXss } from '../support/stored-xss.ts'

/** The blog in a real browser: written by staff, read by anybody. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let staff: Page
let call: Call
let workspaceId: string
const problems: string[] = []
const patience = { timeout: 30_000 }

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  ;({ call, workspaceId } = await earshot.signIn())
  browser = await launchBrowser()
  staff = await (await visitor()).newPage()
  staff.setDefaultTimeout(30_000)
  staff.on('pageerror', (error) => problems.push(`${staff.url()}: ${error.message}`))
  await staff.goto('/login')
  await staff.getByLabel('Email').fill(owner.email)
  await staff.getByLabel('Password', { exact: true }).fill(owner.password)
  await staff.keyboard.press('Enter')
  await staff.waitForURL('**/app')
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

/** Somebody of their own, with cookies of their own. */
const visitor = (more: { javaScriptEnabled?: boolean } = {}): Promise<BrowserContext> =>
  browser.newContext({
    reducedMotion: 'reduce',
    baseURL: earshot.url,
    viewport: { width: 1280, height: 900 },
    ...more,
  })

const slug = 'cold-brew-without-a-machine'
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

test('staff write a post: the slug follows the title, a draft is seen by its preview link alone, and then it is out', async () => {
  await staff.goto('/app/admin/posts')
  await staff.getByRole('link', { name: 'New post' }).first().waitFor()
  await looksRight(staff, { name: 'none', views: everyView })
  await staff.getByRole('link', { name: 'New post' }).first().click()
  await staff.waitForURL('**/posts/new')
  await staff.getByLabel('Title', { exact: true }).first().fill('Cold brew without a machine')
  await expect.poll(() => staff.getByLabel('URL', { exact: true }).inputValue(), patience).toBe(slug)
  const field = staff.getByRole('textbox', { name: 'Text', exact: true })
  await field.click()
  await staff.keyboard.type('Cold water and one night.')
  await staff.getByRole('button', { name: 'Bold' }).click()
  await staff.keyboard.type(' Patience')
  await staff.getByLabel('Excerpt').fill('A jar, and a night.')
  await staff.getByLabel('Tags').fill('Coffee, Kitchen, coffee')
  await expect
    .poll(() => staff.getByLabel('Search result preview').innerText(), patience)
    .toContain('A jar, and a night.')
  await staff.getByRole('button', { name: 'Save draft' }).click()
  await staff.waitForURL(/posts\/[0-9a-f-]{36}$/)
  await expect.poll(() => staff.getByRole('status').first().innerText(), patience).toContain('Saved')

  const { post } = await call(cmsContract.get, { slug })
  expect(post).toMatchObject({
    status: 'draft',
    body_md: 'Cold water and one night. **Patience**',
    excerpt: 'A jar, and a night.',
    tags: ['Coffee', 'Kitchen'],
  })
  const context = await visitor()
  const stranger = await context.newPage()
  expect((await stranger.goto(`/blog/${slug}`))!.status()).toBe(404)
  const previewed = (await stranger.goto(post.preview_url))!
  expect(previewed.status()).toBe(200)
  expect(previewed.headers()['x-robots-tag']).toContain('noindex')
  await stranger.getByRole('heading', { level: 1, name: post.title }).waitFor()
  await context.close()

  await staff.getByRole('button', { name: 'Publish' }).click()
  await staff.getByRole('link', { name: 'View post' }).waitFor()
  expect((await call(cmsContract.get, { slug })).post.status).toBe('published')
})

test('a version brings its words back; leaving without saving is asked about', async () => {
  await call(cmsContract.update, {
    _id: (await call(cmsContract.get, { slug })).post._id,
    body_md: text,
    title: 'Another',
  })
  await staff.reload()
  await staff.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  await looksRight(staff, { name: 'edit', views: everyView })
  await staff.getByRole('button', { name: 'Versions' }).click()
  await staff.getByRole('button', { name: 'Draft' }).first().click()
  await staff.getByRole('button', { name: 'Restore this text' }).click()
  await expect
    .poll(() => staff.getByLabel('Title', { exact: true }).first().inputValue(), patience)
    .toBe('Cold brew without a machine')
  await expect
    .poll(() => staff.getByRole('textbox', { name: 'Text', exact: true }).innerText(), patience)
    .toContain('one night')
  await staff.getByRole('link', { name: 'All posts' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await staff.getByRole('button', { name: 'Update post' }).click()
  await expect
    .poll(async () => (await call(cmsContract.get, { slug })).post.title, patience)
    .toBe('Cold brew without a machine')
  const { post } = await call(cmsContract.get, { slug })
  expect(post.body_md).toBe('Cold water and one night. **Patience**')
  await call(cmsContract.update, { _id: post._id, body_md: text })
})

test('two people at one post: the later one is told, and nothing is overwritten', async () => {
  await staff.goto(`/app/admin/posts/${(await call(cmsContract.get, { slug })).post._id}`)
  await staff.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  const { post } = await call(cmsContract.get, { slug })
  await call(cmsContract.update, { _id: post._id, excerpt: 'Theirs.' })
  await staff.getByLabel('Excerpt').fill('Mine.')
  await staff.getByRole('button', { name: 'Update post' }).click()
  await staff.getByText('Someone else saved this post').waitFor()
  expect((await call(cmsContract.get, { slug })).post.excerpt).toBe('Theirs.')
})

test('the blog is whole without scripts: list, post, tag, search, and a like that counts and is taken back', async () => {
  for (const [n, title] of ['Grinding coffee', 'Water for coffee'].entries())
    await call(cmsContract.add, {
      slug: `more-${n}`,
      title,
      excerpt: `${title}.`,
      tags: ['Coffee'],
      status: 'published',
    })
  const context = await visitor({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/blog')
  expect(await page.locator('article h2').allInnerTexts()).toEqual([
    'Water for coffee',
    'Grinding coffee',
    'Cold brew without a machine',
  ])
  await page.getByLabel('Search posts').fill('grind')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('2 posts found').waitFor()
  await page.goto('/blog')
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Kitchen' }).click()
  await page.waitForURL('**/blog/tag/kitchen')
  expect(await page.locator('h1').innerText()).toBe('Kitchen')
  await page.getByRole('link', { name: 'Cold brew without a machine' }).click()
  await page.waitForURL(`**/blog/${slug}`)
  expect(await page.locator('article h2').allInnerTexts()).toContain('What you need#')
  await expect.poll(() => page.locator('.article table').count()).toBe(1)
  await expect.poll(() => page.getByRole('heading', { name: 'Grinding coffee' }).count()).toBe(1)

  const like = page.getByRole('button', { name: 'Like' })
  expect(await context.cookies()).toEqual([])
  await like.click()
  await expect.poll(() => like.getAttribute('aria-pressed'), patience).toBe('true')
  expect(await like.innerText()).toContain('1')
  expect((await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['visitor', true, 'Lax'],
  ])
  expect(new URL(page.url()).hash).toBe('#like')
  await like.click()
  await expect.poll(() => like.getAttribute('aria-pressed'), patience).toBe('false')
  expect((await call(cmsContract.get, { slug })).post.likes).toBe(0)
  await context.close()
})

test('with scripts a like counts in place; two visitors are two', async () => {
  const first = await visitor()
  const page = await first.newPage()
  await page.goto(`/blog/${slug}`)
  const like = page.getByRole('button', { name: 'Like' })
  await like.click()
  await expect.poll(() => like.getAttribute('aria-pressed'), patience).toBe('true')
  expect(new URL(page.url()).hash).toBe('')
  const second = await visitor()
  const other = await second.newPage()
  await other.goto(`/blog/${slug}`)
  await other.getByRole('button', { name: 'Like' }).click()
  await expect.poll(() => other.getByRole('button', { name: 'Like' }).innerText(), patience).toContain('2')
  await page.reload()
  expect(await like.getAttribute('aria-pressed')).toBe('true')
  expect(await like.innerText()).toContain('2')
  for (const path of ['/blog', `/blog/${slug}`, '/blog/tag/coffee', '/blog?q=nothing']) {
    await page.goto(path)
    await looksRight(page, { name: path, views: everyView })
  }
  await first.close()
  await second.close()
})

test('machines find their way: canonical, card, JSON-LD, feed, map of the site, robots', async () => {
  const cover = 'https://pictures.example/jar.jpg'
  await call(cmsContract.add, {
    slug: 'deutsch',
    title: 'Kaffee & „Kälte“ <kalt>',
    excerpt: 'Über Nacht & kalt.',
    lang: 'de',
    cover,
    status: 'published',
    tags: ['R&B'],
  })
  await call(cmsContract.add, { slug: 'hidden', title: 'Hidden', status: 'published', seo: { noindex: true } })
  await call(cmsContract.add, {
    slug: 'copied',
    title: 'Copied',
    status: 'published',
    seo: { canonical: 'https://first.example/it', title: 'For searchers' },
  })
  const page = await (await visitor()).newPage()
  await page.goto('/blog/deutsch')
  const own = `${earshot.url}/blog/deutsch`
  const attribute = (selector: string, name: string) => page.locator(selector).first().getAttribute(name)
  expect(await attribute('link[rel=canonical]', 'href')).toBe(own)
  expect(await attribute('link[rel=alternate][hreflang]', 'hreflang')).toBe('de')
  expect(await attribute('meta[property="og:image"]', 'content')).toBe(cover)
  expect(await attribute('meta[property="og:type"]', 'content')).toBe('article')
  expect(await attribute('article', 'lang')).toBe('de')
  const posting = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(posting).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Kaffee & „Kälte“ <kalt>',
    inLanguage: 'de',
    url: own,
  })
  await page.goto('/blog/hidden')
  expect(await attribute('meta[name=robots]', 'content')).toBe('noindex')
  await page.goto('/blog/copied')
  expect(await attribute('link[rel=canonical]', 'href')).toBe('https://first.example/it')
  expect(await page.title()).toBe('For searchers · Earshot')

  const feed = await attribute('link[rel=alternate][type="application/rss+xml"]', 'href')
  expect(feed).toBe(`${earshot.url}/blog/feed.xml`)
  const [rss, map] = await Promise.all(
    [feed!, `${earshot.url}/sitemap.xml`].map(async (url) => {
      const answer = await fetch(url)
      return { type: answer.headers.get('content-type'), body: await answer.text() }
    }),
  )
  expect(rss!.type).toContain('application/rss+xml')
  const read = await page.evaluate(
    ([rss, map]) => {
      const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml')
      const [feed, sitemap] = [parse(rss!), parse(map!)]
      return {
        broken: [feed, sitemap].map((document) => document.querySelector('parsererror')?.textContent ?? null),
        titles: [...feed.querySelectorAll('item > title')].map((title) => title.textContent),
        locations: [...sitemap.querySelectorAll('loc')].map((loc) => loc.textContent),
      }
    },
    [rss!.body, map!.body],
  )
  expect(read.broken).toEqual([null, null])
  expect(read.titles).toContain('Kaffee & „Kälte“ <kalt>')
  expect(read.locations).toEqual(expect.arrayContaining([`${earshot.url}/`, `${earshot.url}/blog`, own]))
  expect(read.locations.filter((url) => /hidden|copied/.test(url!))).toEqual([])
  const robots = await (await fetch(`${earshot.url}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${earshot.url}/sitemap.xml`)
  expect(robots).toContain('Disallow: /app')
  await page.context().close()
})

/** Our own scripts carry the nonce of the answer; data is none. */
function foreign(html: string, policy: string): string[] {
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]
  return dangersIn(
    html,
    ({ name, attribs }) => name === 'script' && (attribs?.nonce === nonce || attribs?.type === 'application/ld+json'),
  )
}

/** That none of them runs in a browser: stored-xss.test.ts. */
test('texts that try to run leave nothing in a page that could, and a feed stays one', async () => {
  const page = await (await visitor()).newPage()
  const foreignOn = async (path: string) => {
    const answer = await fetch(earshot.url + path)
    expect(answer.status, path).toBe(200)
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/)
    return foreign(await answer.text(), policy)
  }
  for (const [n, payload] of storedXss.entries()) {
    const where = `xss-${n}`
    await call(cmsContract.add, {
      slug: where,
      title: `T${payload}`.slice(0, 300),
      excerpt: payload.slice(0, 1000),
      body_md: `${payload}\n\nText ${payload} text\n\n## H ${payload}\n\n| ${payload} |\n| --- |\n| ${payload} |`,
      tags: [`${payload.slice(0, 40)} ${n}`],
      seo: { title: payload.slice(0, 300), description: payload.slice(0, 1000) },
      status: 'published',
    })
    expect(await foreignOn(`/blog/${where}`), payload).toEqual([])
  }
  const paths = ['/blog', '/blog?page=2', '/blog?q=script', `/blog?q=${encodeURIComponent(storedXss[0]!)}`]
  const tags = storedXss
    .slice(0, 20)
    .map((payload, n) => `/blog/tag/${encodeURIComponent(`${payload.slice(0, 40)} ${n}`)}`)
  for (const path of [...paths, ...tags]) expect(await foreignOn(path), path).toEqual([])
  for (const path of ['/blog/feed.xml', '/sitemap.xml']) {
    const xml = await (await fetch(earshot.url + path)).text()
    const broken = await page.evaluate(
      (text) =>
        new DOMParser().parseFromString(text, 'application/xml').querySelector('parsererror')?.textContent ?? null,
      xml,
    )
    expect(broken, path).toBeNull()
  }
  await page.context().close()
})

test('a document of a workspace is published from its desk to an address that works at once', async () => {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'A week with a standing desk',
    model: 'builtin',
  })
  await call(aiContentContract.update, {
    _id: item._id,
    version: 1,
    content_md: 'Standing all day is no better than sitting all day, and the feet say so first.\n\n## Why\n\nMove.',
  })
  await staff.goto(`/app/content/${item._id}`)
  await staff.getByRole('button', { name: 'Publish' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Publish' })
  await dialog.getByLabel('Tags').fill('Desks')
  await looksRight(staff, { name: 'dialog', views: everyView })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByText('Published on').waitFor()
  const url = await dialog.getByLabel('URL', { exact: true }).first().inputValue()
  expect(url).toBe(`${earshot.url}/b/${workspaceId}/a-week-with-a-standing-desk`)
  const context = await visitor({ javaScriptEnabled: false })
  const reader = await context.newPage()
  expect((await reader.goto(url))!.status()).toBe(200)
  await reader.getByText('the feet say so first').first().waitFor()
  await reader.getByRole('button', { name: 'Like' }).click()
  await expect.poll(() => reader.getByRole('button', { name: 'Like' }).innerText(), patience).toContain('1')
  await reader.getByRole('link', { name: 'All posts' }).click()
  await reader.getByRole('heading', { name: 'A week with a standing desk' }).waitFor()
  expect(new URL(reader.url()).pathname).toBe(`/b/${workspaceId}`)
  expect((await reader.goto('/blog/a-week-with-a-standing-desk'))!.status()).toBe(404)
  await context.close()
  const strangers = await visitor()
  const page = await strangers.newPage()
  await page.goto(url)
  await looksRight(page, { name: 'workspace-post', views: everyView })
  await strangers.close()

  await dialog.getByLabel('When').selectOption('draft')
  await dialog.getByRole('button', { name: 'Unpublish' }).click()
  await expect.poll(async () => (await fetch(url)).status, patience).toBe(404)
})

test('nothing broke on the way', () => {
  expect(problems).toEqual([])
})
