/** Extracts a section's paragraphs from pages, or from the briefing if there is no report. */
import { getChunks, sectionParagraphs } from './builtin-draft.ts'
import { summarize } from './builtin-edit.ts'
import { type BuiltinWords, builtinWords } from './builtin-words.ts'
import type { WritingContext, WritingStep } from './generation-context.ts'
import { headingKey } from './markdown-text.ts'
import { getTopic } from './section-questions.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

export const note = (sentence: string) => `> ${sentence}`
export const splitWords = ({ briefing }: WritingContext): BuiltinWords => builtinWords(briefing.language)

/**
 * Blocks of Markdown from the built-in writer. Returns whether any block has content. Titles, labels and notes about
 * missing sources don't count.
 */
export type Blocks = Generator<string, boolean>

export function* article(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  if (context.pages.length === 0) return yield* fromBriefing(context, step)
  const parts = sectionParagraphs(context, step)
  for (const { heading, paragraphs } of parts) {
    if (heading) yield heading
    yield* paragraphs
  }
  const isExpected = step.heading !== null || step.kind === 'whole' || getChunks(context).length === 0
  if (parts.length === 0 && step.part.n === 1 && isExpected) yield note(words.noSource)
  return parts.some(({ paragraphs }) => paragraphs.length > 0)
}

/** Without a report, yields the briefing's own sentences that are relevant to the step, unchanged. */
function* fromBriefing(context: WritingContext, step: WritingStep): Blocks {
  const { briefing, title } = context
  const own = ownSentences(context)
  const terms = getTerms(briefing.language)
  const topic = new Set(getTopic(context).flatMap(terms))
  const wanted = new Set([step.heading, ...step.headings].flatMap((heading) => (heading ? terms(heading.text) : [])))
  const isRelevant = (sentence: string) => terms(sentence).some((term) => wanted.has(term) && !topic.has(term))
  const sentences =
    step.kind === 'intro' || (step.kind === 'whole' && !step.heading)
      ? summarize(briefing.text ?? '', step.words, briefing.language)
      : own.filter(isRelevant)
  if (sentences.length > 0) yield sentences.join(' ')
  if (step.kind !== 'section' && sentences.length === 0 && title.trim() !== '') {
    const keywords = briefing.keywords
      .map((keyword) => keyword.trim())
      .filter((keyword) => headingKey(keyword) !== headingKey(title))
    yield `**${title.trim()}**${keywords.length > 0 ? ` — ${keywords.join(', ')}` : ''}`
  }
  if (sentences.length === 0 && step.part.n === 1) yield note(splitWords(context).noReport)
  return sentences.length > 0
}

export function ownSentences({ briefing }: WritingContext): string[] {
  return (briefing.text ?? '')
    .split('\n')
    .flatMap((line) => splitSentences(line.replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)]|>)\s+/, '')))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
