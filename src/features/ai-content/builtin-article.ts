/** Paragraphs of a section by extraction, or what the person's own text says where there is no report. */
import { chunksOfContext, sectionParagraphs } from './builtin-draft.ts'
import { summarize } from './builtin-edit.ts'
import { type BuiltinWords, builtinWords } from './builtin-words.ts'
import { headingKey } from './markdown-text.ts'
import { topicOf } from './section-questions.ts'
import { sentencesOf } from './text-sentences.ts'
import { termsOf } from './text-terms.ts'
import type { WritingContext, WritingStep } from './writing-context.ts'

export const note = (sentence: string) => `> ${sentence}`
export const wordsOf = ({ briefing }: WritingContext): BuiltinWords => builtinWords(briefing.language)

export function* article(context: WritingContext, step: WritingStep): Iterable<string> {
  const words = wordsOf(context)
  if (context.pages.length === 0) {
    yield* fromBriefing(context, step)
    return
  }
  const parts = sectionParagraphs(context, step)
  for (const { heading, paragraphs } of parts) {
    if (heading) yield heading
    yield* paragraphs
  }
  const stands = step.heading !== null || step.kind === 'whole' || chunksOfContext(context).length === 0
  if (parts.length === 0 && step.part.n === 1 && stands) yield note(words.noSource)
}

/** Without a report: the sentences of the person's own text that bear on the step, as they stand. */
function* fromBriefing(context: WritingContext, step: WritingStep): Iterable<string> {
  const { briefing, title } = context
  const own = ownSentences(context)
  const terms = termsOf(briefing.language)
  const topic = new Set(topicOf(context).flatMap(terms))
  const wanted = new Set([step.heading, ...step.headings].flatMap((heading) => (heading ? terms(heading.text) : [])))
  const bears = (sentence: string) => terms(sentence).some((term) => wanted.has(term) && !topic.has(term))
  const said =
    step.kind === 'intro' || (step.kind === 'whole' && !step.heading)
      ? summarize(briefing.text ?? '', step.words, briefing.language)
      : own.filter(bears)
  if (said.length > 0) yield said.join(' ')
  if (step.kind !== 'section' && said.length === 0 && title.trim() !== '') {
    const keywords = briefing.keywords
      .map((keyword) => keyword.trim())
      .filter((keyword) => headingKey(keyword) !== headingKey(title))
    yield `**${title.trim()}**${keywords.length > 0 ? ` — ${keywords.join(', ')}` : ''}`
  }
  if (said.length === 0 && step.part.n === 1) yield note(wordsOf(context).noReport)
}

export function ownSentences({ briefing }: WritingContext): string[] {
  return (briefing.text ?? '')
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)]|>)\s+/, '')))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}
