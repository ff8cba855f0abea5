import { reportSorts, reportStatuses, reportTypes } from '../../contract.ts'

export const shownLists = ['favorites', 'hidden', 'deleted'] as const
export type ShownList = (typeof shownLists)[number]

export type ListFilter = ReturnType<typeof readFilter>

/** The list's filter from the URL. What isn't valid is left out. */
export function readFilter(params: URLSearchParams) {
  const get = (name: string) => params.get(name)?.trim().slice(0, 200) || undefined
  const sameAs = get('same_as')
  return {
    q: get('q'),
    type: reportTypes.find((type) => type === params.get('type')),
    status: reportStatuses.find((status) => status === params.get('status')),
    show: shownLists.find((list) => list === params.get('show')),
    tag: get('tag')?.slice(0, 40),
    sort: reportSorts.find((sort) => sort === params.get('sort')),
    same_as: sameAs && /^[0-9a-f-]{36}$/i.test(sameAs) ? sameAs : undefined,
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  }
}

export const isFiltered = ({ q, type, status, show, tag, same_as }: ListFilter) =>
  Boolean(q || type || status || show || tag || same_as)

/** The filter as `/reports/find` takes it. Runs of one query are grouped, except where one's runs are listed. */
export const toFindInput = ({ show, ...filter }: ListFilter) => ({
  ...filter,
  hidden: show === 'hidden' || undefined,
  deleted: show === 'deleted' || undefined,
  favorite: show === 'favorites' || undefined,
  group: filter.same_as === undefined || undefined,
})
