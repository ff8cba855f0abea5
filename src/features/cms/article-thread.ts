/** Runs in a worker thread, since rendering a text of only table cells takes seconds. */
import type { ImageWidths } from '#features/images/image-url.ts'
import { AppError } from '#kit/errors.ts'
import { type Article, articleHtml } from './article-html.ts'

export type ArticleTask = {
  markdown: string
  sources: ReadonlySet<number>
  foreign: boolean
  pictures: ReadonlyMap<string, ImageWidths>
}

export default function render({ markdown, sources, foreign, pictures }: ArticleTask): Article {
  try {
    return articleHtml(markdown, sources, foreign, pictures)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
