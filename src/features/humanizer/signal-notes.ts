/** What a reading says in words: names, one sentence of figures a signal, places to look at. */
import { type Found, signalOfFound } from './reading-model.ts'
import type { SignalId, TextSignal } from './signals.ts'
import { type Event, type FeatureId, features, indexOf, type Measures } from './text-features.ts'
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

const mostExamples = 5
/** Sentences whose lengths differ by no more stand in one rhythm. */
const evenWithin = 3

/** One sentence of what was counted. */
export function noteOf(id: SignalId, measures: Measures, english: boolean): string {
  const { values, words, wordsOf, surpriseOf } = measures
  const rate = (feature: FeatureId) => values[indexOf[feature]]!
  const times = (feature: FeatureId) => Math.round((rate(feature) * words) / 100)
  const many = (feature: FeatureId, one: string, more = `${one}s`) =>
    `${times(feature)} ${times(feature) === 1 ? one : more}`
  const per = (feature: FeatureId) => rate(feature).toFixed(1)
  switch (id) {
    case 'rhythm': {
      const lengths = [...wordsOf].filter((length) => length >= 2)
      if (Number.isNaN(rate('sentence-variation'))) return 'Fewer than four sentences: too few to have a rhythm.'
      return `${lengths.length} sentences of ${lengths.reduce((a, b) => Math.min(a, b))} to ${lengths.reduce((a, b) => Math.max(a, b))} words; their lengths deviate by ${Math.round(rate('sentence-variation') * 100)} % of the mean.`
    }
    case 'vocabulary':
      return `${many('stock', 'stock phrase')}, ${many('hedges', 'hedge')}, ${many('inflated', 'inflated word')} and ${many('contractions', 'contraction')} in ${words} words, and the words around them.`
    case 'structure':
      return english
        ? `${many('triads', 'list of three', 'lists of three')}, ${many('tails', 'participle tail')}, ${many('contrasts', '“not only” contrast')}, ${many('connectors', 'sentence')} opened by a connector, ${many('summaries', 'summing-up', 'summings-up')}.`
        : `${many('parallel-openings', 'sentence')} opened like the one before.`
    case 'punctuation':
      return `Per 100 words ${per('commas')} commas, ${per('quotes')} quotation marks, ${per('dashes')} dashes, ${per('colons')} colons, ${per('semicolons')} semicolons and ${per('brackets')} brackets.`
    case 'specificity':
      return `Per 100 words ${per('numbers')} numbers, ${per('names')} names, ${per('first-person')} words of the first person and ${per('concrete')} of place and time.`
    case 'predictability': {
      if (Number.isNaN(rate('surprise'))) return 'Too few ordinary words to say how predictable they are.'
      const told = [...surpriseOf].filter((bits) => !Number.isNaN(bits)).length
      const spread = rate('sentence-surprise-spread')
      return `A word carries ${rate('surprise').toFixed(1)} bits on average after the one before it${told >= 4 ? `, and sentences deviate by ${spread.toFixed(1)}` : ''}.`
    }
  }
}

/** Up to five places of a text that made a signal read machine-made, as they come. */
export function examplesOf(
  id: SignalId,
  text: string,
  tokens: Tokens,
  { wordsOf, surpriseOf, events }: Measures,
  found: Found[][],
): Example[] {
  const { starts, ends, sentences } = tokens
  if (id === 'rhythm')
    return evenRuns(wordsOf).map(([from, to]) => cut(text, sentences[from]!.start, sentences[to]!.end))
  if (id === 'predictability') {
    const plain = [...surpriseOf.keys()].filter(
      (sentence) => wordsOf[sentence]! >= 8 && !Number.isNaN(surpriseOf[sentence]!),
    )
    return plain
      .sort((a, b) => surpriseOf[a]! - surpriseOf[b]!)
      .slice(0, 2)
      .sort((a, b) => a - b)
      .map((sentence) => cut(text, sentences[sentence]!.start, sentences[sentence]!.end))
  }
  const places = [
    ...events
      .filter(({ feature }) => features[feature]!.signal === id)
      .map(({ from, to }) => ({ from, to, weight: 1 })),
    ...found.flatMap((each) => each.filter((one) => signalOfFound(one) === id)),
  ].sort((a, b) => b.weight - a.weight)
  const kept: { from: number; to: number }[] = []
  for (const place of places) {
    if (kept.length === mostExamples) break
    if (place.to > place.from && kept.every(({ from, to }) => place.to <= from || place.from >= to)) kept.push(place)
  }
  return kept.sort((a, b) => a.from - b.from).map(({ from, to }) => cut(text, starts[from]!, ends[to - 1]!))
}

/** What happens in a sentence that models do more than people, in a few words each. */
export function reasonsOf(text: string, { starts, ends }: Tokens, events: Event[], found: Found[]): string[] {
  const reasons = events.flatMap(({ feature, from, to }) => {
    const { event } = features[feature] as { event?: string }
    if (!event) return []
    return [to - from <= 4 ? `${event}: “${text.slice(starts[from], ends[to - 1])}”` : event]
  })
  const telling = found
    .filter((one) => signalOfFound(one) === 'vocabulary')
    .sort((a, b) => b.weight - a.weight)
    .filter(({ from, to }) => !events.some((event) => from < event.to && to > event.from))
    .slice(0, 2)
    .map(({ from, to }) => `frequent in machine prose: “${text.slice(starts[from], ends[to - 1])}”`)
  return [...new Set([...reasons, ...telling])]
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
