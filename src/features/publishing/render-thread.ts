/** Runs in a worker thread, since rendering a text of only table cells takes seconds. */
import { AppError } from '#kit/errors.ts'
import { type RenderedArticle, type RenderInput, renderArticle } from './rules/content/render-article.ts'

export default function render(input: RenderInput): RenderedArticle {
  try {
    return renderArticle(input)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
