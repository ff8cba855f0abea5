/**
 * Learns what each count and pattern is worth: logistic regression, every domain and side weighing the same, order and
 * cuts from a seed. Writes src/features/humanizer/rules/style/style-model.json.
 *
 *   HUMANIZER_TEXTS=<folder> node bench/humanizer-train.ts [--domains]
 *
 * The scale of the score comes from texts of domains held out of training one after the other (`--domains` shows them
 * and writes nothing). The scored sets and the essays are never read here but to drop what shares ten words with them.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { features, toZScore } from '../src/features/humanizer/rules/style/style-features.ts'
import type { SignalId } from '../src/features/humanizer/rules/style/style-signal.ts'
import { type Measures, measure } from '../src/features/humanizer/rules/style/text-features.ts'
import {
  maxPatternLength,
  opening,
  Patterns,
  patternForms,
  patternValue,
  signalOfPattern,
} from '../src/features/humanizer/rules/style/text-patterns.ts'
import { type Tokens, tokenize } from '../src/features/humanizer/rules/style/text-tokens.ts'
import { type Sample, textFolder, trainingSamples } from './humanizer-corpora.ts'
import { auc, rateAbove } from './humanizer-metrics.ts'
import { printTable } from './print-table.ts'

const settings = {
  patterns: Number(process.env.PATTERNS ?? 3000),
  leastDocuments: 20,
  leastDomains: 3,
  ridge: Number(process.env.RIDGE ?? 2e-4),
  featureRidge: Number(process.env.FRIDGE ?? 2e-4),
  rounds: Number(process.env.ROUNDS ?? 15),
  step: 0.05,
  seed: 20260821,
}

/** `patterns` and `counts`: which patterns occur in the text, by number, and how often. */
type Read = Sample & { tokens: Tokens; measures: Measures; patterns: Uint32Array; counts: Uint16Array }
type Learned = {
  patterns: string[]
  /** The index of each pattern's weight, by the pattern's number. */
  columns: Map<number, number>
  means: number[]
  deviations: number[]
  weights: Float64Array
  bias: number
}

const random = seeded(settings.seed)
const { samples, dropped } = trainingSamples(textFolder(process.argv.slice(2).find((each) => !each.startsWith('--'))))
console.log(`${samples.length} texts; ${dropped} dropped that share ten words with a scored text or an essay`)
const known: string[] = []
const read = prepare(samples.flatMap((sample) => cuts(sample.text).map((text) => ({ ...sample, text }))))
console.log(`${read.length} with cuts`)

const domains = [...new Set(read.map(({ domain }) => domain))].filter((domain) => domain !== 'mixed')
const outside: { logit: number; machine: boolean; domain: string; words: number }[] = []
for (const domain of domains) {
  const learned = learn(read.filter((each) => each.domain !== domain && each.domain !== 'mixed'))
  const scores = read
    .filter((each) => each.domain === domain && each.measures.words >= 80)
    .map((each) => ({ logit: getLogit(each, learned), machine: each.machine, domain, words: each.measures.words }))
  outside.push(...scores)
  console.log(
    `without ${domain.padEnd(10)} AUC ${auc(
      scores.filter((s) => s.machine).map((s) => s.logit),
      scores.filter((s) => !s.machine).map((s) => s.logit),
    ).toFixed(4)}  ${scores.length} texts`,
  )
}
const { slope, offset } = platt(outside)
const limits = [30, 50, 70, 80, 90]
printTable(
  ['left out', ...limits.flatMap((limit) => [`human ≥ ${limit}`, `machine ≥ ${limit}`])],
  [...domains, 'all, even'].map((domain) => [
    domain,
    ...limits.flatMap((limit) =>
      [false, true].map((machine) => `${(100 * reached(domain, machine, limit)).toFixed(1)} %`),
    ),
  ]),
)
if (process.argv.includes('--domains')) process.exit(0)

const learned = learn(read)
const sentences = sentencePlatt()
const centres = getCentres()
const round = (value: number) => Number(value.toPrecision(4))
const model = {
  slope: round(slope),
  offset: round(offset),
  sentenceSlope: round(sentences.slope),
  sentenceOffset: round(sentences.offset),
  bias: round(learned.bias + Object.values(centres).reduce((sum, value) => sum + value, 0)),
  centres: Object.fromEntries(Object.entries(centres).map(([id, value]) => [id, round(value)])),
  features: Object.fromEntries(
    features.map(({ id }, index) => [
      id,
      [learned.means[index]!, learned.deviations[index]!, learned.weights[index]!].map(round),
    ]),
  ),
  patterns: learned.patterns
    .map((pattern, index) => [pattern, Math.round(learned.weights[features.length + index]! * 1000)] as const)
    .filter(([, weight]) => weight !== 0)
    .map(([pattern, weight]) => `${pattern}\t${weight}`)
    .join('\n'),
}
const file = path.resolve(import.meta.dirname, '../src/features/humanizer/rules/style/style-model.json')
writeFileSync(file, `${JSON.stringify(model, null, 2)}\n`)
console.log(`slope ${slope} offset ${offset}`, sentences)

/** The share of a domain's texts, or the mean of all domains' shares, that reach a score. */
function reached(domain: string, machine: boolean, limit: number): number {
  if (!domains.includes(domain))
    return domains.reduce((sum, each) => sum + reached(each, machine, limit), 0) / domains.length
  const logits = outside.filter((each) => each.domain === domain && each.machine === machine).map(({ logit }) => logit)
  return rateAbove(logits, (Math.log(limit / (100 - limit)) - offset) / slope)
}

/** The text, and a piece of it: readings must hold for short texts too. */
function cuts(text: string): string[] {
  const words = text.split(/(?<=\s)/)
  if (words.length < 160) return [text]
  const length = 90 + Math.floor(random() * 60)
  const start = Math.floor(random() * (words.length - length))
  const piece = words.slice(start, start + length + 20).join('')
  // From the beginning of a sentence to the end of one.
  const from = start === 0 ? 0 : piece.search(/(?<=[.!?]["”]?\s+)\S/)
  const to = Math.max(piece.lastIndexOf('. '), piece.lastIndexOf('."')) + 1
  return from >= 0 && to - from > 300 ? [text, piece.slice(from, to)] : [text]
}

/** Reads the texts, and numbers every pattern that occurs in enough of them. */
function prepare(texts: Sample[]): Read[] {
  const read = texts.map((sample) => {
    const tokens = tokenize(sample.text)
    return { ...sample, tokens, measures: measure(tokens) }
  })
  const documents = new Map<string, number>()
  for (const { tokens } of read)
    for (const pattern of patternsIn(tokens).keys()) documents.set(pattern, (documents.get(pattern) ?? 0) + 1)
  const numbers = new Map<string, number>()
  for (const [pattern, count] of documents) {
    if (count < settings.leastDocuments || /[^a-z'^@#,.;:—"()?!… ]/.test(pattern)) continue
    numbers.set(pattern, known.length)
    known.push(pattern)
  }
  return read.map((each) => {
    const found = [...patternsIn(each.tokens)].filter(([pattern]) => numbers.has(pattern))
    return {
      ...each,
      patterns: Uint32Array.from(found, ([pattern]) => numbers.get(pattern)!),
      counts: Uint16Array.from(found, ([, count]) => count),
    }
  })
}

function patternsIn(tokens: Tokens): Map<string, number> {
  const counts = new Map<string, number>()
  for (let sentence = 0; sentence < tokens.sentences.length; sentence++) {
    const forms = patternForms(tokens, sentence)
    for (let at = 0; at < forms.length; at++) {
      let pattern = ''
      for (let to = at; to < forms.length && to < at + maxPatternLength; to++) {
        pattern = pattern === '' ? forms[to]! : `${pattern} ${forms[to]}`
        if (pattern !== opening) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
      }
    }
  }
  return counts
}

function learn(texts: Read[]): Learned {
  // Each domain as much as the next, and each side of it.
  const sizes = new Map<string, number>()
  const key = ({ domain, machine }: Read) => `${domain} ${machine}`
  for (const each of texts) sizes.set(key(each), (sizes.get(key(each)) ?? 0) + 1)
  const sides = { true: 0, false: 0 }
  for (const name of sizes.keys()) sides[name.endsWith('true') ? 'true' : 'false']++
  const weights = texts.map((each) => texts.length / 2 / sides[`${each.machine}`] / sizes.get(key(each))!)

  const chosen = choose(texts)
  const columns = new Map(chosen.map((pattern, index) => [pattern, features.length + index]))
  const means: number[] = []
  const deviations: number[] = []
  features.forEach((_, index) => {
    const samples = texts.flatMap(({ measures }, at) =>
      Number.isNaN(measures.values[index]!) ? [] : [[measures.values[index]!, weights[at]!] as const],
    )
    const total = samples.reduce((sum, [, weight]) => sum + weight, 0)
    const mean = samples.reduce((sum, [value, weight]) => sum + value * weight, 0) / total
    means.push(mean)
    deviations.push(
      Math.sqrt(samples.reduce((sum, [value, weight]) => sum + weight * (value - mean) ** 2, 0) / total) || 1,
    )
  })
  const patterns = chosen.map((pattern) => known[pattern]!)
  const shape: Learned = {
    patterns,
    columns,
    means,
    deviations,
    weights: new Float64Array(features.length + patterns.length),
    bias: 0,
  }
  const rows = texts.map((each) => row(each, shape, columns))
  const squares = new Float64Array(shape.weights.length).fill(1e-3)
  let biasSquares = 1e-3
  const order = texts.map((_, index) => index)
  for (let pass = 0; pass < settings.rounds; pass++) {
    shuffle(order)
    for (const index of order) {
      const { at, values } = rows[index]!
      let logit = shape.bias
      for (let k = 0; k < at.length; k++) logit += shape.weights[at[k]!]! * values[k]!
      const slope = (sigmoid(logit) - (texts[index]!.machine ? 1 : 0)) * weights[index]!
      biasSquares += slope * slope
      shape.bias -= (settings.step * slope) / Math.sqrt(biasSquares)
      for (let k = 0; k < at.length; k++) {
        const feature = at[k]!
        const ridge = feature < features.length ? settings.featureRidge : settings.ridge
        const gradient = slope * values[k]! + ridge * shape.weights[feature]! * 10
        squares[feature]! += gradient * gradient
        shape.weights[feature]! -= (settings.step * gradient) / Math.sqrt(squares[feature]!)
      }
    }
  }
  return shape
}

/** Patterns that part people from models the same way in several domains, by number. */
function choose(texts: Read[]): number[] {
  const names = [...new Set(texts.map(({ domain }) => domain))]
  const totals = names.map(() => [0, 0])
  const width = names.length * 2
  const counts = new Uint16Array(known.length * width)
  for (const { patterns, domain, machine } of texts) {
    const index = names.indexOf(domain)
    totals[index]![machine ? 1 : 0]!++
    for (const pattern of patterns) counts[pattern * width + index * 2 + (machine ? 1 : 0)]!++
  }
  const rated: [pattern: number, worth: number][] = []
  for (let pattern = 0; pattern < known.length; pattern++) {
    let documents = 0
    let inDomains = 0
    let sum = 0
    for (let index = 0; index < names.length; index++) {
      const [human, machine] = [counts[pattern * width + index * 2]!, counts[pattern * width + index * 2 + 1]!]
      const [humans, machines] = totals[index]!
      documents += human + machine
      if (!humans || !machines || human + machine < 4) continue
      inDomains++
      const [p, q] = [(human + 0.5) / (humans + 1), (machine + 0.5) / (machines + 1)]
      sum += (q - p) / Math.sqrt((p * (1 - p)) / humans + (q * (1 - q)) / machines)
    }
    if (documents < settings.leastDocuments || inDomains < settings.leastDomains) continue
    rated.push([pattern, Math.abs(sum) / Math.sqrt(inDomains)])
  }
  return rated
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, settings.patterns)
    .map(([pattern]) => pattern)
}

/** Columns of a text and their values, as src/features/humanizer/rules/style/style-model.ts reckons them. */
function row(each: Read, { means, deviations }: Pick<Learned, 'means' | 'deviations'>, columns: Map<number, number>) {
  const at: number[] = []
  const values: number[] = []
  each.measures.values.forEach((value, index) => {
    if (Number.isNaN(value)) return
    at.push(index)
    values.push(toZScore(value, means[index]!, deviations[index]!))
  })
  each.patterns.forEach((pattern, index) => {
    const column = columns.get(pattern)
    if (column === undefined) return
    at.push(column)
    values.push(patternValue(each.counts[index]!, each.measures.words))
  })
  return { at: Uint16Array.from(at), values: Float64Array.from(values) }
}

function getLogit(each: Read, learned: Learned) {
  const { at, values } = row(each, learned, learned.columns)
  return at.reduce((sum, feature, index) => sum + learned.weights[feature]! * values[index]!, learned.bias)
}

/** Scale and offset that make the logits of texts that were not learned from probabilities, both sides and all domains even. */
function platt(scores: { logit: number; machine: boolean; domain?: string }[]): { slope: number; offset: number } {
  const sizes = new Map<string, number>()
  const key = (each: (typeof scores)[number]) => `${each.domain} ${each.machine}`
  for (const each of scores) sizes.set(key(each), (sizes.get(key(each)) ?? 0) + 1)
  let slope = 1
  let offset = 0
  for (let pass = 0; pass < 4000; pass++) {
    let [s, o] = [0, 0]
    for (const each of scores) {
      const error = (sigmoid(slope * each.logit + offset) - (each.machine ? 1 : 0)) / sizes.get(key(each))! / sizes.size
      s += error * each.logit
      o += error
    }
    slope -= 0.3 * s
    offset -= 0.3 * o
  }
  return { slope, offset }
}

/** The part of each signal halfway between people and machines. */
function getCentres(): Record<SignalId, number> {
  const signals = [...features.map(({ signal }) => signal), ...learned.patterns.map(signalOfPattern)]
  const sums = [false, true].map((machine) => {
    const texts = read.filter((each) => each.machine === machine && each.domain !== 'mixed')
    const totals = new Float64Array(signals.length)
    for (const each of texts) {
      const { at, values } = row(each, learned, learned.columns)
      at.forEach((column, index) => {
        totals[column]! += (learned.weights[column]! * values[index]!) / texts.length
      })
    }
    return totals
  })
  const centres: Record<string, number> = {}
  signals.forEach((signal, column) => {
    centres[signal] = (centres[signal] ?? 0) + (sums[0]![column]! + sums[1]![column]!) / 2
  })
  return centres as Record<SignalId, number>
}

/** The same for sentences, whose patterns are all that is known of them; each inherits its text's side. */
function sentencePlatt() {
  const compiled = new Patterns(learned.patterns)
  const scores = read.flatMap(({ tokens, measures, machine, domain }, index) => {
    if (index % 5 !== 0 || domain === 'mixed') return []
    const sums = new Float64Array(tokens.sentences.length)
    compiled.find(tokens, (sentence, pattern) => {
      sums[sentence]! += learned.weights[features.length + pattern]!
    })
    return [...sums].flatMap((sum, sentence) => {
      const words = measures.sentenceWords[sentence]!
      return words < 6 ? [] : [{ logit: sum / Math.sqrt(words), machine, domain }]
    })
  })
  return platt(scores)
}

function sigmoid(value: number) {
  return 1 / (1 + Math.exp(-value))
}

function shuffle(list: number[]) {
  for (let index = list.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[list[index], list[other]] = [list[other]!, list[index]!]
  }
}

/** mulberry32 (Tommy Ettinger, public domain). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
