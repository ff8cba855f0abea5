/** Reads a page of a site in a worker thread, because untrusted HTML may be built to take very long. */
import { decodePage } from '#features/reports/rules/pages/page-charset.ts'
import { type PageFacts, readPageFacts } from '../rules/crawl/page-facts.ts'

export type FactsTask = {
  bytes: Uint8Array
  contentType: string | null
  url: string
  site: string
  robots: string | null
}

export default function readFacts({ bytes, contentType, url, site, robots }: FactsTask): PageFacts {
  return readPageFacts(decodePage(bytes, contentType), url, site, robots)
}
