/** Runs in a worker thread, because converting a very large table to HTML takes a second or two. */
import { AppError } from '#kit/errors.ts'
import type { DocumentFile } from '../rules/document-file.ts'
import { toHtmlFile } from '../rules/document-html.ts'

export default function write(file: DocumentFile): string {
  try {
    return toHtmlFile(file)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
