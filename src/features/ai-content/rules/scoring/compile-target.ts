/** Precomputes a score target, so that scoring each text is fast. */
import type { ScoreTarget, TargetPage } from '../../contract.ts'
import { getTerms } from './text-terms.ts'
import { createOrderReader, type OrderCounts } from './word-order.ts'

type StemRun = { text: string; stems: string[] }

export type CompiledTarget = {
  target: ScoreTarget
  read(text: string): string[]
  /** `low`, `high` and `max`: uses on ranking pages. */
  terms: {
    term: string
    weight: number
    stems: string[]
    low: number | null
    high: number | null
    max: number | null
  }[]
  /** Indexes of the terms in a run of stems, once for each use. */
  findTerms(stems: string[]): number[]
  topic: Set<string>
  termStems: Set<string>
  questionStems: Set<string>
  questions: (StemRun & { own: string[] })[]
  headings: StemRun[]
  /** Word number → indexes of the passages that have it. */
  passagesByWord: Map<number, number[]>
  words: { low: number; median: number; high: number } | null
  order: { read(sentence: string): OrderCounts; rate: number } | null
}

/** Precomputes a target once, so that scoring each text is fast. */
export function compileTarget(target: ScoreTarget): CompiledTarget {
  const read = getTerms(target.language)
  const topic = new Set(target.keywords.slice(0, 1).flatMap(read))
  const known =
    target.terms.length > 0
      ? target.terms
      : target.keywords.map((term) => ({ term, weight: 1, low: null, high: null, max: null }))
  const terms = known
    .map(({ term, weight, low, high, max }) => ({ term, weight, low, high, max, stems: read(term) }))
    .filter(({ stems }) => stems.length > 0)
  const questions = target.questions.map((text) => {
    const stems = [...new Set(read(text))]
    return { text, stems, own: stems.filter((stem) => !topic.has(stem)) }
  })
  return {
    target,
    read,
    terms,
    findTerms: createTermFinder(terms),
    topic,
    termStems: new Set(terms.flatMap(({ stems }) => stems)),
    questionStems: new Set(questions.flatMap(({ own }) => own)),
    questions,
    headings: target.headings.map((text) => ({ text, stems: [...new Set(read(text))] })),
    passagesByWord: indexPassages(target.passages),
    words: wordRange(target.pages),
    order: target.word_order && {
      read: createOrderReader(
        target.word_order,
        terms.map(({ term }) => term),
      ),
      rate: target.word_order.rate,
    },
  }
}

/** Returns a function that finds the terms in a run of stems. */
export function createTermFinder(terms: { stems: string[] }[]): CompiledTarget['findTerms'] {
  const byFirst = new Map<string, number[]>()
  terms.forEach(({ stems }, at) => {
    byFirst.set(stems[0]!, [...(byFirst.get(stems[0]!) ?? []), at])
  })
  return (stems) => {
    const found: number[] = []
    for (let at = 0; at < stems.length; at++)
      for (const index of byFirst.get(stems[at]!) ?? [])
        if (terms[index]!.stems.every((stem, i) => stems[at + i] === stem)) found.push(index)
    return found
  }
}

function indexPassages(passages: ScoreTarget['passages']) {
  const byWord = new Map<number, number[]>()
  passages.forEach((words, at) => {
    for (const word of words) {
      const indexes = byWord.get(word)
      if (indexes) indexes.push(at)
      else byWord.set(word, [at])
    }
  })
  return byWord
}

function wordRange(pages: TargetPage[]) {
  const words = pages.map((page) => page.words).filter((count) => count >= 100)
  if (words.length === 0) return null
  words.sort((a, b) => a - b)
  const at = (share: number) => words[Math.round((words.length - 1) * share)]!
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}
