/** Runs the analysis in a worker thread: 100,000 keywords take seconds that requests must not wait for. */
import { randomUUIDv7 } from 'node:crypto'
import { type Analysis, type AnalysisInput, analyse } from './analysis.ts'

export default function run(input: Omit<AnalysisInput, 'newId'>): Analysis {
  return analyse({ ...input, newId: randomUUIDv7 })
}
