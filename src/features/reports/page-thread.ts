/** Runs in a worker thread: a page is decoded and read there, since whoever wrote it may have meant it to take forever. */
import { decodePage } from './page-charset.ts'
import { extractPage, type PageContent } from './page-content.ts'

export type PageTask = { bytes: Uint8Array; contentType: string | null; url: string }

const maxHeadings = 200
const maxHeadingLength = 300
const maxTextLength = 200_000

/** What is kept of the page; a page of a million headings must not become a million objects on the event loop. */
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
  }
}

/** PostgreSQL's text takes any character but this one. */
const withoutNul = (text: string) => text.replaceAll('\u0000', '')
