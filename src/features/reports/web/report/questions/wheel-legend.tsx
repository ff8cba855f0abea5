import type { Measure } from '../../volume-notes.ts'

/** What the size of a dot says. */
export function WheelLegend({ measure }: { measure: Measure }) {
  return (
    <p className="flex items-center gap-2">
      {measure.by !== 'none' && (
        <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden className="fill-mark">
          <circle cx="3" cy="6" r="1.8" />
          <circle cx="13" cy="6" r="3.2" />
          <circle cx="27" cy="6" r="5.2" />
        </svg>
      )}
      {measure.legend}
      {measure.by !== 'none' && (
        <span className="flex items-center gap-1.5">
          <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden className="fill-paper stroke-mark">
            <circle cx="4" cy="4" r="2.6" />
          </svg>
          no data
        </span>
      )}
    </p>
  )
}
