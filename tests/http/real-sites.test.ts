import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { publishingContract, type RemoteChange } from '../../src/features/publishing/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { launchBrowser } from '../support/browser.ts'
import { png } from '../support/hostile-images.ts'
import { articleSources, longArticle } from '../support/real-sites/article.ts'
import { ghostToken, hasGhost, startRealGhost } from '../support/real-sites/ghost.ts'
import { hasWordPress, type RealSite, startRealWordPress } from '../support/real-sites/wordpress.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/**
 * Publishing on a real WordPress and a real Ghost, where they're installed: see tests/support/real-sites. SITE_SHOTS=<folder> saves pictures of a
 * long article in their own pages.
 */

type Kind = 'wordpress' | 'ghost'
type Site = {
  kind: Kind
  isHere: boolean
  missing: string
  start(): Promise<RealSite>
  /** A person replaces words of a post there. */
  edit(site: RealSite, id: string, from: string, to: string): Promise<void>
  count(site: RealSite): Promise<number>
}

const basic = ({ credentials }: RealSite) => ({
  Authorization: `Basic ${btoa(`${credentials.username}:${credentials.application_password}`)}`,
  'Content-Type': 'application/json',
})
const ghostHeaders = ({ credentials }: RealSite) => ({
  Authorization: `Ghost ${ghostToken(credentials.admin_api_key!)}`,
  'Content-Type': 'application/json',
})

async function ask(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

const sites: Site[] = [
  {
    kind: 'wordpress',
    isHere: hasWordPress(),
    missing:
      'set WORDPRESS_DIR to its files, with php-cli, php-mysql and mariadb-server installed, or set WORDPRESS_URL',
    start: startRealWordPress,
    async edit(site, id, from, to) {
      const address = `${site.url}/wp-json/wp/v2/posts/${id}`
      const { content } = await ask(`${address}?context=edit`, { headers: basic(site) })
      expect(content.raw).toContain(from)
      await ask(address, {
        method: 'POST',
        headers: basic(site),
        body: JSON.stringify({ content: content.raw.replace(from, to) }),
      })
    },
    count: async (site) =>
      (await ask(`${site.url}/wp-json/wp/v2/posts?status=any&search=Steep`, { headers: basic(site) })).length,
  },
  {
    kind: 'ghost',
    isHere: hasGhost(),
    missing: 'set GHOST_DIR to an installed ghost and GHOST_NODE to its Node, or set GHOST_URL',
    start: startRealGhost,
    async edit(site, id, from, to) {
      const address = `${site.url}/ghost/api/admin/posts/${id}/`
      const { posts } = await ask(`${address}?formats=lexical`, { headers: ghostHeaders(site) })
      const { lexical, updated_at } = posts[0]
      expect(lexical).toContain(from)
      await ask(address, {
        method: 'PUT',
        headers: ghostHeaders(site),
        body: JSON.stringify({ posts: [{ lexical: lexical.replace(from, to), updated_at }] }),
      })
    },
    count: async (site) => {
      const filter = encodeURIComponent("title:~'Cold brew'")
      const { posts } = await ask(`${site.url}/ghost/api/admin/posts/?filter=${filter}`, {
        headers: ghostHeaders(site),
      })
      return posts.length
    },
  },
]

const text = '# Cold brew\n\nSteep it for a night.\n\n## Storing\n\nTen days in the fridge.'
const timeout = 600_000

for (const { kind, isHere, missing, start, edit, count } of sites)
  describe.skipIf(!isHere)(`a real ${kind}${isHere ? '' : ` (not here: ${missing})`}`, () => {
    let server: TestServer
    let site: RealSite
    beforeAll(async () => {
      site = await start()
      server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' })
    }, timeout)
    afterAll(async () => {
      await server?.close()
      await site?.stop()
    }, timeout)

    async function prepare() {
      const who = await server.signUp('starter')
      const { destination } = await who.call(publishingContract.addDestination, {
        ...{ workspace_id: who.workspaceId, kind, url: site.url, credentials: site.credentials },
      })
      expect(destination).toMatchObject({ can: { drafts: true, publish: true, media: true }, error: null })
      const write = async (content_md: string, _id?: string) => {
        const { item } = _id
          ? await who.call(aiContentContract.single, { _id })
          : await who.call(aiContentContract.new, {
              ...{
                workspace_id: who.workspaceId,
                template: 'blog_post' as const,
                title: 'Cold brew',
                model: 'builtin',
              },
            })
        await who.call(aiContentContract.update, { _id: item._id, content_md, version: item.version })
        return item._id
      }
      return { who, destination_id: destination._id, write }
    }

    test('one post is published, updated, edited there, merged and unpublished', { timeout }, async () => {
      const { who, destination_id, write } = await prepare()
      const document_id = await write(text)
      const publish = async (input: object = {}) =>
        (await who.call(publishingContract.publish, { document_id, destination_id, status: 'publish', ...input }))
          .publication
      const readPage = async (url: string) => {
        const response = await fetch(url)
        return { status: response.status, html: await response.text() }
      }
      const draft = await publish({ status: 'draft' })
      expect(draft.state).toBe('draft')
      const first = await publish()
      expect(first).toMatchObject({ state: 'published', remote_id: draft.remote_id, error: null })
      expect((await readPage(first.url!)).html).toContain('Steep it for a night.')

      await write(text.replace('a night', '16 hours'), document_id)
      const second = await publish()
      expect(second).toMatchObject({ remote_id: first.remote_id, url: first.url, remote_changed: false })
      expect((await readPage(second.url!)).html).toContain('Steep it for 16 hours.')
      expect(await count(site)).toBe(1)
      expect((await who.call(publishingContract.refresh, { _id: second._id })).publication.remote_changed).toBe(false)

      await edit(site, second.remote_id!, 'Ten days', 'Twelve days')
      await write(text.replace('a night', '18 hours'), document_id)
      const error = await publish().then(
        () => null,
        (error) => error,
      )
      expect(error).toBeInstanceOf(AppError)
      expect(error.toBody()).toMatchObject({ code: 'conflict', reason: 'remote_changed' })
      const { theirs, ours, remote_hash } = error.options.details as RemoteChange
      expect(theirs).toContain('Twelve days in the fridge.')
      expect(ours).toContain('18 hours')
      const content_md = ours.replace('Ten days', 'Twelve days')
      await publish({ resolution: 'merged', content_md, remote_hash })
      const merged = (await readPage(second.url!)).html
      expect(merged).toContain('Steep it for 18 hours.')
      expect(merged).toContain('Twelve days in the fridge.')

      const { publication } = await who.call(publishingContract.unpublish, { _id: second._id })
      expect(publication.state).toBe('unpublished')
      expect((await readPage(second.url!)).status).toBe(404)
      expect(await publish()).toMatchObject({ state: 'published', remote_id: first.remote_id })
      expect(await count(site)).toBe(1)
    })

    test('an article with 12 images, tables, questions and sources keeps all of them', { timeout }, async () => {
      const { who, destination_id, write } = await prepare()
      const images: string[] = []
      for (let n = 1; n <= 12; n++) {
        const file = new File([await png(900, 500 + n)], `image-${n}.png`, { type: 'image/png' })
        images.push((await who.call(imagesContract.upload, { workspace_id: who.workspaceId, file })).image.url)
      }
      const document_id = await write(longArticle(images))
      const citations = JSON.stringify(articleSources)
      await server.database.pool.query('update documents set citations = $1 where id = $2', [citations, document_id])
      const input = { document_id, destination_id, status: 'publish' as const, title: 'Cold brew, from bean to glass' }
      const { publication } = await who.call(publishingContract.publish, input)
      expect(publication).toMatchObject({ state: 'published', error: null })
      const html = await (await fetch(publication.url!)).text()
      const shown = [...html.matchAll(/<img[^>]+alt="Step (\d+)[^"]*"[^>]*>/g)]
      expect(shown.map(([, n]) => Number(n))).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
      for (const [tag] of shown) expect(tag).toContain(new URL(site.url).host)
      expect(html.match(/<table/g)?.length).toBeGreaterThanOrEqual(2)
      expect(html).toContain('How long does cold brew keep?')
      expect(html).toContain('example.org/brewing')
      const again = await who.call(publishingContract.refresh, { _id: publication._id })
      expect(again.publication.remote_changed).toBe(false)
      const folder = process.env.SITE_SHOTS
      if (!folder) return
      await mkdir(folder, { recursive: true })
      const browser = await launchBrowser()
      try {
        for (const [name, width] of [
          ['wide', 1440],
          ['phone', 390],
        ] as const) {
          const page = await browser.newPage({ viewport: { width, height: 900 } })
          await page.goto(publication.url!, { timeout: 120_000 })
          const images = await page.evaluate<number[]>(`Promise.all(
            [...document.querySelectorAll('article img, main img')].map(async (image) => {
              image.loading = 'eager'
              await image.decode().catch(() => undefined)
              return image.naturalWidth
            }))`)
          expect(images.filter((width) => width > 0).length).toBeGreaterThanOrEqual(12)
          await page.screenshot({ path: path.join(folder, `${kind}-${name}.png`), fullPage: true })
          await page.close()
        }
      } finally {
        await browser.close()
      }
    })
  })
