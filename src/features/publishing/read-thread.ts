/** Runs in a worker thread, since the text comes from somebody else's site. */
import { AppError } from '#kit/errors.ts'
import { type ReadArticle, type ReadInput, readArticle } from './rules/content/read-article.ts'

export default function read(input: ReadInput): ReadArticle {
  try {
    return readArticle(input)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
