import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { useWidth } from '#ui/hooks/use-size.ts'
import type { Cluster } from '../../../../contract.ts'
import type { TopicDrag } from '../topic-drag.ts'
import { TopicBox } from './topic-box.tsx'
import { type ColorBy, colorLabels, getColorings } from './topic-colors.ts'
import { getMapNote, hasVolumes } from './topic-drawing.tsx'
import { TopicLegend } from './topic-legend.tsx'
import { findBoxToward, layoutMap, layoutTopics, type MapBox, minWidthOfLevels, type SizeBy } from './treemap-layout.ts'

export type TopicMapProps = {
  clusters: Cluster[]
  openId: string | null
  onOpen: (topic: Cluster) => void
  drag: TopicDrag | null
  /** What the volumes are: who measured them, and when. */
  volumeNote?: string
}

/** What the map shows instead of the whole report: one parent, or topics that were too small before. */
type Zoom = { title: string; topicIds: ReadonlySet<string> }

/**
 * All topics as boxes: area by volume or keywords, color by intent, difficulty or your rank. Arrow keys go to the nearest box, Enter opens or zooms,
 * Escape zooms out. The table beside it has the same topics.
 */
export function TopicMap({ clusters, openId, onOpen, drag, volumeNote }: TopicMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, 704)
  const canSizeByVolume = hasVolumes(clusters)
  const [chosenBy, setBy] = useState<SizeBy>('volume')
  const by = canSizeByVolume ? chosenBy : 'keywords'
  const colorings = getColorings(clusters)
  const [chosenColor, setColorBy] = useState<ColorBy>('intent')
  const colorBy = colorings.includes(chosenColor) ? chosenColor : 'intent'
  const [zooms, setZooms] = useState<Zoom[]>([])
  const [currentId, setCurrentId] = useState<string | null>(null)
  const openedZoom = zooms.at(-1)
  const zoomed = useMemo(
    () => (openedZoom ? clusters.filter(({ _id }) => openedZoom.topicIds.has(_id)) : []),
    [clusters, openedZoom],
  )
  // What was zoomed into may be gone after an edit.
  const zoom = zoomed.length > 0 ? openedZoom : undefined
  const height = Math.round(width < minWidthOfLevels ? width * 1.15 : Math.min(680, Math.max(420, width * 0.88)))
  const boxes = useMemo(
    () =>
      zoomed.length > 0
        ? layoutTopics(zoomed, by, { x: 0, y: 0, width, height }, null)
        : layoutMap(clusters, by, width, height),
    [clusters, zoomed, by, width, height],
  )
  const tabStop = boxes.find((box) => getBoxId(box) === currentId) ?? boxes[0]

  const zoomInto = (title: string, topics: readonly Cluster[]) => {
    setZooms([...zooms, { title, topicIds: new Set(topics.map(({ _id }) => _id)) }])
    setCurrentId(null)
  }
  const activate = (box: MapBox) => {
    setCurrentId(getBoxId(box))
    if (box.kind === 'more') zoomInto(getTitle(box), box.parent && !zoom ? getChildren(box.parent) : box.topics)
    else if (box.kind === 'parent' || (box.topic.kind === 'parent' && width < minWidthOfLevels)) {
      zoomInto(box.topic.name, getChildren(box.topic))
      onOpen(box.topic)
    } else onOpen(box.topic)
  }
  const getChildren = (parent: Cluster) => clusters.filter(({ parent_id }) => parent_id === parent._id)
  const focusBox = (id: string) =>
    frame.current?.querySelector<HTMLElement>(`[data-box="${CSS.escape(id)}"]`)?.focus({ preventScroll: false })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && zooms.length > 0) {
      event.preventDefault()
      setZooms(zooms.slice(0, -1))
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
      return
    }
    const next = tabStop && findBoxToward(boxes, tabStop, event.key)
    if (!next) return
    event.preventDefault()
    setCurrentId(getBoxId(next))
    focusBox(getBoxId(next))
  }
  return (
    <section aria-label="Topic map" className="min-w-0">
      <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        <TopicLegend clusters={clusters} by={by} colorBy={colorBy} />
        <div className="ml-auto flex flex-wrap gap-x-3 gap-y-2 text-ink-3 text-xs" data-screen-only>
          {canSizeByVolume && (
            <span className="flex items-center gap-1.5">
              <span aria-hidden>Size</span>
              <Segmented
                size="s"
                label="Size"
                value={by}
                onChange={setBy}
                options={[
                  { value: 'volume', label: 'Volume' },
                  { value: 'keywords', label: 'Keywords' },
                ]}
              />
            </span>
          )}
          {colorings.length > 1 && (
            <span className="flex items-center gap-1.5">
              <span aria-hidden>Color</span>
              <Segmented
                size="s"
                label="Color"
                value={colorBy}
                onChange={setColorBy}
                options={colorings.map((value) => ({ value, label: colorLabels[value] }))}
              />
            </span>
          )}
        </div>
      </div>
      {zoom && (
        <p className="mb-2 flex flex-wrap items-center gap-2 text-s">
          <Button size="s" onClick={() => setZooms([])}>
            All topics
          </Button>
          <span className="font-[550]">{zoom.title}</span>
          <span className="text-ink-3 text-xs">{plural(zoomed.length, 'topic')}. Press Escape to zoom out.</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        ref={frame}
        role="group"
        aria-label={`${plural(clusters.filter(({ kind }) => kind === 'topic').length, 'topic')} by ${by}. Use the arrow keys to move. The table has the same topics.`}
        className="relative select-none"
        style={{ height }}
        onKeyDown={onKeyDown}
        data-topic-map
      >
        {boxes.map((box) => (
          <TopicBox
            key={getBoxId(box)}
            id={getBoxId(box)}
            box={box}
            mapWidth={width}
            by={by}
            colorBy={colorBy}
            isOpen={box.kind !== 'more' && box.topic._id === openId}
            isTabStop={box === tabStop}
            onFocus={() => setCurrentId(getBoxId(box))}
            onActivate={() => activate(box)}
            drag={drag}
          />
        ))}
      </div>
      <p className="mt-2 text-ink-3 text-xs">{getMapNote(clusters, boxes, by, volumeNote)}</p>
    </section>
  )
}

const getTitle = ({ parent, topics, isStandalone }: Extract<MapBox, { kind: 'more' }>) =>
  parent?.name ?? (isStandalone ? 'Standalone keywords' : plural(topics.length, 'smaller topic'))

const getBoxId = (box: MapBox) =>
  box.kind === 'more'
    ? `more ${box.isStandalone ? 'standalone' : (box.parent?._id ?? 'all')}`
    : `${box.kind} ${box.topic._id}`
