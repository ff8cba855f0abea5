import { cx } from '#ui/class-names.ts'
import { Progress } from '#ui/progress.tsx'
import type { ReportHead, Stage } from '../../contract.ts'
import { isActive, stageLines, statusLabels } from '../report-labels.ts'
import { getSourceText } from '../stored-error-texts.ts'
import { getOutcome } from './report-outcome.ts'

export type ReportStateProps = { head: ReportHead; className?: string }

const dots: Record<ReturnType<typeof getOutcome>['tone'], string> = {
  waiting: 'border border-mark',
  active: 'bg-accent animate-[ui-breathe_1.2s_ease-in-out_infinite]',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  neutral: 'bg-mark',
}

/** How far a report is or how it ended: a dot, a word, and while it works a bar. */
export function ReportState({ head, className }: ReportStateProps) {
  const { tone, text, detail, failed } = getOutcome(head)
  return (
    <div className={cx('flex min-h-5 min-w-0 items-baseline gap-2', className)}>
      <span className={cx('size-1.75 shrink-0 self-start mt-1.5 rounded-full', dots[tone])} aria-hidden />
      {isActive(head) ? (
        <>
          <span className="w-17 shrink-0">{statusLabels[head.status]}</span>
          <Progress
            className="w-full max-w-30 self-center"
            value={head.status === 'queued' ? null : head.progress}
            label={`${head.query}: ${stageLines[head.stage as Stage] ?? 'running'}`}
          />
        </>
      ) : (
        <span className="min-w-0">
          <span className="block truncate">{text}</span>
          {detail && (
            <span
              className="block truncate text-ink-3 text-xs"
              title={failed.map((source) => `${source.label}: ${getSourceText(source)}`).join('\n') || undefined}
            >
              {detail}
            </span>
          )}
        </span>
      )}
    </div>
  )
}
