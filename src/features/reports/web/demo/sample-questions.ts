import type { Row } from '../../contract.ts'
import { noFigures } from '../../rules/rows/no-figures.ts'
import questions from './sample-questions.json' with { type: 'json' }

const recordedAt = '2026-11-29T00:00:00.000Z'

/**
 * The questions of the sample topic that the public pages draw: text, question word and popularity as the demo's report has them.
 * Stored, because that report takes two worker threads and a second of CPU. `demo/sample-questions.test.ts` compares them with it.
 */
export const sampleQuestions: Row[] = questions.map(({ text, modifier, popularity }) => ({
  _id: text,
  text,
  type: 'question',
  modifier,
  sources: ['sample'],
  parent_id: null,
  depth: 1,
  ...noFigures,
  popularity,
  cluster_id: null,
  first_seen: recordedAt,
}))
