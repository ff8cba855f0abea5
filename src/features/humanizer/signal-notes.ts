/** What a reading says in words: names, one sentence of figures a signal, places to look at. */

import { type FeatureId, features, indexOf } from './style-features.ts'
import { type Found, signalOfFound } from './style-model.ts'
import type { SignalId, TextSignal } from './style-signals.ts'
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
}

const maxExamples = 5
/** Sentences whose lengths differ by no more stand in one rhythm. */
const evenWithin = 3

/** One sentence of what was counted. */
export function getNote(id: SignalId, measures: Measures, english: boolean): string {
  const { values, words, wordsOf, surpriseOf } = measures
  const rate = (feature: FeatureId) => values[indexOf[feature]]!
  const times = (feature: FeatureId) => Math.round((rate(feature) * words) / 100)
  const many = (feature: FeatureId, one: string, more = `${one}s`) =>
    `${times(feature)} ${times(feature) === 1 ? one : more}`
  const per = (feature: FeatureId) => rate(feature).toFixed(1)
  switch (id) {
    case 'rhythm': {
      if (Number.isNaN(rate('sentence-variation'))) return 'Not enough sentences to measure rhythm (at least 4).'
      const lengths = wordsOf.filter((length) => length >= 2).sort()
      return `${lengths.length} sentences, ${lengths[0]}–${lengths.at(-1)} words each. Length varies by ${Math.round(rate('sentence-variation') * 100)}% (standard deviation relative to the mean).`
    }
    case 'vocabulary':
      return `${many('stock', 'stock phrase')}, ${many('hedges', 'hedge')}, ${many('inflated', 'inflated word')} and ${many('contractions', 'contraction')} in ${words} words. Word choice counts too.`
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
      let told = 0
      for (const bits of surpriseOf) if (!Number.isNaN(bits)) told++
      const spread = rate('sentence-surprise-spread')
      return `On average, a word carries ${rate('surprise').toFixed(1)} bits of information given the word before it${told >= 4 ? `; sentences vary by ${spread.toFixed(1)} bits` : ''}. Fewer bits mean more predictable.`
    }
  }
}

/** Where tokens stand that made a signal read machine-made. */
export type Place = { from: number; to: number; weight: number }

/** The places of all signals that have any, in one pass. */
export function getPlaces({ events }: Measures, found: Found[][]): Partial<Record<SignalId, Place[]>> {
  const places: Partial<Record<SignalId, Place[]>> = {}
  const add = (id: SignalId, place: Place) => {
    const list = places[id]
    if (list) list.push(place)
    else places[id] = [place]
  }
  for (const { feature, from, to } of events) add(features[feature]!.signal, { from, to, weight: 1 })
  for (const sentence of found) for (const one of sentence) add(signalOfFound(one), one)
  return places
}

/** Up to five examples of a signal, as they come in the text. */
export function getExamples(
  id: SignalId,
  text: string,
  { starts, ends, sentences }: Tokens,
  { wordsOf, surpriseOf }: Measures,
  places: Place[],
): Example[] {
  if (id === 'rhythm')
    return evenRuns(wordsOf).map(([from, to]) => cut(text, sentences[from]!.start, sentences[to]!.end))
  if (id === 'predictability')
    return maxPredictable(wordsOf, surpriseOf).map((index) => cut(text, sentences[index]!.start, sentences[index]!.end))
  return heaviest(places)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => cut(text, starts[from]!, ends[to - 1]!))
}

/** The heaviest places, none of which covers a part of another; of two that weigh the same the earlier. */
function heaviest(places: Place[]): Place[] {
  const kept: Place[] = []
  while (kept.length < maxExamples) {
    let best: Place | null = null
    for (const place of places)
      if ((best === null || place.weight > best.weight) && place.to > place.from && !overlapsAny(kept, place))
        best = place
    if (best === null) break
    kept.push(best)
  }
  return kept
}

function overlapsAny(others: { from: number; to: number }[], { from, to }: Place): boolean {
  for (const other of others) if (from < other.to && to > other.from) return true
  return false
}

/** The two sentences of eight words and more that surprise least, as they come. */
function maxPredictable(wordsOf: Uint32Array, surpriseOf: Float64Array): number[] {
  let [first, second] = [-1, -1]
  for (let index = 0; index < wordsOf.length; index++) {
    if (wordsOf[index]! < 8 || Number.isNaN(surpriseOf[index]!)) continue
    if (first < 0 || surpriseOf[index]! < surpriseOf[first]!) [first, second] = [index, first]
    else if (second < 0 || surpriseOf[index]! < surpriseOf[second]!) second = index
  }
  return [first, second].filter((index) => index >= 0).sort((a, b) => a - b)
}

/** What happens in a sentence that models do more than people, in a few words each. */
export function getReasons(text: string, { starts, ends }: Tokens, events: Event[], found: Found[]): string[] {
  const reasons: string[] = []
  const add = (reason: string) => {
    if (!reasons.includes(reason)) reasons.push(reason)
  }
  for (const { feature, from, to } of events) {
    const { event } = features[feature] as { event?: string }
    if (event) add(to - from <= 4 ? `${event}: “${text.slice(starts[from], ends[to - 1])}”` : event)
  }
  let [first, second]: (Found | null)[] = [null, null]
  for (const one of found) {
    if ((second && one.weight <= second.weight) || signalOfFound(one) !== 'vocabulary' || overlapsAny(events, one))
      continue
    if (first && one.weight <= first.weight) second = one
    else [first, second] = [one, first]
  }
  for (const one of [first, second])
    if (one) add(`frequent in machine prose: “${text.slice(starts[one.from], ends[one.to - 1])}”`)
  return reasons
}

/** Runs of three sentences and more of nearly one length, the longest runs first, at most two. */
function evenRuns(wordsOf: Uint32Array): [from: number, to: number][] {
  const runs: [number, number][] = []
  let from = 0
  for (let index = 1; index <= wordsOf.length; index++) {
    if (index < wordsOf.length && wordsOf[index]! >= 5 && Math.abs(wordsOf[index]! - wordsOf[index - 1]!) <= evenWithin)
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
