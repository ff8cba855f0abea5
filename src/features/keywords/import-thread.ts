/** Runs in a worker thread, because a file of 100,000 keywords would block requests. */
import { AppError } from '#kit/errors.ts'
import type { ImportKind } from './contract.ts'
import { type ImportResult, parseImportFile } from './rules/import/import-file.ts'
import { toImportRow } from './rules/import/import-row.ts'

export type ImportTask = { bytes: Uint8Array; fileName: string; kind?: ImportKind }

/** Rows as JSON text (`ImportRow[]`), a few thousand per part: strings cross threads quickly, objects block both threads. */
export type ImportAnswer = Omit<ImportResult, 'keywords'> & { parts: string[] }

const rowsAPart = 5000

/** Rejects with an `ErrorBody` where `parseImportFile` throws an AppError, because classes don't survive the transfer. */
export default async function parseInThread({ bytes, fileName, kind }: ImportTask): Promise<ImportAnswer> {
  try {
    const { keywords, ...result } = await parseImportFile(bytes, fileName, kind)
    const parts = Array.from({ length: Math.ceil(keywords.length / rowsAPart) }, (_, part) =>
      JSON.stringify(keywords.slice(part * rowsAPart, (part + 1) * rowsAPart).map(toImportRow)),
    )
    return { ...result, parts }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
