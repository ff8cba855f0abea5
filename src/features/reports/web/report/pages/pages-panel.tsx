import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import type { Overview, ReportHead, Sections } from '../../../contract.ts'
import { serpFeatureLabel, sourceLabel } from '../../keyword-labels.ts'
import { pickHeadings } from '../outline/add-to-outline.ts'
import { OutlinePicker } from '../outline/outline-picker.tsx'
import { useHeadings } from '../outline/use-headings.ts'
import { WriteFromReport } from '../write-from-report.tsx'
import { HeadingsCompared } from './headings-compared.tsx'
import { SerpPages } from './serp-pages.tsx'

export type PagesPanelProps = {
  /** Whose outline is gathered: `toOutlineOwner`. */
  owner: string
  head: Pick<ReportHead, 'query' | 'language'>
  pages: Sections['serp']
  features: Sections['serp_features']
  words: Overview['words']
  active: boolean
  missing: Record<string, string>
}

/** The pages that rank, their headings to pick from, and the outline they go into. */
export function PagesPanel({ owner, head, pages, features, words, active, missing }: PagesPanelProps) {
  const outline = useHeadings(owner)
  const [as, setAs] = useState<'pages' | 'headings'>('pages')
  if (pages.length === 0 && active)
    return (
      <EmptyState level={3} title="Looking for ranking pages…">
        Pages are read once a SERP source has responded.
      </EmptyState>
    )
  if (pages.length === 0) return <SerpPages pages={[]} missing={missing.serp} />
  const read = pages.filter((page) => page.fetched === 'ok').length
  return (
    <div className="grid gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]">
      <div className="min-w-0">
        <Segmented
          className="mb-3"
          size="s"
          label="Show ranking pages as"
          value={as}
          onChange={setAs}
          options={[
            { value: 'pages', label: 'Pages' },
            { value: 'headings', label: 'Headings compared' },
          ]}
        />
        <p className="mb-3 text-ink-2">
          {read === pages.length
            ? `All ${pages.length} pages were read.`
            : `${read} of ${pages.length} pages could be read.`}
          {words && (
            <>
              {' '}
              {formatCount(words.low)}–{formatCount(words.high)} words, median {formatCount(words.median)}.
            </>
          )}
        </p>
        {as === 'pages' ? (
          <>
            {features.length > 0 && <Features features={features} />}
            <SerpPages pages={pages} outline={outline} onPick={pickHeadings} />
          </>
        ) : (
          <HeadingsCompared
            pages={pages.filter(({ fetched }) => fetched === 'ok')}
            outline={outline}
            query={head.query}
            language={head.language}
            onPick={pickHeadings}
          />
        )}
      </div>
      <div className="lg:sticky lg:top-7 lg:self-start">
        <OutlinePicker owner={owner} action={<WriteFromReport />} />
      </div>
    </div>
  )
}

/** SERP features, by source. */
function Features({ features }: { features: Sections['serp_features'] }) {
  const bySource = Map.groupBy(features, (feature) => feature.source)
  return (
    <dl className="mb-4 grid gap-1.5 text-xs">
      {[...bySource].map(([source, list]) => (
        <div key={source} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <dt className="text-ink-3">Also on the results page, {sourceLabel(source)}:</dt>
          <dd className="flex flex-wrap gap-1.5">
            {[...new Set(list.map((feature) => serpFeatureLabel(feature.type)))].map((type) => (
              <Badge key={type}>{type}</Badge>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
