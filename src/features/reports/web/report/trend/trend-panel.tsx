import { useMemo, useState } from 'react'
import { Segmented } from '#ui/forms/segmented.tsx'
import type { TrendSeries } from '../../../contract.ts'
import { toMonths, toYears } from '../../../rules/trend-facts.ts'
import { TrendChart } from './trend-chart.tsx'
import { TrendDetails } from './trend-details.tsx'
import { TrendYears } from './trend-years.tsx'

export type TrendPanelProps = { title: string; trend: TrendSeries | null; missing?: string }

/** Interest over time, as one line or a line per year, and what it says about years, seasons and regions. */
export function TrendPanel({ title, trend, missing }: TrendPanelProps) {
  const [as, setAs] = useState<'time' | 'years'>('time')
  const years = useMemo(() => toYears(toMonths(trend?.points ?? [])).length, [trend])
  if (!trend || trend.points.length < 2) return <TrendChart title={title} trend={trend} missing={missing} />
  return (
    <>
      {years > 1 && (
        <Segmented
          className="mb-3"
          label="Show trend as"
          size="s"
          value={as}
          onChange={setAs}
          options={[
            { value: 'time', label: 'Timeline' },
            { value: 'years', label: 'Years compared' },
          ]}
        />
      )}
      {as === 'time' ? (
        <TrendChart title={title} trend={trend} interactive />
      ) : (
        <TrendYears title={title} trend={trend} />
      )}
      <TrendDetails trend={trend} getHref={(query) => `/app/reports/new?query=${encodeURIComponent(query)}`} />
    </>
  )
}
