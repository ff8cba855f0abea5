import { formatCount, formatMonth, formatMonthShort, formatShort } from '#ui/format/format.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Row } from '../../../../contract.ts'

type Months = Row['monthly']

/** Months with more than this share of the average above it are drawn dark. */
const highShare = 1.25

export type MonthlyFacts = {
  average: number
  highest: number
  /** Growth over the same month a year before, as a fraction; null without that month. */
  yearOnYear: number | null
}

/** What the months say: their average, the highest, and the latest against the same month a year before. */
export function getMonthlyFacts(months: Months): MonthlyFacts {
  const values = months.map(({ v }) => v)
  const last = months.at(-1)
  const yearAgo = last && new Date(last.t)
  yearAgo?.setUTCFullYear(yearAgo.getUTCFullYear() - 1)
  const before = yearAgo && months.find(({ t }) => t.slice(0, 7) === yearAgo.toISOString().slice(0, 7))
  return {
    average: values.reduce((sum, value) => sum + value, 0) / values.length,
    highest: Math.max(...values),
    yearOnYear: last && before && before.v > 0 ? last.v / before.v - 1 : null,
  }
}

/** Searches per month as bars, high months dark, with the average as a line; a table for screen readers. */
export function MonthlyChart({ months }: { months: Months }) {
  const shown = months.slice(-13)
  const { average, highest } = getMonthlyFacts(shown)
  const top = highest || 1
  const peak = shown.findIndex(({ v }) => v === highest)
  return (
    <figure>
      <div className="relative flex h-30 items-end gap-1 border-b border-line pt-4" aria-hidden>
        {shown.map(({ t, v }, at) => (
          <span
            key={t}
            className="group relative flex h-full min-w-0 flex-1 items-end"
            title={`${formatMonth(t)}: ${formatCount(v)}`}
          >
            <span
              className={`block w-full rounded-t-xs ${v > average * highShare ? 'bg-ink-2' : 'bg-line-2'}`}
              style={{ height: `${Math.max(1, (v / top) * 100)}%` }}
            />
            {(at === peak || at === shown.length - 1) && (
              <span
                className="-translate-x-1/2 absolute left-1/2 whitespace-nowrap font-[550] text-2xs"
                style={{ bottom: `calc(${(v / top) * 100}% + 2px)` }}
              >
                {formatShort(v)}
              </span>
            )}
          </span>
        ))}
        <span
          className="pointer-events-none absolute inset-x-0 border-ink-3 border-t border-dashed"
          style={{ bottom: `${((average / top) * (100 * (120 - 16))) / 120}%` }}
        />
      </div>
      <div className="mt-1 flex gap-1 text-2xs text-ink-3" aria-hidden>
        {shown.map(({ t }, at) => (
          <span key={t} className="min-w-0 flex-1 overflow-visible text-center">
            {at % 2 === (shown.length - 1) % 2 ? formatMonthShort(t).slice(0, 3) : ''}
          </span>
        ))}
      </div>
      <figcaption className="mt-1 text-ink-3 text-xs">
        Dashed: average of these {shown.length} months, {formatCount(Math.round(average))}
      </figcaption>
      <VisuallyHidden>
        <table>
          <caption>Searches per month</caption>
          <tbody>
            {shown.map(({ t, v }) => (
              <tr key={t}>
                <th scope="row">{formatMonth(t)}</th>
                <td>{formatCount(v)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
