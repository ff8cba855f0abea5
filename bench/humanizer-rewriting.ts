/**
 * How much AI style the built-in rules remove at each strength, and how fast they are, on AI texts outside the training data.
 *
 *   HUMANIZER_TEXTS=<folder, see bench/humanizer-corpora.ts> node bench/humanizer-rewriting.ts
 */
import { planRewriting } from '../src/features/humanizer/rules/rewriting/rewrite-plan.ts'
import { rewriteByPlan } from '../src/features/humanizer/rules/rewriting/rewrite-plan-by-rules.ts'
import { readSignals } from '../src/features/humanizer/rules/style/style-signals.ts'
import { measure } from '../src/features/humanizer/rules/style/text-features.ts'
import { tokenize } from '../src/features/humanizer/rules/style/text-tokens.ts'
import { scored, scoredSets, textFolder } from './humanizer-corpora.ts'
import { printTable } from './print-table.ts'

const folder = textFolder(process.argv[2])
const texts = scoredSets.flatMap((set) =>
  ['gpt-4', 'gpt-3.5-turbo'].flatMap((model) => scored(folder, set, model).machine),
)
/** Stock phrases, inflated words, connectors, lists of three and the like. */
const countSignals = (text: string) => measure(tokenize(text)).events.length
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const before = texts.map(countSignals).reduce((sum, count) => sum + count, 0)
const scales = (all: string[], id: string) =>
  mean(
    all.flatMap((text) =>
      readSignals(text, 'en').scales.flatMap((scale) => (scale.id === id ? (scale.score ?? []) : [])),
    ),
  )
const row = (name: string, all: string[], changed: number, speed: string) => [
  name,
  changed,
  `${((1 - all.map(countSignals).reduce((sum, count) => sum + count, 0) / before) * 100).toFixed(1)} %`,
  mean(all.map((text) => readSignals(text, 'en').score)).toFixed(1),
  scales(all, 'wording').toFixed(1),
  scales(all, 'rhythm').toFixed(1),
  scales(all, 'structure').toFixed(1),
  speed,
]
const characters = texts.reduce((sum, text) => sum + text.length, 0)
const rows = (['light', 'balanced', 'strong'] as const).map((strength) => {
  const options = { strength, tone: null, language: 'en', freeze: [], voice: [] }
  const plans = texts.map((text) => planRewriting(text, readSignals(text, 'en'), options, true))
  for (const plan of plans.slice(0, 50)) [...rewriteByPlan(plan, options)]
  const began = process.threadCpuUsage()
  const rewritten = plans.map((plan) => [...rewriteByPlan(plan, options)])
  const { user, system } = process.threadCpuUsage(began)
  const changed = rewritten.flat().filter(({ kept }) => !kept).length
  const after = rewritten.map((sentences) => sentences.map((sentence) => sentence.rewritten).join(''))
  return row(strength, after, changed, `${((characters / (user + system)) * 1000).toFixed(0)} characters/ms`)
})
console.log(`${texts.length} AI texts, ${characters.toLocaleString('en')} characters, ${before} signals\n`)
printTable(
  ['strength', 'sentences changed', 'signals removed', 'score', 'wording', 'rhythm', 'structure', 'speed'],
  [row('as they are', texts, 0, ''), ...rows],
)
