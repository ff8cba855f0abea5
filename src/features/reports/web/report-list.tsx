import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/date-time.tsx'
import { countryName, languageName } from '#web/locales.ts'
import type { ReportHead } from '../contract.ts'
import { hasSample, reportHref, reportTypeLabels } from './report-labels.ts'
import { ReportState } from './report-status-badge.tsx'

export type ReportLinesProps = {
  reports: ReportHead[]
  label: string
  /** Selecting two reports of one query compares them. */
  picked?: ReadonlySet<string>
  onPick?: (id: string, on: boolean) => void
  /** Actions for a report, on its right. */
  actions?: (head: ReportHead) => ReactNode
}

/** Reports as rows: query first, then progress. Cards on phones. */
export function ReportLines({ reports, label, picked, onPick, actions }: ReportLinesProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {reports.map((head) => (
        <li
          key={head._id}
          className={cx(
            'group relative grid min-h-13 items-center gap-x-4 gap-y-1 border-b border-line py-2 hover:bg-well/60',
            onPick
              ? 'grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)_minmax(150px,210px)_88px_auto]'
              : 'grid-cols-1 sm:grid-cols-[minmax(0,1fr)_minmax(150px,210px)_88px]',
            picked?.has(head._id) && 'bg-accent-wash!',
          )}
        >
          {onPick && (
            <Checkbox
              className="relative z-10 ml-1.5"
              aria-label={`Select ${head.query}, ${head.created_at.slice(0, 10)}`}
              checked={picked?.has(head._id) ?? false}
              onChange={(event) => onPick(head._id, event.target.checked)}
            />
          )}
          <div className="min-w-0">
            <Link
              href={reportHref(head._id)}
              className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
            >
              {head.query}
            </Link>
            <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
              <span>{reportTypeLabels[head.type]}</span>
              <span aria-hidden>·</span>
              <span>
                {countryName(head.country)}, {languageName(head.language)}
              </span>
              {hasSample(head) && <Badge>Sample data</Badge>}
              {head.shared && <Badge>shared</Badge>}
              {head.hidden && <Badge>hidden</Badge>}
            </p>
          </div>
          <ReportState
            head={head}
            className={cx('text-s text-ink-2', onPick && 'max-sm:col-start-2 max-sm:row-start-2')}
          />
          <span className="text-right text-xs whitespace-nowrap text-ink-3 max-sm:hidden">
            <DateTime at={head.created_at} brief />
          </span>
          {onPick && (
            <div className="relative z-10 flex items-center justify-end max-sm:col-start-3 max-sm:row-start-1">
              {actions?.(head)}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
