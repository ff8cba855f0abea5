import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createFragments } from './compressed-fragments.ts'

const page = (mark: string, nonce: string) =>
  new Response(`<p nonce="${nonce}">ä</p>${mark}<footer>${nonce}</footer>`, { headers: { 'X-Kept': 'yes' } })

test('a part is put in, compressed or not, around what each visitor has for themselves', async () => {
  const part = 'Größe '.repeat(50_000)
  for (const nonce of ['one', 'two']) {
    const fragments = createFragments()
    const whole = `<p nonce="${nonce}">ä</p>${part}<footer>${nonce}</footer>`
    const zipped = await fragments.fill(page(fragments.mark('part', part), nonce), 'br, gzip;q=0.8')
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.headers.get('x-kept')).toBe('yes')
    const body = Buffer.from(await zipped.arrayBuffer())
    expect(zipped.headers.get('content-length')).toBe(String(body.byteLength))
    expect(gunzipSync(body).toString()).toBe(whole)
    for (const encodings of ['', 'br', 'gzip;q=0', 'gzip;q=0.0, br']) {
      const plain = await fragments.fill(page(fragments.mark('part', part), nonce), encodings)
      expect(plain.headers.get('content-encoding')).toBeNull()
      expect(await plain.text()).toBe(whole)
    }
  }
})

test('another text under the name is another part; a page without one is left alone', async () => {
  const fragments = createFragments()
  const first = await fragments.fill(page(fragments.mark('part', 'before'), 'x'), 'gzip')
  expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toContain('before')
  const second = await fragments.fill(page(fragments.mark('part', 'after'), 'x'), 'gzip')
  expect(gunzipSync(Buffer.from(await second.arrayBuffer())).toString()).toContain('after')
  const untouched = page('', 'x')
  expect(await createFragments().fill(untouched, 'gzip')).toBe(untouched)
})
