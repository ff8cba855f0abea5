import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format.ts'
import type { Cluster } from '../contract.ts'
import { none } from './keyword-labels.ts'

export type ClusterListProps = {
  clusters: Cluster[]
  clusterId?: string | null
  onOpen?: (cluster: Cluster) => void
  missingVolume?: string
}

/** Every topic with its pillar phrase: the map's words, also for those too small to be written on it. */
export function ClusterList({ clusters, clusterId, onOpen, missingVolume }: ClusterListProps) {
  const gaps = clusters.some((cluster) => cluster.volume === null)
  return (
    <div className="min-w-0">
      <ol className="border-t border-line">
        {clusters.map((cluster) => {
          const inside = (
            <>
              <span className="min-w-0 flex-1">
                <span className="block font-serif text-m leading-snug">{cluster.name}</span>
                <span className="block truncate text-xs text-ink-3">
                  {[
                    cluster.pillar !== cluster.name && cluster.pillar,
                    plural(cluster.keywords, 'keyword'),
                    cluster.intent,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={cx('shrink-0', cluster.volume === null ? 'text-ink-3' : 'font-[550]')}>
                {cluster.volume === null ? none : formatCount(cluster.volume)}
              </span>
            </>
          )
          const line = cx(
            'flex w-full min-h-11 items-center gap-4 px-1 py-1.5 text-left',
            cluster._id === clusterId && 'bg-accent-wash',
          )
          return (
            <li key={cluster._id} className="border-b border-line">
              {onOpen ? (
                <button
                  type="button"
                  className={cx(line, 'outline-offset-[-2px] hover:bg-well')}
                  aria-pressed={cluster._id === clusterId}
                  data-print-keep
                  onClick={() => onOpen(cluster)}
                >
                  {inside}
                </button>
              ) : (
                <span className={line}>{inside}</span>
              )}
            </li>
          )
        })}
      </ol>
      <p className="pt-2 text-xs text-ink-3">
        Known monthly searches, summed over the topic’s keywords.
        {gaps && ` “—”: ${missingVolume ?? 'no keyword in the topic has a known volume.'}`}
      </p>
    </div>
  )
}
