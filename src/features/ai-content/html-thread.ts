/** Runs in a worker thread: a text of nothing but table cells takes a second or two to become HTML. */
import { AppError } from '#kit/errors.ts'
import { type DocumentFile, toHtmlFile } from './document-file.ts'

export default function write(file: DocumentFile): string {
  try {
    return toHtmlFile(file)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
