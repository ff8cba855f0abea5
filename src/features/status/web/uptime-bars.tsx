import type { StatusDay } from '../contract.ts'
import { type DayTone, getTone, getUptime } from '../rules/uptime-history.ts'

const step = 5
const height = 28
const fills: Record<DayTone, string> = {
  good: 'fill-good',
  warn: 'fill-warn',
  bad: 'fill-bad',
  none: 'fill-line-2',
}

/** One bar per day, as high as its uptime; days without samples are a thin line. */
export function UptimeBars({ days }: { days: StatusDay[] }) {
  const paths: Record<DayTone, string> = { good: '', warn: '', bad: '', none: '' }
  for (const [at, day] of days.entries()) {
    const tone = getTone(day)
    const tall = tone === 'none' ? 1.5 : Math.max(3, height * (getUptime([day]) ?? 0))
    paths[tone] += `M${at * step} ${height}h${step - 1.2}v${-Math.round(tall * 10) / 10}h${1.2 - step}z`
  }
  return (
    <svg
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-full"
      aria-hidden
    >
      {Object.entries(paths).map(
        ([tone, path]) => path && <path key={tone} d={path} className={fills[tone as DayTone]} />,
      )}
    </svg>
  )
}
