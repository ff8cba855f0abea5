import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import type { SiteUpload, UploadSource } from '../../contract.ts'

/** The days of an export, as it says them. */
export const getPeriodText = ({ from, to }: Pick<UploadSource, 'from' | 'to'>) =>
  from && to ? `${formatDayShort(from)} – ${formatDayShort(to)}` : 'period unknown'

export const getFilterText = ({ filters }: Pick<UploadSource, 'filters'>) =>
  filters.map(({ name, value }) => `${name}: ${value}`).join(', ')

/** What an export has. */
export function getContentsText({ days, queries, pages, pairs }: UploadSource): string {
  const parts = [
    plural(queries, 'query', 'queries'),
    plural(pages, 'page'),
    days > 0 ? plural(days, 'day') : 'no days',
    pairs > 0 ? `${formatCount(pairs)} rows of query and page` : null,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

export const getRowsText = ({ accepted, rejected_total }: SiteUpload) =>
  `${plural(accepted, 'row')} stored, ${formatCount(rejected_total)} left out`
