import { useRef, useState } from 'react'
import { notify } from '#ui/overlays/toast.tsx'
import type { Undo } from './undo-topic-edit.ts'

export type UndoStep = { label: string; undo: Undo }

/** Changes that can be undone, the last one first. */
export function useUndoHistory() {
  const steps = useRef<readonly UndoStep[]>([])
  const [last, setLast] = useState<UndoStep | null>(null)
  const set = (next: readonly UndoStep[]) => {
    steps.current = next
    setLast(next.at(-1) ?? null)
  }
  return {
    last,
    getLast: () => steps.current.at(-1) ?? null,
    add: (step: UndoStep) => set([...steps.current, step]),
    /** Takes the step if it's the last one; says why it can't be undone otherwise. */
    take(step: UndoStep): boolean {
      if (steps.current.at(-1) === step) {
        set(steps.current.slice(0, -1))
        return true
      }
      notify.info(
        steps.current.includes(step)
          ? 'Undo the changes after this one first.'
          : 'This change can’t be undone anymore.',
      )
      return false
    },
    forget: () => set([]),
    /** After someone else's change, earlier changes can't be undone, because they'd undo the other change too. */
    forgetOutdated() {
      if (steps.current.length === 0) return
      set([])
      notify.info('The topics were changed elsewhere. Your earlier changes can’t be undone anymore.')
    },
  }
}
