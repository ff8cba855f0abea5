/** Runs in a worker thread, because converting a very large table to HTML takes a second or two. */
import { AppError } from '#kit/errors.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { htmlToComparable } from './rules/find-passage.ts'

/** The text as safe HTML, and as passages are looked up in it. */
export type GuestTexts = { html: string; comparable: string }
export type GuestText = { markdown: string; sources: number[]; language: string }

export default function write({ markdown, sources, language }: GuestText): GuestTexts {
  try {
    const html = markdownToHtml(markdown, new Set(sources), language)
    return { html, comparable: htmlToComparable(html) }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
