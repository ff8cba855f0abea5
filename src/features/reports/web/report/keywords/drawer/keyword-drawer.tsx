import { type ReactNode, useEffect, useState } from 'react'
import { plural } from '#ui/format/format.ts'
import { RetryNote } from '#ui/retry-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { type KeywordDetails, type Row, reportsContract, type SourceState } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import { none, showVolume, typeLabels } from '../../../keyword-labels.ts'
import { IntentChip } from '../../topics/intent-chip.tsx'
import { Difficulty } from '../table/keyword-cells.tsx'
import { DrawerFrame } from './drawer-frame.tsx'
import { getOrigin, KeywordFacts } from './keyword-facts.tsx'
import { Part } from './keyword-part.tsx'
import { KeywordSerps } from './keyword-serps.tsx'
import { KeywordSources } from './keyword-sources.tsx'
import { getMonthlyFacts, MonthlyChart } from './monthly-chart.tsx'
import type { OpenedKeyword } from './use-opened-keyword.ts'

export type KeywordDrawerProps = OpenedKeyword & {
  reportId: string
  sources: readonly SourceState[]
  missing: Record<string, string>
  /** Buttons for what can be done with the keyword. */
  actions: ReactNode
  /** Opens a topic's tab. */
  topicHref: string
}

/** Everything the report knows about one keyword, beside the table or over it. */
export const KeywordDrawer = (props: KeywordDrawerProps) => (
  <DrawerFrame {...props}>
    <Content {...props} />
  </DrawerFrame>
)

/** So that stepping through rows quickly asks only for the last one. */
const settleMs = 120

function useDetails(reportId: string, rowId: string) {
  const [details, setDetails] = useState<KeywordDetails | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again asks again
  useEffect(() => {
    setError(null)
    const load = (signal: AbortSignal) =>
      api(reportsContract.keyword, { _id: reportId, row_id: rowId }, { signal }).then(
        ({ keyword }) => setDetails(keyword),
        (reason: unknown) => signal.aborted || setError(getSentence(reason, reportErrorTexts)),
      )
    return debounce(load, settleMs)
  }, [reportId, rowId, tries])
  return {
    details: details?.row._id === rowId ? details : null,
    error,
    retry: () => setTries((old) => old + 1),
  }
}

function Content({ reportId, row, sources, missing, actions, topicHref }: KeywordDrawerProps) {
  const { details, error, retry } = useDetails(reportId, row._id)
  const volumes = details?.measured.volume
  return (
    <>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-2">
        <IntentChip intent={row.intent?.main ?? null} />
        {row.intent && <span>{Math.round(row.intent.confidence * 100)}% confident</span>}
        <span>{typeLabels[row.type]}</span>
        {details?.topic && (
          <span>
            Topic{' '}
            <a className="link" href={topicHref}>
              {details.topic.name}
            </a>
            , {plural(details.topic.keywords, 'keyword')}
          </span>
        )}
        {details?.hidden && <span className="text-warn">Hidden in this report</span>}
      </p>
      <div className="my-3 flex flex-wrap gap-1.5">{actions}</div>
      <KeywordFacts row={row} measured={details?.measured} missing={missing} />
      {error && (
        <RetryNote onRetry={retry} className="mt-3">
          {error}
        </RetryNote>
      )}
      {row.monthly.length > 1 && (
        <Part title="Searches per month" note={getMonthsNote(row, volumes)}>
          <MonthlyChart months={row.monthly} />
        </Part>
      )}
      {!details && !error && (
        <div className="mt-5 grid gap-4" aria-busy>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {details && (
        <>
          <KeywordSources found={details.sources} sources={sources} />
          <KeywordSerps serps={details.serps} />
          <Children details={details} />
        </>
      )}
    </>
  )
}

export function getMonthsNote({ monthly }: Row, volumes: KeywordDetails['measured']['volume'] | undefined) {
  const { yearOnYear } = getMonthlyFacts(monthly)
  const growth = yearOnYear === null ? '' : `${yearOnYear > 0 ? '+' : ''}${Math.round(yearOnYear * 100)}% in a year`
  return [growth, getOrigin(volumes, true)].filter(Boolean).join(' · ')
}

/** The question it came from, and those found under it. */
function Children({ details: { parent, children, children_total: total } }: { details: KeywordDetails }) {
  if (!parent && children.length === 0) return null
  return (
    <Part title="Nested questions" note={total > 0 ? plural(total, 'question') : undefined}>
      {parent && <p className="mb-1 text-xs text-ink-2">Found under “{parent.text}”.</p>}
      <ul className="border-line border-t">
        {children.map((child) => (
          <li key={child._id} className="flex items-center gap-3 border-line border-b py-1.5">
            <span className="min-w-0 flex-1 leading-snug">{child.text}</span>
            {child.difficulty !== null && <Difficulty value={child.difficulty} />}
            <span className="w-16 shrink-0 text-right">
              {child.volume ? showVolume(child.volume) : <span className="text-ink-3">{none}</span>}
            </span>
          </li>
        ))}
      </ul>
      {total > children.length && (
        <p className="pt-1.5 text-xs text-ink-3">{plural(total - children.length, 'more question')} in the table.</p>
      )}
    </Part>
  )
}
