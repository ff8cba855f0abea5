import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Message } from '../contract.ts'

/**
 * Storage format of the inbox: the JSON of each request on its own line, compressed with zstd. A message of 500 bytes takes about 40,
 * since URLs and field names repeat.
 */

// The default chunk size of 16 kB would need sixty thread hops per megabyte.
const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const lineFeed = 10
const space = 32
/** Largest write in bytes, unless a single request is longer. */
export const maxPackedBytes = 1_000_000
const bufferBytes = maxPackedBytes + 100_000
/** Decompression limit, far above any write of ours. */
const maxUnpackedBytes = 64_000_000

/** Reused buffers for uncompressed text, to avoid garbage collection of large allocations. */
const spareBuffers: Buffer[] = []

export async function packRequests(requests: Buffer[]): Promise<Buffer> {
  const bytes = requests.reduce((sum, request) => sum + request.length + 1, 0)
  const into =
    bytes <= bufferBytes ? (spareBuffers.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)) : Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for (const request of requests) {
    const start = at
    at += request.copy(into, at)
    // In JSON a raw line feed is only whitespace, so a space is equivalent.
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
    if (into.length === bufferBytes) spareBuffers.push(into)
  }
}

/** The messages of each request. They were validated on arrival. */
export async function unpackMessages(body: Buffer): Promise<Message[]> {
  const text = (await decompress(body, { maxOutputLength: maxUnpackedBytes, chunkSize: 128 * 1024 })).toString('utf8')
  const messages: Message[] = []
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start))
    for (const message of (JSON.parse(text.slice(start, end)) as { messages: Message[] }).messages)
      messages.push(message)
  return messages
}
