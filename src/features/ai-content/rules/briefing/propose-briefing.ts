/** Proposes a briefing from what a report knows. Each proposal names its origin; what isn't known is null with a reason. */

import type { BriefingSources } from '#features/reports/rules/briefing-sources.ts'
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import { getMedian } from '#kit/median.ts'
import type { BriefingProposal } from '../../contract.ts'
import { asSectionHeading } from '../as-heading.ts'
import { defaultOutline } from '../generation/default-outline.ts'
import type { SourcePage } from '../generation/generation-context.ts'
import { headingKey } from '../markdown-text.ts'
import { getTerms } from '../scoring/text-terms.ts'
import { sectionsFor } from '../templates/long-texts.ts'
import { findCovered } from './covered-headings.ts'
import { narrowToKeyword } from './near-keyword.ts'
import { proposeAudience } from './propose-audience.ts'
import { proposeTitles } from './propose-titles.ts'
import { getTopicHeadings, type PagesBy } from './topic-pages.ts'

type Page = BriefingSources['pages'][number]

const maxKeywords = 8
const maxQuestions = 40
const maxLinks = 8
/** Pages with fewer words are lists of links, consent walls and the like. */
const minPageWords = 100
const usualWords = 1500
const wordsPerSection = 250
/** Sections shorter than this have no headings inside. */
const minWordsForInner = 220

/** @param posts published posts of the workspace */
export function proposeBriefing(
  collected: BriefingSources,
  posts: readonly { url: string; title: string }[],
): BriefingProposal {
  const { facts, nearness, keyword } = narrowToKeyword(collected)
  const { language, query, topic } = facts
  const read = getTerms(language)
  const subject = topic && { name: topic.name, pillar: topic.pillar, query }
  const chosen = getTopicHeadings(facts.pages, subject, facts.topicUrls, read, nearness?.isNear)
  const main = topic?.pillar ?? facts.alone?.text ?? query ?? facts.keywords[0]?.text ?? ''
  const audience = proposeAudience(facts.keywords, topic?.name ?? main)
  const keywords = chooseKeywords(facts.keywords, main, audience.intent, read)
  const { headings } = chosen
  const words = measurePages(chosen.pages, chosen.by)
  const found = new Set(facts.questions.map(({ text }) => headingKey(text)))
  const isFoundQuestion = (text: string) => found.has(headingKey(text))
  return {
    report: { query, language, created_at: facts.createdAt },
    topic: topic && { _id: topic.id, name: topic.name },
    keyword,
    pages_by: chosen.by,
    titles: proposeTitles({ main, keywords, questions: facts.questions, headings, language }),
    keywords,
    outline: proposeOutline(facts, {
      main,
      keywords,
      headings,
      // Questions whose search has the same pages needn't share a word with the keyword.
      isOwn: nearness ? (text) => chosen.isOwn(text) || isFoundQuestion(text) : chosen.isOwn,
      pages: chosen.pages,
      words: words.median,
    }),
    headings,
    questions: facts.questions
      .slice(0, maxQuestions)
      .map(({ text, volume }) => ({ text, heading: asSectionHeading(text, true), volume })),
    words,
    audience,
    pages: chosen.pages.map((page) => ({
      ...{ n: page.n, url: page.url, domain: page.domain, title: page.title, words: page.words },
      state: getState(page),
      keywords: chosen.by === 'results' ? (facts.topicUrls?.[page.url] ?? null) : null,
    })),
    links: proposeLinks(posts, keywords, read),
  }
}

/**
 * The main keyword, then those with the most common intent in the report's order, each stem set once. Questions have
 * their own list.
 */
function chooseKeywords(
  rows: BriefingSources['keywords'],
  main: string,
  intent: string | null,
  read: (text: string) => string[],
) {
  const seen = new Set<string>()
  const known = new Map(rows.map((row) => [row.text.toLowerCase(), row.volume]))
  const candidates = [
    { text: main, volume: known.get(main.toLowerCase()) ?? null },
    // One text serves one intent.
    ...rows.filter((row) => row.type !== 'question' && row.type !== 'idea' && (row.intent?.main ?? null) === intent),
  ]
  return candidates
    .filter(({ text }) => {
      const key = [...new Set(read(text))].sort().join(' ')
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, maxKeywords)
    .map(({ text, volume }) => ({ text, volume }))
}

function measurePages(pages: readonly Page[], by: PagesBy): BriefingProposal['words'] {
  const counts = pages
    .filter((page) => getState(page) === 'read')
    .map(({ words }) => words!)
    .sort((a, b) => a - b)
  const unknown = { median: null, low: null, high: null, pages: 0 }
  // A page that treats the topic in one section says nothing about the length of a text on it.
  if (by === 'text') return { ...unknown, reason: 'topic_unknown' }
  if (counts.length === 0) return { ...unknown, reason: pages.length === 0 ? 'no_pages' : 'no_page_read' }
  const median = Math.round(getMedian(counts))
  return { median, low: counts[0]!, high: counts.at(-1)!, pages: counts.length, reason: null }
}

function getState({ content, words, hasFailed }: Page): BriefingProposal['pages'][number]['state'] {
  if (hasFailed) return 'failed'
  if (!content) return 'unread'
  return (words ?? 0) < minPageWords ? 'thin' : 'read'
}

type OutlineSources = {
  main: string
  keywords: { text: string }[]
  headings: BriefingProposal['headings']
  isOwn: (text: string) => boolean
  pages: readonly Page[]
  words: number | null
}

function proposeOutline(facts: BriefingSources, sources: OutlineSources): BriefingProposal['outline'] {
  const { main, keywords, headings, isOwn } = sources
  const read = getTerms(facts.language)
  const words = sources.words ?? usualWords
  const sections = getUsualSections(sources.pages) ?? sectionsFor(words)
  const questions = facts.questions.map(({ text }) => text)
  const pages = sources.pages.flatMap(({ n, url, title, headings, content }): SourcePage[] =>
    content ? [{ n, url, title, headings, content }] : [],
  )
  const proposed = defaultOutline(
    {
      template: 'blog_post',
      title: main,
      briefing: {
        ...{ tone: null, audience: null, words, instructions: null, text: null },
        keywords: keywords.map(({ text }) => text),
        language: facts.language,
      },
      ...{ outline: [], questions, pages, terms: [], voice: [] },
    },
    sections * wordsPerSection,
  )
  const questionKeys = new Set(questions.map(headingKey))
  const isFromQuestion = (text: string) => questionKeys.has(headingKey(text)) || isQuestion(text, facts.language)
  let count = 0
  return proposed
    .filter(({ text }) => isOwn(text) || headings.some((heading) => heading.text === text))
    .filter(({ type }) => (type === 'h2' ? ++count <= sections : words / sections >= minWordsForInner))
    .map(({ type, text }) => {
      const on = new Set(
        headings.filter((heading) => findCovered([heading.text], [text], main, read)[0]).flatMap(({ pages }) => pages),
      )
      const from =
        questionKeys.has(headingKey(text)) || (on.size === 0 && isFromQuestion(text)) ? 'question' : 'headings'
      return {
        ...{ type, text },
        from: from === 'headings' && on.size === 0 && pages.length === 0 ? 'keyword' : from,
        pages: [...on].sort((a, b) => a - b),
      }
    })
}

/** The median number of H2 headings of the pages that were read. Null if none has any. */
function getUsualSections(pages: readonly Page[]): number | null {
  const counts = pages
    .filter((page) => getState(page) === 'read')
    .map(({ headings }) => headings.filter(({ type }) => type === 'h2').length)
    .filter((count) => count > 0)
    .sort((a, b) => a - b)
  const median = counts[Math.floor(counts.length / 2)]
  return median === undefined ? null : Math.max(3, Math.min(14, median))
}

/** Posts whose title has all stems of one of the keywords. */
function proposeLinks(
  posts: readonly { url: string; title: string }[],
  keywords: { text: string }[],
  read: (text: string) => string[],
): BriefingProposal['links'] {
  const targets = keywords.map(({ text }) => ({ text, stems: new Set(read(text)) }))
  return posts
    .flatMap(({ url, title }) => {
      const stems = new Set(read(title))
      const match = targets.find((keyword) => keyword.stems.isSubsetOf(stems))
      return match ? [{ url, title, keyword: match.text }] : []
    })
    .slice(0, maxLinks)
}
