/** Exports a document as Markdown, with the sources it cites. */
import { getFootnoteLabels } from '#kit/markdown/footnote-sources.ts'
import type { Citation } from '../contract.ts'
import { citationsIn } from './generation/citations/citation-marks.ts'

export type DocumentFile = {
  title: string
  contentMd: string
  citations: Citation[]
  language: string
  /** Images by id, for files that embed them. */
  images?: ReadonlyMap<string, FileImage>
}

export type FileImage = { type: 'jpg' | 'png'; width: number; height: number; bytes: Uint8Array }

/** Writes citations as footnotes, which many Markdown readers support, except those that the text defines itself. */
export function toMarkdownFile({ title, contentMd, citations }: DocumentFile): string {
  const own = new Set(getFootnoteLabels(contentMd))
  const notes = citationsIn(contentMd, citations)
    .filter(({ n }) => !own.has(String(n)))
    .map(({ n, url, title, quote }) => `[^${n}]: ${oneLine(title || url)}: “${oneLine(quote)}” <${url}>`)
  const head = /^\s*# /.test(contentMd) || !title ? [] : [`# ${oneLine(title)}`]
  return `${[...head, contentMd.trim(), notes.join('\n')].filter((part) => part !== '').join('\n\n')}\n`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
