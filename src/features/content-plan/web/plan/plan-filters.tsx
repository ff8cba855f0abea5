import { useLocation } from 'react-router'
import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { itemStates } from '../../contract-item.ts'
import { isFiltered, type PlanFilter } from '../../rules/views/plan-filter.ts'
import { capitalize, type Option, stateLabels } from '../item-labels.ts'
import { type PlanView, type TableSort, tableSorts } from './load-view.ts'

type Props = { view: PlanView; filter: PlanFilter; sort: TableSort; members: readonly Option[] }

const dueLabels = { late: 'Late', week: 'Next 7 days', month: 'Next 31 days', none: 'No date' }

/** The filters of a plan's items. They are in the address, and all views and exports follow them. */
export function PlanFilters({ view, filter, sort, members }: Props) {
  const { pathname, search } = useLocation()
  const viewParams = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => name === 'view' || name === 'month'),
  )
  const select = (name: string, label: string, value: string, options: Option[]) => (
    <Select
      key={`${name} ${value}`}
      name={name}
      aria-label={label}
      className="min-w-0 max-w-full sm:max-w-44"
      defaultValue={value}
      options={options}
    />
  )
  return (
    <ListToolbar label="Items" search="Filter items" keep={['view', 'month', ...(view === 'table' ? [] : ['sort'])]}>
      <div className="contents max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:gap-2">
        {view !== 'board' &&
          select('state', 'State', filter.state, [
            { value: '', label: 'All states' },
            ...itemStates.map((value) => ({ value, label: stateLabels[value] })),
          ])}
        {select('owner', 'Owner', filter.owner, [
          { value: '', label: 'All owners' },
          { value: 'none', label: 'No owner' },
          ...members,
          ...(filter.owner && filter.owner !== 'none' && !members.some(({ value }) => value === filter.owner)
            ? [{ value: filter.owner, label: 'Former member' }]
            : []),
        ])}
        {select('intent', 'Intent', filter.intent, [
          { value: '', label: 'All intents' },
          ...intentNames.map((value) => ({ value, label: capitalize(value) })),
          { value: 'none', label: 'Unknown intent' },
        ])}
        {select('due', 'Due date', filter.due, [
          { value: '', label: 'All due dates' },
          ...Object.entries(dueLabels).map(([value, label]) => ({ value, label })),
        ])}
        {select('role', 'Role', filter.role, [
          { value: '', label: 'All roles' },
          { value: 'pillar', label: 'Pillars' },
          { value: 'spoke', label: 'Spokes' },
        ])}
        {view === 'table' &&
          select(
            'sort',
            'Sort by',
            sort === 'pillar' ? '' : sort,
            Object.entries(tableSorts).map(([value, label]) => ({
              value: value === 'pillar' ? '' : value,
              label: `Sort by ${label.toLowerCase()}`,
            })),
          )}
      </div>
      {isFiltered(filter) && (
        <Link href={`${pathname}${viewParams.size > 0 ? `?${viewParams}` : ''}`} className="link text-s">
          Clear filters
        </Link>
      )}
    </ListToolbar>
  )
}
