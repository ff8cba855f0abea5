/**
 * The phrases for one modifier, such as “how”, as in a language's JSON file.
 * `modifier` is the word shown in the wheel; `ask` are templates in which `{q}` is the topic, in the word order
 * of the language; `forms` are other spellings that count as the modifier ("what's" is "what").
 */
export type PhraseGroup = {
  modifier: string
  ask: string[]
  forms?: string[]
  /** A verb that makes a question only in front of a whole clause: "can cold brew go bad", but not "can opener". */
  inversion?: boolean
  /** A comparison that says so whatever else stands in the keyword ("vs"), before any preposition. */
  strong?: boolean
  /** False for questions about a time or a reason, which aren't about what to buy: "when is the best time to …". */
  choice?: boolean
}

export type Phrasebook = {
  /** ISO 639-1. */
  language: string
  /** Grammars the question words were looked up in. */
  sources?: string[]
  questions: PhraseGroup[]
  comparisons: PhraseGroup[]
  prepositions: PhraseGroup[]
  /** Question words count anywhere in a keyword, not only at its start: Turkish, Japanese, Hindi. */
  questionsAnywhere: boolean
  /** Words are found inside a run of letters: Chinese and Japanese have no spaces, Korean glues particles on. */
  unspaced: boolean
  /** Characters of the shortest form found inside a word; shorter ones are words of their own (Korean 왜, but not 왜건). */
  minInside?: number
}
