/**
 * Whether the content score prefers a good text to the same text stuffed, padded, shuffled or off topic. Good texts are pages of the
 * sample topics, scored against the other pages of their topic.
 *
 *   node bench/score-pairs.ts [seed=1]
 */
import { compileTarget } from '../src/features/ai-content/rules/scoring/compile-target.ts'
import { scoreText } from '../src/features/ai-content/rules/scoring/content-score.ts'
import {
  createRandom,
  gamedKinds,
  getScorePairs,
} from '../src/features/ai-content/rules/scoring/gamed-texts.test-rows.ts'
import { printTable } from './print-table.ts'

const random = createRandom(Number(process.argv[2] ?? 1))
const scored = getScorePairs(random).map(({ kind, topic, target, good, gamed }) => {
  const compiled = compileTarget(target)
  return { kind, topic, good: scoreText(good, compiled), gamed: scoreText(gamed, compiled), text: gamed }
})
const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1)
printTable(
  ['changed text', 'pairs', 'good wins', 'good', 'changed', 'most'],
  gamedKinds.map((kind) => {
    const own = scored.filter((pair) => pair.kind === kind)
    return [
      kind,
      own.length,
      own.filter(({ good, gamed }) => good.total > gamed.total).length,
      mean(own.map(({ good }) => good.total)),
      mean(own.map(({ gamed }) => gamed.total)),
      Math.max(...own.map(({ gamed }) => gamed.total)),
    ]
  }),
)
const won = scored.filter(({ good, gamed }) => good.total > gamed.total).length
console.log(`${won} of ${scored.length} pairs ranked right`)
