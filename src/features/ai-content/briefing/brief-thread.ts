/** Runs in a worker thread: composes a brief from a report's pages. */
import { AppError } from '#kit/errors.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import type { ContentBrief } from '../contract-brief.ts'
import { toBriefMarkdown } from '../rules/briefing/brief-markdown.ts'
import { type BriefDocument, type BriefReport, composeBrief } from '../rules/briefing/compose-brief.ts'
import { type Narrowed, narrowSources } from '../rules/briefing/near-keyword.ts'

export type BriefTask = {
  document: BriefDocument
  report: (BriefReport & { writing: Narrowed }) | null
  /** Of the report: all of them may be compared with a keyword that is alone. */
  maxQuestions: number
}
export type WrittenBrief = { brief: ContentBrief; markdown: string; html: string }

export default function writeBrief({ document, report, maxQuestions }: BriefTask): WrittenBrief {
  try {
    const writing = report && narrowSources(report.writing, maxQuestions)
    const brief = composeBrief(document, report && writing && { ...report, writing })
    const markdown = toBriefMarkdown(brief)
    return { brief, markdown, html: markdownToHtml(markdown, new Set(), brief.language) }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
