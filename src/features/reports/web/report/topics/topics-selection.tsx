import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import type { Cluster } from '../../../contract.ts'

export type TopicsSelectionProps = {
  topics: Cluster[]
  busy: boolean
  onMerge: () => void
  /** Null without parents to move to. */
  onMove: (() => void) | null
  onLock: (locked: boolean) => void
  onClear: () => void
  /** Turns the selected topics into a plan. */
  plan: ReactNode
}

/** What can be done with selected topics; stays in sight at the bottom. */
export function TopicsSelection({ topics, busy, onMerge, onMove, onLock, onClear, plan }: TopicsSelectionProps) {
  const isLocked = topics.every(({ locked }) => locked)
  return (
    <div
      role="toolbar"
      aria-label="Selected topics"
      className="sticky bottom-3 z-20 mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-l border border-line-2 bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span className="mr-2 whitespace-nowrap" aria-live="polite">
        <b className="font-[550]">{formatCount(topics.length)}</b> selected
      </span>
      <Button size="s" variant="solid" disabled={topics.length < 2} onClick={onMerge}>
        Merge
      </Button>
      {plan}
      {onMove && (
        <Button size="s" onClick={onMove}>
          Move to parent
        </Button>
      )}
      <Button size="s" busy={busy} onClick={() => onLock(!isLocked)}>
        {isLocked ? 'Unlock' : 'Lock'}
      </Button>
      <Button
        size="s"
        variant="quiet"
        className="w-7 px-0!"
        aria-label="Clear selection"
        onClick={onClear}
        icon={<X size={14} aria-hidden />}
      />
    </div>
  )
}
