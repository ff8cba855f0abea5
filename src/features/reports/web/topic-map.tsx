// biome-ignore-all lint/a11y/useSemanticElements: SVG has no buttons; the roles say what it is.
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatShort, plural } from '#ui/format.ts'
import { useWidth } from '#ui/use-size.ts'
import type { Cluster } from '../contract.ts'
import { type Topic, topicLayout, topicSize } from './topic-layout.ts'

export type TopicMapProps = {
  clusters: Cluster[]
  clusterId?: string | null
  onOpen?: (cluster: Cluster) => void
  assumedWidth?: number
}

/** Topics as circles by size. Arrow keys go to the nearest circle in that direction; Enter opens it. */
export function TopicMap({ clusters, clusterId, onOpen, assumedWidth = 704 }: TopicMapProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box, assumedWidth)
  const height = Math.round(Math.min(620, Math.max(300, width * 0.74)))
  const size = useMemo(() => topicSize(clusters), [clusters])
  // Phones have room for about a dozen names; the list next to the map has all of them.
  const drawn = useMemo(
    () => (width < 480 ? [...clusters].sort((a, b) => size.of(b) - size.of(a)).slice(0, 12) : clusters),
    [clusters, width, size],
  )
  const topics = useMemo(() => topicLayout(drawn, width, height, size), [drawn, width, height, size])
  const [current, setCurrent] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  if (clusters.length === 0)
    return (
      <EmptyState level={3} title="No topics yet">
        Keywords are grouped into topics once the report is done.
      </EmptyState>
    )

  const tabStop = topics.find((topic) => topic.cluster._id === current) ?? topics[0]
  const described = topics.find((topic) => topic.cluster._id === (pointed ?? current ?? clusterId))?.cluster
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    if (!tabStop) return
    if (event.key === 'Enter' || event.key === ' ') onOpen?.(tabStop.cluster)
    else {
      const next = towards(topics, tabStop, event.key)
      if (!next) return
      setCurrent(next.cluster._id)
      event.currentTarget.querySelector<SVGElement>(`[data-topic="${next.cluster._id}"]`)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div ref={box} className="min-w-0">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block h-auto max-w-full overflow-visible select-none"
        role="group"
        aria-label={`${plural(clusters.length, 'topic')}. ${size.legend}`}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPointed(null)}
      >
        {topics.map((topic) => (
          <TopicCircle
            key={topic.cluster._id}
            topic={topic}
            figure={size.of(topic.cluster)}
            on={topic.cluster._id === clusterId}
            tabStop={topic === tabStop}
            onFocus={() => setCurrent(topic.cluster._id)}
            onPoint={() => setPointed(topic.cluster._id)}
            onOpen={() => {
              setCurrent(topic.cluster._id)
              onOpen?.(topic.cluster)
            }}
          />
        ))}
      </svg>
      <p className="mt-2 flex min-h-5 flex-wrap justify-between gap-x-6 text-xs text-ink-3">
        <span className="text-s text-ink" data-screen-only>
          {described && (
            <>
              {described.name}
              <span className="ml-2 text-ink-3">
                {plural(described.keywords, 'keyword')}
                {described.volume !== null && ` · ${formatCount(described.volume)} per month`}
                {described.intent && ` · ${described.intent}`}
              </span>
            </>
          )}
        </span>
        {size.legend}
        {drawn.length < clusters.length && `, the ${drawn.length} largest of ${clusters.length}`}
      </p>
    </div>
  )
}

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** Returns the nearest circle in a direction; sideways distance counts more. */
function towards(topics: Topic[], from: Topic, key: string) {
  const direction = directions[key]
  if (!direction) return key === 'Home' ? topics[0] : key === 'End' ? topics.at(-1) : undefined
  const [dx, dy] = direction
  let best: Topic | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const topic of topics) {
    const along = (topic.x - from.x) * dx + (topic.y - from.y) * dy
    const aside = Math.abs((topic.x - from.x) * dy) + Math.abs((topic.y - from.y) * dx)
    if (along > 1 && along + 2 * aside < shortest) {
      shortest = along + 2 * aside
      best = topic
    }
  }
  return best
}

type CircleProps = {
  topic: Topic
  figure: number
  on: boolean
  tabStop: boolean
  onFocus: () => void
  onPoint: () => void
  onOpen: () => void
}

function TopicCircle({ topic, figure, on, tabStop, onFocus, onPoint, onOpen }: CircleProps) {
  const { cluster, x, y, radius, lines, fontSize, showFigure } = topic
  const line = fontSize * 1.15
  const top = -((lines.length - 1) * line + (showFigure ? 15 : 0)) / 2
  return (
    <g
      role="button"
      aria-pressed={on}
      aria-label={`${cluster.name} ${formatShort(figure)}, ${plural(cluster.keywords, 'keyword')}`}
      tabIndex={tabStop ? 0 : -1}
      data-topic={cluster._id}
      transform={`translate(${x} ${y})`}
      className="group/topic cursor-pointer outline-none"
      onClick={onOpen}
      onFocus={onFocus}
      onPointerEnter={onPoint}
    >
      <circle
        r={radius}
        className={cx(
          'transition-[fill,stroke]',
          on
            ? 'fill-accent-wash stroke-accent'
            : 'fill-panel stroke-line-2 group-hover/topic:fill-well group-hover/topic:stroke-mark',
          'group-focus-visible/topic:stroke-accent group-focus-visible/topic:[stroke-width:2]',
        )}
      />
      {lines.length > 0 && (
        <text
          aria-hidden
          textAnchor="middle"
          fontSize={fontSize}
          className={cx('font-serif font-medium', on ? 'fill-accent-ink' : 'fill-ink')}
        >
          {lines.map((text, at) => (
            <tspan key={at} x={0} y={top + at * line} dy="0.34em">
              {`${text} `}
            </tspan>
          ))}
        </text>
      )}
      {showFigure && lines.length > 0 && (
        <text
          aria-hidden
          textAnchor="middle"
          y={top + lines.length * line + 2}
          dy="0.3em"
          className="fill-ink-3 font-sans text-2xs"
        >
          {formatShort(figure)}
        </text>
      )}
    </g>
  )
}
