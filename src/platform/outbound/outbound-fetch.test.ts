import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound, OutboundError, readText } from './outbound-fetch.ts'
import { isPublicAddress, parseAllowList } from './ssrf-guard.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handler: Handler
let server: Server
let port: number
const open: Outbound[] = []

beforeAll(async () => {
  server = createServer((request, response) => handler(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await Promise.all(open.map((outbound) => outbound.close()))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  handler = (_, response) => response.end('hello')
})

function outbound(allow: string[] = [], lookup?: LookupFunction) {
  const made = createOutbound({ allow, userAgent: 'TestBot/1.0', lookup })
  open.push(made)
  return made
}

/** Resolves host names to the given addresses, one per lookup. */
const resolving = (...answers: string[]): LookupFunction => {
  let asked = 0
  return (_host, _options, callback) => {
    const address = answers[Math.min(asked++, answers.length - 1)]!
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error) => (error instanceof OutboundError ? error.kind : error),
  )

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s isn’t public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('allowlist', () => {
  const list = parseAllowList([
    'intranet.example',
    '*.lab.example',
    'localhost:9999',
    '10.2.0.0/16',
    '::1',
    'web.example:80',
  ])

  test.each([
    ['intranet.example', 1234, true],
    ['www.intranet.example', 80, false],
    ['a.b.lab.example', 80, true],
    ['lab.example', 80, false],
    ['localhost', 9999, true],
    ['127.0.0.1', 9999, true],
    ['localhost', 9998, false],
    ['web.example', 80, true],
    ['web.example', 443, false],
  ])('has host %s:%i: %s', (host, at, expected) => {
    expect(list.hasHost(host, at)).toBe(expected)
  })

  test.each([
    ['10.2.3.4', true],
    ['::ffff:10.2.3.4', true],
    ['10.3.0.1', false],
    ['::1', true],
    ['::2', false],
  ])('has address %s: %s', (address, expected) => {
    expect(list.hasAddress(address)).toBe(expected)
  })

  test.each(['http://x', 'a b', 'host/path'])('rejects the entry "%s"', (entry) => {
    expect(() => parseAllowList([entry])).toThrow(entry)
  })
})

describe('blocked before anything is sent', () => {
  test.each([
    'http://localhost:PORT/',
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://0:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is blocked', async (spelling) => {
    let reached = false
    handler = (_, response) => {
      reached = true
      response.end()
    }
    const url = spelling.replace('PORT', String(port))
    expect(await failure(outbound().fetch(url))).toBe('blocked')
    expect(await failure(outbound().checkUrl(url))).toBe('blocked')
    expect(reached).toBe(false)
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:pass@example.com/',
    'http://user@example.com',
    'nonsense',
    'http://',
  ])('%s isn’t a valid URL', async (url) => {
    expect(await failure(outbound().fetch(url))).toBe('bad_url')
    expect(await failure(outbound().checkUrl(url))).toBe('bad_url')
  })

  test('a public name with a private address is blocked with a message that names it', async () => {
    const { fetch, checkUrl } = outbound([], resolving('192.168.0.10'))
    await expect(fetch('http://innocent.example/')).rejects.toThrow(/^innocent\.example is at a private/)
    expect(await failure(checkUrl('http://innocent.example/'))).toBe('blocked')
  })

  test('a name that resolves to a private address after the check is blocked when connecting', async () => {
    const { fetch, checkUrl } = outbound([], resolving('93.184.216.34', '127.0.0.1'))
    await checkUrl(`http://rebind.example:${port}/`)
    expect(await failure(fetch(`http://rebind.example:${port}/`))).toBe('blocked')
  })

  test('an allowed host, host:port, address or range can be reached', async () => {
    for (const allow of ['localhost', `localhost:${port}`, '127.0.0.1', '127.0.0.0/8']) {
      const response = await outbound([allow]).fetch(`http://127.0.0.1:${port}/`)
      expect(await response.text()).toBe('hello')
    }
    const named = outbound(['intranet.example'], resolving('127.0.0.1'))
    await named.checkUrl(`http://intranet.example:${port}/`)
    expect((await named.fetch(`http://intranet.example:${port}/`)).status).toBe(200)
    expect(await failure(outbound([`127.0.0.1:${port + 1}`]).fetch(`http://127.0.0.1:${port}/`))).toBe('blocked')
  })
})

describe('redirects', () => {
  test('to a private address are blocked', async () => {
    handler = (_, response) => response.writeHead(302, { location: `http://[::1]:${port}/secret` }).end()
    expect(await failure(outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`))).toBe('blocked')
  })

  test('to another scheme are rejected', async () => {
    handler = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    expect(await failure(outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`))).toBe('bad_url')
  })

  test('stop after five, or at the caller’s limit', async () => {
    let asked = 0
    handler = (_, response) => response.writeHead(302, { location: `/${++asked}` }).end()
    const { fetch } = outbound(['127.0.0.1'])
    expect(await failure(fetch(`http://127.0.0.1:${port}/`))).toBe('too_many_redirects')
    expect(asked).toBe(6)
    const unfollowed = await fetch(`http://127.0.0.1:${port}/`, { redirects: 0 })
    expect([unfollowed.status, unfollowed.headers.get('location')]).toEqual([302, '/7'])
  })

  test('don’t send secrets to another origin, and the response has the last URL', async () => {
    const seen: Record<string, unknown>[] = []
    handler = (request, response) => {
      seen.push(request.headers)
      if (request.url === '/there') return response.end('there')
      const to = request.url === '/' ? '/same' : `http://localhost:${port}/there`
      response.writeHead(302, { location: to }).end()
    }
    const { fetch } = outbound(['localhost'], resolving('127.0.0.1'))
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'x-other': 'kept' }
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers })
    expect(response.url).toBe(`http://localhost:${port}/there`)
    expect(seen[1]).toMatchObject(headers)
    expect(seen[2]).toMatchObject({ 'x-other': 'kept', 'user-agent': 'TestBot/1.0' })
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen[2]).not.toHaveProperty(name)
  })

  test('a 302 turns a POST into a GET, and a 307 repeats it', async () => {
    const seen: string[] = []
    handler = (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${body}`)
        const status = { '/302': 302, '/307': 307 }[request.url!]
        if (status) response.writeHead(status, { location: '/end' }).end()
        else response.end()
      })
    }
    const { fetch } = outbound(['127.0.0.1'])
    await fetch(`http://127.0.0.1:${port}/302`, { method: 'POST', body: 'x' })
    await fetch(`http://127.0.0.1:${port}/307`, { method: 'POST', body: 'y' })
    expect(seen).toEqual(['POST /302 x', 'GET /end ', 'POST /307 y', 'POST /end y'])
  })
})

describe('limits', () => {
  const local = (path = '/') => `http://127.0.0.1:${port}${path}`

  test('a body with a Content-Length over the limit is rejected immediately', async () => {
    handler = (_, response) => response.writeHead(200, { 'content-length': '1000' }).write('x')
    const refused = outbound(['127.0.0.1']).fetch(local(), { maxBytes: 999 })
    await expect(refused).rejects.toThrow('127.0.0.1 returned more than 999 bytes.')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('%s is decompressed, and the limit applies to the decompressed size', async (encoding, compress) => {
    const packed = compress(Buffer.alloc(1_000_000, 'a'))
    handler = (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(packed)
    const { fetch } = outbound(['127.0.0.1'])
    expect(await (await fetch(local(), { maxBytes: 1_000_000 })).text()).toHaveLength(1_000_000)
    const response = await fetch(local(), { maxBytes: 999_999 })
    expect(await failure(response.text())).toBe('too_large')
  })

  test('readText has its own limit', async () => {
    handler = (_, response) => response.end('x'.repeat(5000))
    const response = await outbound(['127.0.0.1']).fetch(local())
    await expect(readText(response, 4000)).rejects.toThrow('127.0.0.1 returned more than 4 kB.')
  })

  test('a host that never responds times out', async () => {
    handler = () => {}
    await expect(outbound(['127.0.0.1']).fetch(local(), { timeoutMs: 50 })).rejects.toMatchObject({
      kind: 'timeout',
      message: '127.0.0.1 didn’t respond fully within 0.05 s.',
    })
  })

  test('a body that never ends times out too', async () => {
    handler = (_, response) => response.write('begun')
    const response = await outbound(['127.0.0.1']).fetch(local(), { timeoutMs: 200 })
    expect(await failure(response.text())).toBe('timeout')
  })

  test('the caller can cancel before the request, while waiting and while reading', async () => {
    const { fetch } = outbound(['127.0.0.1'])
    expect(await failure(fetch(local(), { signal: AbortSignal.abort() }))).toBe('cancelled')
    const waiting = new AbortController()
    handler = () => waiting.abort()
    expect(await failure(fetch(local(), { signal: waiting.signal }))).toBe('cancelled')
    const reading = new AbortController()
    handler = (_, response) => response.write('begun')
    const response = await fetch(local(), { signal: reading.signal })
    reading.abort()
    expect(await failure(response.text())).toBe('cancelled')
  })

  test('a streamed response is passed on in chunks', async () => {
    let finish = () => {}
    handler = (_, response) => {
      response.write('data: 1\n\n')
      finish = () => response.end('data: 2\n\n')
    }
    const response = await outbound(['127.0.0.1']).fetch(local())
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('data: 1\n\n')
    finish()
    expect((await reader.read()).value).toBe('data: 2\n\n')
    expect((await reader.read()).done).toBe(true)
  })
})

describe('responses', () => {
  test('a refused connection is “unreachable”, with the host in the message', async () => {
    const spare = createServer()
    await new Promise<void>((resolve) => spare.listen(0, '127.0.0.1', resolve))
    const { port: closed } = spare.address() as AddressInfo
    await new Promise((resolve) => spare.close(resolve))
    await expect(outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${closed}/`)).rejects.toMatchObject({
      kind: 'unreachable',
      message: '127.0.0.1 refused the connection.',
    })
  })

  test('a name that isn’t in DNS is “unreachable”', async () => {
    const unknown: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
    const { fetch, checkUrl } = outbound([], unknown)
    await expect(fetch('http://nowhere.example/')).rejects.toThrow('nowhere.example wasn’t found in DNS.')
    expect(await failure(checkUrl('http://nowhere.example/'))).toBe('unreachable')
  })

  test('an invalid status and an empty body are passed on', async () => {
    const { fetch } = outbound(['127.0.0.1'])
    handler = (_, response) => response.writeHead(999).end('no')
    const odd = await fetch(`http://127.0.0.1:${port}/`)
    expect([odd.status, odd.ok, await odd.text()]).toEqual([999, false, 'no'])
    handler = (_, response) => response.writeHead(204).end()
    expect((await fetch(`http://127.0.0.1:${port}/`)).body).toBeNull()
  })

  test('a form is sent as multipart', async () => {
    handler = (request, response) => {
      response.setHeader('x-type', request.headers['content-type'] ?? '')
      request.pipe(response)
    }
    const body = new FormData()
    body.set('field', 'value')
    const response = await outbound(['127.0.0.1']).fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
    expect(response.headers.get('x-type')).toMatch(/^multipart\/form-data; boundary=/)
    expect(await response.text()).toContain('name="field"\r\n\r\nvalue')
  })
})
