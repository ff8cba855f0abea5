/**
 * How well the reading of machine prose parts people from models, on texts it did not learn from (bench/humanizer-train.ts),
 * how often it blames a human essay, and how fast it reads.
 *
 *   HUMANIZER_TEXTS=<folder, see bench/humanizer-corpora.ts> node bench/humanizer-signals.ts [--training]
 *
 * `--training` also counts the overlap with what was learned from.
 */
import { readSignals, threshold } from '../src/features/humanizer/rules/style/style-signals.ts'
import { humanEssays, machineEssays, scored, scoredSets, textFolder, trainingSamples } from './humanizer-corpora.ts'
import { auc, rateAbove } from './humanizer-metrics.ts'
import { printTable } from './print-table.ts'
import { seededRandom } from './seeded-random.ts'

const folder = textFolder(process.argv.slice(2).find((each) => !each.startsWith('--')))
const scores = (texts: string[]) => texts.map((text) => readSignals(text, 'en').score)
/** Edits that leave a page looking the same. */
const invisibleEdits: { name: string; edit: (word: string) => string }[] = [
  { name: 'zero-width space', edit: (word) => insertInside(word, '\u200b') },
  { name: 'soft hyphen', edit: (word) => insertInside(word, '\u00ad') },
  { name: 'Cyrillic letter', edit: (word) => replaceLetters(word, 'aeopcyx', 'аеорсух', true) },
  { name: 'all Cyrillic', edit: (word) => replaceLetters(word, 'aeopcyxisjhdqw', 'аеорсухіѕјһԁԛԝ') },
  { name: 'all Greek', edit: (word) => replaceLetters(word, 'aikoptuvx', 'αικορτυνχ') },
  { name: 'all Armenian', edit: (word) => replaceLetters(word, 'ohung', 'օհսոց') },
]
const replaceLetters = (word: string, letters: string, others: string, isOne = false) =>
  word.replace(new RegExp(`[${letters}]`, isOne ? '' : 'g'), (letter) => others[letters.indexOf(letter)]!)
/** What an edit of a text may cost at most, in area under the curve. */
const maxCost = 0.02
let worst = { cost: 0, edit: 'none' }
const insertInside = (word: string, hidden: string) =>
  word.slice(0, word.length >> 1) + hidden + word.slice(word.length >> 1)
const editWords = (text: string, random: () => number, edit: (word: string) => string) =>
  text.replace(/\p{L}{3,}/gu, (word) => (random() < 0.25 ? edit(word) : word))
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

console.log(
  '\nThe same after edits of the model texts that nobody sees, each at a quarter of the words: ROC AUC and what it adds\n',
)
printTable(
  ['set', 'model', 'as they are', ...invisibleEdits.map(({ name }) => name)],
  scoredSets.flatMap((set) =>
    ['gpt-4', 'gpt-3.5-turbo'].map((model) => {
      const { human, machine } = scored(folder, set, model)
      const low = scores(human)
      const plain = auc(scores(machine), low)
      return [
        set,
        model,
        plain.toFixed(4),
        ...invisibleEdits.map(({ name, edit }) => {
          const random = seededRandom(7)
          const edited = auc(scores(machine.map((text) => editWords(text, random, edit))), low)
          if (plain - edited > worst.cost) worst = { cost: plain - edited, edit: `${name}, ${set}, ${model}` }
          return `${edited.toFixed(4)} (${(edited - plain).toFixed(4)})`
        }),
      ]
    }),
  ),
)
console.log(
  `most an edit costs: ${worst.cost.toFixed(4)} (${worst.edit}), ${worst.cost <= maxCost ? 'within' : 'above'} the goal of ${maxCost}`,
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
