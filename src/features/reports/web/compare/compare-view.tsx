import { type ReactNode, Suspense, useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, formatDecimal, plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { lazily } from '#web/components/lazily.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import type { ReportHead, Row } from '../../contract.ts'
import { none, sourceLabel } from '../keyword-labels.ts'
import { getRunNames } from './run-order.ts'

const CompareKeywords = import.meta.env.SSR
  ? (await import('./compare-keywords.tsx')).CompareKeywords
  : lazily(() => import('./compare-keywords.tsx').then((file) => file.CompareKeywords))

export type ReportChange = { text: string; field: string; before: unknown; after: unknown }
export type CompareViewProps = {
  a: ReportHead
  b: ReportHead
  added: Row[]
  removed: Row[]
  changed: ReportChange[]
  not_compared: NotCompared[]
  /** Whether this person may keep keywords in lists. */
  editor: boolean
}
type NotCompared = { source: string; failed_in: 'a' | 'b'; reason: string }

const fields: Record<string, string> = {
  volume: 'Volume',
  popularity: 'Popularity',
  difficulty: 'Difficulty',
  cpc: 'CPC',
  intent: 'Intent',
  rank: 'Rank',
}

/** What changed between two reports of one query. */
export function CompareView({ a, b, added, removed, changed, not_compared: notCompared, editor }: CompareViewProps) {
  const [shown, setShown] = useState<'added' | 'removed'>(added.length > 0 ? 'added' : 'removed')
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  const rows = shown === 'added' ? added : removed
  const names = getRunNames(a, b)
  if (added.length + removed.length + changed.length === 0)
    return (
      <>
        <NotComparedNote a={a} b={b} notCompared={notCompared} />
        <EmptyState title={notCompared.length > 0 ? 'No changes among the comparable keywords' : 'No changes'}>
          {notCompared.length > 0
            ? 'The sources that responded in both runs found the same keywords.'
            : 'Both reports found the same keywords with the same metrics.'}
        </EmptyState>
      </>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <h2 className="sr-only">Changes</h2>
      <NotComparedNote a={a} b={b} notCompared={notCompared} />
      <dl className="ruled grid grid-cols-2 rounded-l border border-line bg-panel sm:grid-cols-4">
        <Figure label={`keywords ${names.a}`}>{formatCount(a.found ?? a.rows)}</Figure>
        <Figure label={`keywords ${names.b}`}>{formatCount(b.found ?? b.rows)}</Figure>
        <Figure label="new">+{formatCount(added.length)}</Figure>
        <Figure label="lost">−{formatCount(removed.length)}</Figure>
      </dl>
      <div>
        <Segmented
          label="Which keywords"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'added', label: `New ${formatCount(added.length)}` },
            { value: 'removed', label: `Lost ${formatCount(removed.length)}` },
          ]}
        />
        <div className="mt-3">
          {rows.length > 0 ? (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <LateHydration>
                <CompareKeywords
                  key={shown}
                  rows={rows}
                  label={shown === 'added' ? 'New keywords' : 'Lost keywords'}
                  report={shown === 'added' ? b : a}
                  editor={editor}
                  onAddToList={setListTexts}
                />
              </LateHydration>
            </Suspense>
          ) : (
            <p className="text-ink-2">{shown === 'added' ? 'No new keywords.' : 'No lost keywords.'}</p>
          )}
        </div>
        <SaveToList
          texts={listTexts}
          from={{ kind: 'report', id: (shown === 'added' ? b : a)._id, label: b.query }}
          onClose={() => setListTexts(null)}
        />
      </div>
      {changed.length > 0 && <Changes changed={changed} />}
    </div>
  )
}

const reasons: Record<string, string> = {
  failed: 'failed',
  partial: 'responded only partly',
  skipped: 'was skipped',
  budget: 'was stopped by the spending limit',
  unfinished: 'didn’t finish',
  not_asked: 'wasn’t used',
}

/** Sources whose keywords are left out of new and lost, and why. */
function NotComparedNote({ a, b, notCompared }: Pick<CompareViewProps, 'a' | 'b'> & { notCompared: NotCompared[] }) {
  if (notCompared.length === 0) return null
  const names = getRunNames(a, b)
  return (
    <ErrorNote tone="warn" todo="Keywords that only these sources could confirm aren’t counted as new or lost.">
      Not compared:{' '}
      {notCompared
        .map(
          ({ source, failed_in, reason }) =>
            `${sourceLabel(source)} (${reasons[reason] ?? reason} ${names[failed_in]})`,
        )
        .join(', ')}
      .
    </ErrorNote>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end px-3.5 py-3">
    <dt className="text-xs text-ink-2">{label}</dt>
    <dd className="figure">{children}</dd>
  </div>
)

function Changes({ changed }: { changed: ReportChange[] }) {
  return (
    <section>
      <h3 className="subheading mb-1">Changed</h3>
      <Table caption={plural(changed.length, 'change')}>
        <thead>
          <tr>
            <TableHead>Keyword</TableHead>
            <TableHead>Metric</TableHead>
            <TableHead numeric>Before</TableHead>
            <TableHead numeric>After</TableHead>
            <TableHead numeric>Change</TableHead>
          </tr>
        </thead>
        <tbody>
          {changed.map((change) => (
            <TableRow key={`${change.text} ${change.field}`}>
              <TableCell>{change.text}</TableCell>
              <TableCell className="text-ink-2">{fields[change.field] ?? change.field}</TableCell>
              <TableCell numeric className="text-ink-2">
                {show(change.before)}
              </TableCell>
              <TableCell numeric className="font-[550]">
                {show(change.after)}
              </TableCell>
              <TableCell numeric>{difference(change)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** Formats a number, a text, or an object that contains one (a volume, an intent). */
function show(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : formatDecimal(value, 2)
  if (typeof value === 'string') return value
  if (value && typeof value === 'object') {
    if ('value' in value) return show(value.value)
    if ('main' in value) return show(value.main)
  }
  return none
}

function figureIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  return value && typeof value === 'object' && 'value' in value ? figureIn(value.value) : null
}

function difference({ before, after }: ReportChange) {
  const [from, to] = [figureIn(before), figureIn(after)]
  if (from === null || to === null || from === to) return <span className="text-ink-3">{none}</span>
  const up = to > from
  const text = from === 0 ? formatCount(to) : `${Math.round(Math.abs(to / from - 1) * 100)}%`
  return (
    <span className={up ? '' : 'text-ink-2'}>
      {up ? '↑' : '↓'} {text}
    </span>
  )
}
