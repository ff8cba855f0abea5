import type { OutputOf } from '#kit/endpoint.ts'
import { formatCount, formatDayShort, formatDecimal, formatPercent } from '#ui/format/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import type { sitesContract } from '../../contract.ts'
import { showBefore } from '../clicks-change.ts'

type Overview = OutputOf<typeof sitesContract.overview>

/** The period’s figures, from the date dimension, against as many days before. */
export function Headline({
  overview: { totals, before, from, to, days, anonymized_share, upload },
}: {
  overview: Overview
}) {
  if (!totals || !from || !to) return null
  const complete = days.filter(({ partial }) => !partial)
  const highest = Math.max(0, ...complete.map(({ clicks }) => clicks))
  const figures = [
    { label: 'Clicks', value: formatCount(totals.clicks), was: before && showBefore(before.clicks, totals.clicks) },
    {
      label: 'Impressions',
      value: formatCount(totals.impressions),
      was: before && showBefore(before.impressions, totals.impressions),
    },
    {
      label: 'CTR',
      value: totals.ctr === null ? '–' : formatPercent(totals.ctr),
      was: before?.ctr ? formatPercent(before.ctr) : null,
    },
    {
      label: 'Average position',
      value: totals.position === null ? '–' : formatDecimal(totals.position),
      was: before?.position ? formatDecimal(before.position) : null,
    },
  ]
  return (
    <section aria-label="Headline figures" className="mb-6 border-line border-b pb-5">
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-4">
        {figures.map(({ label, value, was }) => (
          <div key={label}>
            <dt className="text-ink-2 text-s">{label}</dt>
            <dd className="font-serif text-title leading-tight">{value}</dd>
            <dd className="text-ink-3 text-xs">{was ? `was ${was}` : 'no data before'}</dd>
          </div>
        ))}
      </dl>
      {complete.length > 1 && (
        <div className="mt-4">
          <p className="mb-1 text-ink-3 text-xs">Clicks per day, highest {formatCount(highest)}</p>
          <Sparkline
            values={complete.map(({ clicks }) => clicks)}
            height={56}
            fluid
            fromZero
            tone="accent"
            label="Clicks per day"
          />
        </div>
      )}
      <p className="mt-3 max-w-180 text-ink-3 text-xs">
        {formatDayShort(from)} – {formatDayShort(to)},{' '}
        {upload ? 'the days of an uploaded export, of which the last can be incomplete' : 'complete days only'}
        {before ? ', compared with the same number of days before' : ''}.
        {anonymized_share !== null &&
          anonymized_share >= 0.005 &&
          ` Google hides rare queries: ${Math.round(anonymized_share * 100)}% of clicks have no query, so the list below adds up to less.`}
      </p>
    </section>
  )
}
