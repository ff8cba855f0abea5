// biome-ignore-all lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden as decoration.
import { cx } from './class-names.ts'

export type SparklineProps = {
  /** In order of time. Fewer than two draw nothing but the baseline. */
  values: number[]
  width?: number
  height?: number
  /** Stretches to the box's width instead of keeping `width`. */
  fluid?: boolean
  /** Names it for screen readers; without one it is decoration beside a figure. */
  label?: string
  /** Zero stays at the bottom, so that lines can be compared. */
  fromZero?: boolean
  tone?: 'ink' | 'accent' | 'faint'
  className?: string
}

const tones = { ink: 'stroke-ink-3', accent: 'stroke-accent', faint: 'stroke-line-2' }

const fixed = (n: number) => Number(n.toFixed(1))

/** The path of a line through `values` inside width × height, 1px clear of the edges. */
export function sparkPath(values: number[], width: number, height: number, fromZero = false) {
  if (values.length < 2) return ''
  const low = fromZero ? 0 : Math.min(...values)
  const span = Math.max(...values) - low
  return values
    .map((value, at) => {
      const x = (at / (values.length - 1)) * width
      const y =
        span === 0 ? (fromZero ? height - 1.5 : height / 2) : height - 1.5 - ((value - low) / span) * (height - 3)
      return `${at === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`
    })
    .join('')
}

export function Sparkline({
  values,
  width = 56,
  height = 18,
  fluid,
  label,
  fromZero,
  tone = 'ink',
  className,
}: SparklineProps) {
  const path = sparkPath(values, width, height, fromZero)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={fluid ? '100%' : width}
      height={height}
      preserveAspectRatio={fluid ? 'none' : undefined}
      className={cx('block', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d={path || `M0 ${height - 1.5}H${width}`}
        fill="none"
        strokeWidth="1.2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={path ? tones[tone] : tones.faint}
      />
    </svg>
  )
}
