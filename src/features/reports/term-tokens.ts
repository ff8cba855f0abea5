/** Text as runs of words for term extraction: what stands in one run may form a phrase. */
import { stemmer } from 'stemmer'
import { baseLanguage } from './question-templates.ts'
import { getStopWords } from './stop-words.ts'

export type Token = {
  /** As written. */
  raw: string
  lower: string
  /** What word forms share: the English stem, elsewhere the lower-case word. */
  stem: string
  stop: boolean
  /** First of a sentence, where a capital says nothing. */
  opens: boolean
}

export type Tokens = {
  /** Runs without a mark or a number between their words. */
  runs(text: string): Token[][]
  /** What stands between the words of a phrase. */
  joint: '' | ' '
}

// A Unicode word regex is some seventy times faster than Intl.Segmenter, and terms do not need more.
const spaced =
  /(\p{L}[\p{L}\p{M}\p{N}]*(?:['’.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[+#]*)|[\p{N}]+|[.!?…\n]|[;:,()[\]{}"“”„«»—–|/•·→]/gu
const unspaced =
  /(\p{Script=Latin}[\p{Script=Latin}\p{N}+#-]*|[\p{Script=Katakana}ー]{2,}|\p{Script=Han}{2,})|[。．！？\n]|\p{Script=Hiragana}|[^\s]/gu
const sentenceEnd = /^[.!?…\n。．！？]$/

/** A tokenizer for one language. It remembers stems: keep it for all pages of a report. */
export function tokenize(language: string): Tokens {
  const base = baseLanguage(language)
  const glued = base === 'ja' || base === 'zh'
  const pattern = glued ? unspaced : spaced
  const stops = getStopWords(language)
  const known = new Map<string, { lower: string; stem: string; stop: boolean }>()

  const read = (raw: string) => {
    const seen = known.get(raw)
    if (seen) return seen
    const lower = raw.toLowerCase().replaceAll('’', "'").normalize('NFC')
    const bare = lower.replace(/'s$/, '')
    const stem = base === 'en' && /^[a-z'-]+$/.test(bare) ? stemmer(bare) : bare
    const entry = { lower, stem, stop: stops.has(lower) || (!glued && lower.length < 2) }
    known.set(raw, entry)
    return entry
  }

  return {
    joint: glued ? '' : ' ',
    runs(text) {
      const runs: Token[][] = []
      let run: Token[] = []
      let opens = true
      for (const match of text.matchAll(pattern)) {
        const raw = match[1]
        if (raw !== undefined) {
          run.push({ raw, ...read(raw), opens })
          opens = false
          continue
        }
        if (run.length > 0) runs.push(run)
        run = []
        if (sentenceEnd.test(match[0])) opens = true
      }
      if (run.length > 0) runs.push(run)
      return runs
    },
  }
}
