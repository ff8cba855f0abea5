import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { type Image, imagesContract, maxImages } from '../../src/features/images/contract.ts'
import type { AppError } from '../../src/kit/errors.ts'
import { startS3Double } from '../doubles/s3.ts'
import {
  animation,
  avif,
  createHostileImages,
  gif,
  jpeg,
  packedButHonest,
  phonePhoto,
  png,
  webp,
} from '../support/hostile-images.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const file = (bytes: Uint8Array, name: string, type?: string) =>
  new File([new Uint8Array(bytes)], name, type === undefined ? {} : { type })

type Person = Awaited<ReturnType<TestServer['signUp']>>
const add = async ({ call, workspaceId }: Person, bytes: Uint8Array, name: string, alt?: string): Promise<Image> => {
  const given = { workspace_id: workspaceId, file: file(bytes, name), ...(alt === undefined ? {} : { alt }) }
  return (await call(imagesContract.upload, given)).image
}
/** The URL on this server: PUBLIC_URL names a host that doesn’t exist. */
const at = (url: string, from = server) => url.replace('http://earshot.test', from.url)
const read = async (url: string, from = server) => {
  const response = await fetch(at(url, from))
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const getFiles = (workspaceId: string) => {
  const folder = path.join(server.dataDir, 'files', workspaceId)
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$/.test(String(name)))
    : []
}

describe('uploading', () => {
  test('every format is stored decodable, with its true content type and smaller widths', async () => {
    const person = await server.signUp()
    for (const [bytes, name, mime, sizes] of [
      [await png(1500, 900), 'a.png', 'image/png', [1280, 640, 320]],
      [await jpeg(), 'b.jpg', 'image/jpeg', [640, 320]],
      [await webp(), 'c.webp', 'image/webp', [640, 320]],
      [await avif(), 'd.avif', 'image/avif', [320]],
      // A still GIF keeps every pixel.
      [await gif(), 'e.gif', 'image/png', [320]],
    ] as const) {
      const image = await add(person, bytes, name)
      expect(image).toMatchObject({ name, mime, alt: '', animated: false })
      expect(image.sizes.map(({ width }) => width)).toEqual(sizes)
      for (const one of [image, ...image.sizes]) {
        const { response, bytes: served } = await read(one.url)
        expect(response.headers.get('content-type')).toBe(one.mime)
        expect(served.length).toBe(one.bytes)
        const { width, height } = await sharp(served).metadata()
        expect([width, height]).toEqual([one.width, one.height])
      }
    }
  })

  test('a photo is rotated upright and loses location, time and camera data', async () => {
    const source = await phonePhoto()
    expect(source.includes('Secret Camera')).toBe(true)
    const image = await add(await server.signUp(), source, 'IMG_0001.JPG')
    expect([image.width, image.height]).toEqual([1200, 1600])
    for (const one of [image, ...image.sizes]) {
      const { bytes } = await read(one.url)
      expect(bytes.includes('Secret Camera') || bytes.includes('Exif')).toBe(false)
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  test('an animation keeps its frames', async () => {
    const image = await add(await server.signUp(), await animation(), 'moving.gif')
    expect(image).toMatchObject({ animated: true, width: 900, height: 300, mime: 'image/webp' })
    const { pages, delay } = await sharp((await read(image.url)).bytes).metadata()
    expect(pages).toBe(8)
    expect(delay).toEqual(Array(8).fill(100))
  })

  test('a large image is scaled down to 2,560 pixels', async () => {
    const image = await add(await server.signUp(), packedButHonest(), 'large.png')
    expect([image.width, image.height]).toEqual([2560, 2560])
  })

  test('a broken or mislabeled image is rejected and not stored, and the next upload works', async () => {
    const person = await server.signUp()
    for (const { what, name, bytes, type, code } of await createHostileImages()) {
      const failure = await person
        .call(imagesContract.upload, { workspace_id: person.workspaceId, file: file(bytes, name, type) })
        .then(() => null)
        .catch((error: AppError) => error)
      expect([what, failure?.code, failure?.status]).toEqual([what, code, code === 'too_large' ? 413 : 415])
      expect(failure!.options.field).toBe('file')
      expect(failure!.message).toMatch(/\.$/)
    }
    const { total } = await person.call(imagesContract.list, { workspace_id: person.workspaceId })
    expect(total).toBe(0)
    expect(getFiles(person.workspaceId)).toEqual([])
    await add(person, await png(), 'honest.png')
  })

  test('more than 10 MB is 413 with a message', async () => {
    const { call, workspaceId } = await server.signUp()
    const large = { workspace_id: workspaceId, file: file(Buffer.alloc(10_000_001), 'large.png') }
    await expect(call(imagesContract.upload, large)).rejects.toMatchObject({
      code: 'too_large',
      message: 'large.png is larger than 10 MB. Scale it down or save it as JPEG.',
    })
    const larger = { workspace_id: workspaceId, file: file(Buffer.alloc(12_000_000), 'larger.png') }
    await expect(call(imagesContract.upload, larger)).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a file uploaded twice is one image, also concurrently', async () => {
    const person = await server.signUp()
    const bytes = await png(700, 400)
    const [one, two] = await Promise.all([add(person, bytes, 'one.png'), add(person, bytes, 'two.png')])
    expect(one._id).toBe(two._id)
    expect((await add(person, bytes, 'three.png'))._id).toBe(one._id)
    const { total } = await person.call(imagesContract.list, { workspace_id: person.workspaceId })
    expect(total).toBe(1)
    const other = await server.signUp()
    expect((await add(other, bytes, 'one.png'))._id).not.toBe(one._id)
  })

  test('a full workspace rejects another image with a message', async () => {
    const person = await server.signUp()
    await server.database.pool.query(
      `insert into images (id, workspace_id, name, animated, files, source_hash)
       select gen_random_uuid(), $1, 'filler', false, '[{"size": "full", "name": "full-0.png"}]', decode(md5(n::text), 'hex')
       from generate_series(1, $2) n`,
      [person.workspaceId, maxImages],
    )
    await expect(add(person, await png(), 'one-more.png')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This workspace holds 5,000 images, the maximum. Delete some you don’t use.',
    })
  })
})

describe('the library', () => {
  test('is searched by name and alt text, both can be changed, and only in its workspace', async () => {
    const person = await server.signUp()
    const other = await server.signUp()
    const kettle = await add(person, await png(500, 300), 'kettle_100%.png')
    const beans = await add(person, await jpeg(500, 300), 'beans.jpg', 'Roasted beans in a bowl')
    const list = async (q?: string) =>
      (await person.call(imagesContract.list, { workspace_id: person.workspaceId, q })).items.map(({ _id }) => _id)
    expect(await list()).toEqual([beans._id, kettle._id])
    expect(await list('ROASTED')).toEqual([beans._id])
    expect(await list('0%')).toEqual([kettle._id])
    expect(await list('e_1')).toEqual([kettle._id])
    expect(await list('e_n')).toEqual([])
    const { image } = await person.call(imagesContract.update, { _id: kettle._id, alt: ' A steel\nkettle ' })
    expect(image).toMatchObject({ alt: 'A steel kettle', name: 'kettle_100%.png' })
    expect(await list('kettle')).toEqual([kettle._id])
    for (const reach of [
      () => other.call(imagesContract.update, { _id: kettle._id, alt: 'Mine' }),
      () => other.call(imagesContract.delete, { _id: kettle._id, force: true }),
      () => other.call(imagesContract.uses, { _id: kettle._id }),
      () => other.call(imagesContract.list, { workspace_id: person.workspaceId }),
      () => add({ ...other, workspaceId: person.workspaceId }, Buffer.from('x'), 'x.png'),
    ])
      await expect(reach()).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.call(imagesContract.list, { workspace_id: other.workspaceId })).total).toBe(0)
  })

  test('deleting an image in use says where, and with force deletes it and its files', async () => {
    const person = await server.signUp('self_hosted')
    const { call, workspaceId } = person
    const image = await add(person, await png(900, 500), 'used.png')
    const spare = await add(person, await png(901, 500), 'unused.png')
    const { item } = await call(aiContentContract.new, {
      workspace_id: workspaceId,
      template: 'social_post',
      title: 'Kettles',
      model: 'builtin',
    })
    await call(aiContentContract.update, {
      _id: item._id,
      version: item.version,
      content_md: `![A kettle](/images/${image._id}/1280)`,
    })
    await server.database.pool.query(
      `insert into posts (id, workspace_id, slug, title, excerpt, body_md, words, cover, lang, status, seo, search)
       values (gen_random_uuid(), $1, 'own', 'Of this blog', '', '', 0, $2, 'en', 'draft', '{}', ''),
              (gen_random_uuid(), null, $3, 'Not out yet', '', $2, 0, null, 'en', 'draft', '{}', '')`,
      [workspaceId, image.url, `site-${image._id}`],
    )
    const used = [
      { kind: 'document', _id: item._id, title: 'Kettles' },
      { kind: 'post', _id: expect.any(String), title: 'Of this blog' },
      { kind: 'post', _id: null, title: 'A draft on this server’s blog' },
    ]
    expect((await call(imagesContract.uses, { _id: image._id })).used_in.map(({ kind }) => kind)).toHaveLength(3)
    const refusal = (await call(imagesContract.delete, { _id: image._id }).catch((error) => error)) as AppError
    expect([refusal.code, refusal.status]).toEqual(['conflict', 409])
    expect(refusal.options.details!.used_in).toEqual(expect.arrayContaining(used))
    expect((await read(image.url)).response.status).toBe(200)

    await call(imagesContract.delete, { _id: spare._id })
    await call(imagesContract.delete, { _id: image._id, force: true })
    for (const gone of [image.url, spare.url]) expect((await read(gone)).response.status).toBe(404)
    expect(getFiles(workspaceId)).toEqual([])
    await expect(call(imagesContract.delete, { _id: image._id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a document’s exports have its images: absolute URLs in Markdown and HTML, embedded in DOCX', async () => {
    const person = await server.signUp('self_hosted')
    const stranger = await server.signUp()
    const image = await add(person, await webp(1800, 900), 'wide.webp', 'Wide')
    const foreign = await add(stranger, await png(300, 200), 'theirs.png')
    const { item } = await person.call(aiContentContract.new, {
      workspace_id: person.workspaceId,
      template: 'social_post',
      title: 'Shown',
      model: 'builtin',
    })
    const elsewhere = 'https://example.com/images/of/others.png'
    await person.call(aiContentContract.update, {
      _id: item._id,
      version: item.version,
      content_md: `![A kettle](/images/${image._id}/full)\n\n![Theirs](/images/${foreign._id}/full)\n\n![Far](${elsewhere})`,
    })
    const headers = { Authorization: `Bearer ${person.token}` }
    const exported = (format: string) => fetch(`${server.url}/ai/export/${item._id}?format=${format}`, { headers })
    const markdown = await (await exported('md')).text()
    expect(markdown).toContain(`![A kettle](${image.url})`)
    expect(markdown).toContain(`![Far](${elsewhere})`)
    expect(await (await exported('html')).text()).toContain(`<img src="${image.url}" alt="A kettle" />`)
    const { unzipSync } = await import('fflate')
    const parts = unzipSync(new Uint8Array(await (await exported('docx')).arrayBuffer()))
    // An image of another workspace isn’t embedded; Word can’t read WebP.
    const media = Object.entries(parts).filter(([name]) => name.startsWith('word/media/'))
    expect(media).toHaveLength(1)
    const { format, width } = await sharp(media[0]![1]).metadata()
    expect([format, width]).toEqual(['jpeg', 1600])
    const text = Buffer.from(parts['word/document.xml']!).toString()
    expect(text).toContain('descr="A kettle"')
    expect(text).toContain('Theirs')
  })

  test('files of a deleted workspace and of an interrupted upload are cleaned up', async () => {
    const person = await server.signUp()
    await add(person, await png(820, 500), 'a.png')
    expect(getFiles(person.workspaceId).length).toBeGreaterThan(1)
    const orphan = crypto.randomUUID()
    await server.app.storage.put(`${person.workspaceId}/images/${orphan}/full-1.png`, await png())
    await server.database.pool.query(
      `insert into image_files_to_remove values ($1, $2, '{full-1.png}', now() - interval '1 minute')`,
      [person.workspaceId, orphan],
    )
    await server.database.pool.query('delete from workspaces where id = $1', [person.workspaceId])
    for (const cleanUp of server.app.cleanups) await cleanUp()
    expect(getFiles(person.workspaceId)).toEqual([])
    const left = await server.database.pool.query('select 1 from image_files_to_remove where workspace_id = $1', [
      person.workspaceId,
    ])
    expect(left.rows).toEqual([])
  })

  test('an image is downloaded under its own name, and is in the account export', async () => {
    const person = await server.signUp()
    const image = await add(person, await jpeg(), 'Rösterei <1>.jpg', 'Roastery')
    const headers = { Authorization: `Bearer ${person.token}` }
    const saved = await fetch(`${server.url}/imagedownload/${image._id}`, { headers })
    expect(saved.status).toBe(200)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="rosterei-1\.jpg"/)
    expect((await saved.arrayBuffer()).byteLength).toBe(image.bytes)
    const archive = await fetch(`${server.url}/user/export`, { method: 'POST', headers })
    const { unzipSync } = await import('fflate')
    const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()))
    const folder = `workspaces/${person.workspaceId}/images`
    expect(entries[`${folder}/${image._id}.jpg`]!.byteLength).toBe(image.bytes)
    expect(JSON.parse(Buffer.from(entries[`${folder}/index.json`]!).toString())).toMatchObject([
      { _id: image._id, file: `${image._id}.jpg`, alt: 'Roastery' },
    ])
  })
})

describe('serving', () => {
  test('is public and immutable, with nosniff and a policy that runs no scripts', async () => {
    const image = await add(await server.signUp(), await png(800, 500), 'shown".html.png')
    const { response } = await read(image.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="shown-html\.png"/)
    const again = await fetch(at(image.url), { headers: { 'If-None-Match': response.headers.get('etag')! } })
    expect(again.status).toBe(304)
    // A width the image doesn’t have returns the original.
    const wide = await fetch(at(image.url).replace('/full', '/1280'))
    expect(Number(wide.headers.get('content-length'))).toBe(image.bytes)
  })

  test('an unknown image is 404, an invalid URL 400, and no path leaves the folder', async () => {
    const status = async (address: string) => (await fetch(`${server.url}${address}`)).status
    expect(await status(`/images/${crypto.randomUUID()}/full`)).toBe(404)
    expect(await status('/images/..%2f..%2fsecret/full')).toBe(400)
    const image = await add(await server.signUp(), await png(), 'a.png')
    expect(await status(`/images/${image._id}/..%2f..%2fsecret`)).toBe(400)
    expect(await status(`/images/${image._id}/999`)).toBe(400)
  })
})

describe('in a bucket', () => {
  const keys = {
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'a secret/with+signs',
    bucket: 'images',
    region: 'eu-west-1',
  }

  test('images are stored, served and deleted with signed requests, and downloaded from a presigned URL', async () => {
    const bucket = await startS3Double(keys)
    const remote = await startTestServer(bucket.env)
    try {
      const person = await remote.signUp()
      const image = await add(person, await jpeg(800, 500), 'Kettle & cup.jpg')
      expect(
        [...bucket.objects.keys()].every((key) => key.startsWith(`${person.workspaceId}/images/${image._id}/`)),
      ).toBe(true)
      expect(bucket.objects.size).toBe(3)
      const { response, bytes } = await read(image.url, remote)
      expect(response.status).toBe(200)
      expect(bytes.length).toBe(image.bytes)

      const headers = { Authorization: `Bearer ${person.token}` }
      const kept = await fetch(`${remote.url}/imagedownload/${image._id}`, { headers, redirect: 'manual' })
      expect([kept.status, kept.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
      const presigned = kept.headers.get('location')!
      const direct = await fetch(presigned)
      expect([direct.status, direct.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(direct.headers.get('content-disposition')).toMatch(/^attachment; filename="kettle-cup\.jpg"/)
      expect((await direct.arrayBuffer()).byteLength).toBe(image.bytes)
      expect((await fetch(presigned.replace(image._id, crypto.randomUUID()))).status).toBe(403)
      expect((await fetch(presigned.replace('X-Amz-Expires=300', 'X-Amz-Expires=9000'))).status).toBe(403)

      const { storage } = remote.app
      const large = Buffer.alloc(3_000_000, 7)
      const pieces = Array.from({ length: 30 }, (_, at) => large.subarray(at * 100_000, (at + 1) * 100_000))
      await storage.put('other/streamed', { stream: Readable.from(pieces), bytes: large.length })
      expect(bucket.objects.get('other/streamed')!.equals(large)).toBe(true)
      await storage.delete('other/streamed')

      expect(await remote.app.storage.check()).toBe('The bucket images stores and deletes files.')
      bucket.fail(true)
      await expect(add(person, await png(), 'later.png')).rejects.toMatchObject({
        code: 'upstream_failed',
        status: 502,
      })
      bucket.fail(false)
      await person.call(imagesContract.delete, { _id: image._id })
      expect(bucket.objects.size).toBe(0)
    } finally {
      await remote.close()
      await bucket.close()
    }
  })

  test('staff see the bucket’s error for a wrong secret', async () => {
    const bucket = await startS3Double(keys)
    const remote = await startTestServer({ ...bucket.env, S3_SECRET_ACCESS_KEY: 'another' })
    try {
      await expect(remote.app.storage.check()).rejects.toThrow('File storage returned 403 (SignatureDoesNotMatch).')
    } finally {
      await remote.close()
      await bucket.close()
    }
  })
})

describe('copying from other sites', () => {
  const start = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
    new Promise<{ url: string; close: () => Promise<void> }>((resolve) => {
      const site = createServer(answer).listen(0, '127.0.0.1', () => {
        const { port } = site.address() as AddressInfo
        resolve({
          url: `http://127.0.0.1:${port}`,
          close: () => new Promise((done) => void site.close(() => done()).closeAllConnections()),
        })
      })
    })

  test('an image is stored like an upload, under its own format whatever its URL says, once', async () => {
    const bytes = await webp()
    const site = await start((request, response) => {
      if (request.url === '/moved') return void response.writeHead(302, { location: '/a/blue%20mat.jpg?w=640' }).end()
      if (request.url === '/gone.png') return void response.writeHead(404).end('nothing')
      if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>')
      if (request.url === '/big.png') return void response.writeHead(200).end(Buffer.alloc(10_000_001))
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
    })
    const copying = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' })
    try {
      const { call, workspaceId } = await copying.signUp()
      const copy = (path: string) =>
        call(imagesContract.copy, { workspace_id: workspaceId, url: site.url + path, alt: 'A mat' })
      const { image } = await copy('/a/blue%20mat.jpg?w=640')
      expect(image).toMatchObject({ name: 'blue mat', mime: 'image/webp', alt: 'A mat' })
      expect((await read(image.url, copying)).response.status).toBe(200)
      expect((await copy('/moved')).image._id).toBe(image._id)
      await expect(copy('/gone.png')).rejects.toMatchObject({
        code: 'unavailable',
        options: { reason: 'image_not_served' },
      })
      await expect(copy('/page')).rejects.toMatchObject({
        code: 'unsupported_type',
        options: { reason: 'unsupported_image' },
      })
      await expect(copy('/big.png')).rejects.toMatchObject({ code: 'too_large', options: { reason: 'file_too_large' } })
    } finally {
      await copying.close()
      await site.close()
    }
  })

  test('addresses inside the network are refused', async () => {
    const { call, workspaceId } = await server.signUp()
    for (const url of ['http://127.0.0.1:8080/a.png', 'http://169.254.169.254/latest', 'http://[::1]/a.png'])
      await expect(call(imagesContract.copy, { workspace_id: workspaceId, url })).rejects.toMatchObject({
        code: 'invalid_input',
        options: { reason: 'image_url_refused' },
      })
    await expect(
      call(imagesContract.copy, { workspace_id: workspaceId, url: 'file:///etc/passwd' }),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'url' } })
  })
})
