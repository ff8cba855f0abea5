// biome-ignore-all lint/a11y/noSvgWithoutTitle: named by aria-label.
import { formatInterval } from './answer-labels.ts'

type IntervalTrackProps = {
  share: number | null
  low: number | null
  high: number | null
  previous?: number | null
  tone?: 'ink' | 'accent' | 'good' | 'bad'
  label: string
}

const tones = {
  ink: 'fill-ink',
  accent: 'fill-accent',
  good: 'fill-good',
  bad: 'fill-bad',
} as const

/** A share with its interval on a track from 0 to 100%, the share before as a ring. Hatched: nothing was measured. */
export function IntervalTrack({ share, low, high, previous = null, tone = 'ink', label }: IntervalTrackProps) {
  const x = (value: number) => 3 + value * 114
  return (
    <svg
      viewBox="0 0 120 12"
      className="block h-3 w-full max-w-40"
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {share === null ? (
        <rect x="3" y="3" width="114" height="6" className="fill-line opacity-70" strokeDasharray="3 3" />
      ) : (
        <>
          <path d="M3 6H117M60 4V8" className="stroke-line-2" strokeWidth="1" fill="none" />
          {low !== null && high !== null && (
            <rect
              x={x(low)}
              y="3.5"
              width={Math.max(2, x(high) - x(low))}
              height="5"
              rx="2.5"
              className={`${tones[tone]} opacity-25`}
            />
          )}
          {previous !== null && (
            <circle cx={x(previous)} cy="6" r="2.2" className="fill-paper stroke-ink-3" strokeWidth="1" />
          )}
          <circle cx={x(share)} cy="6" r="2.6" className={tones[tone]} />
        </>
      )}
    </svg>
  )
}

export const describeInterval = (low: number | null, high: number | null) =>
  low === null || high === null ? 'no interval' : formatInterval(low, high)
