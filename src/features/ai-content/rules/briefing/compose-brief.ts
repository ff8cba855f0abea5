import type { Heading } from '#features/reports/contract.ts'
import type { BriefingSources, LoneKeyword } from '#features/reports/rules/briefing-sources.ts'
import type { Briefing } from '../../contract.ts'
import type { ContentBrief } from '../../contract-brief.ts'
import type { SourcePage } from '../generation/generation-context.ts'
import { getTarget } from '../scoring/score-target.ts'
import { findFacts } from './find-facts.ts'
import { proposeBriefing } from './propose-briefing.ts'

export type BriefDocument = {
  id: string
  title: string
  outline: Heading[]
  briefing: Briefing
  voice: { name: string; traits: string[] } | null
}

/** What a report knows. */
export type BriefReport = {
  briefing: BriefingSources
  writing: {
    query?: string | null
    terms: { term: string; weight: number; pages: number }[]
    questions: string[]
    pages: SourcePage[]
    topic?: { name: string; pillar: string; query: string | null } | null
    topicUrls?: Record<string, number> | null
    alone?: LoneKeyword | null
  }
}

const maxKeywords = 20
const maxQuestions = 20
const maxCompetitors = 10
const maxHeadings = 25

/** What people entered comes first; what they left open comes from the report, or is unknown. */
export function composeBrief(document: BriefDocument, report: BriefReport | null): ContentBrief {
  const { briefing, outline, voice } = document
  const proposal = report && proposeBriefing(report.briefing, [])
  const volumes = new Map(report?.briefing.keywords.map(({ text, volume }) => [text.toLowerCase(), volume]) ?? [])
  const keywords = briefing.keywords.length > 0 ? briefing.keywords : (proposal?.keywords.map(({ text }) => text) ?? [])
  const target = report && getTarget({ language: briefing.language, keywords, ...report.writing })
  const excluded = new Set(briefing.exclude_urls ?? [])
  const headings = new Map(report?.briefing.pages.map((page) => [page.url, page.headings]) ?? [])
  const competitors = (proposal?.pages ?? []).filter(({ state, url }) => state === 'read' && !excluded.has(url))
  const sources = report?.writing.pages.filter(({ url }) => !excluded.has(url)) ?? []
  return {
    ...{ document_id: document.id, title: document.title, language: briefing.language },
    report: report && { query: report.briefing.query, created_at: report.briefing.createdAt },
    reader: getReader(briefing.audience, proposal),
    intent: {
      main: proposal?.audience.intent ?? null,
      keywords: proposal?.audience.keywords ?? 0,
      known: proposal?.audience.known ?? 0,
      reason: proposal ? proposal.audience.reason : 'no_report',
    },
    keywords: keywords.slice(0, maxKeywords).map((text) => ({ text, volume: volumes.get(text.toLowerCase()) ?? null })),
    outline: outline.length > 0 ? outline : (proposal?.outline.map(({ type, text }) => ({ type, text })) ?? []),
    questions: (proposal?.questions ?? []).slice(0, maxQuestions).map(({ text }) => text),
    terms: (target?.terms ?? []).map(({ term, low, high, pages }) => ({ term, low, high, pages })),
    pages_by: proposal?.pages_by ?? null,
    competitors: competitors.slice(0, maxCompetitors).map(({ n, url, title, words }) => ({
      ...{ n, url, title, words },
      headings: (headings.get(url) ?? []).slice(0, maxHeadings).map(({ type, text }) => ({ type, text })),
    })),
    facts: findFacts(sources, keywords, briefing.language),
    links: briefing.links ?? [],
    length: {
      words: briefing.words,
      median: proposal?.words.median ?? null,
      low: proposal?.words.low ?? null,
      high: proposal?.words.high ?? null,
      pages: proposal?.words.pages ?? 0,
      reason: proposal ? proposal.words.reason : 'no_report',
    },
    do_not_claim: briefing.do_not_claim ?? [],
    ...{ tone: briefing.tone, instructions: briefing.instructions, voice },
  }
}

function getReader(
  entered: string | null,
  proposal: ReturnType<typeof proposeBriefing> | null,
): ContentBrief['reader'] {
  if (entered?.trim()) return { text: entered, from: 'document', reason: null }
  if (!proposal) return { text: null, from: null, reason: 'no_report' }
  const { text, reason } = proposal.audience
  return { text, from: text === null ? null : 'report', reason }
}
