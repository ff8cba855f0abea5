/** Parts of speech of an English sentence. Loads 70 MB, so only the humanizer's worker thread imports it. */
import model from 'wink-eng-lite-web-model'
import createTagger from 'wink-nlp'

/** Universal parts of speech, as far as rules ask for them. */
export type PartOfSpeech =
  | 'NOUN'
  | 'PROPN'
  | 'VERB'
  | 'AUX'
  | 'ADJ'
  | 'ADV'
  | 'DET'
  | 'PRON'
  | 'ADP'
  | 'NUM'
  | (string & {})

/** `start` and `end` are UTF-16 offsets in the sentence. */
export type Tag = { word: string; pos: PartOfSpeech; start: number; end: number }

const tagger = createTagger(model, ['sbd', 'pos'])

export function tagWords(text: string): Tag[] {
  const tokens = tagger.readDoc(text).tokens()
  const words = tokens.out()
  const parts = tokens.out(tagger.its.pos) as string[]
  let at = 0
  return words.map((word, index) => {
    const start = Math.max(at, text.indexOf(word, at))
    at = start + word.length
    return { word: word.toLowerCase(), pos: parts[index]!, start, end: at }
  })
}
