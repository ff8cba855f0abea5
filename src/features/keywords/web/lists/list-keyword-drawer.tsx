import type { ReactNode } from 'react'
import { Origin } from '#features/keywords/web/list-origin.tsx'
import { sourceLabel, typeLabels } from '#features/reports/web/keyword-labels.ts'
import { DrawerFrame } from '#features/reports/web/report/keywords/drawer/drawer-frame.tsx'
import { KeywordFacts } from '#features/reports/web/report/keywords/drawer/keyword-facts.tsx'
import { Part } from '#features/reports/web/report/keywords/drawer/keyword-part.tsx'
import { getMonthlyFacts, MonthlyChart } from '#features/reports/web/report/keywords/drawer/monthly-chart.tsx'
import type { OpenedKeyword } from '#features/reports/web/report/keywords/drawer/use-opened-keyword.ts'
import { SourceMark } from '#features/reports/web/report/keywords/table/keyword-cells.tsx'
import { showMeasured } from '#features/reports/web/report/keywords/table/table-model.ts'
import { IntentChip } from '#features/reports/web/report/topics/intent-chip.tsx'
import { DateTime } from '#web/components/date-time.tsx'

const why = 'It had none where it was added from.'
const missing = { volume: why, difficulty: why, cpc: why }

/** What a list knows about one of its keywords. */
export function ListKeywordDrawer({ actions, ...opened }: OpenedKeyword & { actions: ReactNode }) {
  const { row } = opened
  const { yearOnYear } = getMonthlyFacts(row.monthly)
  const growth = yearOnYear === null ? null : `${yearOnYear > 0 ? '+' : ''}${Math.round(yearOnYear * 100)}% in a year`
  return (
    <DrawerFrame {...opened}>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
        <IntentChip intent={row.intent?.main ?? null} />
        <span>{typeLabels[row.type]}</span>
        {row.from && (
          <span>
            <Origin from={row.from} />
          </span>
        )}
        {row.added_at && (
          <span>
            added <DateTime at={row.added_at} />
          </span>
        )}
      </p>
      <div className="my-3 flex flex-wrap gap-1.5">{actions}</div>
      <KeywordFacts
        row={row}
        missing={missing}
        measured={{
          volume: null,
          difficulty: row.measured?.difficulty ?? null,
          cpc: row.measured?.cpc ?? null,
          performance: row.performance && {
            provider: row.performance.provider,
            at: row.performance.as_of,
            estimate: false,
          },
        }}
      />
      {row.monthly.length > 1 && (
        <Part title="Searches per month" note={[growth, showMeasured('volume', row)].filter(Boolean).join(' · ')}>
          <MonthlyChart months={row.monthly} />
        </Part>
      )}
      {row.sources.length > 0 && (
        <Part title="Sources" note="suggested it in the report">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {row.sources.map((id) => (
              <li key={id} className="flex items-center gap-1.5">
                <SourceMark id={id} /> {sourceLabel(id)}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </DrawerFrame>
  )
}
