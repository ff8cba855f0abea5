import { type DragEvent, useMemo, useRef } from 'react'
import type { Cluster, Row } from '../../../contract.ts'

/** What is being dragged: a topic onto a parent or onto another topic, or keywords onto a topic. */
export type Dragged = { kind: 'topic'; topic: Cluster } | { kind: 'keywords'; rows: Row[]; from: Cluster }

export type TopicDrag = {
  start: (event: DragEvent, dragged: Dragged) => void
  end: () => void
  canDrop: (target: Cluster) => boolean
  drop: (target: Cluster) => void
}

/** Dragging of topics and keywords. Everything it does is in menus, too. */
export function useTopicDrag(onDrop: (dragged: Dragged, target: Cluster) => void): TopicDrag {
  const dragged = useRef<Dragged | null>(null)
  const latest = useRef(onDrop)
  latest.current = onDrop
  return useMemo(() => {
    const canDrop = (target: Cluster) => dragged.current !== null && isTarget(dragged.current, target)
    return {
      start(event, what) {
        dragged.current = what
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(
          'text/plain',
          what.kind === 'topic' ? what.topic.name : what.rows.map(({ text }) => text).join('\n'),
        )
      },
      end() {
        dragged.current = null
      },
      canDrop,
      drop(target) {
        if (dragged.current && isTarget(dragged.current, target)) latest.current(dragged.current, target)
        dragged.current = null
      },
    }
  }, [])
}

/** Topics go under another parent; keywords go into another topic. */
export function isTarget(dragged: Dragged, target: Cluster): boolean {
  if (dragged.kind === 'keywords') return target.kind !== 'parent' && target._id !== dragged.from._id
  return target.kind === 'parent' && target._id !== dragged.topic.parent_id
}
