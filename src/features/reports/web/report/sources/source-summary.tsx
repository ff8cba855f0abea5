import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import type { SourceState } from '../../../contract.ts'
import { sourceDots } from './source-dots.ts'

export type SourceSummaryProps = {
  sources: SourceState[]
  /** Keywords found, where the page doesn’t say it already. */
  rows?: number
  /** Retries failed sources. */
  onRetry?: () => void
  retrying?: boolean
  /** Called when it unfolds or folds. */
  onToggle?: (open: boolean) => void
  /** What unfolds: the sources. */
  children: ReactNode
}

/** The sources of a report that has ended, in one line; each of them unfolds. */
export function SourceSummary({ sources, rows, onRetry, retrying = false, onToggle, children }: SourceSummaryProps) {
  const used = sources.filter(({ state, reason }) => state !== 'skipped' || reason === 'budget')
  const failed = used.filter(({ state }) => state === 'failed')
  const incomplete = used.filter(({ state, error, reason }) => state !== 'failed' && (error || reason === 'budget'))
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <Disclosure
        className="min-w-0 open:w-full"
        onToggle={onToggle}
        summary={
          <>
            <span className="whitespace-nowrap">
              <span className="mr-2 inline-flex gap-0.75 align-middle" aria-hidden>
                {used.map(({ id, state }) => (
                  <span key={id} className={cx('size-1.5 rounded-full', sourceDots[state])} />
                ))}
              </span>
              {plural(used.length, 'source')}
              {rows !== undefined && ` · ${plural(rows, 'keyword')}`}
            </span>
            {failed.length > 0 && <span className="whitespace-nowrap text-bad"> · {failed.length} failed</span>}
            {incomplete.length > 0 && (
              <span className="whitespace-nowrap text-warn"> · {incomplete.length} incomplete</span>
            )}
          </>
        }
      >
        <div className="mt-2">{children}</div>
      </Disclosure>
      {onRetry && failed.length > 0 && (
        <Button size="s" onClick={onRetry} busy={retrying}>
          Retry {failed.length === 1 ? failed[0]?.label : plural(failed.length, 'source')}
        </Button>
      )}
    </div>
  )
}
