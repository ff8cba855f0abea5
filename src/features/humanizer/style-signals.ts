/** Scores how much a text reads like AI writing. It measures style and proves nothing about who wrote the text. */

import { getExamples, getNote, getReasons, getSpans, labels } from './signal-notes.ts'
import { toSentenceScore, toTextScore, weighEvidence } from './style-model.ts'
import { type Event, measure } from './text-features.ts'
import { tokenize } from './text-tokens.ts'

export type SignalId = 'rhythm' | 'vocabulary' | 'structure' | 'punctuation' | 'specificity' | 'predictability'

export type TextSignal = {
  id: SignalId
  label: string
  /** 0 to 100; higher reads more like AI; 50 is neutral. */
  score: number
  /** One sentence with this text's figures. */
  note: string
  examples: { text: string; start: number; end: number }[]
}

/** `start` and `end` are UTF-16 offsets in the text. */
export type SentenceReading = { start: number; end: number; score: number; reasons: string[] }

export type Reading = {
  /** 0–100 of the whole text; `threshold` or more reads as AI. */
  score: number
  verdict: 'human' | 'unclear' | 'machine'
  signals: TextSignal[]
  sentences: SentenceReading[]
  words: number
  /** The error rate, or why there is no verdict. */
  note: string
}

/** From this score on, a text reads as AI. */
export const threshold = 80

/** Below this score a text reads as human. */
export const humanBelow = 30

/** Minimum words for a verdict. */
export const minWords = 80

/** Measured by cross-validation on kinds of text left out of training (bench/humanizer-train.ts, 20,530 texts). */
const errorRate = `In tests on kinds of text it wasn’t trained on, 3% of human and 62% of AI texts scored ${threshold} or more, and 9% of AI texts scored below ${humanBelow}. A style score doesn’t prove who wrote a text.`

const ids: SignalId[] = ['rhythm', 'vocabulary', 'structure', 'punctuation', 'specificity', 'predictability']

/** Signals that work in every language. */
const shapes: SignalId[] = ['rhythm', 'structure', 'punctuation']

/**
 * Reads a text. `language` is a BCP 47 tag. A text that isn't English, or has fewer than `minWords` words, gets signals but no
 * verdict.
 */
export function readSignals(text: string, language: string): Reading {
  const english = /^en\b/i.test(language)
  const tokens = tokenize(text)
  const measures = measure(tokens)
  const evidence = weighEvidence(tokens, measures, english)
  const sentenceEvents: Event[][] = tokens.sentences.map(() => [])
  for (const event of measures.events) sentenceEvents[tokens.sentenceIndex[event.from]!]!.push(event)
  const spans = getSpans(measures, evidence.found)
  const signals = ids
    .filter((id) => english || shapes.includes(id))
    .map((id) => ({
      id,
      label: labels[id],
      score: Math.round(100 / (1 + Math.exp(-evidence.parts[id]))),
      note: getNote(id, measures, english),
      examples: getExamples(id, text, tokens, measures, spans[id] ?? []),
    }))
  const score =
    measures.words === 0
      ? 0
      : Math.round(english ? toTextScore(evidence.logit) : mean(signals.map((signal) => signal.score)))
  return {
    score,
    verdict: !english || measures.words < minWords ? 'unclear' : getVerdict(score),
    signals,
    sentences: tokens.sentences.map(({ start, end }, sentence) => {
      if (!english || measures.sentenceWords[sentence]! < 3) return { start, end, score: 0, reasons: [] }
      return {
        start,
        end,
        score: Math.round(toSentenceScore(evidence.sums[sentence]!, measures.sentenceWords[sentence]!)),
        reasons: getReasons(text, tokens, sentenceEvents[sentence]!, evidence.found[sentence]!),
      }
    }),
    words: measures.words,
    note: getScoreNote(english, measures.words),
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function getVerdict(score: number): Reading['verdict'] {
  return score >= threshold ? 'machine' : score < humanBelow ? 'human' : 'unclear'
}

function getScoreNote(english: boolean, words: number): string {
  if (!english) return 'In this language, only rhythm, structure and punctuation are measured, so there’s no verdict.'
  if (words < minWords) return `Too short for a verdict. At least ${minWords} words are needed.`
  return errorRate
}
