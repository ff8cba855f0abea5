import type { ReactNode } from 'react'
import { getListParams } from '#features/admin/web/require-staff.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { type cmsContract, type PostHead, postStatuses } from '../../contract.ts'
import { statusLabels } from '../post-status.tsx'

export type FoundPosts = Pick<OutputOf<typeof cmsContract.list>, 'items' | 'total' | 'page' | 'limit' | 'counts'>
export type PostFilters = ReturnType<typeof readPostFilters>

/** What the address of a list of posts asks for. */
export function readPostFilters(request: Request) {
  const requestedStatus = new URL(request.url).searchParams.get('status')
  return { ...getListParams(request), status: postStatuses.find((status) => status === requestedStatus) }
}

const isSearch = ({ q, status }: PostFilters) => q !== undefined || status !== undefined

export const describeFound = ({ total }: FoundPosts, filters: PostFilters) =>
  isSearch(filters) ? plural(total, 'post found', 'posts found') : plural(total, 'post')

export type PostListProps = {
  found: FoundPosts
  filters: PostFilters
  /** Address of the list. */
  path: string
  /** Shows the filters also without posts. */
  alwaysFilters?: boolean
  /** What it says without posts. */
  empty: ReactNode
  row: (post: PostHead) => ReactNode
}

/** A blog's posts of every status, with their filters. */
export function PostList({ found, filters, path, alwaysFilters = false, empty, row }: PostListProps) {
  const all = postStatuses.reduce((sum, status) => sum + (found.counts[status] ?? 0), 0)
  const searching = isSearch(filters)
  return (
    <>
      {(alwaysFilters || all > 0 || searching) && (
        <ListToolbar label="Posts" search="Title, slug or tag" className="mb-5">
          <Select
            key={filters.status}
            name="status"
            aria-label="Status"
            className="w-auto!"
            defaultValue={filters.status ?? ''}
            options={[
              { value: '', label: `All statuses (${formatCount(all)})` },
              ...postStatuses.map((status) => ({
                value: status,
                label: `${statusLabels[status]} (${formatCount(found.counts[status] ?? 0)})`,
              })),
            ]}
          />
        </ListToolbar>
      )}
      <h2 className="sr-only">Posts</h2>
      {found.items.length > 0 ? (
        <ul className="border-line border-t">{found.items.map(row)}</ul>
      ) : searching ? (
        <EmptyState title="No results match your filters." action={<Button href={path}>Clear filters</Button>}>
          Search matches parts of titles and slugs, and whole tags.
        </EmptyState>
      ) : (
        empty
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="posts" />
    </>
  )
}
