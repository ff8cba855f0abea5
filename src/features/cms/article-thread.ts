/** Runs in a worker thread, since rendering a text of only table cells takes seconds. */
import type { ImageWidths } from '#features/images/rules/image-url.ts'
import { AppError } from '#kit/errors.ts'
import type { PostSource } from './contract.ts'
import { type Article, articleHtml } from './rules/article-html.ts'

export type ArticleTask = {
  markdown: string
  sources: PostSource[]
  foreign: boolean
  imageWidths: ReadonlyMap<string, ImageWidths>
  language: string
}

export default function render({ markdown, sources, foreign, imageWidths, language }: ArticleTask): Article {
  try {
    return articleHtml(markdown, sources, foreign, imageWidths, language)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
