import { Skeleton } from '#ui/skeleton.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { Overview, ReportHead, Row, Sections } from '../../../contract.ts'
import { sourceLabel } from '../../keyword-labels.ts'
import { getSumNote } from '../../volume-notes.ts'
import { FindingsList } from './findings-list.tsx'
import { OverviewSection } from './overview-section.tsx'

export type OverviewPanelProps = {
  head: ReportHead
  overview: Overview | undefined
  provenance: Sections['provenance'] | undefined
  active: boolean
  /** The newest rows while the report runs. */
  latest: Row[]
}

/** The report's findings and key numbers; while it runs, its latest keywords. */
export function OverviewPanel({ head, overview, provenance = [], active, latest }: OverviewPanelProps) {
  if (!overview)
    return (
      <section className="max-w-160">
        <h2 className="subheading mb-2">{active ? 'Latest keywords' : 'Summary'}</h2>
        {active ? (
          <ul className="border-line border-t" aria-live="off">
            {(latest.length > 0 ? latest.slice(0, 14) : Array.from({ length: 8 }, () => null)).map((row, at) => (
              <li key={row?._id ?? at} className="flex min-h-(--row) items-center gap-4 border-line border-b">
                {row ? (
                  <>
                    <span className="min-w-0 flex-1 truncate">{row.text}</span>
                    <span className="text-ink-3 text-xs">{row.sources.map(sourceLabel).join(', ')}</span>
                  </>
                ) : (
                  <Skeleton className="w-1/2" />
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">
            {head.rows > 0
              ? 'This report ended before its summary was ready. See the other tabs for what was found.'
              : 'This report ended before anything was found.'}
          </p>
        )}
      </section>
    )
  return (
    <>
      <FindingsList
        reportId={head._id}
        revision={`${head.rows} ${head.status} ${head.finished_at}`}
        sumNote={getSumNote(overview.top_keywords)}
      />
      <OverviewSection overview={overview} />
      {provenance.length > 0 && (
        <section className="mt-9">
          <h2 className="subheading mb-2.5">Sources</h2>
          <ul className="max-w-160">
            {provenance.map((entry) => (
              <li
                key={`${entry.source} ${entry.fetched_at}`}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-1.5 last:border-0"
              >
                <span>{sourceLabel(entry.source)}</span>
                <span className="text-ink-3 text-xs">
                  {entry.cached ? 'cached ' : ''}
                  <DateTime at={entry.fetched_at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
