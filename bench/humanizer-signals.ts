/**
 * How well the reading of machine prose parts people from models, on texts it did not learn from (bench/humanizer-train.ts),
 * how often it blames a human essay, and how fast it reads.
 *
 *   HUMANIZER_TEXTS=<folder, see bench/humanizer-corpora.ts> node bench/humanizer-signals.ts [--training]
 *
 * `--training` also counts the overlap with what was learned from.
 */
import { readSignals, threshold } from '../src/features/humanizer/style-signals.ts'
import { humanEssays, machineEssays, scored, scoredSets, textFolder, trainingSamples } from './humanizer-corpora.ts'
import { auc, rateAbove } from './humanizer-metrics.ts'
import { printTable } from './print-table.ts'

const folder = textFolder(process.argv.slice(2).find((each) => !each.startsWith('--')))
const scores = (texts: string[]) => texts.map((text) => readSignals(text, 'en').score)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

if (process.argv.includes('--training')) {
  const { samples, dropped } = trainingSamples(folder)
  console.log(
    `${samples.length} texts to learn from, after ${dropped} were dropped that share ten words with a text below`,
  )
}

console.log('Human against model, by the score of the whole text (Fast-DetectGPT, 150 each)\n')
printTable(
  ['set', 'model', 'ROC AUC', 'human blamed', 'model found'],
  scoredSets.flatMap((set) =>
    ['gpt-4', 'gpt-3.5-turbo'].map((model) => {
      const { human, machine } = scored(folder, set, model)
      const [low, high] = [scores(human), scores(machine)]
      return [
        set,
        model,
        auc(high, low).toFixed(4),
        percent(rateAbove(low, threshold)),
        percent(rateAbove(high, threshold)),
      ]
    }),
  ),
)

console.log('\nHuman essays of 80 words and more that are said to read machine-made\n')
const essays = Object.entries(humanEssays(folder)).map(([name, texts]) => {
  const readings = texts.map((text) => readSignals(text, 'en')).filter(({ words }) => words >= 80)
  return { name, essays: readings.length, blamed: readings.filter(({ verdict }) => verdict === 'machine').length }
})
const all = { name: 'all', essays: sum(essays.map((row) => row.essays)), blamed: sum(essays.map((row) => row.blamed)) }
printTable(
  ['essays', 'number', 'blamed', 'share'],
  [...essays, all].map((row) => [row.name, row.essays, row.blamed, percent(row.blamed / row.essays)]),
)
const found = machineEssays(folder)
  .map((text) => readSignals(text, 'en'))
  .filter(({ words }) => words >= 80)
console.log(
  `model essays (ArguGPT, GPT-3.5) found: ${percent(found.filter(({ verdict }) => verdict === 'machine').length / found.length)} of ${found.length}`,
)

const corpus = scoredSets.flatMap((set) => Object.values(scored(folder, set)).flat())
// The longest text the humanizer takes.
const long = corpus.join('\n\n').match(/[\s\S]{1,20000}/g)!
const rounds = 15
console.log('\nAnalysis, by the processor time of the thread that reads\n')
printTable(
  ['texts', 'number', 'MB', 'MB/s, median', 'MB/s, best'],
  [['as they are', corpus] as const, ['of 20,000 characters', long] as const].map(([name, texts]) => {
    const bytes = sum(texts.map((text) => Buffer.byteLength(text)))
    const rates = Array.from({ length: rounds }, () => {
      const began = process.threadCpuUsage()
      for (const text of texts) readSignals(text, 'en')
      const { user, system } = process.threadCpuUsage(began)
      return bytes / (user + system)
    }).sort((a, b) => a - b)
    return [name, texts.length, (bytes / 1e6).toFixed(2), rates[rounds >> 1]!.toFixed(1), rates.at(-1)!.toFixed(1)]
  }),
)

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
