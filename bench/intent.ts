/**
 * How often search intent is classified correctly, on the labeled queries of src/features/reports/rules/intent-queries.json (its header says how they
 * were made): precision, recall and F1 of each intent, and their mean (macro F1).
 *
 *   node bench/intent.ts             both parts
 *   node bench/intent.ts --misses    also the misses of the part the rules were written for
 */

import { getIntent } from '../src/features/reports/rules/keywords/classify-intent.ts'
import { type Intent, intentNames } from '../src/features/reports/rules/keywords/intent.ts'
import {
  type LabeledQuery,
  macroF1,
  readLabeledQueries,
  scoreIntents,
} from '../src/features/reports/rules/keywords/intent-scores.ts'

const classify = (query: LabeledQuery) => getIntent(query.text, 'en').main
const { developed, heldOut } = readLabeledQueries()

for (const [name, queries] of [
  ['written for', developed],
  ['held out', heldOut],
] as const) {
  const scores = scoreIntents(queries, classify)
  const right = queries.filter((query) => classify(query) === query.intent).length
  console.log(`\n${name}: ${queries.length} queries, ${((100 * right) / queries.length).toFixed(1)}% agree`)
  console.table(
    intentNames.map((intent: Intent) => {
      const { precision, recall, f1, labeled } = scores[intent]
      return { intent, labeled, precision: precision.toFixed(3), recall: recall.toFixed(3), F1: f1.toFixed(3) }
    }),
  )
  console.log(`macro F1 ${macroF1(scores).toFixed(3)}`)
}

const started = performance.now()
for (let round = 0; round < 20; round++) for (const query of developed) classify(query)
console.log(`\n${(((performance.now() - started) * 1000) / (20 * developed.length)).toFixed(1)} µs a query`)

if (process.argv.includes('--misses'))
  for (const query of developed)
    if (classify(query) !== query.intent) console.log(`${query.intent} → ${classify(query)}: ${query.text}`)
