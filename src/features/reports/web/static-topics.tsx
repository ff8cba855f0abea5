import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatShort, plural } from '#ui/format.ts'
import type { Cluster, Row } from '../contract.ts'
import { none } from './keyword-labels.ts'
import { type Topic, topicLayout, topicSize } from './topic-layout.ts'

export type PlainTopicMapProps = {
  clusters: Cluster[]
  /** URL of a topic; without it the map is a plain image. */
  getHref?: (cluster: Cluster) => string
  width?: number
  height?: number
  className?: string
}

/** Topics as circles by size. */
export function PlainTopicMap({ clusters, getHref, width = 720, height = 480, className }: PlainTopicMapProps) {
  const size = topicSize(clusters)
  const topics = topicLayout(clusters, width, height, size)
  const label = `${plural(clusters.length, 'topic')}. ${size.legend}`
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={cx('block h-auto max-w-full overflow-visible', className)}
      role={getHref ? 'group' : 'img'}
      aria-label={label}
    >
      {topics.map((topic) => (
        <g key={topic.cluster._id} className="group/topic" transform={`translate(${px(topic.x)} ${px(topic.y)})`}>
          {getHref ? (
            <a
              href={getHref(topic.cluster)}
              aria-label={`${topic.cluster.name}: ${plural(topic.cluster.keywords, 'keyword')}`}
              className="outline-none"
            >
              <Circle radius={topic.radius} />
            </a>
          ) : (
            <Circle radius={topic.radius} />
          )}
          <Name topic={topic} figure={size.of(topic.cluster)} />
        </g>
      ))}
    </svg>
  )
}

const px = (n: number) => Number(n.toFixed(1))

const Circle = ({ radius }: { radius: number }) => (
  <circle
    r={px(radius)}
    className="fill-panel stroke-line-2 transition-[fill,stroke] in-[a]:group-has-[a:hover,a:focus-visible]/topic:fill-accent-wash in-[a]:group-has-[a:hover,a:focus-visible]/topic:stroke-accent in-focus-visible:[stroke-width:2.5]"
  />
)

function Name({ topic: { lines, fontSize, showFigure }, figure }: { topic: Topic; figure: number }) {
  const line = fontSize * 1.15
  const top = -((lines.length - 1) * line + (showFigure ? 15 : 0)) / 2
  return (
    <g aria-hidden textAnchor="middle" className="pointer-events-none">
      <text fontSize={fontSize} className="fill-ink font-serif font-medium">
        {lines.map((text, at) => (
          <tspan key={at} x={0} y={px(top + at * line)} dy="0.34em">
            {text}
          </tspan>
        ))}
      </text>
      {showFigure && lines.length > 0 && (
        <text y={px(top + lines.length * line + 2)} dy="0.3em" className="fill-ink-3 font-sans text-2xs">
          {formatShort(figure)}
        </text>
      )}
    </g>
  )
}

export type PlainTopicsProps = {
  clusters: Cluster[]
  /** For naming the keywords of each topic, if the report has them. */
  rows: Row[]
  missingVolume?: string
}

/** Maximum visible topics, and keywords named per topic. */
const short = 12
const namesShown = 60

/** The map and each topic with its keywords. */
export function PlainTopics({ clusters, rows, missingVolume }: PlainTopicsProps) {
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
      <div>
        <PlainTopicMap clusters={clusters} getHref={(cluster) => `#${toId(cluster)}`} />
        <p className="mt-2 text-xs text-ink-3">{topicSize(clusters).legend}</p>
      </div>
      <div className="min-w-0">
        <div className="border-t border-line print:columns-2 print:gap-6">{clusters.slice(0, short).map(lines)}</div>
        {clusters.length > short && (
          <Disclosure className="mt-2" summary={`${formatCount(clusters.length - short)} smaller topics`}>
            <div className="border-t border-line print:columns-2 print:gap-6">{clusters.slice(short).map(lines)}</div>
          </Disclosure>
        )}
        {clusters.some((cluster) => cluster.volume === null) && (
          <p className="pt-2 text-xs text-ink-3">
            {volumes && '“—”: '}
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
