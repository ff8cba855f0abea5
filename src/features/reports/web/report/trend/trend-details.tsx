import { formatDecimal } from '#ui/format/format.ts'
import type { TrendSeries } from '../../../contract.ts'
import { getSeason, getYearOnYear, type MonthValue, type Season, toMonths } from '../../../rules/trend-facts.ts'
import { sourceLabel } from '../../keyword-labels.ts'

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What a trend says about years, seasons and regions, and what is searched with it. No scripts needed. */
export function TrendDetails({ trend, getHref }: { trend: TrendSeries; getHref?: (query: string) => string }) {
  const months = toMonths(trend.points)
  const season = getSeason(months)
  const { regions, related } = trend
  return (
    <div className="mt-7 grid gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-2">
      <section aria-label="Year on year and season" className="min-w-0">
        <h3 className="subheading">Year on year and season</h3>
        <YearOnYear months={months} />
        <SeasonBars season={season} />
      </section>
      <section aria-label="Regions" className="min-w-0">
        <h3 className="subheading">Interest by region</h3>
        {regions && regions.length > 0 ? (
          <Regions regions={regions} />
        ) : (
          <p className="mt-1.5 text-ink-2">{sourceLabel(trend.provider)} returned no regions.</p>
        )}
      </section>
      {related && related.top.length + related.rising.length > 0 && (
        <section aria-label="Related searches" className="min-w-0">
          <h3 className="subheading">Related searches</h3>
          <Queries title="Rising" queries={related.rising} getHref={getHref} />
          <Queries title="Top" queries={related.top} getHref={getHref} />
        </section>
      )}
    </div>
  )
}

function YearOnYear({ months }: { months: MonthValue[] }) {
  const growth = getYearOnYear(months)
  if (!growth)
    return <p className="mt-1.5 text-ink-2">Less than 13 months of data: there’s no year before to compare with.</p>
  const last = months.at(-1)!
  const named = `${monthNames[last.month]} ${last.year}`
  return (
    <p className="mt-1.5">
      <span className="figure">{formatChange(growth.change)}</span>{' '}
      <span className="text-ink-2">
        {growth.over === 'year'
          ? `in the 12 months to ${named}, compared with the 12 months before`
          : `in ${named}, compared with ${monthNames[last.month]} ${last.year - 1}`}
      </span>
    </p>
  )
}

/** "+9%", "−12%", "0%" */
export function formatChange(change: number): string {
  const percent = Math.round(change * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

function SeasonBars({ season }: { season: Season | null }) {
  if (!season) return <p className="mt-3 text-ink-2">Two years of data without a gap are needed to tell a season.</p>
  const top = Math.max(...season.index)
  return (
    <figure className="mt-3 max-w-90">
      <figcaption className="mb-1 text-ink-2">{describeSeason(season)}</figcaption>
      {/* Time runs from left to right, as in the chart. */}
      <div dir="ltr" className="flex h-20 items-end gap-1 border-line border-b" aria-hidden>
        {season.index.map((value, month) => (
          <span
            key={monthNames[month]}
            title={`${monthNames[month]}: ${formatDecimal(value, 2)} times an average month`}
            className={`min-w-0 flex-1 rounded-t-xs ${season.high.includes(month) ? 'bg-accent' : 'bg-line-2'}`}
            style={{ height: `${Math.max(2, (value / top) * 100)}%` }}
          />
        ))}
      </div>
      <div dir="ltr" className="mt-1 flex gap-1 text-2xs text-ink-3" aria-hidden>
        {monthNames.map((name) => (
          <span key={name} className="min-w-0 flex-1 text-center">
            {name.charAt(0)}
          </span>
        ))}
      </div>
    </figure>
  )
}

/** "High in Jun, Jul and Aug; low in Jan and Dec. Based on 5 years." */
export function describeSeason({ high, low, years }: Pick<Season, 'high' | 'low' | 'years'>): string {
  const parts = [high.length > 0 && `high in ${listMonths(high)}`, low.length > 0 && `low in ${listMonths(low)}`]
  const text = parts.filter(Boolean).join('; ')
  const basis = `Based on ${years} years.`
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}. ${basis}` : `No clear season. ${basis}`
}

const listMonths = (months: readonly number[]) =>
  new Intl.ListFormat('en-US').format(months.map((month) => monthNames[month]!))

const shownRegions = 12

function Regions({ regions }: { regions: NonNullable<TrendSeries['regions']> }) {
  return (
    <>
      <ol className="mt-1.5 border-line border-t">
        {regions.slice(0, shownRegions).map(({ name, value }) => (
          <li
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_90px_28px] items-center gap-3 border-line border-b py-1"
          >
            <span className="truncate">{name}</span>
            <span className="h-1 rounded-xs bg-line" aria-hidden>
              <span className="block h-full rounded-xs bg-ink-2" style={{ width: `${value}%` }} />
            </span>
            <span className="text-right rtl:text-left">{Math.round(value)}</span>
          </li>
        ))}
      </ol>
      <p className="pt-1.5 text-ink-3 text-xs">
        {regions.length > shownRegions && `${shownRegions} of ${regions.length} regions. `}
        100 is the region where it has the highest share of searches.
      </p>
    </>
  )
}

function Queries({
  title,
  queries,
  getHref,
}: {
  title: string
  queries: string[]
  getHref?: (query: string) => string
}) {
  if (queries.length === 0) return null
  return (
    <div className="mt-2 mb-3">
      <p className="text-ink-3 text-xs">{title}</p>
      <ol className="border-line border-t">
        {queries.slice(0, 8).map((query) => (
          <li key={query} className="border-line border-b py-1">
            {getHref ? (
              <a href={getHref(query)} className="no-underline hover:link" title="Run a report on this query">
                {query}
              </a>
            ) : (
              query
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
