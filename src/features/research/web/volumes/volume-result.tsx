import { ListPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { KeywordsTable } from '#features/reports/web/report/keywords/table/keywords-table.tsx'
import { localRows } from '#features/reports/web/report/keywords/table/local-rows.ts'
import type { ColumnId } from '#features/reports/web/report/keywords/table/table-model.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { Lookup, VolumeAnswer } from '../../contract.ts'
import { providerLabel } from '../../rules/research-labels.ts'
import { LookupNotes } from '../lookup-notes.tsx'
import { DownloadMenu } from '../trends/trend-result.tsx'

export type VolumeResultProps = { lookup: Lookup; answer: VolumeAnswer; editor: boolean }

const columns: readonly ColumnId[] = [
  'text',
  'volume',
  'monthly',
  'measured',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'cpc',
  'competition',
  'difficulty',
]

/** Volumes with their source and date, and the keywords without data. */
export function VolumeResult({ lookup, answer, editor }: VolumeResultProps) {
  const showsFees = useShowsFees()
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  const { items, missing } = answer
  const source = useMemo(() => localRows(items), [items])
  const label = lookup.keywords.slice(0, 3).join(', ')
  return (
    <section aria-labelledby="volume-result">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id="volume-result" className="heading">
            Volumes for {formatCount(items.length)} of {plural(lookup.keyword_count, 'keyword')}
          </h2>
          <p className="mt-0.5 text-ink-2 text-s">
            {providerLabel(answer.provider)}
            {lookup.country && ` · ${countryName(lookup.country)}`}
            {lookup.language && ` · ${languageName(lookup.language)}`} · <DateTime at={lookup.at} /> ·{' '}
            {plural(lookup.units, 'credit')} used
            {showsFees && answer.cost_usd > 0 && `, source fees $${answer.cost_usd.toFixed(2)}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2" data-screen-only>
          {editor && items.length > 0 && (
            <Button
              icon={<ListPlus size={15} aria-hidden />}
              onClick={() => setListTexts(items.map(({ text }) => text))}
            >
              Add all to list
            </Button>
          )}
          <DownloadMenu id={lookup._id} />
        </div>
      </div>
      <LookupNotes answer={answer} />
      {items.length > 0 ? (
        <KeywordsTable
          storageKey="volume-table"
          source={source}
          usual={columns}
          label="Volumes"
          height={`min(64vh, ${Math.max(180, items.length * 34 + 44)}px)`}
          onAddToList={editor ? (picked) => setListTexts(picked.map(({ text }) => text)) : undefined}
        />
      ) : (
        <EmptyState level={3} title="No data for these keywords">
          No credits were used. Try the words people type rather than a title, or import a file that contains them.
        </EmptyState>
      )}
      {missing.length > 0 && (
        <Disclosure
          className="mt-3 text-s"
          open={missing.length <= 20 || undefined}
          summary={`${plural(missing.length, 'keyword')} without data (no credits used)`}
        >
          <ul className="mt-1.5 columns-1 gap-x-8 text-ink-2 sm:columns-2 lg:columns-3">
            {missing.map((text) => (
              <li key={text} className="truncate py-0.5" title={text}>
                {text}
              </li>
            ))}
          </ul>
          {editor && (
            <Button size="s" className="mt-2" onClick={() => setListTexts(missing)}>
              Add these to a list
            </Button>
          )}
        </Disclosure>
      )}
      <SaveToList
        texts={listTexts}
        from={{ kind: 'volumes', id: lookup._id, label }}
        onClose={() => setListTexts(null)}
      />
    </section>
  )
}
