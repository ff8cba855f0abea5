/**
 * The phrases of one word people build a search with.
 * `modifier` is the word shown in the wheel; `ask` are templates in which `{q}` is the topic, placed as the language
 * places it; `forms` are further forms that count as this word when a keyword holds them ("what's" is "what").
 */
export type PhraseGroup = {
  modifier: string
  ask: string[]
  forms: string[]
  /** A verb that makes a question only in front of a whole clause: "can cold brew go bad", but not "can opener". */
  inversion: boolean
  /** A comparison that says so whatever else stands in the keyword ("vs"), before any preposition. */
  strong: boolean
}

export type Phrasebook = {
  /** ISO 639-1. */
  language: string
  questions: PhraseGroup[]
  comparisons: PhraseGroup[]
  prepositions: PhraseGroup[]
  /** Question words count anywhere in a keyword, not only at its start: Turkish, Japanese. */
  questionsAnywhere: boolean
  /** Written without spaces: words are found inside a run of letters. */
  unspaced: boolean
}

type GroupOptions = { forms?: string[]; inversion?: boolean; strong?: boolean }

/** Templates without `{q}` are an error of the author, found by the tests. */
export function group(modifier: string, ask: string[], options: GroupOptions = {}): PhraseGroup {
  return {
    modifier,
    ask,
    forms: options.forms ?? [],
    inversion: options.inversion ?? false,
    strong: options.strong ?? false,
  }
}

/** Words that each stand behind the topic: "{q} for". */
export function behind(...words: string[]): PhraseGroup[] {
  return words.map((word) => group(word, [`{q} ${word}`]))
}
