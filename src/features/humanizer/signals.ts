/** How machine-made a text reads, and by what. It reads style; it proves nothing about who wrote. */
import { scoreOfSentence, scoreOfText, weigh } from './reading-model.ts'
import { examplesOf, labels, noteOf, placesOf, reasonsOf } from './signal-notes.ts'
import { type Event, measure } from './text-features.ts'
import { tokensOf } from './text-tokens.ts'

export type SignalId = 'rhythm' | 'vocabulary' | 'structure' | 'punctuation' | 'specificity' | 'predictability'

export type TextSignal = {
  id: SignalId
  label: string
  /** 0–100, higher reads more machine-made; 50 speaks for neither side. */
  score: number
  /** One sentence: what was counted in this text. */
  note: string
  examples: { text: string; start: number; end: number }[]
}

/** Offsets are UTF-16 units of the text that was read. */
export type SentenceReading = { start: number; end: number; score: number; reasons: string[] }

export type Reading = {
  /** 0–100 of the whole text; `threshold` and more reads machine-made. */
  score: number
  verdict: 'human' | 'unclear' | 'machine'
  signals: TextSignal[]
  sentences: SentenceReading[]
  words: number
  /** The error rate, or why there is no verdict. */
  note: string
}

/** From this score on, a text is said to read machine-made. */
export const threshold = 80

/** Below this one it is said to read human. */
export const humanBelow = 30

/** Fewer words carry too little style to judge. */
export const fewestWords = 80

/** Measured on kinds of text that were left out of learning, each in turn (bench/humanizer-train.ts, 20,530 texts). */
const errorRate = `On kinds of text it had not learned from, 3 in 100 human and 62 in 100 machine texts scored ${threshold} or more, which reads machine-made; 9 in 100 machine texts scored below ${humanBelow}. Style is no proof of who wrote.`

const ids: SignalId[] = ['rhythm', 'vocabulary', 'structure', 'punctuation', 'specificity', 'predictability']

/** Signals that count shapes, not words: all that is read in other languages than English. */
const shapes: SignalId[] = ['rhythm', 'structure', 'punctuation']

/**
 * Reads a text. `language` is a tag like "en" or "de-AT"; a text in another language than English, or of fewer than
 * `fewestWords` words, gets signals and no verdict.
 */
export function readSignals(text: string, language: string): Reading {
  const english = /^en\b/i.test(language)
  const tokens = tokensOf(text)
  const measures = measure(tokens)
  const evidence = weigh(tokens, measures, english)
  const eventsOf: Event[][] = tokens.sentences.map(() => [])
  for (const event of measures.events) eventsOf[tokens.sentenceOf[event.from]!]!.push(event)
  const places = placesOf(measures, evidence.found)
  const signals = ids
    .filter((id) => english || shapes.includes(id))
    .map((id) => ({
      id,
      label: labels[id],
      score: Math.round(100 / (1 + Math.exp(-evidence.parts[id]))),
      note: noteOf(id, measures, english),
      examples: examplesOf(id, text, tokens, measures, places[id] ?? []),
    }))
  const score =
    measures.words === 0
      ? 0
      : Math.round(english ? scoreOfText(evidence.logit) : mean(signals.map((signal) => signal.score)))
  return {
    score,
    verdict: !english || measures.words < fewestWords ? 'unclear' : verdictOf(score),
    signals,
    sentences: tokens.sentences.map(({ start, end }, sentence) => {
      if (!english || measures.wordsOf[sentence]! < 3) return { start, end, score: 0, reasons: [] }
      return {
        start,
        end,
        score: Math.round(scoreOfSentence(evidence.sums[sentence]!, measures.wordsOf[sentence]!)),
        reasons: reasonsOf(text, tokens, eventsOf[sentence]!, evidence.found[sentence]!),
      }
    }),
    words: measures.words,
    note: judgement(english, measures.words),
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function verdictOf(score: number): Reading['verdict'] {
  return score >= threshold ? 'machine' : score < humanBelow ? 'human' : 'unclear'
}

function judgement(english: boolean, words: number): string {
  if (!english) return 'Only rhythm, structure and punctuation are read in this language, so there is no verdict.'
  if (words < fewestWords) return `A text of fewer than ${fewestWords} words carries too little style for a verdict.`
  return errorRate
}
