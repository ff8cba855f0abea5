/** Extracts a section's paragraphs from pages, or from the briefing if there is no report. */

import type { WritingContext, WritingStep } from '../generation/generation-context.ts'
import { getTopic } from '../generation/section-questions.ts'
import { headingKey } from '../markdown-text.ts'
import { splitSentences } from '../scoring/text-sentences.ts'
import { getTerms } from '../scoring/text-terms.ts'
import { summarize } from './builtin-edit.ts'
import { type BuiltinWords, builtinWords } from './builtin-words.ts'
import { getDraftParts } from './research-draft.ts'
import type { List, Statement } from './statements.ts'

export const note = (sentence: string) => `> ${sentence}`
export const splitWords = ({ briefing }: WritingContext): BuiltinWords => builtinWords(briefing.language)

/**
 * Blocks of Markdown from the built-in writer. Returns whether any block has content. Titles, labels and notes about
 * missing sources don't count.
 */
export type Blocks = Generator<string, boolean>

/** A sourced research draft of a step: per heading the answer, then support, each quoted with its source. */
export function* article(context: WritingContext, step: WritingStep): Blocks {
  const words = splitWords(context)
  if (context.pages.length === 0) return yield* fromBriefing(context, step)
  let hasContent = false
  for (const [index, part] of getDraftParts(context, step).entries()) {
    const { answer, list, support } = part
    if (index > 0) yield `${'#'.repeat(part.level)} ${part.heading}`
    if (answer) yield quote(context, answer)
    if (list) yield* quoteList(context, list)
    // Paragraphs of their own: a site's name in small letters doesn't begin a sentence.
    if (answer ? support.length === 1 : support.length > 0) for (const one of support) yield quote(context, one)
    else if (support.length > 0) yield support.map((one) => `- ${quote(context, one)}`).join('\n')
    const isEmpty = !answer && !list && support.length === 0
    hasContent ||= !isEmpty
    if (isEmpty && step.kind !== 'intro' && step.part.n === 1) yield note(words.noSource)
  }
  return hasContent
}

/** Returns a page's statement as a quotation with its site and citation, a citation after each sentence. */
export function quote({ pages }: WritingContext, { n, sentences, list }: Statement): string {
  const page = pages.find((one) => one.n === n)!
  const above = list?.heading ? ` (${list.heading})` : ''
  return `${getSite(page.url)}${above}: ${sentences.map((sentence) => quoted(sentence, n)).join(' ')}`
}

/** A sentence's own quotation marks become single ones. */
export const plainQuote = (sentence: string) => sentence.replace(/(^|[\s(])["“]/g, '$1‘').replace(/["”]/g, '’')
export const quoted = (sentence: string, n: number) => `“${plainQuote(sentence)}”[^${n}]`

function* quoteList(context: WritingContext, { n, heading, items, isSteps }: List): Blocks {
  const page = context.pages.find((one) => one.n === n)!
  yield `${getSite(page.url)}${heading ? ` (${heading})` : ''}:`
  yield items.map(({ sentences }, at) => `${isSteps ? `${at + 1}.` : '-'} ${quoted(sentences[0]!, n)}`).join('\n')
  return true
}

/** The site's host name, as people write it. */
export function getSite(url: string): string {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return url
  }
}

/** Without a report, yields the briefing's own sentences that are relevant to the step, unchanged. */
function* fromBriefing(context: WritingContext, step: WritingStep): Blocks {
  const { briefing, title } = context
  const own = ownSentences(context)
  const terms = getTerms(briefing.language)
  const topic = new Set(getTopic(context).flatMap(terms))
  const headingTerms = new Set(
    [step.heading, ...step.headings].flatMap((heading) => (heading ? terms(heading.text) : [])),
  )
  const isRelevant = (sentence: string) => terms(sentence).some((term) => headingTerms.has(term) && !topic.has(term))
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
