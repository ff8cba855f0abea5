import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '#platform/outbound/outbound-fetch.ts'
import { decodePage } from '../rules/pages/page-charset.ts'
import { startsWithTag } from '../rules/pages/starts-with-tag.ts'
import { createPageFetcher, type PageFetcherOptions } from './page-fetch.ts'
import readRobots from './robots-thread.ts'

const outbound = createOutbound({
  allow: ['127.0.0.1', 'localhost'],
  userAgent: 'EarshotBot/1.0 (+https://earshot.example)',
})
const { signal } = new AbortController()
let server: Server
let base: string
let asked: string[]
let pages: Record<string, (response: ServerResponse, request: IncomingMessage) => void>

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!)
    const page = pages[request.url!]
    if (page) page(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  asked = []
  pages = {}
})

const html =
  (body: string | Buffer, type = 'text/html; charset=utf-8') =>
  (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type }).end(body)
const status = (code: number) => (response: ServerResponse) => response.writeHead(code).end()
const redirect = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end()
const fetcher = (options: Partial<PageFetcherOptions> = {}) =>
  createPageFetcher({
    fetch: outbound.fetch,
    readRobots: async (task) => readRobots(task),
    perHostSpacingMs: 0,
    ...options,
  })
const read = (path: string, options: Partial<PageFetcherOptions> = {}) =>
  fetcher(options).fetchPage(path.startsWith('http') ? path : `${base}${path}`, { signal })

const notRead = (message: string, reason: string) => ({ ok: false, error: { message, options: { reason } } })

describe('pages', () => {
  test('a page has its final URL', async () => {
    pages['/old'] = redirect('/new#part')
    pages['/new'] = html('<p>Grüße')
    expect(await read('/old')).toEqual({
      ok: true,
      url: `${base}/new`,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      bytes: new TextEncoder().encode('<p>Grüße'),
    })
  })

  test.each([
    ['/gone', 'answered 404', 'page_status'],
    ['/forbidden', 'answered 403', 'page_status'],
    ['/pdf', 'not a web page (application/pdf)', 'page_not_html'],
    ['/text', 'not a web page', 'page_not_html'],
    ['/empty', 'an empty page', 'page_empty'],
    ['/loop', 'redirected more than 5 times', 'page_redirects'],
    ['/inside', 'its IP address is private', 'page_private_address'],
    ['/script', 'not a valid URL', 'page_invalid_url'],
    ['/slow', 'no response within 0.2 s', 'page_timeout'],
    ['/big', 'over 0.001 MB', 'page_too_large'],
    ['/bomb', 'over 0.001 MB', 'page_too_large'],
  ])('%s: %s', async (path, phrase, reason) => {
    pages['/forbidden'] = status(403)
    pages['/pdf'] = html('%PDF', 'application/pdf')
    pages['/text'] = (response) => response.writeHead(200).end('plain words')
    pages['/empty'] = html('')
    pages['/loop'] = redirect('/loop')
    pages['/inside'] = redirect('http://169.254.169.254/')
    pages['/script'] = redirect('javascript:alert(1)')
    pages['/slow'] = () => {}
    pages['/big'] = (response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1001' }).write('<')
    pages['/bomb'] = html('<p>'.padEnd(1001, 'x'))
    const answer = await read(path, { timeoutMs: path === '/slow' ? 200 : 10_000, maxBytes: 1000 })
    expect(answer).toMatchObject(notRead(phrase, reason))
  })

  test('an invalid URL and a refused connection have a reason', async () => {
    expect(await read('http://')).toMatchObject(notRead('not a valid URL', 'page_invalid_url'))
    const spare = createServer()
    await new Promise<void>((resolve) => spare.listen(0, '127.0.0.1', resolve))
    const { port } = spare.address() as AddressInfo
    await new Promise((resolve) => spare.close(resolve))
    expect(await read(`http://127.0.0.1:${port}/`)).toMatchObject(
      notRead('robots.txt couldn’t be read (refused the connection)', 'robots_unreadable'),
    )
  })

  test('canceling ends running and waiting requests', async () => {
    const stop = new AbortController()
    pages['/a'] = () => stop.abort()
    const { fetchPage } = fetcher()
    const answers = await Promise.all(['/a', '/b'].map((path) => fetchPage(base + path, { signal: stop.signal })))
    const cancelled = notRead('cancelled', 'page_cancelled')
    expect(answers).toMatchObject([cancelled, cancelled])
    expect(asked).toEqual(['/robots.txt', '/a'])
  })
})

describe('politeness', () => {
  test('requests one page per host at a time, and robots.txt once', async () => {
    let open = 0
    let maxOpen = 0
    for (const path of ['/1', '/2', '/3', '/4']) {
      pages[path] = (response) => {
        maxOpen = Math.max(maxOpen, ++open)
        setImmediate(() => {
          open--
          html('<p>x')(response)
        })
      }
    }
    const { fetchPage } = fetcher()
    await Promise.all(['/1', '/2', '/3', '/4'].map((path) => fetchPage(base + path, { signal })))
    expect(maxOpen).toBe(1)
    expect(asked).toEqual(['/robots.txt', '/1', '/2', '/3', '/4'])
  })

  test('requests other hosts in parallel, up to the limit', async () => {
    const answers: (() => void)[] = []
    let maxOpen = 0
    pages['/x'] = (response) => {
      maxOpen = Math.max(
        maxOpen,
        answers.push(() => html('<p>x')(response)),
      )
      if (answers.length === 2) for (const answer of answers.splice(0)) answer()
    }
    const { fetchPage } = fetcher({ concurrency: 2 })
    const hosts = [base, base.replace('127.0.0.1', 'localhost')]
    await Promise.all(hosts.map((host) => fetchPage(`${host}/x`, { signal })))
    expect(maxOpen).toBe(2)
  })

  test('waits between two pages of a host', async () => {
    const at: number[] = []
    pages['/1'] = pages['/2'] = (response) => {
      at.push(performance.now())
      html('<p>x')(response)
    }
    const { fetchPage } = fetcher({ perHostSpacingMs: 120 })
    await Promise.all(['/1', '/2'].map((path) => fetchPage(base + path, { signal })))
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(119)
  })
})

describe('robots.txt', () => {
  const forbidden = notRead('blocked by robots.txt', 'page_blocked_by_robots')

  test('rules for our user agent take precedence over those for all', async () => {
    pages['/robots.txt'] = html(
      'User-agent: *\nDisallow: /\n\nUser-agent: earshotbot\nDisallow: /private\nAllow: /private/open',
      'text/plain',
    )
    pages['/'] = pages['/private/open'] = html('<p>x')
    expect(await read('/')).toMatchObject({ ok: true })
    expect(await read('/private/a')).toMatchObject(forbidden)
    expect(await read('/private/open')).toMatchObject({ ok: true })
    expect(asked).not.toContain('/private/a')
  })

  test('a redirect to a disallowed path isn’t followed', async () => {
    pages['/robots.txt'] = html('User-agent: *\nDisallow: /private', 'text/plain')
    pages['/'] = redirect('/private')
    expect(await read('/')).toMatchObject(forbidden)
    expect(asked).not.toContain('/private')
  })

  test.each([
    [404, { ok: true }],
    [403, { ok: true }],
    [503, notRead('robots.txt couldn’t be read (answered 503)', 'robots_unreadable')],
  ])('status %i', async (code, expected) => {
    pages['/robots.txt'] = status(code)
    pages['/'] = html('<p>x')
    expect(await read('/')).toMatchObject(expected)
  })

  test('rules beyond 500 kB are ignored', async () => {
    const filler = '# filler\n'.repeat(60_000)
    pages['/robots.txt'] = html(`User-agent: *\nDisallow: /early\n${filler}Disallow: /late`, 'text/plain')
    pages['/late'] = html('<p>x')
    expect(await read('/early')).toMatchObject(forbidden)
    expect(await read('/late')).toMatchObject({ ok: true })
  })

  test('is cached for an hour, and a failure for five minutes', async () => {
    let minutes = 0
    const { fetchPage } = fetcher({ now: () => minutes * 60_000 })
    const timesAskedAt = async (minute: number) => {
      minutes = minute
      await fetchPage(`${base}/`, { signal })
      return asked.filter((path) => path === '/robots.txt').length
    }
    pages['/robots.txt'] = status(500)
    expect([await timesAskedAt(0), await timesAskedAt(4)]).toEqual([1, 1])
    pages['/robots.txt'] = status(404)
    expect([await timesAskedAt(6), await timesAskedAt(65), await timesAskedAt(67)]).toEqual([2, 2, 3])
  })
})

describe('charsets', () => {
  const windows1251 = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
  const page = (meta: string, body: Buffer) => Buffer.concat([Buffer.from(`<html><head>${meta}</head><p>`), body])

  test.each<[string, Buffer, string | null, string]>([
    ['the header', page('', windows1251), 'text/html; charset=windows-1251', 'Привет'],
    ['the header before the meta', page('<meta charset=koi8-r>', windows1251), 'text/html; charset="cp1251"', 'Привет'],
    ['meta charset', page('<meta charset="windows-1251">', windows1251), 'text/html', 'Привет'],
    [
      'meta http-equiv',
      page('<meta http-equiv=Content-Type content="text/html; charset=windows-1251">', windows1251),
      null,
      'Привет',
    ],
    [
      'an XML declaration',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), windows1251]),
      null,
      'Привет',
    ],
    ['Shift_JIS', page('<meta charset=Shift_JIS>', Buffer.from([0x93, 0xfa, 0x96, 0x7b])), null, '日本'],
    [
      'a byte order mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('héllo', 'utf16le')]),
      'text/html; charset=latin1',
      'héllo',
    ],
    ['UTF-8 undeclared', page('', Buffer.from('naïve')), null, 'naïve'],
    ['UTF-8 declared as Latin-1', page('<meta charset=iso-8859-1>', Buffer.from('naïve')), null, 'naïve'],
    ['Latin-1 undeclared', page('', Buffer.from('naïve', 'latin1')), null, 'naïve'],
    ['an unknown charset', page('<meta charset=none-such>', Buffer.from('naïve')), 'text/html; charset=bogus', 'naïve'],
  ])('%s', (_, bytes, contentType, expected) => {
    expect(decodePage(bytes, contentType)).toContain(expected)
  })

  // Patterns that restart at each character took 11 s for one of these.
  test('charset detection takes linear time on hostile input', () => {
    const meta = Buffer.from(`${'<META<'.repeat(700)}CHARSET=${'\t'.repeat(3900)}=`)
    const header = `text/html; charset${' '.repeat(15_000)}charset${'charset='.repeat(100)}`
    for (let n = 0; n < 200; n++) expect(decodePage(meta, header)).toHaveLength(meta.length)
  })

  test.each([
    ['a tag', '<p>', true],
    ['a tag behind white space', ' \n\t<p>', true],
    ['a byte order mark', '\ufeff<p>', true],
    ['words', 'plain <b>words</b>', false],
    ['nothing', '', false],
  ])('%s is the start of a page: %s', (_, text, expected) => {
    expect(startsWithTag(Buffer.from(text))).toBe(expected)
    expect(startsWithTag(Buffer.from(text, 'utf16le'))).toBe(expected)
  })

  test('a fetched page is decoded', async () => {
    pages['/'] = html(page('<meta charset="windows-1251">', windows1251), 'text/html')
    const fetched = await read('/')
    expect(fetched.ok && decodePage(fetched.bytes, fetched.contentType)).toContain('Привет')
  })
})
