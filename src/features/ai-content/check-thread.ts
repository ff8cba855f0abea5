/**
 * Runs in a worker thread: scores a text against a report's pages and reads its style, or builds the browser's score
 * target.
 */
import { readSignals } from '#features/humanizer/style-signals.ts'
import { type CitedPage, findClaims } from './claims.ts'
import { compileTarget, scoreText } from './content-score.ts'
import type { Claim, Readability, Score, Signal } from './contract.ts'
import type { SourcePage } from './generation-context.ts'
import { headingKey } from './markdown-text.ts'
import { getReadability } from './readability.ts'
import { emptyTarget, getTarget, type ScoreTarget } from './score-target.ts'

export type CheckTask = {
  language: string
  keywords: string[]
  /** Null without a report. */
  sources: {
    terms: { term: string; weight: number; pages: number }[]
    questions: string[]
    pages: SourcePage[]
  } | null
  /** Null if only the target is needed. */
  text: string | null
}

export type CheckAnswer = {
  target: ScoreTarget
  result: { score: Score; readability: Readability; signals: Signal[]; claims: Claim[] } | null
}

export default function check({ language, keywords, sources, text }: CheckTask): CheckAnswer {
  const target = sources ? getTarget({ language, ...sources, keywords }) : emptyTarget(language, keywords)
  const compiled = compileTarget(target)
  if (text !== null) {
    const pages: CitedPage[] = sources?.pages.map(({ n, content }) => ({ n, content })) ?? []
    return {
      target,
      result: {
        score: scoreText(text, compiled),
        readability: getReadability(text, language),
        signals: readSignals(text, language).signals,
        claims: findClaims(text, pages, language),
      },
    }
  }
  // A page can't add information to itself, so ranking pages are scored without that part.
  const totals = (sources?.pages ?? []).map((page) => {
    const { parts } = scoreText(toMarkdown(page), compiled)
    const counted = parts.filter((part) => part.value !== null && part.id !== 'originality' && part.id !== 'links')
    const weight = counted.reduce((sum, part) => sum + part.weight, 0)
    return weight === 0 ? 0 : counted.reduce((sum, part) => sum + part.value! * part.weight, 0) / weight
  })
  if (totals.length >= 2)
    target.ranking = { low: Math.round(Math.min(...totals)), high: Math.round(Math.max(...totals)) }
  return { target, result: null }
}

/** Returns a page's text with its headings as Markdown. */
function toMarkdown({ content, headings }: SourcePage): string {
  const levels = new Map(headings.map(({ type, text }) => [headingKey(text), Number(type[1])]))
  return content
    .split(/\n{2,}/)
    .map((paragraph) => {
      const level = paragraph.length <= 300 ? levels.get(headingKey(paragraph)) : undefined
      return level ? `${'#'.repeat(level)} ${paragraph}` : paragraph
    })
    .join('\n\n')
}
