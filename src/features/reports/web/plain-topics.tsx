import { cx } from '#ui/cx.ts'
import { formatCount, formatShort, plural } from '#ui/format.ts'
import type { Cluster, Row } from '../contract.ts'
import { none } from './labels.ts'
import { type Topic, topicLayout, topicSize } from './topic-layout.ts'

export type PlainTopicMapProps = {
  clusters: Cluster[]
  /** Where a topic leads; without it the map is a picture. */
  hrefOf?: (cluster: Cluster) => string
  width?: number
  height?: number
  className?: string
}

/** Topics as circles by their size. */
export function PlainTopicMap({ clusters, hrefOf, width = 720, height = 480, className }: PlainTopicMapProps) {
  const size = topicSize(clusters)
  const topics = topicLayout(clusters, width, height, size)
  const label = `${plural(clusters.length, 'topic')}. ${size.legend}`
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cx('block h-auto max-w-full overflow-visible', className)}
      role={hrefOf ? 'group' : 'img'}
      aria-label={label}
    >
      {topics.map((topic) =>
        hrefOf ? (
          <a
            key={topic.cluster._id}
            href={hrefOf(topic.cluster)}
            aria-label={`${topic.cluster.name}: ${plural(topic.cluster.keywords, 'keyword')}`}
            className="group/topic outline-none"
          >
            <Circle topic={topic} figure={size.of(topic.cluster)} />
          </a>
        ) : (
          <g key={topic.cluster._id} aria-hidden>
            <Circle topic={topic} figure={size.of(topic.cluster)} />
          </g>
        ),
      )}
    </svg>
  )
}

function Circle({ topic: { x, y, radius, lines, fontSize, showFigure }, figure }: { topic: Topic; figure: number }) {
  const line = fontSize * 1.15
  const top = -((lines.length - 1) * line + (showFigure ? 15 : 0)) / 2
  const px = (n: number) => Number(n.toFixed(1))
  return (
    <g transform={`translate(${px(x)} ${px(y)})`}>
      <circle
        r={px(radius)}
        className="fill-panel stroke-line-2 transition-[fill,stroke] group-hover/topic:fill-accent-wash group-hover/topic:stroke-accent group-focus-visible/topic:fill-accent-wash group-focus-visible/topic:stroke-accent group-focus-visible/topic:[stroke-width:2]"
      />
      <text aria-hidden textAnchor="middle" fontSize={fontSize} className="fill-ink font-serif font-medium">
        {lines.map((text, at) => (
          <tspan key={at} x={0} y={px(top + at * line)} dy="0.34em">
            {text}
          </tspan>
        ))}
      </text>
      {showFigure && lines.length > 0 && (
        <text
          aria-hidden
          textAnchor="middle"
          y={px(top + lines.length * line + 2)}
          dy="0.3em"
          className="fill-ink-3 font-sans text-2xs"
        >
          {formatShort(figure)}
        </text>
      )}
    </g>
  )
}

export type PlainTopicsProps = {
  clusters: Cluster[]
  /** To name the keywords of each topic, where the report holds them. */
  rows: Row[]
  missingVolume?: string
}

const namesShown = 60

/** The map, and beside it each topic with its keywords. */
export function PlainTopics({ clusters, rows, missingVolume }: PlainTopicsProps) {
  const members = new Map<string, Row[]>()
  for (const row of rows) if (row.cluster_id) members.set(row.cluster_id, [...(members.get(row.cluster_id) ?? []), row])
  const idOf = (cluster: Cluster) => `topic-${clusters.indexOf(cluster) + 1}`
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(320px,1fr)] print:block">
      <div>
        <PlainTopicMap clusters={clusters} hrefOf={(cluster) => `#${idOf(cluster)}`} />
        <p className="mt-2 text-xs text-ink-3">{topicSize(clusters).legend}</p>
      </div>
      <div className="min-w-0">
        <div
          className="max-h-[520px] overflow-y-auto border-t border-line"
          data-print-open
          tabIndex={0}
          role="region"
          aria-label="Topics"
        >
          {clusters.map((cluster) => (
            <TopicLines key={cluster._id} id={idOf(cluster)} cluster={cluster} rows={members.get(cluster._id) ?? []} />
          ))}
        </div>
        {clusters.some((cluster) => cluster.volume === null) && (
          <p className="pt-2 text-xs text-ink-3">
            “—”: {missingVolume ?? 'no keyword of the topic has a known search volume.'}
          </p>
        )}
      </div>
    </div>
  )
}

function TopicLines({ id, cluster, rows }: { id: string; cluster: Cluster; rows: Row[] }) {
  return (
    <details name="topic" className="border-b border-line">
      <summary className="flex min-h-11 list-none items-center gap-4 px-1 py-1.5 hover:bg-well [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-serif text-m leading-snug">{cluster.name}</span>
          <span className="block text-xs text-ink-3">
            {[plural(cluster.keywords, 'keyword'), cluster.intent].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className={cluster.volume === null ? 'text-ink-3' : 'font-[550]'}>
          {cluster.volume === null ? none : formatCount(cluster.volume)}
        </span>
      </summary>
      <p id={id} className="px-1 pb-3 leading-relaxed text-ink-2">
        {rows.length === 0
          ? `Its pillar phrase is “${cluster.pillar}”.`
          : rows
              .slice(0, namesShown)
              .map((row) => row.text)
              .join(' · ')}
        {rows.length > namesShown && ` · and ${formatCount(rows.length - namesShown)} more`}
      </p>
    </details>
  )
}
