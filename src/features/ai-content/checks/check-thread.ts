/**
 * Runs in a worker thread: scores a text against a report's pages and reads its style, or builds the browser's score
 * target.
 */
import { readSignals } from '#features/humanizer/rules/style/style-signals.ts'
import type { Claim, Readability, Score, Signal } from '../contract.ts'
import { type Narrowed, narrowSources } from '../rules/briefing/near-keyword.ts'
import type { SourcePage } from '../rules/generation/generation-context.ts'
import { getPassages } from '../rules/generation/source-passages.ts'
import { type CitedPage, findClaims } from '../rules/scoring/claims.ts'
import { compileTarget } from '../rules/scoring/compile-target.ts'
import { scoreText } from '../rules/scoring/content-score.ts'
import { type OwnPages, rankOwnPages } from '../rules/scoring/internal-links.ts'
import { getReadability } from '../rules/scoring/readability.ts'
import { emptyTarget, getTarget, pageMarkdown, type ScoreTarget } from '../rules/scoring/score-target.ts'

export type CheckTask = {
  language: string
  keywords: string[]
  /** Null without a report. */
  sources:
    | (Narrowed & {
        terms: { term: string; weight: number; pages: number }[]
        pages: SourcePage[]
        topic?: { name: string; pillar: string; query: string | null } | null
      })
    | null
  /** Of the sources: all of them may be compared with a keyword that is alone. */
  maxQuestions: number
  /** Null if there are none to link to. */
  ownPages: OwnPages | null
  /** Null if only the target is needed. */
  text: string | null
}

export type CheckAnswer = {
  target: ScoreTarget
  result: { score: Score; readability: Readability; signals: Signal[]; claims: Claim[] } | null
}

export default function check(task: CheckTask): CheckAnswer {
  const { language, keywords, ownPages, text } = task
  const sources = task.sources && narrowSources(task.sources, task.maxQuestions)
  const target = sources ? getTarget({ ...sources, keywords }) : emptyTarget(language, keywords)
  if (ownPages) target.own_pages = { ...ownPages, pages: rankOwnPages(ownPages.pages, keywords, language) }
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
  const pages = sources?.pages ?? []
  const owners = getPassages(pages).map(({ n }) => n)
  const totals = pages.map((page) => {
    // Every page has its own passages, so it's compared with those of the others. What it links to isn't known.
    const others = { ...target, own_pages: null, passages: target.passages.filter((_, at) => owners[at] !== page.n) }
    const { total, parts } = scoreText(pageMarkdown(page), compileTarget(others))
    const links = parts.find(({ id }) => id === 'links')!
    return links.weight < 1 ? total / (1 - links.weight) : total
  })
  if (totals.length >= 2)
    target.ranking = { low: Math.round(Math.min(...totals)), high: Math.round(Math.max(...totals)) }
  return { target, result: null }
}
