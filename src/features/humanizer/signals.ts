/** How machine-made a text reads, and by what. It reads style; it proves nothing about who wrote. */
import { sentenceSpans } from '#features/ai-content/text-sentences.ts'

export type SignalId = 'rhythm' | 'vocabulary' | 'structure' | 'punctuation' | 'specificity' | 'predictability'

export type TextSignal = {
  id: SignalId
  label: string
  /** 0–100, higher reads more machine-made. */
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
export const threshold = 50

/** Reads a text. `language` is a tag like "en" or "de-AT". */
export function readSignals(text: string, language: string): Reading {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const sentences = sentenceSpans(text).map(({ start, end }) => ({ start, end, score: 0, reasons: [] }))
  return { score: 0, verdict: 'unclear', signals: [], sentences, words, note: `No figure for ${language} yet.` }
}
