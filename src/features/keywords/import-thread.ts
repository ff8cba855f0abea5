/** Runs in a worker thread: a file of 100,000 keywords takes longer than requests may wait. */
import { AppError } from '#kit/errors.ts'
import type { ImportKind } from './contract.ts'
import { type ImportResult, parseImportFile } from './import-file.ts'
import { toImportRow } from './import-row.ts'

export type ImportTask = { bytes: Uint8Array; fileName: string; kind?: ImportKind }

/** The rows stand as JSON text (`ImportRow[]`), a few thousand a part: text crosses threads at once, objects hold both up. */
export type ImportAnswer = Omit<ImportResult, 'keywords'> & { parts: string[] }

const rowsAPart = 5000

/** Rejects with an `ErrorBody` where `parseImportFile` throws an AppError: an error of a class does not survive the way out. */
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
