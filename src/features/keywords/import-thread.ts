/** Runs in a worker thread: a file of 100,000 keywords takes longer than requests may wait. */
import { AppError } from '#kit/errors.ts'
import type { ImportKind } from './contract.ts'
import { type ImportResult, parseImportFile } from './import-file.ts'

export type ImportTask = { bytes: Uint8Array; fileName: string; kind?: ImportKind }

/** Rejects with an `ErrorBody` where `parseImportFile` throws an AppError: an error of a class does not survive the way out. */
export default async function parseInThread({ bytes, fileName, kind }: ImportTask): Promise<ImportResult> {
  try {
    return await parseImportFile(bytes, fileName, kind)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
