import { cx } from '#ui/class-names.ts'

type Props = { change: number; low: number; high: number; min?: number; max?: number; label: string }

/** A change with its interval on a scale, and where no change would be. */
export function IntervalBar({ change, low, high, min = -0.8, max = 0.8, label }: Props) {
  const toX = (value: number) => (100 * (Math.min(max, Math.max(min, value)) - min)) / (max - min)
  const tone = high < 0 ? 'bg-bad' : low > 0 ? 'bg-good' : 'bg-ink-3'
  return (
    <span role="img" aria-label={label} className="relative block h-4 w-full min-w-28">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-2" />
      <span className="absolute top-0.5 h-3 w-px bg-ink-2" style={{ left: `${toX(0)}%` }} />
      <span
        className={cx('absolute top-1.5 h-1 rounded-full opacity-40', tone)}
        style={{ left: `${toX(low)}%`, width: `${toX(high) - toX(low)}%` }}
      />
      <span
        className={cx('absolute top-1 size-2 -translate-x-1/2 rounded-full', tone)}
        style={{ left: `${toX(change)}%` }}
      />
    </span>
  )
}
