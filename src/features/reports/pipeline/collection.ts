import type { Run } from '../store/run-store.ts'
import type { CheckpointWriter } from './checkpoint-writer.ts'
import type { RowCollector } from './row-collector.ts'

/** A report's collect stage under way. */
export type Collection = {
  run: Run
  rows: RowCollector
  writer: CheckpointWriter
  /** Requests of earlier attempts, which aren't repeated. */
  previousAsks: { source: string; term: string; cached: boolean; has_pages: boolean }[]
  /** Texts of keywords whose results a file has: no source is asked for them. */
  knownSerps: Set<string>
  /** Aborted when the run ends early. */
  signal: AbortSignal
  now(): number
}
