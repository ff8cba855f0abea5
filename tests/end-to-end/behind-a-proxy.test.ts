import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/running-earshot.ts'

/** People reach it by https under a name; the proxy before it speaks http to it and may put its own name into `Host`. */

const publicUrl = 'https://earshot.example'

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let renaming: Proxy
let keeping: Proxy
beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' })
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

type Sent = { path: string; form?: Record<string, string>; headers?: Record<string, string> }

/** What a browser at `publicUrl` sends: `fetch` would not let us say the Host. */
function send(proxy: Proxy, { path, form, headers = {} }: Sent) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString()
    const asked = request(
      {
        host: '127.0.0.1',
        port: proxy.port,
        path,
        method: form ? 'POST' : 'GET',
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
  test('pages open and the sign-in form signs in, with a cookie for https only', async () => {
    expect((await send(proxy(), { path: '/login' })).status).toBe(200)
    const answer = await send(proxy(), { path: '/login', form: owner })
    expect([answer.status, answer.headers.location]).toEqual([303, '/app'])
    const cookie = answer.headers['set-cookie']!.find((each) => each.startsWith('app_token='))!
    expect(cookie).toMatch(/; Secure/)
    const app = await send(proxy(), { path: '/app', headers: { Cookie: cookie.split(';')[0]! } })
    expect(app.status).toBe(200)
  })

  test('a wrong password is answered on the page', async () => {
    const answer = await send(proxy(), { path: '/login', form: { ...owner, password: 'not the password' } })
    expect(answer.text).toContain('Email and password do not match.')
  })

  test('a form of another site is refused with a page that says so', async () => {
    const answer = await send(proxy(), { path: '/login', form: owner, headers: { Origin: 'https://evil.example' } })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
    expect(answer.text).toContain('This form was sent from another site')
  })

  test('another name than ours is not served', async () => {
    const answer = await send(proxy(), { path: '/login', headers: { Host: 'evil.example' } })
    expect(answer.status).toBe(421)
  })
})
