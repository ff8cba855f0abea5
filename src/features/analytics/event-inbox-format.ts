import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Message } from './contract.ts'

/**
 * Requests as the inbox keeps them: each one's JSON as it came, one a line, compressed together. A message of 500 bytes takes
 * 40 of them: addresses, names and fields come again and again.
 */

// Their chunks of 16 kB unless told otherwise make sixty trips to another thread of a megabyte.
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const lineFeed = 10
const space = 32
/** A write carries at most this, unless one request alone is longer. */
export const maxPackedBytes = 1_000_000
const roomBytes = maxPackedBytes + 100_000
/** Far above what a write carries: what is larger was not written here. */
const maxUnpackedBytes = 64_000_000

/** For text on its way to be compressed. Made anew each time, the garbage collector would look through the whole heap for them. */
const spare: Buffer[] = []

export async function packRequests(requests: Buffer[]): Promise<Buffer> {
  const bytes = requests.reduce((sum, request) => sum + request.length + 1, 0)
  const into = bytes <= roomBytes ? (spare.pop() ?? Buffer.allocUnsafeSlow(roomBytes)) : Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for (const request of requests) {
    const start = at
    at += request.copy(into, at)
    // JSON holds a line feed only where a space is as good.
    for (let found = request.indexOf(lineFeed); found !== -1; found = request.indexOf(lineFeed, found + 1))
      into[start + found] = space
    into[at++] = lineFeed
  }
  try {
    return await compress(into.subarray(0, at), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
      chunkSize: 64 * 1024,
    })
  } finally {
    if (into.length === roomBytes) spare.push(into)
  }
}

/** The messages of each request. They were judged when they came. */
export async function unpackMessages(body: Buffer): Promise<Message[]> {
  const text = (await decompress(body, { maxOutputLength: maxUnpackedBytes, chunkSize: 128 * 1024 })).toString('utf8')
  const messages: Message[] = []
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start))
    for (const message of (JSON.parse(text.slice(start, end)) as { messages: Message[] }).messages)
      messages.push(message)
  return messages
}
