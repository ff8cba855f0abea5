import type { ItemState } from '../contract-item.ts'

/** How much of the circle is filled, and its color, by state. Beside the state's name or in a label that has it. */
const looks: Record<ItemState, { part: 0 | 0.5 | 1; color: string }> = {
  idea: { part: 0, color: 'text-ink-3' },
  briefed: { part: 0.5, color: 'text-ink-2' },
  drafting: { part: 0.5, color: 'text-accent' },
  review: { part: 1, color: 'text-accent' },
  published: { part: 0.5, color: 'text-good' },
  measured: { part: 1, color: 'text-good' },
  dropped: { part: 0, color: 'text-line-2' },
}

export function StateDot({ state }: { state: ItemState }) {
  const { part, color } = looks[state]
  return (
    <svg viewBox="0 0 10 10" className={`size-2.5 shrink-0 ${color}`} aria-hidden>
      <circle
        cx="5"
        cy="5"
        r="4.25"
        fill={part === 1 ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.3"
      />
      {part === 0.5 && <path d="M5 .75a4.25 4.25 0 0 0 0 8.5z" fill="currentColor" />}
    </svg>
  )
}
