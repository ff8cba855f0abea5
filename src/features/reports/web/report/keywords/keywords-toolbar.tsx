import { Rows3, Rows4, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Row, RowSummary } from '../../../contract.ts'
import { intentLabels, serpFeatureLabel, sourceLabel, typeLabels } from '../../keyword-labels.ts'
import { FacetFilter, RangeFilter, UnknownChoice, WordsFilter } from './filters/keyword-filters.tsx'
import { ColumnChooser } from './table/column-chooser.tsx'
import { type ColumnId, columns, nextSort, type TableFilter, type TableSort } from './table/table-model.ts'

/** Row height of the table. */
export type Density = 'normal' | 'dense'

export type KeywordsToolbarProps = {
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  summary: RowSummary | undefined
  shown: ColumnId[]
  filled: ReadonlySet<ColumnId>
  missing: Record<string, string>
  onShown: (columns: ColumnId[]) => void
  /** The columns to choose from. */
  offered: readonly ColumnId[]
  density: Density
  onDensity: (density: Density) => void
  narrow: boolean
  /** The menu of saved views. */
  views?: ReactNode
}

const ranges = [
  { column: 'volume', label: 'Volume', unit: 'Monthly searches' },
  { column: 'difficulty', label: 'KD', unit: 'Keyword difficulty', max: 100 },
  { column: 'cpc', label: 'CPC', unit: 'Cost per click' },
  { column: 'position', label: 'Position', unit: 'Average position' },
] as const

export function KeywordsToolbar(props: KeywordsToolbarProps) {
  const { filter, onFilter, summary, narrow, filled, missing, density, onDensity } = props
  const change = (part: Partial<TableFilter>) => onFilter({ ...filter, ...part })
  const { idea: _, ...types } = summary?.types ?? {}
  const features = summary?.serp_features ?? {}
  /** What all rows share is nothing to choose by. */
  const splits = (counts: object, on: string[] | undefined) => Object.keys(counts).length > 1 || (on?.length ?? 0) > 0
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-1.5" role="toolbar" aria-label="Filters and columns">
      {props.views}
      <WordsFilter
        label="Words that must occur"
        placeholder="Include words"
        icon={<Search size={14} aria-hidden />}
        words={filter.include}
        onChange={(include) => change({ include })}
      />
      <WordsFilter
        label="Words that must not occur"
        placeholder="Exclude words"
        words={filter.exclude}
        onChange={(exclude) => change({ exclude })}
      />
      {ranges
        .filter(({ column }) => column === 'volume' || filled.has(column))
        .map((range) => (
          <RangeFilter
            key={range.column}
            {...range}
            filter={filter}
            onChange={change}
            reason={filled.has(range.column) ? undefined : missing[range.column]}
          />
        ))}
      {splits(types, filter.types) && (
        <FacetFilter
          label="Type"
          counts={types}
          name={(value) => typeLabels[value]}
          on={filter.types as Row['type'][] | undefined}
          onChange={(on) => change({ types: on })}
        />
      )}
      {splits(summary?.intents ?? {}, filter.intents) && (
        <FacetFilter
          label="Intent"
          counts={summary?.intents ?? {}}
          name={(value) => (value === 'none' ? 'None found' : intentLabels[value])}
          on={filter.intents}
          onChange={(intents) => change({ intents })}
        />
      )}
      {(Object.keys(features).length > 0 || filter.serp_features) && (
        <FacetFilter
          label="SERP feature"
          counts={features}
          name={serpFeatureLabel}
          on={filter.serp_features}
          onChange={(on) => change({ serp_features: on })}
          note={<UnknownChoice column="serp_features" filter={filter} onChange={change} />}
        />
      )}
      {splits(summary?.sources ?? {}, filter.sources) && (
        <FacetFilter
          label="Source"
          counts={summary?.sources ?? {}}
          name={sourceLabel}
          on={filter.sources}
          onChange={(sources) => change({ sources })}
        />
      )}
      <span className="ml-auto flex items-center gap-1.5">
        {narrow ? <SortSelect {...props} /> : <ColumnChooser {...props} />}
        {!narrow && (
          <IconButton
            size="s"
            label={density === 'normal' ? 'Compact rows' : 'Comfortable rows'}
            onClick={() => onDensity(density === 'normal' ? 'dense' : 'normal')}
          >
            {density === 'normal' ? <Rows4 size={15} aria-hidden /> : <Rows3 size={15} aria-hidden />}
          </IconButton>
        )}
      </span>
    </div>
  )
}

function SortSelect({ sort, onSort, filled, offered }: KeywordsToolbarProps) {
  return (
    <Select
      scale="s"
      aria-label="Sort by"
      className="w-32"
      value={sort?.column ?? ''}
      onChange={(event) => onSort(event.target.value ? nextSort(null, event.target.value as ColumnId) : null)}
      options={[
        { value: '', label: 'Default order' },
        ...offered.filter((name) => filled.has(name)).map((name) => ({ value: name, label: columns[name].label })),
      ]}
    />
  )
}
