import { Select, type SelectOption } from '#ui/forms/select.tsx'
import { type ReportSort, type ReportStatus, reportTypes } from '../../contract.ts'
import { reportTypeLabels, statusLabels } from '../report-labels.ts'
import type { ListFilter, ShownList } from './list-filter.ts'

const sortLabels: Record<ReportSort, string> = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  query: 'Name, A to Z',
  '-query': 'Name, Z to A',
  '-rows': 'Most keywords first',
  rows: 'Fewest keywords first',
}
const shownLabels: Record<ShownList, string> = { favorites: 'Favorites', hidden: 'Hidden', deleted: 'Deleted' }
const statuses: ReportStatus[] = ['done', 'partial', 'queued', 'failed', 'cancelled']

const toOptions = <Value extends string>(labels: Partial<Record<Value, string>>): SelectOption[] =>
  Object.entries<string | undefined>(labels).map(([value, label]) => ({ value, label: label ?? value }))

/** Filters and order of the list of reports, beside its search field. */
export function ReportFilters({ filter, tags }: { filter: ListFilter; tags: string[] }) {
  return (
    <>
      {filter.same_as && <input type="hidden" name="same_as" value={filter.same_as} />}
      <FilterSelect
        name="show"
        label="Show"
        value={filter.show}
        options={[{ value: '', label: 'All reports' }, ...toOptions(shownLabels)]}
      />
      <FilterSelect
        name="type"
        label="Type"
        value={filter.type}
        options={[
          { value: '', label: 'All types' },
          ...reportTypes.map((value) => ({ value, label: reportTypeLabels[value] })),
        ]}
      />
      <FilterSelect
        name="status"
        label="Status"
        value={filter.status}
        options={[
          { value: '', label: 'All statuses' },
          ...statuses.map((value) => ({ value, label: statusLabels[value] })),
        ]}
      />
      {(tags.length > 0 || filter.tag) && (
        <FilterSelect
          name="tag"
          label="Tag"
          value={filter.tag}
          options={[
            { value: '', label: 'All tags' },
            ...[...new Set([...tags, ...(filter.tag ? [filter.tag] : [])])].map((tag) => ({ value: tag, label: tag })),
          ]}
        />
      )}
      <FilterSelect
        name="sort"
        label="Sort by"
        value={filter.sort === '-created_at' ? undefined : filter.sort}
        options={toOptions(sortLabels).map((option) =>
          option.value === '-created_at' ? { ...option, value: '' } : option,
        )}
      />
    </>
  )
}

type FilterSelectProps = { name: string; label: string; value: string | undefined; options: SelectOption[] }

/** The key makes a select follow the browser's history. */
const FilterSelect = ({ name, label, value, options }: FilterSelectProps) => (
  <Select
    key={`${name} ${value}`}
    name={name}
    aria-label={label}
    className="w-auto! max-w-40"
    defaultValue={value ?? ''}
    options={options}
  />
)
