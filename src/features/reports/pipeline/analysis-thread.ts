/**
 * Runs the analysis in a worker thread, because 100,000 keywords take seconds that would block requests. Rows are passed as
 * JSON text, a few thousand per part: strings are copied between threads quickly, objects are serialized and rebuilt.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Analysis, type AnalysisInput, analyzeRows } from '../rules/keywords/analyze-rows.ts'
import type { RowToAnalyse } from '../rules/keywords/analyzed-row.ts'

export type AnalysisTask = Omit<AnalysisInput, 'newId' | 'rows'> & { parts: string[] }
export type AnalysisAnswer = Omit<Analysis, 'rows'> & { parts: string[] }

const rowsAPart = 5000

export default function run({ parts, ...task }: AnalysisTask): AnalysisAnswer {
  const given = parts.flatMap((part) => JSON.parse(part) as RowToAnalyse[])
  const { rows, ...analysis } = analyzeRows({ ...task, rows: given, newId: randomUUIDv7 })
  const written = Array.from({ length: Math.ceil(rows.length / rowsAPart) }, (_, part) =>
    JSON.stringify(rows.slice(part * rowsAPart, (part + 1) * rowsAPart)),
  )
  return { ...analysis, parts: written }
}
