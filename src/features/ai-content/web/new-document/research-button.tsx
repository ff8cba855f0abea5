import { Sparkles } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { formatDayShort } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { WritingError } from '../generation/writing-error.tsx'
import type { Research } from './use-research.ts'

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
            {outcome.unchanged.length > 0 &&
              ` You already had ${toNames(outcome.unchanged)}: nothing was replaced, and the proposals are below.`}
          </p>
        )}
      </div>
    </div>
  )
}

function getName({ report, topic }: NonNullable<Research['proposal']>) {
  const from = topic ? `the topic “${topic.name}”` : report.query ? `the report “${report.query}”` : 'the report'
  return `${from}, ${formatDayShort(report.created_at)}`
}
