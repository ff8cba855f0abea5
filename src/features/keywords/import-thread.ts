/** Runs in a worker thread, because a file of 100,000 keywords would block requests. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { AppError } from '#kit/errors.ts'
import type { ImportKind } from './contract.ts'
import {
  type ImportOptions,
  type ImportResult,
  maxFileBytes,
  parseImportFile,
  parseSearchExport,
} from './rules/import/import-file.ts'
import { toImportRow } from './rules/import/rows/import-row.ts'

export type ImportTask = {
  bytes: Uint8Array
  fileName: string
  kind?: ImportKind
  options?: ImportOptions
  store?: boolean /** `bytes` are compressed with gzip. */
  compressed?: boolean
  /** Reads it as an export of a site’s searches, too. */
  forSite?: boolean
}

/** Rows as JSON text (`ImportRow[]`), a few thousand per part: strings cross threads quickly, objects block both threads. */
/** `file`: the file itself, compressed, if it's to be kept. `searchExport`: a `SearchExport` as JSON text. */
export type ImportAnswer = Omit<ImportResult, 'keywords'> & {
  /** Number of keywords. */
  keywords: number
  parts: string[]
  file: Uint8Array | null
  searchExport?: string
}

const rowsAPart = 5000

/** Rejects with an `ErrorBody` where `parseImportFile` throws an AppError, because classes don't survive the transfer. */
export default async function parseInThread(task: ImportTask): Promise<ImportAnswer> {
  const { fileName, kind, options, store, compressed, forSite } = task
  try {
    const bytes = compressed ? gunzipSync(task.bytes, { maxOutputLength: maxFileBytes }) : task.bytes
    const read = forSite
      ? await parseSearchExport(bytes, fileName, kind, options)
      : { result: await parseImportFile(bytes, fileName, kind, options), searchExport: null }
    const { keywords, ...result } = read.result
    const parts = Array.from({ length: Math.ceil(keywords.length / rowsAPart) }, (_, part) =>
      JSON.stringify(
        keywords
          .slice(part * rowsAPart, (part + 1) * rowsAPart)
          .map((keyword) => toImportRow(keyword, result.language)),
      ),
    )
    return {
      ...{ ...result, keywords: keywords.length, parts },
      file: store ? gzipSync(bytes, { level: 1 }) : null,
      ...(read.searchExport && { searchExport: JSON.stringify(read.searchExport) }),
    }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
