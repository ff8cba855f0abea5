import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getSchema } from '@tiptap/core'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { textExtensions } from '../../src/features/ai-content/web/editor/editor-extensions.ts'
import { markdownFor } from '../../src/features/ai-content/web/editor/editor-markdown.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import {
  copiedImagesPlugin,
  copyForeignImages,
  countForeignImages,
} from '../../src/features/images/web/in-text/copied-images.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { gif, jpeg, png, webp } from '../support/hostile-images.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Text that comes from another site, with images that are there and others that can't be copied. */

const schema = getSchema(textExtensions)
const markdown = markdownFor(schema)
const good = ['/wide.png', '/photo.jpg', '/wrong-name.png', '/moved', '/late.gif', '/name%20with%20space.png?v=2']
const bad = [
  '/gone.png',
  '/page.png',
  '/drawing.svg',
  '/large.png',
  '/inside.png',
  '/cut.png',
  '/empty.png',
  '/half.png',
]

let server: TestServer
let site: Server
let base: string
beforeAll(async () => {
  const [wide, photo, small, moving] = await Promise.all([png(900, 500), jpeg(), webp(), gif()])
  site = createServer(({ url = '' }, response) => {
    const send = (body: Buffer | string, type: string) =>
      void response.writeHead(200, { 'content-type': type }).end(body)
    if (url === '/guide') return send(page, 'text/html; charset=utf-8')
    if (url === '/photo.jpg') return send(photo, 'image/jpeg')
    if (url === '/wrong-name.png') return send(small, 'image/png')
    if (url === '/moved') return void response.writeHead(302, { location: '/photo.jpg' }).end()
    if (url === '/late.gif') return send(moving, 'image/gif')
    if (url === '/gone.png') return void response.writeHead(404).end('nothing')
    if (url === '/page.png') return send('<!doctype html><p>Sign in', 'text/html')
    if (url === '/drawing.svg') return send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')
    if (url === '/large.png') return send(Buffer.alloc(10_000_001), 'image/png')
    if (url === '/inside.png') return void response.writeHead(302, { location: 'http://169.254.169.254/a.png' }).end()
    if (url === '/cut.png') return void response.destroy()
    if (url === '/empty.png') return send('', 'image/png')
    if (url === '/half.png') return send(wide.subarray(0, wide.length / 2), 'image/png')
    send(wide, 'image/png')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1', CRAWL_GAP_MS: '0' })
})
afterAll(async () => {
  await server.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const words = 'A mat of twenty millimetres is soft enough for most people who stand all day at work. '
const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const page = `<!doctype html><html lang="en"><head><title>Mats</title></head><body><article><h1>Which mat?</h1>
${[...good, ...bad]
  .map((path, n) => {
    const image =
      path === '/late.gif' ? `<img src="${blank}" data-src="${path}" alt="L">` : `<img src="${path}" alt="Image ${n}">`
    return `<h2>Mat ${n}</h2><p>${words}${n % 2 ? image : ''}</p>${n % 2 ? '' : `<figure>${image}<figcaption>Caption ${n}</figcaption></figure>`}`
  })
  .join('')}
<table><tr><th>Mat</th><th>Image</th></tr><tr><td>Blue</td><td><img src="/wide.png" alt="again"></td></tr></table>
</article></body></html>`

type Account = Awaited<ReturnType<TestServer['signUp']>>

/** Copies all images of other sites in a text, as the editor does. */
async function copyImages({ call, workspaceId }: Account, source: string) {
  const failures: string[] = []
  let copied = 0
  const plugin = copiedImagesPlugin({
    copy: async (url, alt) => (await call(imagesContract.copy, { workspace_id: workspaceId, url, alt })).image,
    onCopied: (count) => {
      copied += count
    },
    onFailed: (sentence) => failures.push(sentence),
  })
  const view = {
    state: EditorState.create({ doc: markdown.parse(source), plugins: [plugin] }),
    isDestroyed: false,
    dispatch(transaction: Transaction) {
      const before = view.state
      view.state = view.state.apply(transaction)
      watcher.update!(view as unknown as EditorView, before)
    },
  }
  const watcher = plugin.spec.view!(view as unknown as EditorView)
  const before = countForeignImages(view.state).others
  copyForeignImages(view as unknown as EditorView)
  expect(countForeignImages(view.state)).toMatchObject({ waiting: before, total: before, others: 0 })
  await expect.poll(() => countForeignImages(view.state).waiting, { timeout: 30_000 }).toBe(0)
  return { copied, failures, left: countForeignImages(view.state), markdown: markdown.serialize(view.state.doc) }
}

const withoutAddresses = (text: string) => text.replace(/\]\((?:http[^\s)]*|\/images\/[^\s)]*)/g, '](')

test('the images of an imported page are copied, and each that can’t be says why', async () => {
  const account = await server.signUp()
  const { call, workspaceId } = account
  const { _id } = (await call(sitesContract.add, { workspace_id: workspaceId, url: 'hollowoak.example' })).site
  const { rows } = await server.database.pool.query(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       queries, since, last_day)
     values ($1, $2, gen_random_uuid(), $3, 'before', -0.5, -0.6, -0.4, 50, 100, -5, -40, -5, '[]', '2026-10-01', '2026-11-20')
     returning id`,
    [workspaceId, _id, `${base}/guide`],
  )
  const { draft_id } = await call(sitesContract.refreshDraft, { _id: rows[0].id })
  const { item } = await call(aiContentContract.single, { _id: draft_id })
  const source = markdown.serialize(markdown.parse(item.content_md))
  for (const path of [...good, ...bad]) expect(source).toContain(`](${base}${path}`)

  const result = await copyImages(account, source)
  expect(result.copied).toBe(good.length + 1)
  expect(result.left).toMatchObject({ waiting: 0, others: bad.length })
  expect(result.left.failures.map(({ sentence }) => sentence.split('.')[0])).toEqual([
    '127',
    'page isn’t a supported image',
    'drawing is an SVG, which can contain scripts',
    'large is larger than 10 MB',
    expect.stringMatching(/^Images can’t be copied from /),
    '127',
    'empty is empty',
    'half is incomplete',
  ])
  expect(result.left.failures.map(({ sentence }) => sentence).join(' ')).toMatch(
    /127\.0\.0\.1 didn’t return the image\..*127\.0\.0\.1 couldn’t be reached\./,
  )
  // Every word and every image is where it was, and those that failed keep their address.
  expect(withoutAddresses(result.markdown)).toBe(withoutAddresses(source))
  for (const path of bad) expect(result.markdown).toContain(`](${base}${path}`)
  for (const path of good) expect(result.markdown).not.toContain(`](${base}${path}`)
  // The photo that moved and the one in the table are known already.
  const library = await call(imagesContract.list, { workspace_id: workspaceId })
  expect(library.total).toBe(4)
  for (const [, url] of result.markdown.matchAll(/\]\((\/images\/[^\s)]+)/g))
    expect((await fetch(server.url + url)).status).toBe(200)
})

test.each([
  ['a link around it', '[![A](URL)](https://example.com/a) and **more**'],
  ['a table cell', '| a | b |\n| --- | --- |\n| ![A](URL "T") | c<br>d |'],
  ['a list and a quote', '- one\n- ![A](URL)\n\n> ![B](URL)\n>\n> said'],
  ['a footnote', 'x[^1]\n\n[^1]: ![A](URL) seen'],
  ['a definition that images use', '![A][p] and ![B][p]\n\n[p]: URL "T"'],
  ['text from right to left', '## سجادة\n\nنص ![سجادة](URL) آخر'],
  ['the same one twice', '![A](URL)\n\n![A](URL)'],
])('an image in %s is copied where it is', async (_, text) => {
  const account = await server.signUp()
  const source = markdown.serialize(markdown.parse(text.replaceAll('URL', `${base}/wide.png`)))
  const result = await copyImages(account, source)
  expect(result.failures).toEqual([])
  expect(result.markdown).not.toContain(base)
  expect(withoutAddresses(result.markdown)).toBe(withoutAddresses(source))
  expect((await account.call(imagesContract.list, { workspace_id: account.workspaceId })).total).toBe(1)
})

test('a full library stops no text', async () => {
  const account = await server.signUp()
  await server.database.pool.query(
    `insert into images (id, workspace_id, name, animated, files, source_hash)
     select gen_random_uuid(), $1, 'filler', false, '[{"size": "full", "name": "full-0.png"}]', decode(md5(n::text), 'hex')
     from generate_series(1, 5000) n`,
    [account.workspaceId],
  )
  const source = `Text ![A](${base}/wide.png) end`
  const result = await copyImages(account, source)
  expect(result).toMatchObject({ copied: 0, markdown: source, failures: [expect.stringContaining('5,000 images')] })
})
