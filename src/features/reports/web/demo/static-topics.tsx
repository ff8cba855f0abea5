import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import type { Cluster, Row } from '../../contract.ts'
import { none } from '../keyword-labels.ts'
import { StaticTopicMap } from '../report/topics/map/topic-drawing.tsx'

export type StaticTopicsProps = {
  /** The topics to list. */
  clusters: Cluster[]
  /** Parents of topics, which the map shows too. */
  parents: Cluster[]
  /** For naming the keywords of each topic, if the report has them. */
  rows: Row[]
  missingVolume?: string
}

/** Maximum visible topics, and keywords named per topic. */
const short = 12
const namesShown = 60

/** The map and each topic with its keywords. */
export function StaticTopics({ clusters, parents, rows, missingVolume }: StaticTopicsProps) {
  const members = new Map<string, Row[]>()
  for (const row of rows) if (row.cluster_id) members.set(row.cluster_id, [...(members.get(row.cluster_id) ?? []), row])
  const toId = (cluster: Cluster) => `topic-${clusters.indexOf(cluster) + 1}`
  const volumes = clusters.some((cluster) => cluster.volume !== null)
  const lines = (cluster: Cluster) => (
    <TopicLines
      key={cluster._id}
      id={toId(cluster)}
      cluster={cluster}
      rows={members.get(cluster._id) ?? []}
      volumes={volumes}
    />
  )
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(320px,1fr)] print:block">
      <StaticTopicMap clusters={[...parents, ...clusters]} getHref={(cluster) => `#${toId(cluster)}`} />
      <div className="min-w-0">
        <div className="border-t border-line print:columns-2 print:gap-6">{clusters.slice(0, short).map(lines)}</div>
        {clusters.length > short && (
          <Disclosure className="mt-2" summary={`${formatCount(clusters.length - short)} smaller topics`}>
            <div className="border-t border-line print:columns-2 print:gap-6">{clusters.slice(short).map(lines)}</div>
          </Disclosure>
        )}
        {clusters.some((cluster) => cluster.volume === null) && (
          <p className="pt-2 text-xs text-ink-3">
            {volumes && '“–”: '}
            {missingVolume ?? 'No keyword in the topic has a known search volume.'}
          </p>
        )}
      </div>
    </div>
  )
}

type TopicLinesProps = { id: string; cluster: Cluster; rows: Row[]; volumes: boolean }

function TopicLines({ id, cluster, rows, volumes }: TopicLinesProps) {
  return (
    <details name="topic" className="border-b border-line">
      <summary className="flex min-h-11 list-none items-center gap-4 px-1 py-1.5 hover:bg-well [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-serif text-m leading-snug">{cluster.name}</span>
          <span className="block text-xs text-ink-3">
            {[plural(cluster.keywords, 'keyword'), cluster.intent].filter(Boolean).join(' · ')}
          </span>
        </span>
        {volumes && (
          <span className={cluster.volume === null ? 'text-ink-3' : 'font-[550]'}>
            {cluster.volume === null ? none : formatCount(cluster.volume)}
          </span>
        )}
      </summary>
      <p id={id} className="px-1 pb-3 leading-relaxed text-ink-2 print:pb-1 print:leading-snug">
        {rows.length === 0
          ? `Main keyword: “${cluster.pillar}”.`
          : rows
              .slice(0, namesShown)
              .map((row) => row.text)
              .join(' · ')}
        {rows.length > namesShown && ` · and ${formatCount(rows.length - namesShown)} more`}
      </p>
    </details>
  )
}
