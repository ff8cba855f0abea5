import { createHash } from 'node:crypto'

/** A page’s id, from its URL: a UUID of version 8, so that links and crawls name it without looking it up. */
export function getPageKey(url: string): string {
  const hash = createHash('sha256').update(url).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
