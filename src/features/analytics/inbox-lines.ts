import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Message } from './contract.ts'

/**
 * Requests as the inbox keeps them: each one's JSON as it came, one a line, compressed together. A message of 500 bytes takes
 * 40 of them: addresses, names and fields come again and again.
 */

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]
const lineFeed = 10
const space = 32
/** A write carries at most this, unless one request alone is longer. */
export const mostPackedBytes = 1_000_000
/** Far above what a write carries: what is larger was not written here. */
const mostUnpackedBytes = 64_000_000

export async function packRequests(requests: Buffer[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const request of requests) parts.push(onOneLine(request), newline)
  return compress(Buffer.concat(parts), { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
}

const newline = Buffer.from([lineFeed])

/** JSON holds a line feed only where a space is as good. */
function onOneLine(json: Buffer): Buffer {
  if (!json.includes(lineFeed)) return json
  const copy = Buffer.from(json)
  for (let at = copy.indexOf(lineFeed); at !== -1; at = copy.indexOf(lineFeed, at + 1)) copy[at] = space
  return copy
}

/** The messages of each request. They were judged when they came. */
export async function unpackMessages(body: Buffer): Promise<Message[]> {
  const text = (await decompress(body, { maxOutputLength: mostUnpackedBytes })).toString('utf8')
  const messages: Message[] = []
  for (let start = 0, end = text.indexOf('\n'); end !== -1; start = end + 1, end = text.indexOf('\n', start))
    for (const message of (JSON.parse(text.slice(start, end)) as { messages: Message[] }).messages)
      messages.push(message)
  return messages
}
