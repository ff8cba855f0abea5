/**
 * Finds what of a text counts for its score: sentences about the topic that say something for the first time. Repeated, off-topic,
 * shuffled and empty passages don't count, nor do lists of terms.
 */
import { countPlainWords, plainText } from '../markdown-text.ts'
import { getCoherence } from './cohesion.ts'
import type { CompiledTarget } from './compile-target.ts'
import { getTermSpread } from './term-density.ts'
import { getTextSections, type TextBlock } from './text-blocks.ts'
import { splitSentences } from './text-sentences.ts'
import { wordNumber } from './word-number.ts'

/** Why a passage doesn't count. */
export type UncountedReason = 'repeated' | 'terms' | 'order' | 'off_topic' | 'filler' | 'question' | 'link'

export type ReadSentence = {
  text: string
  stems: string[]
  words: number
  /** Null if it counts. */
  reason: UncountedReason | null
}

/** The sentences of a paragraph, list item or table row, with its Markdown. */
export type ReadBlock = { kind: TextBlock['kind']; markdown: string; sentences: ReadSentence[] }

export type ReadSection = {
  heading: { type: string; text: string; stems: Set<string> } | null
  blocks: ReadBlock[]
  /** Words of the sentences that count, below this heading alone. */
  counted: number
}

export type CountedText = {
  sections: ReadSection[]
  sentences: ReadSentence[]
  /** Headings with hardly a word below. */
  emptyHeadings: string[]
  /** Words that count, and all words but those of headings. */
  counted: number
  words: number
  /** Share that counts, 0 to 1, with what the word order tells. */
  substance: number
  /** Whether nearly every sentence has a term. */
  isCrowded: boolean
}

/** A filler sentence is no harm in itself, so it counts in part. */
const fillerShare = 0.5
const emptySectionWords = 15
/** A link without a sentence counts as much as an empty sentence. */
const linkWords = 8
const minSectionWords = 8
const maxBareItems = 8
/** Pairs of common words from which word order is judged, and the share of the usual pairs below which words are shuffled. */
const minPairs = 20
const shuffledText = 0.7
const shuffledParagraph = 0.25
/** Share of term uses in good texts that look pushed into their sentence. */
const minTermUses = 10
const usualPushed = 0.03
const minRelevance = 0.3
/** Sentences with this share of their words in one passage of a ranking page aren't filler. */
const minPageOverlap = 0.34
/** A paragraph with more filler than this is about something else. */
const maxFiller = 0.75
const repeatedOverlap = 0.9
const minRepeatedStems = 4
/** A term may be used this many times as often as on the page that uses it most. */
const overuse = 1.25
const minOveruse = 4
/** A use too many spoils about a sentence. */
const wordsPerOveruse = 10

const linkOnly = /!?\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g

/** Reads a text against a compiled target. */
export function readCountedText(markdown: string, compiled: CompiledTarget): CountedText {
  const seen = createRepeatFinder()
  const sections: ReadSection[] = getTextSections(markdown).map(({ heading, blocks }) => ({
    heading: heading && { ...heading, stems: new Set(compiled.read(heading.text)) },
    blocks: blocks.map((block) => readBlock(block, compiled, seen)),
    counted: 0,
  }))
  markBareItems(sections, compiled)
  const order = markShuffled(sections, compiled)
  markOffTopic(sections, compiled)
  const sentences = sections.flatMap(getSentences)
  let counted = 0
  let words = 0
  for (const section of sections) {
    for (const sentence of getSentences(section)) {
      words += sentence.reason === 'link' ? linkWords : sentence.words
      if (sentence.reason === null) section.counted += sentence.words
      else if (sentence.reason === 'filler') counted += fillerShare * sentence.words
    }
    counted += section.counted
  }
  const overused = countOverused(sentences, words, compiled)
  const emptyHeadings = getEmptyHeadings(sections)
  const spread = getTermSpread(sections, compiled)
  const share = words === 0 ? 0 : Math.max(0, counted - overused) / (words + emptyHeadings.length * emptySectionWords)
  return {
    sections,
    sentences,
    emptyHeadings,
    counted: Math.round(counted),
    words,
    substance: share * order * getCoherence(sections, compiled) * spread,
    isCrowded: spread < 1,
  }
}

export const getSentences = ({ blocks }: ReadSection) => blocks.flatMap(({ sentences }) => sentences)

function readBlock(block: TextBlock, compiled: CompiledTarget, isRepeated: (stems: string[]) => boolean): ReadBlock {
  const bare = block.markdown.replace(linkOnly, ' ')
  const isLink = block.kind === 'item' && bare !== block.markdown && countPlainWords(plainText(bare)) < 3
  const sentences = splitSentences(block.text).map((text): ReadSentence => {
    const stems = compiled.read(text)
    const reason = isLink
      ? 'link'
      : isRepeated(stems)
        ? 'repeated'
        : /[?？؟]["'”’»)]*$/.test(text)
          ? 'question'
          : isTermList(text, stems, compiled)
            ? 'terms'
            : null
    return { text, stems, words: countPlainWords(text), reason }
  })
  return { kind: block.kind, markdown: block.markdown, sentences }
}

/** A sentence repeats one before it if it has the same words, but for one in ten. */
function createRepeatFinder() {
  const byStem = new Map<string, number[]>()
  const sizes: number[] = []
  return (stems: string[]) => {
    const own = new Set(stems)
    if (own.size < minRepeatedStems) return false
    const shared = new Map<number, number>()
    let repeats = false
    for (const stem of own) {
      for (const at of byStem.get(stem) ?? []) {
        const count = (shared.get(at) ?? 0) + 1
        shared.set(at, count)
        if (count >= repeatedOverlap * Math.max(own.size, sizes[at]!)) repeats = true
      }
    }
    const at = sizes.push(own.size) - 1
    for (const stem of own) {
      const known = byStem.get(stem)
      if (known) known.push(at)
      else byStem.set(stem, [at])
    }
    return repeats
  }
}

/** Several terms with hardly another word are a list, not a sentence. */
function isTermList(text: string, stems: string[], { findTerms, termStems }: CompiledTarget): boolean {
  const inTerms = stems.filter((stem) => termStems.has(stem)).length
  if (inTerms === stems.length) return new Set(findTerms(stems)).size >= 3
  if (stems.length < 6) return false
  const functionWords = countPlainWords(text) - stems.length
  return inTerms >= 0.7 * stems.length && functionWords < 0.25 * stems.length
}

/** List items that are a term and nothing else: a few are usual, many are a list of terms. */
function markBareItems(sections: ReadSection[], { termStems }: CompiledTarget) {
  const bare = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ kind, sentences }) => (kind === 'paragraph' ? [] : sentences))
    .filter(({ stems, words }) => words <= 4 && stems.every((stem) => termStems.has(stem)))
  if (bare.length > maxBareItems) for (const sentence of bare) sentence.reason ??= 'terms'
}

/** Marks paragraphs without word order. @returns how well terms fit their sentences, 0 to 1 */
function markShuffled(sections: ReadSection[], { order }: CompiledTarget): number {
  if (!order) return 1
  const whole = { all: 0, seen: 0, terms: 0, pushed: 0 }
  const paragraphs = sections
    .flatMap(({ blocks }) => blocks)
    .filter(({ kind }) => kind === 'paragraph')
    .map(({ sentences }) => {
      let all = 0
      let seen = 0
      for (const { text } of sentences) {
        const counts = order.read(text)
        all += counts.all
        seen += counts.seen
        for (const key of Object.keys(whole) as (keyof typeof whole)[]) whole[key] += counts[key]
      }
      return { sentences, all, seen }
    })
  const toUsual = (all: number, seen: number) => seen / all / order.rate
  const usual = whole.all < minPairs ? 1 : toUsual(whole.all, whole.seen)
  const limit = usual < shuffledText ? 0.85 : shuffledParagraph
  for (const { sentences, all, seen } of paragraphs)
    if (all >= 10 ? toUsual(all, seen) < limit : usual < shuffledText)
      for (const sentence of sentences) sentence.reason ??= 'order'
  if (whole.terms < minTermUses) return 1
  return Math.max(0.4, 1 - 5 * Math.max(0, whole.pushed / whole.terms - usualPushed))
}

/** Marks paragraphs about something else, and sentences that fit any text. */
function markOffTopic(sections: ReadSection[], compiled: CompiledTarget) {
  if (compiled.terms.length === 0) return
  for (const section of sections) {
    for (const { kind, sentences } of section.blocks) {
      const open = sentences.filter(({ reason }) => reason === null)
      const stems = new Set(open.flatMap((sentence) => sentence.stems))
      if (stems.size < 6) continue
      if (getRelevance(stems, open, compiled) < minRelevance) for (const sentence of open) sentence.reason = 'off_topic'
      else if (kind === 'paragraph') {
        const filler = open.filter((sentence) => isFiller(sentence, compiled))
        const reason = open.length > 2 && filler.length > maxFiller * open.length ? 'off_topic' : 'filler'
        for (const sentence of filler) sentence.reason = reason
      }
    }
  }
}

/** How much a passage has to do with the topic, 0 to 1: its terms, and the passage of the ranking pages that is nearest. */
function getRelevance(stems: Set<string>, sentences: ReadSentence[], compiled: CompiledTarget): number {
  const terms = new Set(sentences.flatMap((sentence) => compiled.findTerms(sentence.stems))).size
  const topic = [...compiled.topic].some((stem) => stems.has(stem)) ? 1 : 0
  const named = Math.min(1, (terms + topic) / 2)
  if (compiled.passagesByWord.size === 0) return named > 0 ? 1 : 0
  return 0.5 * named + 0.5 * Math.min(1, maxOverlap(stems, compiled) / 0.3)
}

/** Share of the words that the nearest passage of the ranking pages has. */
export function maxOverlap(stems: Set<string>, { passagesByWord, target }: CompiledTarget): number {
  const counts = new Uint16Array(target.passages.length)
  let max = 0
  for (const stem of stems)
    for (const at of passagesByWord.get(wordNumber(stem)) ?? []) if (++counts[at]! > max) max = counts[at]!
  return max / stems.size
}

/** No term, no question's word, no number and no name: the sentence fits any text. */
function isFiller({ text, stems }: ReadSentence, compiled: CompiledTarget): boolean {
  if (stems.length < 2) return false
  if (
    stems.some((stem) => compiled.termStems.has(stem) || compiled.topic.has(stem) || compiled.questionStems.has(stem))
  )
    return false
  return !hasFact(text) && maxOverlap(new Set(stems), compiled) < minPageOverlap
}

/** A number, or a name inside the sentence. */
export const hasFact = (text: string) => /\p{N}/u.test(text) || /(?<=[\p{Ll},;] )\p{Lu}\p{L}+/u.test(text)

/** Uses of a term beyond which it is overused. `max`: uses on the page that uses it most; longer texts may use it more. */
export const getUseLimit = (max: number, words: number, pages: CompiledTarget['words']) =>
  Math.max(minOveruse, overuse * max * Math.max(1, words / (pages?.median ?? words)))

/** Words of the uses of a term, or of the topic, beyond what a text of this length can carry. */
function countOverused(
  sentences: ReadSentence[],
  words: number,
  { terms, topic, findTerms, target, words: range }: CompiledTarget,
) {
  const uses = terms.map(() => 0)
  let topics = 0
  for (const { stems } of sentences) {
    for (const index of findTerms(stems)) uses[index]!++
    if ([...topic].every((stem) => stems.includes(stem))) topics++
  }
  const limit = (max: number) => getUseLimit(max, words, range)
  let overused = 0
  terms.forEach(({ max }, at) => {
    overused += wordsPerOveruse * Math.max(0, uses[at]! - limit(max ?? words / 40))
  })
  if (target.topic_uses) overused += wordsPerOveruse * Math.max(0, topics - limit(target.topic_uses.max))
  const stems = sentences.reduce((sum, sentence) => sum + sentence.stems.length, 0)
  const inTerms = terms.reduce((sum, term, at) => sum + uses[at]! * term.stems.length, 0)
  if (target.term_share !== null && stems > 0)
    overused += 1.5 * words * Math.max(0, inTerms / stems - target.term_share)
  return overused
}

/** Headings with nothing below them, not even a smaller heading with text. */
function getEmptyHeadings(sections: ReadSection[]): string[] {
  return sections.flatMap(({ heading, counted }, at) => {
    if (!heading || heading.type === 'h1' || counted >= minSectionWords) return []
    const next = sections[at + 1]?.heading
    return next && next.type > heading.type ? [] : [heading.text]
  })
}
