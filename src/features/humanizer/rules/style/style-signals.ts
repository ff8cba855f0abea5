/** Scores how much the style of a text is like that of AI texts. It measures style and proves nothing about who wrote the text. */

import type { Span } from '#features/ai-content/rules/scoring/text-sentences.ts'
import { toReadableText } from './readable-text.ts'
import { getExamples, getNote, getReasons, getSpans, hiddenSignal, labels } from './signal-notes.ts'
import { indexOf } from './style-features.ts'
import { toSentenceScore, toTextScore, weighEvidence } from './style-model.ts'
import { getScales, type StyleScale } from './style-scales.ts'
import type { ScoredSignalId, TextSignal } from './style-signal.ts'
import { type Event, measure } from './text-features.ts'
import { tokenize } from './text-tokens.ts'

/** `start` and `end` are UTF-16 offsets in the text. */
export type SentenceReading = { start: number; end: number; score: number; reasons: string[] }

export type Reading = {
  /** 0–100 of the whole text; `threshold` or more is like AI texts. */
  score: number
  verdict: 'human' | 'unclear' | 'machine'
  signals: TextSignal[]
  scales: StyleScale[]
  sentences: SentenceReading[]
  words: number
  /** The error rate, or why there is no verdict. */
  note: string
}

/** From this score on, the verdict is “machine”. */
export const threshold = 80

/** Below this score the verdict is “human”. */
export const humanBelow = 30

/** Minimum words for a verdict. */
export const minWords = 80

/** Measured by cross-validation on kinds of text left out of training (bench/humanizer-train.ts, 20,530 texts). */
const errorRate = `In tests on kinds of text it wasn’t trained on, 3% of human and 62% of AI texts scored ${threshold} or more, and 9% of AI texts scored below ${humanBelow}. A style score doesn’t prove who wrote a text.`

const ids: ScoredSignalId[] = ['rhythm', 'vocabulary', 'structure', 'punctuation', 'specificity', 'predictability']

/** Signals that work in every language. */
const shapes: ScoredSignalId[] = ['rhythm', 'structure', 'punctuation']

/**
 * Reads a text as people see it: invisible characters and look-alike letters neither hide words nor change the score, and have a
 * signal of their own. `language` is a BCP 47 tag. A text that isn't English, or has fewer than `minWords` words, gets signals but no
 * verdict.
 */
export function readSignals(original: string, language: string): Reading {
  const { text, hidden, toOriginal } = toReadableText(original)
  const reading = readText(text, language)
  if (text === original) return reading
  const locate = ({ start, end }: Span) => ({ start: toOriginal(start), end: toOriginal(end) })
  return {
    ...reading,
    signals: [
      ...reading.signals.map((signal) => ({
        ...signal,
        examples: signal.examples.map(locate).map((span) => ({ text: original.slice(span.start, span.end), ...span })),
      })),
      ...(hidden.length > 0 ? [hiddenSignal(original, hidden)] : []),
    ],
    sentences: reading.sentences.map((sentence) => ({ ...sentence, ...locate(sentence) })),
  }
}

function readText(text: string, language: string): Reading {
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
    scales: getScales(evidence.parts, {
      english,
      isLong: measures.words >= minWords,
      hasRhythm: !Number.isNaN(measures.values[indexOf['sentence-variation']]!),
    }),
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
