import { formatCount, formatDay } from '#ui/format/format.ts'

/** One bar per day, with the same counts as a table for screen readers. */
export function DayBars({ days, counts }: { days: string[]; counts: number[] }) {
  const max = Math.max(1, ...counts)
  const at = counts.indexOf(max)
  return (
    <figure>
      <div aria-hidden className="flex h-24 items-end gap-px border-line-2 border-b">
        {counts.map((count, index) => (
          <span
            key={days[index]}
            title={`${formatDay(days[index]!)}: ${formatCount(count)}`}
            className={index === counts.length - 1 ? 'min-w-0 flex-1 bg-accent' : 'min-w-0 flex-1 bg-mark'}
            // Days with few messages stay visible.
            style={{ height: count === 0 ? 0 : `max(2px, ${(count / max) * 100}%)` }}
          />
        ))}
      </div>
      <figcaption className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-ink-3 text-xs">
        <span>{formatDay(days[0]!)}</span>
        {at !== -1 && (
          <span>
            Peak: {formatCount(max)} on {formatDay(days[at]!)}
          </span>
        )}
        <span>Today: {formatCount(counts.at(-1) ?? 0)}</span>
      </figcaption>
      <table className="sr-only">
        <caption>Messages by day</caption>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{formatCount(counts[index]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
