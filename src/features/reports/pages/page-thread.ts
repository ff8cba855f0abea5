/** Decodes and parses a page in a worker thread, because untrusted HTML may be built to take very long. */
import { decodePage } from '../rules/pages/page-charset.ts'
import { extractPage, type PageContent } from '../rules/pages/page-content.ts'

export type PageTask = { bytes: Uint8Array; contentType: string | null; url: string }

const maxHeadings = 200
const maxHeadingLength = 300
const maxTextLength = 200_000

/** Limits the result, so that a page of a million headings doesn't become a million objects on the event loop. */
export default function readPage({ bytes, contentType, url }: PageTask): PageContent {
  const page = extractPage(decodePage(bytes, contentType), url)
  return {
    ...page,
    title: page.title?.slice(0, maxHeadingLength) ?? null,
    description: page.description?.slice(0, 2000) ?? null,
    headings: page.headings
      .slice(0, maxHeadings)
      .map(({ type, text }) => ({ type, text: withoutNul(text).slice(0, maxHeadingLength) })),
    text: withoutNul(page.text).slice(0, maxTextLength),
    body: withoutNul(page.body).slice(0, maxTextLength),
  }
}

/** PostgreSQL text can't store NUL. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')
