import { Download, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { formatPeriod, getPeriod } from '#ui/format/time-series-period.ts'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { startDownload } from '#web/calls/start-download.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import type { Lookup, TrendAnswer } from '../../contract.ts'
import { measureLabels, providerLabel, rangeLabels } from '../../rules/research-labels.ts'
import { LookupNotes } from '../lookup-notes.tsx'
import { TrendLinesChart } from './trend-comparison-chart.tsx'

export type TrendResultProps = { lookup: Lookup; answer: TrendAnswer; editor: boolean }

/** What a look-up brought: the lines, the same as a table beside them, and what is searched with them. */
export function TrendResult({ lookup, answer, editor }: TrendResultProps) {
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  const title = lookup.keywords.join(', ')
  const related = answer.related.by_keyword.filter(({ top, rising }) => top.length + rising.length > 0)
  const all = [...new Set([...answer.related.rising, ...answer.related.top])]
  const about = answer.series.filter((line) => line.about)
  return (
    <section className="mt-9" aria-labelledby="trend-result">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id="trend-result" className="heading [overflow-wrap:anywhere]">
            {title}
          </h2>
          <p className="mt-0.5 text-ink-2 text-s">
            {providerLabel(answer.provider)} · {lookup.country ? countryName(lookup.country) : 'Worldwide'}
            {lookup.range && ` · ${rangeLabels[lookup.range]}`}
            {lookup.language && answer.provider === 'wikipedia_pageviews' && ` · ${languageName(lookup.language)}`}
            {' · '}
            <DateTime at={lookup.at} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2" data-screen-only>
          {editor && (
            <Button
              icon={<ListPlus size={15} aria-hidden />}
              onClick={() => setListTexts([...lookup.keywords, ...all])}
            >
              Add to list
            </Button>
          )}
          <DownloadMenu id={lookup._id} />
        </div>
      </div>
      <LookupNotes answer={answer} />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(240px,auto)]">
        <div className="min-w-0">
          <TrendLinesChart answer={answer} />
          {about.length > 0 && (
            <p className="mt-2 text-ink-2 text-xs">
              Wikipedia page views of {about.map((line) => `“${line.about}”`).join(', ')}: how many people read about
              it, not how many searched for it.
            </p>
          )}
          {answer.measure === 'impressions' && (
            <p className="mt-2 text-ink-2 text-xs">
              Impressions show how often your own pages appeared, one point per imported file. They aren’t search
              volumes.
            </p>
          )}
        </div>
        <TrendTable answer={answer} />
      </div>
      {related.length > 0 && (
        <div className="mt-8">
          <h3 className="subheading">Related queries</h3>
          <div className="mt-2 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
            {related.map(({ keyword, top, rising }) => (
              <div key={keyword} className="min-w-0">
                {related.length > 1 && <p className="mb-1 truncate font-[550]">{keyword}</p>}
                <Queries title="Rising" queries={rising} />
                <Queries title="Top" queries={top} />
              </div>
            ))}
          </div>
        </div>
      )}
      <SaveToList
        texts={listTexts}
        from={{ kind: 'trends', id: lookup._id, label: title }}
        onClose={() => setListTexts(null)}
      />
    </section>
  )
}

function Queries({ title, queries }: { title: string; queries: string[] }) {
  if (queries.length === 0) return null
  return (
    <div className="mb-3">
      <p className="text-ink-3 text-xs">{title}</p>
      <ol className="border-line border-t">
        {queries.slice(0, 10).map((query) => (
          <li key={query} className="border-line border-b py-1">
            <Link
              href={`/app/reports/new?query=${encodeURIComponent(query)}`}
              className="no-underline hover:underline"
              title="Run a report on this query"
            >
              {query}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

function TrendTable({ answer }: { answer: TrendAnswer }) {
  const dates = [...new Set(answer.series.flatMap(({ points }) => points.map(({ t }) => t)))].sort().reverse()
  const period = getPeriod(dates.toReversed())
  const at = answer.series.map(({ points }) => new Map(points.map((point) => [point.t, point])))
  const several = answer.series.length > 1
  return (
    <div className="max-h-95 min-w-0 overflow-y-auto border-line border-t lg:max-w-115">
      <Table caption={`${measureLabels[answer.measure]}: ${answer.series.map(({ keyword }) => keyword).join(', ')}`}>
        <thead className="sticky top-0 bg-paper">
          <tr>
            <TableHead>Date</TableHead>
            {answer.series.map(({ keyword }) => (
              <TableHead key={keyword} numeric className="max-w-20 truncate" title={keyword}>
                {several ? keyword : measureLabels[answer.measure].split(',')[0]}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates.map((t) => (
            <TableRow key={t}>
              <TableCell className="h-auto! whitespace-nowrap py-1!">
                {formatPeriod(t, period)}
                {at.some((points) => points.get(t)?.partial) && <span className="text-ink-3"> (incomplete)</span>}
              </TableCell>
              {answer.series.map(({ keyword }, index) => {
                const point = at[index]?.get(t)
                return (
                  <TableCell key={keyword} numeric className="h-auto! py-1!">
                    {point ? formatCount(point.v) : <span className="text-ink-3">–</span>}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

export function DownloadMenu({ id }: { id: string }) {
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Download size={15} aria-hidden />}>Export</Button>}
      items={(['csv', 'xlsx', 'json', 'md'] as const).map((format) => ({
        label: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', md: 'Markdown' }[format],
        onSelect: () => startDownload(`/extra/export/${id}?format=${format}`),
      }))}
    />
  )
}
