/** Runs in a worker thread, because converting a very large table to HTML takes a second or two. */
import { AppError } from '#kit/errors.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'

export type GuestText = { markdown: string; sources: number[]; language: string }

export default function write({ markdown, sources, language }: GuestText): string {
  try {
    return markdownToHtml(markdown, new Set(sources), language)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
