/** Builds a writing context from the sample pages, parsed as in a report. */
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import { extractTerms } from '#features/reports/rules/keywords/extract-terms.ts'
import { extractPage } from '#features/reports/rules/pages/page-content.ts'
import { pageHtml } from '#providers/search-data/sample/topic.ts'
import { getSampleTopics } from '#providers/search-data/sample.ts'
import type { Briefing, TemplateName } from '../../contract.ts'
import type { SourcePage, WritingContext } from './generation-context.ts'

export const emptyBriefing: Briefing = {
  keywords: [],
  tone: null,
  audience: null,
  language: 'en',
  words: null,
  instructions: null,
  text: null,
}

export function sampleContext(
  name: string,
  template: TemplateName,
  briefing: Partial<Briefing> = {},
  rest: Partial<WritingContext> = {},
): WritingContext {
  const topic = getSampleTopics().find((one) => one.name === name)!
  const pages: SourcePage[] = topic.pages.map((page, at) => {
    const { text, headings } = extractPage(pageHtml(page), page.url)
    return { n: at + 1, url: page.url, title: page.title, headings, content: text }
  })
  const terms = extractTerms(
    pages.map(({ url, content, headings }) => ({ url, text: content, headings })),
    name,
    'en',
  )
  return {
    template,
    title: name,
    briefing: { ...emptyBriefing, ...briefing },
    outline: [],
    questions: topic.keywords.filter((keyword) => isQuestion(keyword, 'en')),
    terms: terms.map(({ term, weight }) => ({ term, weight })),
    pages,
    voice: [],
    ...rest,
  }
}

/** Builds a context without a report. */
export function bareContext(
  template: TemplateName,
  title: string,
  briefing: Partial<Briefing> = {},
  rest: Partial<WritingContext> = {},
): WritingContext {
  return {
    template,
    title,
    briefing: { ...emptyBriefing, ...briefing },
    outline: [],
    questions: [],
    terms: [],
    pages: [],
    voice: [],
    ...rest,
  }
}
