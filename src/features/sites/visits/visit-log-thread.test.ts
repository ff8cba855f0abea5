import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createThreads } from '#platform/threads/worker-threads.ts'
import type { VisitLog } from './visit-log-thread.ts'

const line = (second: number, path: string, agent: string, ip = '192.0.2.7') =>
  `${ip} - - [19/Nov/2026:10:00:${String(second).padStart(2, '0')} +0000] "GET ${path} HTTP/1.1" 200 512 "-" "${agent}"`
const bot = 'Mozilla/5.0 (compatible; GPTBot/1.2)'

test('a log is read in a thread: as text and gzip, each line once, and hashes without addresses', async () => {
  const threads = createThreads()
  const module = new URL('./visit-log-thread.ts', import.meta.url)
  const maxUnpackedBytes = 1_000_000
  const read = (bytes: Uint8Array) =>
    threads.run<VisitLog>(module, { bytes, site: 'example.com', maxUnpackedBytes }, { pool: 'imports' })
  const refused = (bytes: Uint8Array) =>
    read(bytes).then(
      () => null,
      (error) => error.options.reason,
    )
  const lines = [
    line(1, '/a', bot),
    line(1, '/a', bot),
    line(2, '/style.css', bot),
    line(3, '/b', 'Mozilla/5.0 Chrome/142'),
    'example.org:443 '.concat(line(4, '/c', bot)),
    'not a line of a log',
  ]
  const text = Buffer.from(`${lines.join('\r\n')}\r\n`)
  try {
    const log = await read(Uint8Array.from(text))
    expect(log).toMatchObject({ lines: 6, visits: 3, unread: 1, elsewhere: 1 })
    expect(log.days).toHaveLength(1)
    expect(log.days[0]!.day).toBe('2026-11-19')
    expect(new Set(log.days[0]!.hashes).size).toBe(3)
    expect(log.keys).toEqual([
      { bot: 'GPTBot', kind: 'page', path: '/a', status: 200 },
      { bot: 'GPTBot', kind: 'file', path: '', status: 200 },
    ])
    const packed = await read(Uint8Array.from(gzipSync(text)))
    expect(packed).toEqual(log)
    // The same visits of another address have the same hashes: no address goes into them.
    const other = lines.map((one) => one.replaceAll('192.0.2.7', '198.51.100.9')).join('\n')
    expect((await read(Uint8Array.from(Buffer.from(other)))).days).toEqual(log.days)

    expect(await refused(Uint8Array.from(Buffer.from('keyword,volume\ncold brew,90\n')))).toBe('not_access_log')
    expect(await refused(new Uint8Array(0))).toBe('file_empty')
    expect(await refused(Uint8Array.from(gzipSync(text).subarray(0, 60)))).toBe('archive_damaged')
    // Small while it's packed.
    const bomb = gzipSync(`${lines[3]}\n`.repeat(20_000))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refused(Uint8Array.from(bomb))).toBe('log_too_large')
    const many = Array.from({ length: 2000 }, () => 'nothing of a log').join('\n')
    expect(await refused(Uint8Array.from(Buffer.from(many)))).toBe('not_access_log')
  } finally {
    await threads.stop()
  }
})
