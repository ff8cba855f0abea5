/**
 * Extracts an article from pages. Each sentence is used once, with its source, in the section where it's most relevant.
 */
import { type Chunk, cite, createUsedSentences, type Lifted, toChunks } from './builtin-chunks.ts'
import type { WritingContext, WritingStep } from './generation-context.ts'
import { headingKey } from './markdown-text.ts'
import { planWriting } from './plan-generation.ts'
import { getTopic } from './section-questions.ts'
import { getContextPassages, getTitles, scorePassages } from './source-passages.ts'
import { getTerms } from './text-terms.ts'

export type Taken = { chunk: Chunk; sentences: Lifted[]; score: number }

const chunksByContext = new WeakMap<object, Chunk[]>()
const drafts = new WeakMap<WritingContext, Map<string, Taken[]>>()

/** Returns the quotable chunks of the context's pages, cached per context. */
export function getChunks(context: WritingContext): Chunk[] {
  const known = chunksByContext.get(context.pages)
  if (known) return known
  const chunks = toChunks(getContextPassages(context), context.briefing.language)
  chunksByContext.set(context.pages, chunks)
  return chunks
}

/** Returns the chunks assigned to a step, with their relevance. */
export function getTakenChunks(context: WritingContext, step: WritingStep): Taken[] {
  if (step.kind === 'whole') return assignChunks(context, [step]).get(toKey(step)) ?? []
  let draft = drafts.get(context)
  if (!draft) {
    draft = assignChunks(context, planWriting(context))
    drafts.set(context, draft)
  }
  return draft.get(toKey(step)) ?? assignChunks(context, [step]).get(toKey(step)) ?? []
}

const toKey = ({ kind, outlineIndex, part }: WritingStep) => `${kind} ${outlineIndex} ${part.n}`

/** Chunks that score less than this share of the best chunk are off topic. */
const minShare = 0.4
/** Prefers chunks from higher-ranking pages when other scores are equal. */
const rankBonus = 0.15
/** A step's last chunk may exceed its word limit by this factor. */
const maxOverrun = 1.1

function assignChunks(context: WritingContext, steps: WritingStep[]): Map<string, Taken[]> {
  const chunks = getChunks(context)
  const { language } = context.briefing
  const keywords = getTopic(context)
  const titles = getTitles(context)
  const terms = getTerms(language)
  const topic = new Set(terms([context.title, ...context.briefing.keywords.slice(0, 1)].join(' ')))
  const above = new Map(
    chunks.map((chunk) => [chunk, new Set(terms(`${titles.get(chunk.n) ?? ''} ${chunk.heading ?? ''}`))]),
  )
  const offers = steps.flatMap((step) => {
    const allowed = new Set(step.passages)
    const names = [step.heading, ...step.headings].flatMap((heading) => (heading ? [heading.text] : []))
    const query = {
      heading: step.kind === 'section' || step.heading ? names.join('\n') || context.title : context.title,
      questions: step.questions,
      keywords,
      titles,
    }
    // The topic's own terms are on every page, so only the other terms tell sections apart.
    const distinctTerms = new Set([...names, ...step.questions].flatMap(terms).filter((term) => !topic.has(term)))
    const isRelevant = (chunk: Chunk) =>
      (step.kind === 'intro' && !chunk.listed) ||
      (distinctTerms.size === 0 && step.kind !== 'intro') ||
      [...distinctTerms].some(
        (term) => above.get(chunk)!.has(term) || chunk.sentences.some((sentence) => sentence.terms.has(term)),
      )
    const scores = scorePassages(chunks, query, language)
    const best = Math.max(...chunks.map((chunk, at) => (allowed.has(chunk.from) ? scores[at]! : 0)), 0)
    return chunks.flatMap((chunk, at) => {
      const share = best > 0 ? scores[at]! / best : 0
      if (!allowed.has(chunk.from) || share < minShare || !isRelevant(chunk)) return []
      // The first sentences of a page usually introduce the topic best.
      const early = step.kind === 'intro' ? 1 / (1 + getPageIndex(chunks, at)) : 0
      return [{ step, chunk, score: share * (1 + rankBonus / chunk.n) + early }]
    })
  })
  offers.sort((a, b) => b.score - a.score || a.chunk.at - b.chunk.at)
  const taken = new Map<string, Taken[]>(steps.map((step) => [toKey(step), []]))
  const left = new Map(steps.map((step) => [toKey(step), step.words * maxOverrun]))
  const used = new Set<Chunk>()
  const usedSentences = createUsedSentences()
  const take = ({ step, chunk, score }: (typeof offers)[number]) => {
    const key = toKey(step)
    const room = left.get(key)!
    const unused = used.has(chunk) || room < 12 ? null : usedSentences.getUnused(chunk)
    const sentences = unused ? cutToWords(unused, room) : []
    if (sentences.length === 0) return
    used.add(chunk)
    usedSentences.add(sentences)
    taken.get(key)!.push({ chunk, sentences, score })
    left.set(key, room - sentences.reduce((sum, { words }) => sum + words, 0))
  }
  // Every section gets a chunk before any section gets many. The introduction can use any chunk.
  for (const offer of offers) if (offer.step.kind !== 'intro' && taken.get(toKey(offer.step))!.length === 0) take(offer)
  for (const offer of offers) take(offer)
  return taken
}

/** Returns a chunk's sentence offset within its page. */
function getPageIndex(chunks: Chunk[], at: number): number {
  let first = at
  while (first > 0 && chunks[first - 1]!.n === chunks[at]!.n) first--
  return at - first
}

export function cutToWords(sentences: Lifted[], words: number): Lifted[] {
  let room = words
  const chosen: Lifted[] = []
  for (const sentence of sentences) {
    room -= sentence.words
    if (room < 0) break
    chosen.push(sentence)
  }
  return chosen
}

/**
 * Returns a step's paragraphs under its inner headings. Headings without paragraphs are left out. Empty if no chunk is
 * relevant.
 */
export function sectionParagraphs(
  context: WritingContext,
  step: WritingStep,
): { heading: string | null; paragraphs: string[] }[] {
  const taken = getTakenChunks(context, step)
  const groups: { heading: string | null; text: string | null; taken: Taken[] }[] = [
    { heading: null, text: step.heading?.text ?? context.title, taken: [] },
    ...step.headings.map(({ type, text }) => ({
      heading: `${'#'.repeat(Number(type[1]))} ${text}`,
      text,
      taken: [] as Taken[],
    })),
  ]
  if (groups.length === 1) groups[0]!.taken = taken
  else {
    const chunks = taken.map(({ chunk }) => chunk)
    const scores = groups.map(({ text }) => scorePassages(chunks, { heading: text }, context.briefing.language))
    taken.forEach((one, at) => {
      let best = 0
      scores.forEach((score, group) => {
        if (score[at]! > scores[best]![at]!) best = group
      })
      groups[best]!.taken.push(one)
    })
  }
  return groups.flatMap(({ heading, taken: own }) =>
    own.length > 0 ? [{ heading, paragraphs: toParagraphs(own) }] : [],
  )
}

const maxParagraphWords = 110

/** Groups chunks by their part of the page, in page order. The most relevant part comes first. */
export function toParagraphs(taken: Taken[]): string[] {
  const parts = new Map<string, Taken[]>()
  for (const one of taken) {
    const key = `${one.chunk.n} ${headingKey(one.chunk.heading ?? '')}`
    const part = parts.get(key) ?? []
    part.push(one)
    parts.set(key, part)
  }
  const ordered = [...parts.values()].sort(
    (a, b) => Math.max(...b.map(({ score }) => score)) - Math.max(...a.map(({ score }) => score)),
  )
  const paragraphs: { text: string[]; words: number }[] = []
  for (const part of ordered) {
    let open: { text: string[]; words: number } | null = null
    for (const { chunk, sentences } of part.sort((a, b) => a.chunk.at - b.chunk.at)) {
      const words = sentences.reduce((sum, one) => sum + one.words, 0)
      if (!open || open.words + words > maxParagraphWords) {
        open = { text: [], words: 0 }
        paragraphs.push(open)
      }
      open.text.push(cite(sentences, chunk.n))
      open.words += words
    }
  }
  return paragraphs.map(({ text }) => text.join(' '))
}
