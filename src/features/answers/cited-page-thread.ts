/** Reads a cited page in a worker thread, because untrusted HTML may be built to take very long. */
import { decodePage } from '#features/reports/rules/pages/page-charset.ts'
import { type PageParts, readPageParts } from './rules/cited-pages/read-page-parts.ts'

export type CitedPageTask = {
  bytes: Uint8Array
  contentType: string | null
  url: string
  prompt: string
  language: string
}

const maxLineChars = 300

export default function readCitedPage({ bytes, contentType, url, prompt, language }: CitedPageTask): PageParts {
  const parts = readPageParts(decodePage(bytes, contentType), url, prompt, language)
  return {
    ...parts,
    title: parts.title?.slice(0, maxLineChars) ?? null,
    headings: parts.headings.map((text) => text.slice(0, maxLineChars)),
  }
}
