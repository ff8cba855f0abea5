import { Spread } from './spread.ts'
import type { FeatureId } from './style-features.ts'

const minSentences = 4
const minParagraphs = 3

/**
 * How sentence and paragraph lengths vary. NaN where the text has too few of them.
 * @param sentenceWords number of words per sentence
 * @param paragraphIndex index of each sentence's paragraph
 */
export function measureRhythm(sentenceWords: Uint32Array, paragraphIndex: ArrayLike<number>) {
  const lengths = new Spread()
  let steps = 0
  let short = 0
  let long = 0
  let before = 0
  const paragraphs: number[] = []
  for (let sentence = 0; sentence < sentenceWords.length; sentence++) {
    const length = sentenceWords[sentence]!
    paragraphs[paragraphIndex[sentence]!] = (paragraphs[paragraphIndex[sentence]!] ?? 0) + length
    if (length < 2) continue
    if (lengths.count > 0) steps += Math.abs(length - before)
    lengths.add(length)
    if (length <= 6) short++
    if (length >= 32) long++
    before = length
  }
  const blocks = new Spread()
  for (const length of paragraphs) if (length >= 8) blocks.add(length)
  const enough = lengths.count >= minSentences
  const orNaN = (value: number) => (enough ? value : Number.NaN)
  return {
    'sentence-variation': orNaN(lengths.deviation / lengths.mean),
    'sentence-steps': orNaN(steps / (lengths.count - 1) / lengths.mean),
    'short-sentences': orNaN(short / lengths.count),
    'long-sentences': orNaN(long / lengths.count),
    'paragraph-variation': blocks.count >= minParagraphs ? blocks.deviation / blocks.mean : Number.NaN,
  } satisfies Partial<Record<FeatureId, number>>
}
