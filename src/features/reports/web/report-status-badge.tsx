import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format.ts'
import { Progress } from '#ui/progress.tsx'
import type { ReportHead, Stage } from '../contract.ts'
import { failedSources, isActive, stageLines, statusLabels } from './report-labels.ts'

export type ReportStateProps = { head: ReportHead; className?: string }

const dots: Record<ReportHead['status'], string> = {
  queued: 'border border-mark',
  running: 'bg-accent animate-[ui-breathe_1.2s_ease-in-out_infinite]',
  partial: 'bg-accent animate-[ui-breathe_1.2s_ease-in-out_infinite]',
  done: 'bg-good',
  failed: 'bg-bad',
  cancelled: 'bg-mark',
}

/** How far a report is, in one line: a dot, a word, and while it works a bar. */
export function ReportState({ head, className }: ReportStateProps) {
  const failed = head.status === 'done' ? failedSources(head) : []
  const active = isActive(head)
  return (
    <div className={cx('flex min-h-5 min-w-0 items-center gap-2', className)}>
      <span className={cx('size-1.5 shrink-0 rounded-full', head.empty ? 'bg-warn' : dots[head.status])} aria-hidden />
      {active ? (
        <>
          <span className="w-17 shrink-0">{statusLabels[head.status]}</span>
          <Progress
            className="w-full max-w-30"
            value={head.status === 'queued' ? null : head.progress}
            label={`${head.query}: ${stageLines[head.stage as Stage] ?? 'running'}`}
          />
        </>
      ) : (
        <span className="truncate">
          {head.empty
            ? 'Nothing found'
            : head.status === 'done'
              ? `${formatCount(head.rows)} rows`
              : statusLabels[head.status]}
          {failed.length > 0 && (
            <span className="text-ink-3" title={failed.map((source) => `${source.label}: ${source.error}`).join('\n')}>
              {' '}
              · {failed.length === 1 ? `${failed[0]?.label} failed` : `${plural(failed.length, 'source')} failed`}
            </span>
          )}
          {head.status === 'cancelled' && head.rows > 0 && (
            <span className="text-ink-3"> · {formatCount(head.rows)} rows saved</span>
          )}
        </span>
      )}
    </div>
  )
}
