import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import type { KeywordDetails, SourceState } from '../../../../contract.ts'
import { sourceLabel } from '../../../keyword-labels.ts'
import { SourceMark } from '../table/keyword-cells.tsx'
import { Part } from './keyword-part.tsx'

export type KeywordSourcesProps = {
  found: KeywordDetails['sources']
  /** Of the report. */
  sources: readonly SourceState[]
}

/** Sources that add to keywords of others, and find none themselves. */
const addingOnly = new Set(['dataforseo_volumes', 'dataforseo_trends', 'patterns'])

/** Who suggested it, and how high; who didn't; and who failed. */
export function KeywordSources({ found, sources }: KeywordSourcesProps) {
  const has = new Set(found.map(({ source }) => source))
  const others = sources.filter(({ id, state }) => !has.has(id) && !addingOnly.has(id) && state !== 'skipped')
  const failed = others.filter(({ state }) => state === 'failed')
  return (
    <Part
      title="Sources"
      note={`suggested by ${formatCount(found.length)} of ${formatCount(found.length + others.length - failed.length)}${failed.length > 0 ? ` · ${failed.length} failed` : ''}`}
    >
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,230px),1fr))] gap-x-6 border-line border-t">
        {found.map(({ source, rank, score, lists }) => (
          <li key={source} className="flex items-center gap-2 border-line border-b py-1.5">
            <SourceMark id={source} />
            <span className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
              {sourceLabel(source)}
              {lists !== null && lists > 1 && <span className="text-xs text-ink-3"> {plural(lists, 'list')}</span>}
            </span>
            <span className="text-right whitespace-nowrap">
              {rank !== null ? (
                <b className="font-[550]">#{formatCount(rank)}</b>
              ) : score !== null ? (
                <span className="text-xs text-ink-3">score {Math.round(score * 100)} of 100</span>
              ) : (
                <span className="text-xs text-ink-3">no order</span>
              )}
            </span>
          </li>
        ))}
        {others.map(({ id, label, state }) => (
          <li key={id} className="flex items-center gap-2 border-line border-b py-1.5 text-ink-3">
            <SourceMark id={id} />
            <span className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">{label}</span>
            <span className={cx('text-xs whitespace-nowrap', state === 'failed' && 'text-bad')}>
              {state === 'failed' ? 'failed' : 'not suggested'}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
