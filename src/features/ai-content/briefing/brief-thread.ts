/** Runs in a worker thread: composes a brief from a report's pages. */
import { AppError } from '#kit/errors.ts'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import type { ContentBrief } from '../contract-brief.ts'
import { toBriefMarkdown } from '../rules/briefing/brief-markdown.ts'
import { type BriefDocument, type BriefReport, composeBrief } from '../rules/briefing/compose-brief.ts'

export type BriefTask = { document: BriefDocument; report: BriefReport | null }
export type WrittenBrief = { brief: ContentBrief; markdown: string; html: string }

export default function writeBrief({ document, report }: BriefTask): WrittenBrief {
  try {
    const brief = composeBrief(document, report)
    const markdown = toBriefMarkdown(brief)
    return { brief, markdown, html: markdownToHtml(markdown, new Set(), brief.language) }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
