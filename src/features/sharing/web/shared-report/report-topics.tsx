import { maxCheckedKeywords, type TopicAnswers } from '#features/reports/rules/topics/topic-answers.ts'
import { none } from '#features/reports/web/keyword-labels.ts'
import { formatCount } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { topicsPart } from './report-contents.tsx'
import { ReportHeading } from './report-heading.tsx'

/** The report's biggest topics, and how many of their keywords a ranking page answers. */
export function ReportTopics({ topics, sumNote }: { topics: TopicAnswers[]; sumNote: string }) {
  if (topics.length === 0) return null
  return (
    <section id={topicsPart.id} aria-labelledby="main-topics-title" className="scroll-mt-10 pt-9 print:pt-8">
      <ReportHeading id="main-topics-title" title={topicsPart.title} about={describe(topics)} />
      <Table caption="Topics and how well they are answered">
        <thead>
          <tr>
            <TableHead>Topic</TableHead>
            <TableHead numeric>Keywords</TableHead>
            <TableHead numeric>Volume</TableHead>
            <TableHead numeric>Answered by ranking pages</TableHead>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <TableRow key={topic._id} className="break-inside-avoid">
              <TableCell className="min-w-36 font-[550] [overflow-wrap:anywhere]">{topic.name}</TableCell>
              <TableCell numeric>{formatCount(topic.keywords)}</TableCell>
              <TableCell numeric>{topic.volume === null ? none : formatCount(Math.round(topic.volume))}</TableCell>
              <TableCell numeric className={topic.checked === null ? 'text-ink-3' : undefined}>
                {topic.answered === null || topic.checked === null
                  ? 'not known'
                  : `${topic.answered} of ${topic.checked}`}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 text-xs text-ink-3">{getNotes(topics, sumNote).join(' ')}</p>
    </section>
  )
}

const hasVolumes = (topics: TopicAnswers[]) => topics.some(({ volume }) => volume !== null)

const describe = (topics: TopicAnswers[]) =>
  hasVolumes(topics)
    ? 'Keywords a single page could cover, most searched topics first.'
    : 'Keywords a single page could cover. This report has no search volumes, so the topics with the most keywords come first.'

function getNotes(topics: TopicAnswers[], sumNote: string): string[] {
  const isPartial = topics.some(({ volume_known, keywords }) => volume_known === null || volume_known < keywords)
  const isCut = topics.some(({ keywords }) => keywords > maxCheckedKeywords)
  const checked = isCut ? `Of each topic’s ${maxCheckedKeywords} most searched keywords, those` : 'Keywords'
  return [
    ...(hasVolumes(topics)
      ? [`Volume: searches per month${isPartial ? ', summed over the keywords whose volume is known' : ''}.`, sumNote]
      : []),
    topics.some(({ checked: known }) => known !== null)
      ? `Answered: ${checked} that at least one of the report’s ranking pages has a heading about. Keywords without words of their own aren’t counted.`
      : 'How much of them the ranking pages answer isn’t known.',
  ].filter(Boolean)
}
