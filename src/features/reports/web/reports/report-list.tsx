import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import type { ReportHead } from '../../contract.ts'
import { getReportName, hasSample, reportHref, reportTypeLabels } from '../report-labels.ts'
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

/** Reports as rows: name first, then progress. Cards on phones. */
export function ReportLines({ reports, label, picked, onPick, actions }: ReportLinesProps) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {reports.map((head) => (
        <li
          key={head._id}
          className={cx(
            'group relative grid min-h-13 items-center gap-x-4 gap-y-1 border-b border-line py-2 hover:bg-well/60',
            onPick
              ? 'grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)_minmax(140px,200px)_96px_auto]'
              : 'grid-cols-1 sm:grid-cols-[minmax(0,1fr)_minmax(150px,210px)_96px]',
            picked?.has(head._id) && 'bg-accent-wash!',
          )}
        >
          {onPick &&
            (head.deleted_at ? (
              // Deleted reports can only be restored, one by one.
              <span />
            ) : (
              <Checkbox
                className="relative z-10 ml-1.5"
                aria-label={`Select ${getReportName(head)}, ${head.created_at.slice(0, 10)}`}
                checked={picked?.has(head._id) ?? false}
                onChange={(event) => onPick(head._id, event.target.checked)}
              />
            ))}
          <ReportName head={head} />
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

function ReportName({ head }: { head: ReportHead }) {
  const { title, tags = [], note, runs = 1 } = head
  const name = <span className="block truncate">{getReportName(head)}</span>
  const nameClass = 'block font-serif text-l leading-snug'
  return (
    <div className="min-w-0">
      {head.deleted_at ? (
        <span className={cx(nameClass, 'text-ink-2')}>{name}</span>
      ) : (
        <Link
          href={reportHref(head._id)}
          className={cx(nameClass, "no-underline after:absolute after:inset-0 after:content-['']")}
        >
          {name}
        </Link>
      )}
      <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-ink-3">
        {title && (
          <>
            <span className="max-w-full truncate">“{head.query}”</span>
            <span aria-hidden>·</span>
          </>
        )}
        <span>{reportTypeLabels[head.type]}</span>
        <span aria-hidden>·</span>
        <span>
          {countryName(head.country)}, {languageName(head.language)}
        </span>
        {runs > 1 && (
          <>
            <span aria-hidden>·</span>
            <Link href={`/app/reports?same_as=${head._id}`} className="link relative z-10 text-ink-2">
              {plural(runs, 'run')}
            </Link>
          </>
        )}
        {hasSample(head) && <Badge>Sample data</Badge>}
        {head.shared && <Badge>shared</Badge>}
        {head.hidden && <Badge>hidden</Badge>}
        {tags.map((tag) => (
          <Link
            key={tag}
            href={`/app/reports?tag=${encodeURIComponent(tag)}`}
            aria-label={`Reports tagged ${tag}`}
            className="relative z-10 no-underline"
          >
            <Badge tone="accent">{tag}</Badge>
          </Link>
        ))}
      </p>
      {note && <p className="truncate text-ink-2 text-xs">{note}</p>}
    </div>
  )
}
