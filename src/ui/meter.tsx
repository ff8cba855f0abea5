// biome-ignore-all lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser.
import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export type MeterProps = {
  label: ReactNode
  value: number
  max: number
  /** Shown at the right: "19 of 50". */
  figure?: ReactNode
  hint?: ReactNode
  tone?: 'ink' | 'accent' | 'warn'
  className?: string
}

const tones = { ink: 'bg-ink-2', accent: 'bg-accent', warn: 'bg-warn' }

/** How much of something there is: a label, a figure and a 3px bar. */
export function Meter({ label, value, max, figure, hint, tone = 'ink', className }: MeterProps) {
  const id = useId()
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={cx('text-s', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <span id={id}>{label}</span>
        {figure !== undefined && <span className="text-right">{figure}</span>}
      </div>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        className="my-1.5 h-[3px] overflow-hidden rounded-xs bg-line"
      >
        <div className={cx('h-full rounded-xs', tones[tone])} style={{ width: `${share * 100}%` }} />
      </div>
      {hint && <p className="text-xs text-ink-3">{hint}</p>}
    </div>
  )
}
