import { volumeNote } from '#features/reports/web/volume-notes.ts'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import type { Change, Listener, Run } from '../../contract.ts'
import { getSourceLabel, listenerHref } from '../listener-labels.ts'
import { KnownVolume } from './known-volume.tsx'

export type ChangesPanelProps = {
  listener: Listener
  runs: Run[]
  changes: { items: Change[]; total: number; page: number; limit: number }
}

const signs = { added: '+', returned: '+', removed: '−' }
const words = { added: 'new', returned: 'suggested again', removed: 'lost' }

/** New and lost keywords by run, newest first. */
export function ChangesPanel({ listener, runs, changes }: ChangesPanelProps) {
  const runById = new Map(runs.map((run) => [run._id, run]))
  const byRun = Map.groupBy(changes.items, ({ run_id }) => run_id)
  // Without any volume there is no column of dashes.
  const hasVolumes = changes.items.some(({ volume }) => volume !== null)
  if (changes.items.length === 0)
    return (
      <EmptyState title="No changes yet.">New and lost keywords appear here after each run, newest first.</EmptyState>
    )
  return (
    <>
      <ol className="grid gap-7" aria-label="Changes">
        {[...byRun.entries()].map(([runId, items]) => (
          <li key={runId} className="grid gap-x-8 gap-y-1.5 md:grid-cols-[160px_minmax(0,1fr)]">
            <h2 className="subheading md:pt-1.5">
              <Link href={`${listenerHref(listener._id)}?run=${runId}`} className="no-underline hover:underline">
                <DateTime at={items[0]!.at} brief />
              </Link>
              <span className="block font-normal text-ink-3 text-xs">{getCounts(runById.get(runId), items)}</span>
            </h2>
            <ul className="border-line border-t">
              {items.map((item) => (
                <li
                  key={`${item.kind} ${item.text}`}
                  className={cx(
                    'grid items-baseline gap-x-2 border-line border-b py-1',
                    hasVolumes
                      ? 'grid-cols-[16px_minmax(0,1fr)_auto] sm:grid-cols-[16px_minmax(0,1fr)_auto_88px]'
                      : 'grid-cols-[16px_minmax(0,1fr)_auto]',
                  )}
                >
                  <span
                    className={cx('text-center', item.kind === 'removed' ? 'text-ink-3' : 'font-[550] text-accent-ink')}
                    aria-hidden
                  >
                    {signs[item.kind]}
                  </span>
                  <span className={cx('min-w-0', item.kind === 'removed' && 'text-ink-2')}>
                    <span className="sr-only">{words[item.kind]}: </span>
                    {item.text}
                    {item.kind === 'returned' && <span className="ml-1.5 text-ink-3 text-xs">suggested again</span>}
                  </span>
                  <span className={cx('text-ink-3 text-xs', hasVolumes && 'max-sm:hidden')}>
                    {item.sources.map(getSourceLabel).join(', ')}
                  </span>
                  {hasVolumes && <KnownVolume volume={item.volume} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {hasVolumes && <p className="mt-4 text-ink-3 text-xs">{volumeNote(changes.items)}</p>}
      <Pages page={changes.page} limit={changes.limit} total={changes.total} what="changes" />
    </>
  )
}

/** Counts of the whole run: the page may show only part of it. Nothing is new in the first run. */
function getCounts(run: Run | undefined, items: Change[]) {
  if (run?.no === 1) return `First run: ${plural(run.added, 'keyword')}`
  const removed = run?.removed ?? items.filter(({ kind }) => kind === 'removed').length
  const added = run?.added ?? items.length - removed
  return [added > 0 ? `${formatCount(added)} new` : '', removed > 0 ? `${formatCount(removed)} lost` : '']
    .filter(Boolean)
    .join(', ')
}
