/** Runs in a worker thread, so that reading pages does not hold up the event loop. */
import { extractPage, type PageContent } from './page-content.ts'

export default async function readPage({ html, url }: { html: string; url: string }): Promise<PageContent> {
  return extractPage(html, url)
}
