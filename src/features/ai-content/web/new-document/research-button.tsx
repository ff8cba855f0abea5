import { Sparkles } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { WritingError } from '../generation/writing-error.tsx'
import type { Research } from './use-research.ts'

type Lone = NonNullable<NonNullable<Research['proposal']>['keyword']>

/** Keywords of a report that are compared, of which the keyword itself is mostly one. */
const maxCompared = 2000

const fieldNames: Record<string, string> = {
  title: 'title',
  keywords: 'keywords',
  audience: 'audience',
  words: 'length',
  links: 'links',
  outline: 'outline',
}

const toNames = (fields: string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(fields.map((field) => fieldNames[field] ?? field))

/** Fills in the form from the selected report, and says what it filled in and what it left alone. */
export function ResearchButton({
  research,
  hasReport,
  hasReports,
}: {
  research: Research
  /** A report is selected. */
  hasReport: boolean
  hasReports: boolean
}) {
  const { proposal, outcome, busy, error, fill } = research
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        icon={<Sparkles size={14} aria-hidden />}
        disabled={!hasReport}
        busy={busy}
        onClick={() => void fill()}
        aria-describedby="research-hint"
      >
        Fill in from report
      </Button>
      <p id="research-hint" className="text-ink-2 text-xs">
        {hasReport ? (
          'Suggests a title, keywords, outline, length, audience, sources and links. Keeps what you entered.'
        ) : hasReports ? (
          'Select a report to get suggestions from it.'
        ) : (
          <>
            Suggestions come from a report.{' '}
            <Link href="/app/reports/new" className="link">
              Run report
            </Link>
          </>
        )}
      </p>
      {error && (
        <WritingError
          error={error}
          action={
            <Button size="s" onClick={() => void fill()}>
              Try again
            </Button>
          }
        />
      )}
      <div role="status">
        {proposal && outcome && (
          <p className="text-xs">
            {outcome.filled.length > 0
              ? `Filled in ${toNames(outcome.filled)} from ${getName(proposal)}.`
              : 'Nothing was filled in.'}
            {proposal.keyword && ` ${getNearText(proposal.keyword, proposal.pages.length)}`}
            {outcome.unchanged.length > 0 &&
              ` You already had ${toNames(outcome.unchanged)}: nothing was replaced, and the proposals are below.`}
          </p>
        )}
      </div>
    </div>
  )
}

/** How the proposals for a keyword were chosen, in one sentence. */
export function getNearText({ text, ...counts }: Lone, pages: number) {
  // Of a long report, questions are compared that aren't among its first keywords.
  const [near, compared, noun] =
    counts.near_keywords > 0
      ? [counts.near_keywords, counts.compared_keywords, 'keyword']
      : [counts.near_questions, counts.compared_questions, 'question']
  if (near > 0)
    return `Only what’s near “${text}” was used: ${formatCount(near)} of ${plural(compared, noun)} ${near === 1 ? 'has most of its distinctive words or shares' : 'have most of its distinctive words or share'} at least 3 ranking pages with it.`
  const others =
    counts.compared_keywords < maxCompared - 1
      ? 'No other keyword of the report is'
      : `None of the report’s first ${formatCount(maxCompared)} keywords is`
  return `${others} near “${text}”, so the proposals come from ${pages > 0 ? 'the keyword and the pages about it' : 'the keyword alone'}.`
}

function getName({ report, topic, keyword }: NonNullable<Research['proposal']>) {
  if (keyword) return `the report${report.query ? ` “${report.query}”` : ''}, ${formatDayShort(report.created_at)}`
  const from = topic ? `the topic “${topic.name}”` : report.query ? `the report “${report.query}”` : 'the report'
  return `${from}, ${formatDayShort(report.created_at)}`
}
