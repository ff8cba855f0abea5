import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { Moment } from '#web/moment.tsx'
import { Pages } from '#web/pages.tsx'
import type { Change, Listener } from '../contract.ts'
import { labelOfSource, listenerHref } from './listener-words.ts'

export type ChangesPanelProps = {
  listener: Listener
  changes: { items: Change[]; total: number; page: number; limit: number }
}

const signs = { added: '+', returned: '+', removed: '−' }
const words = { added: 'new', returned: 'back', removed: 'gone' }

/** What came and went, run by run: the line of time. */
export function ChangesPanel({ listener, changes }: ChangesPanelProps) {
  const byRun = Map.groupBy(changes.items, ({ run_id }) => run_id)
  if (changes.items.length === 0)
    return (
      <EmptyState title="Nothing has come or gone yet." className="border-0">
        What a run changes stands here, newest first.
      </EmptyState>
    )
  return (
    <>
      <ol className="grid gap-7" aria-label="Came and went">
        {[...byRun.entries()].map(([runId, items]) => (
          <li key={runId} className="grid gap-x-8 gap-y-1.5 md:grid-cols-[160px_minmax(0,1fr)]">
            <h2 className="subheading md:pt-1.5">
              <Link href={`${listenerHref(listener._id)}?run=${runId}`} className="no-underline hover:underline">
                <Moment at={items[0]!.at} brief />
              </Link>
              <span className="block font-normal text-ink-3 text-xs">{countsOf(items)}</span>
            </h2>
            <ul className="border-line border-t">
              {items.map((item) => (
                <li
                  key={`${item.source} ${item.text}`}
                  className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-line border-b py-1"
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
                    {item.kind === 'returned' && <span className="ml-1.5 text-ink-3 text-xs">heard again</span>}
                  </span>
                  <span className="text-ink-3 text-xs">{labelOfSource(item.source)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <Pages page={changes.page} limit={changes.limit} total={changes.total} what="changes" />
    </>
  )
}

function countsOf(items: Change[]) {
  const gone = items.filter(({ kind }) => kind === 'removed').length
  const come = items.length - gone
  return [come > 0 ? `${come} came` : '', gone > 0 ? `${gone} went` : ''].filter(Boolean).join(', ')
}
