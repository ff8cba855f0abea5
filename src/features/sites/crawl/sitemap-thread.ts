/** Unpacks and reads a sitemap in a worker thread: one may have 50 MB and 50,000 URLs. */
import { gunzipSync } from 'node:zlib'
import { parseSitemap, type Sitemap } from '../rules/crawl/sitemap.ts'

export type SitemapTask = { bytes: Uint8Array }

/** The protocol’s limit, unpacked. */
const maxBytes = 52_428_800

export default function readSitemap({ bytes }: SitemapTask): Sitemap {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return parseSitemap(new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes))
}
