import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'

/** Users connect by https to a public name; the proxy in front connects by http and may set its own `Host`. */

const publicUrl = 'https://earshot.example'
const metricsToken = 'a token of the operator'.replaceAll(' ', '-')

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let renaming: Proxy
let keeping: Proxy
beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, {
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  })
  renaming = await startProxy((headers) => ({
    ...headers,
    host: `127.0.0.1:${earshot.port}`,
    'x-forwarded-host': headers.host,
  }))
  keeping = await startProxy((headers) => headers)
})
afterAll(async () => {
  await renaming?.close()
  await keeping?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

type Proxy = { port: number; close(): Promise<void> }

async function startProxy(rewrite: (headers: IncomingHttpHeaders) => IncomingHttpHeaders): Promise<Proxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...rewrite(incoming.headers), 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const onward = request(
      { host: '127.0.0.1', port: earshot.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

type Sent = { path: string; method?: string; form?: Record<string, string>; headers?: Record<string, string> }

/** What a browser at `publicUrl` sends. `fetch` doesn't allow setting Host. */
function send(proxy: Pick<Proxy, 'port'>, { path, method, form, headers = {} }: Sent) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString()
    const asked = request(
      {
        host: '127.0.0.1',
        port: proxy.port,
        path,
        method: method ?? (form ? 'POST' : 'GET'),
        headers: {
          Host: new URL(publicUrl).host,
          ...(body && { Origin: publicUrl, 'Content-Type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      },
      async (answer) => {
        let text = ''
        for await (const chunk of answer.setEncoding('utf8')) text += chunk
        resolve({ status: answer.statusCode!, headers: answer.headers, text })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

describe.each([
  ['writes its own name into Host and ours into X-Forwarded-Host', () => renaming],
  ['leaves Host as it was', () => keeping],
] as const)('behind a proxy that %s', (_, proxy) => {
  test('pages open, and the sign-in form works with a Secure cookie', async () => {
    expect((await send(proxy(), { path: '/login' })).status).toBe(200)
    const answer = await send(proxy(), { path: '/login', form: owner })
    expect([answer.status, answer.headers.location]).toEqual([303, '/app'])
    const cookie = answer.headers['set-cookie']!.find((each) => each.startsWith('app_token='))!
    expect(cookie).toMatch(/; Secure/)
    const app = await send(proxy(), { path: '/app', headers: { Cookie: cookie.split(';')[0]! } })
    expect(app.status).toBe(200)
  })

  test('a wrong password shows an error on the page', async () => {
    const answer = await send(proxy(), { path: '/login', form: { ...owner, password: 'not the password' } })
    expect(answer.text).toContain('Wrong email or password.')
  })

  test('a form from another site is rejected with an explanation', async () => {
    const answer = await send(proxy(), { path: '/login', form: owner, headers: { Origin: 'https://evil.example' } })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    expect(answer.text).toContain('This form was sent from another site')
  })

  test('a form from the same host over http is rejected, and so is one with the session cookie and no Origin', async () => {
    const plain = await send(proxy(), {
      path: '/login',
      form: owner,
      headers: { Origin: publicUrl.replace('https', 'http') },
    })
    expect([plain.status, plain.headers['set-cookie']]).toEqual([403, undefined])
    const { token } = await earshot.signIn()
    const unnamed = await send(proxy(), {
      path: '/logout',
      method: 'POST',
      headers: { Cookie: `app_token=${token}`, 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(unnamed.status).toBe(403)
    const app = await send(proxy(), { path: '/app', headers: { Cookie: `app_token=${token}` } })
    expect(app.status).toBe(200)
  })

  test('an unknown host isn’t served', async () => {
    const answer = await send(proxy(), { path: '/login', headers: { Host: 'evil.example' } })
    expect(answer.status).toBe(421)
  })
})

test('every response has nosniff and HSTS, and pages keep their policy', async () => {
  const script = /\/assets\/[\w.-]+\.js/.exec((await send(keeping, { path: '/login' })).text)![0]
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const json = { 'Content-Type': 'application/json' }
  const asked: Sent[] = [
    ...[
      '/',
      '/login',
      '/app',
      '/pricing',
      '/blog',
      '/blog/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/status/feed.xml',
    ],
    ...[
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/metrics',
      '/favicon.svg',
      '/favicon.ico',
      script,
      '/assets/none.js',
      '/r/none',
      '/b/none',
    ],
    ...['/no/such/page', '/%E0%A4%A', '/cms/list', '/cms/get?slug=none'],
  ].map((path) => ({ path }))
  asked.push(
    { path: '/user/login', method: 'POST', headers: json },
    { path: '/user/none', method: 'POST', headers: json },
  )
  asked.push({ path: '/login', method: 'POST', headers: { ...form, Origin: 'https://evil.example' } })
  asked.push({ path: '/login', headers: { Host: 'evil.example' } })
  for (const one of asked) {
    const { status, headers } = await send(keeping, one)
    expect([one.path, status, headers['x-content-type-options'], headers['strict-transport-security']]).toEqual([
      one.path,
      expect.any(Number),
      'nosniff',
      'max-age=31536000',
    ])
  }
  for (const path of ['/', '/login', '/blog', '/r/none', '/no/such/page']) {
    const { headers } = await send(keeping, { path })
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      expect.stringMatching(/script-src 'self' 'nonce-/),
    ])
  }
})

test('invalid URLs give a 404 without an error in the log, for any client', async () => {
  const { token } = await earshot.signIn()
  const cookie = { Cookie: `app_token=${token}` }
  const unknown = '01890000-0000-7000-8000-000000000000'
  const before = earshot.output().length
  const strange = ['/wp-login.php', '/.env', '/a/b/c', '/%E0%A4%A', '/x.data', '/blog/none', '/b/none', `/b/${unknown}`]
  for (const path of [...strange, '/r/none', '/blog/preview/none', '/b/none/sitemap.xml', '/assets/none.js'])
    expect([path, (await send(keeping, { path })).status]).toEqual([path, 404])
  for (const path of ['reports', 'lists', 'listeners', 'content'].map((kind) => `/app/${kind}/${unknown}`))
    expect([path, (await send(keeping, { path, headers: cookie })).status]).toEqual([path, 404])
  for (const path of ['/app/reports/none', '/app/content/none', '/app/none', '/app/admin/posts/none'])
    expect([400, 404]).toContain((await send(keeping, { path, headers: cookie })).status)
  for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND'])
    for (const path of ['/', '/wp-login.php', '/blog'])
      expect((await send(keeping, { path, method, headers: { Origin: publicUrl } })).status).toBeLessThan(500)
  expect(earshot.output().slice(before)).toBe('')
})

test('/metrics of a public server requires the token, also from this machine', async () => {
  const direct = { port: earshot.port }
  const own = { Host: `127.0.0.1:${earshot.port}` }
  const withToken = { Authorization: `Bearer ${metricsToken}` }
  const read = async (headers: Record<string, string>) => (await send(direct, { path: '/metrics', headers })).status
  expect(await read(own)).toBe(401)
  expect(await read({ ...own, Authorization: 'Bearer es_wrong_token_wrong_token' })).toBe(401)
  expect(await read({ Host: new URL(publicUrl).host })).toBe(404)
  expect(await read({ ...own, ...withToken })).toBe(200)
  expect((await send(keeping, { path: '/metrics', headers: withToken })).status).toBe(200)
})

test('the old URL of a renamed post redirects permanently', async () => {
  const { call } = await earshot.signIn()
  const post = { title: 'Cold brew', body_md: 'Coarse grounds.', status: 'published' as const }
  const { post: made } = await call(cmsContract.add, { ...post, slug: 'cold-brew', excerpt: '' })
  await call(cmsContract.update, { _id: made._id, slug: 'cold-brew-at-home' })
  const old = await send(keeping, { path: '/blog/cold-brew' })
  expect([old.status, old.headers.location]).toEqual([301, '/blog/cold-brew-at-home'])
  expect((await send(keeping, { path: '/blog/cold-brew-at-home' })).status).toBe(200)
})
