/** The parts of the style score. */
export type ScoredSignalId = 'rhythm' | 'vocabulary' | 'structure' | 'punctuation' | 'specificity' | 'predictability'

/** `hidden` is there only when a text has hidden characters, and isn't part of the score. */
export type SignalId = ScoredSignalId | 'hidden'

export type TextSignal = {
  id: SignalId
  label: string
  /** 0 to 100; higher is more like AI texts; 50 is neutral. */
  score: number
  /** One sentence with this text's figures. */
  note: string
  examples: { text: string; start: number; end: number }[]
}
