/** Words for a reading: signal names, one sentence of figures per signal, and examples. */

import type { Hidden } from './readable-text.ts'
import { type FeatureId, features, indexOf } from './style-features.ts'
import { type Found, getFoundSignal } from './style-model.ts'
import type { ScoredSignalId, SignalId, TextSignal } from './style-signal.ts'
import type { Event, Measures } from './text-features.ts'
import type { Tokens } from './text-tokens.ts'

type Example = TextSignal['examples'][number]

export const labels: Record<SignalId, string> = {
  rhythm: 'Rhythm',
  vocabulary: 'Vocabulary',
  structure: 'Structure',
  punctuation: 'Punctuation',
  specificity: 'Specificity',
  predictability: 'Predictability',
  hidden: 'Hidden characters',
}

const maxExamples = 5
/** UTF-16 units shown on either side of a hidden character. */
const maxExampleReach = 30
/** Maximum difference in words between sentences of an even run. */
const evenWithin = 3

/** Returns one sentence with a signal's figures. */
export function getNote(id: ScoredSignalId, measures: Measures, english: boolean): string {
  const { values, words, stockPhrases, sentenceWords, sentenceBits } = measures
  const rate = (feature: FeatureId) => values[indexOf[feature]]!
  const times = (feature: FeatureId) => Math.round((rate(feature) * words) / 100)
  const plural = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`
  const many = (feature: FeatureId, one: string, more?: string) => plural(times(feature), one, more)
  const per = (feature: FeatureId) => rate(feature).toFixed(1)
  switch (id) {
    case 'rhythm': {
      if (Number.isNaN(rate('sentence-variation'))) return 'Not enough sentences to measure rhythm (at least 4).'
      const lengths = sentenceWords.filter((length) => length >= 2).sort()
      return `${lengths.length} sentences, ${lengths[0]}–${lengths.at(-1)} words each. Length varies by ${Math.round(rate('sentence-variation') * 100)}% (standard deviation relative to the mean).`
    }
    case 'vocabulary':
      return `${plural(stockPhrases, 'stock phrase')}, ${many('hedges', 'hedge')}, ${many('inflated', 'inflated word')} and ${many('contractions', 'contraction')} in ${words} words. The score weighs every other word too.`
    case 'structure':
      return english
        ? `${many('triads', 'list of three', 'lists of three')}, ${many('tails', 'participle tail')}, ${many('contrasts', '“not only” contrast')}, ${many('connectors', 'sentence')} starting with a connector, ${many('summaries', 'summary phrase')}.`
        : `${many('parallel-openings', 'sentence')} starting like the one before.`
    case 'punctuation':
      return `Per 100 words: ${per('commas')} commas, ${per('quotes')} quotation marks, ${per('dashes')} dashes, ${per('colons')} colons, ${per('semicolons')} semicolons, ${per('brackets')} brackets.`
    case 'specificity':
      return `Per 100 words: ${per('numbers')} numbers, ${per('names')} names, ${per('first-person')} first-person words, ${per('concrete')} words for people, things, places and times.`
    case 'predictability': {
      if (Number.isNaN(rate('surprise'))) return 'Not enough common words to measure predictability.'
      let measuredSentences = 0
      for (const bits of sentenceBits) if (!Number.isNaN(bits)) measuredSentences++
      const spread = rate('sentence-surprise-spread')
      return `On average, a word carries ${rate('surprise').toFixed(1)} bits of information given the word before it${measuredSentences >= 4 ? `; sentences vary by ${spread.toFixed(1)} bits` : ''}. Fewer bits mean more predictable.`
    }
  }
}

/** The signal of what readers can't see. Neutral, because copying from a web page or a PDF leaves such characters too. */
export function hiddenSignal(text: string, hidden: Hidden[]): TextSignal {
  const invisible = hidden.filter(({ kind }) => kind === 'invisible').length
  const lookAlikes = hidden.length - invisible
  const parts = [
    invisible > 0 && `${invisible} invisible ${invisible === 1 ? 'character' : 'characters'}`,
    lookAlikes > 0 && `${lookAlikes} ${lookAlikes === 1 ? 'letter' : 'letters'} of other alphabets that look Latin`,
  ].filter(Boolean)
  return {
    id: 'hidden',
    label: labels.hidden,
    score: 50,
    note: `${parts.join(' and ')}. They don’t change the score: the text is scored as people see it.`,
    examples: hidden.slice(0, maxExamples).map(({ start, end }) => wordAround(text, start, end)),
  }
}

function wordAround(text: string, from: number, to: number): Example {
  let [start, end] = [from, to]
  while (start > 0 && from - start < maxExampleReach && /\S/.test(text[start - 1]!)) start--
  while (end < text.length && end - to < maxExampleReach && /\S/.test(text[end]!)) end++
  return cut(text, start, end)
}

/** Tokens that raised a signal: from `from` to `to`, with their weight. */
export type TokenSpan = { from: number; to: number; weight: number }

/** Collects the spans of all signals in one pass. */
export function getSpans({ events }: Measures, found: Found[][]): Partial<Record<ScoredSignalId, TokenSpan[]>> {
  const spans: Partial<Record<ScoredSignalId, TokenSpan[]>> = {}
  const add = (id: ScoredSignalId, span: TokenSpan) => {
    const list = spans[id]
    if (list) list.push(span)
    else spans[id] = [span]
  }
  for (const { feature, from, to } of events) add(features[feature]!.signal, { from, to, weight: 1 })
  for (const sentence of found) for (const one of sentence) add(getFoundSignal(one), one)
  return spans
}

/** Returns up to five examples of a signal, in text order. */
export function getExamples(
  id: ScoredSignalId,
  text: string,
  { starts, ends, sentences }: Tokens,
  { sentenceWords, sentenceBits }: Measures,
  spans: TokenSpan[],
): Example[] {
  if (id === 'rhythm')
    return findEvenRuns(sentenceWords).map(([from, to]) => cut(text, sentences[from]!.start, sentences[to]!.end))
  if (id === 'predictability')
    return getMostPredictable(sentenceWords, sentenceBits).map((index) =>
      cut(text, sentences[index]!.start, sentences[index]!.end),
    )
  return getHeaviest(spans)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => cut(text, starts[from]!, ends[to - 1]!))
}

/** Returns the heaviest spans without overlaps; of two equal ones the earlier. */
function getHeaviest(spans: TokenSpan[]): TokenSpan[] {
  const heaviestSpans: TokenSpan[] = []
  while (heaviestSpans.length < maxExamples) {
    let best: TokenSpan | null = null
    for (const span of spans)
      if ((best === null || span.weight > best.weight) && span.to > span.from && !overlapsAny(heaviestSpans, span))
        best = span
    if (best === null) break
    heaviestSpans.push(best)
  }
  return heaviestSpans
}

function overlapsAny(others: { from: number; to: number }[], { from, to }: TokenSpan): boolean {
  for (const other of others) if (from < other.to && to > other.from) return true
  return false
}

/** Returns the two most predictable sentences of eight or more words, in text order. */
function getMostPredictable(sentenceWords: Uint32Array, sentenceBits: Float64Array): number[] {
  let [first, second] = [-1, -1]
  for (let index = 0; index < sentenceWords.length; index++) {
    if (sentenceWords[index]! < 8 || Number.isNaN(sentenceBits[index]!)) continue
    if (first < 0 || sentenceBits[index]! < sentenceBits[first]!) [first, second] = [index, first]
    else if (second < 0 || sentenceBits[index]! < sentenceBits[second]!) second = index
  }
  return [first, second].filter((index) => index >= 0).sort((a, b) => a - b)
}

/** Describes, in a few words each, what a sentence has that AI prose has more often. */
export function getReasons(text: string, { starts, ends }: Tokens, events: Event[], found: Found[]): string[] {
  const reasons: string[] = []
  const add = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason)
  }
  for (const { feature, from, to } of events) {
    const { event } = features[feature] as { event?: string }
    if (event)
      add(
        to - from <= (feature === indexOf.stock ? 8 : 4)
          ? `${event}: “${text.slice(starts[from], ends[to - 1])}”`
          : event,
      )
  }
  let [first, second]: (Found | null)[] = [null, null]
  for (const one of found) {
    if ((second && one.weight <= second.weight) || getFoundSignal(one) !== 'vocabulary' || overlapsAny(events, one))
      continue
    if (first && one.weight <= first.weight) second = one
    else [first, second] = [one, first]
  }
  for (const one of [first, second])
    if (one) add(`frequent in machine prose: “${text.slice(starts[one.from], ends[one.to - 1])}”`)
  return reasons
}

/** Returns up to two of the longest runs of three or more sentences of similar length. */
function findEvenRuns(sentenceWords: Uint32Array): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from = 0
  for (let index = 1; index <= sentenceWords.length; index++) {
    if (
      index < sentenceWords.length &&
      sentenceWords[index]! >= 5 &&
      Math.abs(sentenceWords[index]! - sentenceWords[index - 1]!) <= evenWithin
    )
      continue
    if (index - from >= 3) runs.push([from, index - 1])
    from = index
  }
  return runs
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, 2)
    .sort((a, b) => a[0] - b[0])
}

const cut = (text: string, start: number, end: number): Example => ({ text: text.slice(start, end), start, end })
