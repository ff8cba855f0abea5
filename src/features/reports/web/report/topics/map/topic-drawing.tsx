import type { CSSProperties } from 'react'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import type { Cluster } from '../../../../contract.ts'
import { showPath, showPosition } from '../../../keyword-labels.ts'
import { textWidth } from '../../questions/text-width.ts'
import { getIntentLabel } from '../topic-labels.ts'
import { type ColorBy, getTopicColor } from './topic-colors.ts'
import { TopicLegend } from './topic-legend.tsx'
import { getSize, layoutMap, type MapBox, type SizeBy, titleHeights, titleSize } from './treemap-layout.ts'

/** What boxes of the topic map look like, selectable in the app and as links elsewhere. */

const hatch: CSSProperties = {
  backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, var(--line) 5px 6px)',
}

/** Class, position and background of a box; `isMarked` while it’s open or something is dropped on it. */
export function getBoxLook(box: MapBox, mapWidth: number, isMarked = false, colorBy: ColorBy = 'intent') {
  // Shares of the width, so that the map fits before its width is measured.
  const share = (part: number) => `${((part / mapWidth) * 100).toFixed(2)}%`
  const position: CSSProperties = { left: share(box.x), top: box.y, width: share(box.width) }
  if (box.kind === 'parent')
    return {
      className: cx(
        'absolute flex items-center justify-between gap-2 overflow-hidden rounded-xs px-0.5 text-left text-s',
        isMarked && 'text-accent-ink',
      ),
      style: { ...position, height: titleHeights[box.title.length] },
    }
  return {
    className: cx(
      'absolute overflow-hidden rounded-xs text-left align-top outline-offset-[-2px] hover:z-10 hover:outline-1 hover:outline-mark',
      isMarked && 'z-10 outline-2 outline-accent',
      box.kind === 'more'
        ? 'border border-line bg-panel text-ink-2 text-xs'
        : box.isUnsized
          ? 'bg-well'
          : getTopicColor(box.topic, colorBy).tint,
    ),
    style: { ...position, height: box.height, ...(box.kind === 'topic' && box.isUnsized && hatch) },
  }
}

/** A parent's title, a topic with its figures, or a number of small topics. Screen readers get `name`. */
export function BoxContent({ box, by, name = getBoxName(box) }: { box: MapBox; by: SizeBy; name?: string }) {
  return (
    <>
      <span className="sr-only">{name}</span>
      {box.kind === 'parent' ? (
        <>
          <span aria-hidden className="whitespace-nowrap font-[600] leading-[1.2]" style={{ fontSize: titleSize }}>
            {box.title.map((line, at) => (
              <span key={at} className="block">
                {line}
              </span>
            ))}
          </span>
          {hasRoomForFigure(box, by) && (
            <span aria-hidden className="text-ink-2 text-xs">
              {formatCount(getSize(box.topic, by))}
            </span>
          )}
        </>
      ) : box.kind === 'more' ? (
        <span aria-hidden className="absolute top-1 right-1 left-1.5 font-[550]">
          {getMoreLabel(box)}
        </span>
      ) : (
        <TopicLabel {...box} by={by} />
      )}
    </>
  )
}

/** In words where they fit, on several lines in a narrow box. */
function getMoreLabel({ topics, isStandalone, width, height }: Extract<MapBox, { kind: 'more' }>) {
  if (width < 84 || height < 56) return `+${formatCount(topics.length)}`
  // Standalone keywords of a parent are drawn there, so this isn't all of them.
  const alone = `${formatCount(topics.filter(({ kind }) => kind === 'standalone').length)} more standalone`
  if (isStandalone) return alone
  const others = topics.filter(({ kind }) => kind !== 'standalone').length
  return [others > 0 && plural(others, 'more topic'), others < topics.length && alone].filter(Boolean).join(', ')
}

function hasRoomForFigure({ topic, title, width }: Extract<MapBox, { kind: 'parent' }>, by: SizeBy) {
  const size = getSize(topic, by)
  const taken = Math.max(...title.map((line) => textWidth(line, titleSize, true)))
  return size > 0 && taken + textWidth(formatCount(size), 12) + 16 <= width
}

function TopicLabel({ topic, label, by }: Extract<MapBox, { kind: 'topic' }> & { by: SizeBy }) {
  return (
    <span aria-hidden className="absolute top-[5px] left-1.5 block whitespace-nowrap">
      {label.lines.map((line, at) => (
        <span key={at} className="block font-[550]" style={{ fontSize: label.fontSize, lineHeight: 1.2 }}>
          {line}
        </span>
      ))}
      {label.hasFigure && (
        <span className="block text-[11px] text-ink-2 leading-[1.2]">{formatCount(getSize(topic, by))}</span>
      )}
      {label.hasNote && (
        <span className="block text-[11px] text-ink-2 leading-[1.2]">
          {by === 'volume' ? plural(topic.keywords, 'keyword') : topic.volume !== null && formatCount(topic.volume)}
          {topic.difficulty !== null && ` · KD ${Math.round(topic.difficulty)}`}
        </span>
      )}
    </span>
  )
}

/** What a box is, for screen readers and its tooltip. */
export function getBoxName(box: MapBox): string {
  if (box.kind !== 'more') return getFacts(box.topic)
  const { topics, parent, isStandalone } = box
  const alone = topics.filter(({ kind }) => kind === 'standalone').length
  const name = isStandalone
    ? `${plural(topics.length, 'standalone keyword')} without a parent`
    : [
        alone < topics.length && plural(topics.length - alone, 'more topic'),
        alone > 0 && plural(alone, 'standalone keyword'),
      ]
        .filter(Boolean)
        .join(', ')
  return `${name}${parent ? ` in ${parent.name}` : ''}`
}

const getFacts = (topic: Cluster) =>
  [
    topic.name,
    plural(topic.keywords, 'keyword'),
    topic.volume === null ? 'volume unknown' : `${formatCount(topic.volume)} searches per month`,
    topic.difficulty !== null && `difficulty ${Math.round(topic.difficulty)}`,
    `${getIntentLabel(topic.intent).toLowerCase()} intent`,
    topic.own &&
      `your page ${showPath(topic.own.page)}${topic.own.position === null ? '' : ` ranks ${showPosition(topic.own.position)}`}`,
  ]
    .filter(Boolean)
    .join(', ')

/** What areas and hatching mean. */
export function getMapNote(clusters: Cluster[], boxes: MapBox[], by: SizeBy, volumeNote?: string) {
  const leaves = clusters.filter(({ kind }) => kind !== 'parent')
  const unsized = leaves.filter((topic) => getSize(topic, by) === 0).length
  return [
    by === 'volume' ? `Area: ${volumeNote ?? 'monthly search volume.'}` : 'Area: number of keywords.',
    'Small boxes are enlarged so that their names fit.',
    ...(unsized > 0 && by === 'volume'
      ? [`Hatched: no known volume (${formatCount(unsized)} ${unsized === 1 ? 'topic' : 'topics'}).`]
      : []),
    ...(boxes.some(({ kind }) => kind === 'more')
      ? ['Topics too small for a name are counted in one box, which isn’t to scale; select it to see them.']
      : []),
  ].join(' ')
}

export const hasVolumes = (clusters: Cluster[]) => clusters.some(({ volume }) => volume !== null && volume > 0)

type StaticMapProps = {
  clusters: Cluster[]
  /** URL of a topic's keywords. */
  getHref: (topic: Cluster) => string
}

/** The topic map without scripts: boxes are links. Drawn for a wide and a narrow screen, and as wide as there is room. */
export function StaticTopicMap({ clusters, getHref }: StaticMapProps) {
  const by = hasVolumes(clusters) ? 'volume' : 'keywords'
  const sizes = [
    { width: 560, height: 520, className: 'max-sm:hidden print:block!' },
    { width: 300, height: 345, className: 'sm:hidden print:hidden!' },
  ]
  return (
    <div className="min-w-0">
      <div className="mb-2">
        <TopicLegend clusters={clusters} by={by} />
      </div>
      {sizes.map(({ width, height, className }) => {
        const boxes = layoutMap(clusters, by, width, height)
        return (
          <div key={width} className={className}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
            <div role="group" aria-label={`Topics by ${by}`} className="relative" style={{ height }}>
              {boxes.map((box, at) => {
                const { className, style } = getBoxLook(box, width)
                const topic = box.kind === 'more' ? box.topics[0] : box.kind === 'topic' ? box.topic : undefined
                return topic && topic.kind !== 'parent' ? (
                  <a
                    key={at}
                    href={getHref(topic)}
                    className={cx(className, 'text-inherit no-underline')}
                    style={style}
                  >
                    <BoxContent box={box} by={by} />
                  </a>
                ) : (
                  <span key={at} className={className} style={style}>
                    <BoxContent box={box} by={by} />
                  </span>
                )
              })}
            </div>
            <p className="mt-2 text-xs text-ink-3">{getMapNote(clusters, boxes, by)}</p>
          </div>
        )
      })}
    </div>
  )
}
