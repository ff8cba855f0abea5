import type { Finding, Opportunities, Report } from '#features/reports/contract.ts'
import type { TopicAnswers } from '#features/reports/rules/topics/topic-answers.ts'
import { toParts } from '#features/reports/web/demo/static-report.tsx'

type ContentsPart = { id: string; title: string }
type Readable = { report: Report; findings: Finding[]; opportunities: Opportunities | null; topics: TopicAnswers[] }

export const summaryPart = { id: 'summary', title: 'Summary' }
export const opportunitiesPart = { id: 'opportunities', title: 'Opportunities' }
export const topicsPart = { id: 'main-topics', title: 'Main topics' }
export const methodPart = { id: 'method', title: 'Method and sources' }

/** Sources that the method names. Template phrases are from none. */
export const getUsedSources = ({ sources }: Pick<Report, 'sources'>) =>
  sources.filter(({ state, id }) => state !== 'skipped' && id !== 'patterns')

/** The parts a reader finds, in order: only those that are shown. */
export function getReportContents({ report, findings, opportunities, topics }: Readable): ContentsPart[] {
  return [
    ...(findings.length > 0 ? [summaryPart] : []),
    ...(opportunities && opportunities.items.length > 0 ? [opportunitiesPart] : []),
    ...(topics.length > 0 ? [topicsPart] : []),
    ...toParts({ report }).map(({ id, title }) => ({ id, title })),
    ...(getUsedSources(report).length > 0 ? [methodPart] : []),
  ]
}

/** The contents on paper. */
export function ReportContents({ parts }: { parts: ContentsPart[] }) {
  return (
    <section aria-labelledby="contents-title" className="mt-8 hidden print:block">
      <h2 id="contents-title" className="subheading">
        Contents
      </h2>
      <ol className="mt-2 border-line border-t">
        {parts.map((part, at) => (
          <li key={part.id} className="flex gap-3 border-line border-b py-1">
            <span className="w-5 text-ink-3">{at + 1}</span>
            <a href={`#${part.id}`} className="no-underline">
              {part.title}
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The contents beside the text, where the window has room. The page's script marks the part being read. */
export function ContentsBeside({ parts }: { parts: ContentsPart[] }) {
  return (
    <nav
      aria-label="Contents"
      data-contents
      className="sticky top-8 mt-9 hidden max-h-[calc(100dvh-64px)] self-start overflow-y-auto min-[1100px]:block"
    >
      <p className="pb-1.5 text-xs text-ink-3">Contents</p>
      <ol>
        {parts.map((part, at) => (
          <li key={part.id}>
            <a
              href={`#${part.id}`}
              className="flex gap-3 py-1 text-ink-2 no-underline -outline-offset-2 hover:text-ink aria-[current=location]:font-[550] aria-[current=location]:text-ink"
            >
              <span className="w-5 shrink-0 text-ink-3">{at + 1}</span>
              {part.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
