import { Columns3, Rows3, Rows4, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import type { Row } from '../contract.ts'
import { intentLabels, sourceLabel, typeLabels } from './keyword-labels.ts'
import type { Density } from './keywords-table.tsx'
import {
  type ColumnId,
  columnIds,
  columns,
  type Facets,
  isFiltered,
  nextSort,
  noFilter,
  type TableFilter,
  type TableSort,
} from './table-model.ts'

export type KeywordsToolbarProps = {
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  facets: Facets
  shown: ColumnId[]
  filled: ReadonlySet<ColumnId>
  missing: Record<string, string>
  onShown: (columns: ColumnId[]) => void
  density: Density
  onDensity: (density: Density) => void
  narrow: boolean
  count: number
  total: number
  running?: boolean
  /** Whether `facets` tell of every row: then what all rows share is nothing to choose by. */
  complete: boolean
}

export function KeywordsToolbar(props: KeywordsToolbarProps) {
  const { filter, onFilter, facets, narrow, count, total, running, density, onDensity } = props
  const change = (part: Partial<TableFilter>) => onFilter({ ...filter, ...part })
  const splits = (values: ReadonlyMap<string, number>, on: string[]) =>
    !props.complete || values.size > 1 || on.length > 0
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-1.5" role="toolbar" aria-label="Filters and columns">
      <span className="w-full sm:w-56">
        <Input
          type="search"
          scale="s"
          aria-label="Filter by text; put a minus before a word to exclude it"
          placeholder="Words, or -exclude"
          icon={<Search size={14} aria-hidden />}
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </span>
      {splits(facets.types, filter.types) && (
        <FacetFilter
          label="Type"
          values={facets.types}
          name={(value) => typeLabels[value as Row['type']]}
          on={filter.types}
          onChange={(types) => change({ types: types as Row['type'][] })}
        />
      )}
      {splits(facets.intents, filter.intents) && (
        <FacetFilter
          label="Intent"
          values={facets.intents}
          name={(value) => (value ? intentLabels[value as keyof typeof intentLabels] : 'None found')}
          on={filter.intents}
          onChange={(intents) => change({ intents })}
        />
      )}
      {splits(facets.sources, filter.sources) && (
        <FacetFilter
          label="Source"
          values={facets.sources}
          name={sourceLabel}
          on={filter.sources}
          onChange={(sources) => change({ sources })}
        />
      )}
      <VolumeFilter
        filter={filter}
        onChange={change}
        reason={props.filled.has('volume') ? undefined : props.missing.volume}
      />
      {isFiltered(filter) && (
        <Button size="s" variant="quiet" icon={<X size={13} aria-hidden />} onClick={() => onFilter(noFilter)}>
          Clear
        </Button>
      )}
      <span className="ml-auto text-xs whitespace-nowrap text-ink-3" aria-live="polite">
        {isFiltered(filter) && count !== total
          ? `${formatCount(count)} of ${plural(total, 'row')}`
          : plural(total, 'row')}
        {running && ', loading more'}
      </span>
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
    </div>
  )
}

function FilterButton({ label, active, children }: { label: string; active: ReactNode; children: ReactNode }) {
  return (
    <Popover
      label={label}
      className="min-w-52"
      trigger={
        <Button size="s" className={active ? 'border-accent! text-accent-ink!' : ''}>
          {label}
          {active && <span className="font-[550]">: {active}</span>}
        </Button>
      }
    >
      {children}
    </Popover>
  )
}

type FacetFilterProps = {
  label: string
  values: ReadonlyMap<string, number>
  name: (value: string) => string
  on: string[]
  onChange: (on: string[]) => void
}

function FacetFilter({ label, values, name, on, onChange }: FacetFilterProps) {
  const sorted = [...values].sort((a, b) => b[1] - a[1])
  const active = on.length === 0 ? null : on.length === 1 ? name(on[0] ?? '') : on.length
  return (
    <FilterButton label={label} active={active}>
      <ul className="grid gap-1.5">
        {sorted.map(([value, count]) => (
          <li key={value}>
            <Checkbox
              checked={on.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...on, value] : on.filter((other) => other !== value))
              }
              className="pl-1.25"
            >
              <span className="flex min-w-40 justify-between gap-6">
                {name(value)}
                <span className="text-ink-3">{formatCount(count)}</span>
              </span>
            </Checkbox>
          </li>
        ))}
        {sorted.length === 0 && <li className="text-ink-3">No options yet.</li>}
      </ul>
    </FilterButton>
  )
}

const bound = (text: string) => {
  const n = Number(text.replaceAll(/[,\s]/g, ''))
  return text.trim() === '' || !Number.isFinite(n) || n < 0 ? null : n
}

type VolumeFilterProps = { filter: TableFilter; onChange: (part: Partial<TableFilter>) => void; reason?: string }

function VolumeFilter({ filter, onChange, reason }: VolumeFilterProps) {
  const { volumeFrom: from, volumeTo: to } = filter
  const active =
    from === null && to === null
      ? null
      : to === null
        ? `from ${formatCount(from ?? 0)}`
        : from === null
          ? `to ${formatCount(to)}`
          : `${formatCount(from)}–${formatCount(to)}`
  return (
    <FilterButton label="Volume" active={active}>
      <div className="flex w-56 items-center gap-2">
        <Input
          scale="s"
          inputMode="numeric"
          aria-label="Monthly searches, minimum"
          placeholder="from"
          defaultValue={from ?? ''}
          onChange={(event) => onChange({ volumeFrom: bound(event.target.value) })}
        />
        <span className="text-ink-3">to</span>
        <Input
          scale="s"
          inputMode="numeric"
          aria-label="Monthly searches, maximum"
          placeholder="any"
          defaultValue={to ?? ''}
          onChange={(event) => onChange({ volumeTo: bound(event.target.value) })}
        />
      </div>
      <p className="mt-2 max-w-56 text-xs text-ink-3">{reason ?? 'Rows without a volume are hidden.'}</p>
    </FilterButton>
  )
}

function ColumnChooser({ shown, filled, missing, onShown }: KeywordsToolbarProps) {
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={
        <Button size="s" variant="quiet" icon={<Columns3 size={14} aria-hidden />}>
          Columns
        </Button>
      }
    >
      <ul className="grid max-w-64 gap-1.5">
        {columnIds.map((name) => (
          <li key={name}>
            <Checkbox
              className="pl-1.25"
              disabled={name === 'text'}
              checked={shown.includes(name)}
              onChange={(event) =>
                onShown(columnIds.filter((other) => (other === name ? event.target.checked : shown.includes(other))))
              }
              hint={filled.has(name) ? undefined : (missing[name] ?? 'Not in this report')}
            >
              {columns[name].label}
            </Checkbox>
          </li>
        ))}
      </ul>
      <a
        className="link mt-2 inline-block pl-1.25 text-xs"
        href="/docs/glossary#keywords"
        target="_blank"
        rel="noopener"
      >
        What do these columns mean?
      </a>
    </Popover>
  )
}

function SortSelect({ sort, onSort, filled }: KeywordsToolbarProps) {
  return (
    <Select
      scale="s"
      aria-label="Sort by"
      className="w-32"
      value={sort?.column ?? ''}
      onChange={(event) => onSort(event.target.value ? nextSort(null, event.target.value as ColumnId) : null)}
      options={[
        { value: '', label: 'Default order' },
        ...columnIds.filter((name) => filled.has(name)).map((name) => ({ value: name, label: columns[name].label })),
      ]}
    />
  )
}
