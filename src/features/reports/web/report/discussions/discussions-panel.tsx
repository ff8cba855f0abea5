import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { Discussion } from '../../../contract.ts'
import { Discussions, describeThreads, getForum } from './discussions.tsx'
import { type DiscussionOrder, discussionOrders, sortDiscussions } from './sort-discussions.ts'

/** Discussions with search, communities and order. */
export function DiscussionsPanel({ discussions }: { discussions: Discussion[] }) {
  const [order, setOrder] = useState<DiscussionOrder>('active')
  const [forum, setForum] = useState('')
  const [search, setSearch] = useState('')
  const forums = useMemo(() => countForums(discussions), [discussions])
  const shown = useMemo(() => {
    const words = search.trim().toLowerCase()
    const matching = discussions.filter(
      (thread) =>
        (forum === '' || getForum(thread) === forum) &&
        `${thread.title} ${thread.excerpt ?? ''}`.toLowerCase().includes(words),
    )
    return sortDiscussions(matching, order)
  }, [discussions, order, forum, search])
  if (discussions.length === 0) return <Discussions discussions={discussions} />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2.5" data-screen-only>
        <span className="w-full sm:w-60">
          <Input
            scale="s"
            icon={<Search size={14} aria-hidden />}
            type="search"
            aria-label="Search discussions"
            placeholder="Search discussions"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        {forums.length > 1 && (
          <Select
            scale="s"
            className="w-56"
            aria-label="Community"
            value={forum}
            onChange={(event) => setForum(event.target.value)}
            options={[
              { value: '', label: 'All communities' },
              ...forums.map(([name, count]) => ({ value: name, label: `${name} (${count})` })),
            ]}
          />
        )}
        <Select
          scale="s"
          className="w-40"
          aria-label="Order"
          value={order}
          onChange={(event) => setOrder(event.target.value as DiscussionOrder)}
          options={Object.entries(discussionOrders).map(([value, label]) => ({ value, label }))}
        />
        <span className="text-ink-3 text-xs" role="status">
          {describeThreads(shown.length, new Set(shown.map(getForum)).size)}
          {order === 'active' && ' · by votes plus two per answer'}
        </span>
      </div>
      {shown.length > 0 ? (
        <Discussions discussions={shown} />
      ) : (
        <EmptyState level={3} title="No matching discussions">
          Try another word or all communities.
        </EmptyState>
      )}
    </>
  )
}

/** Communities with their number of threads, largest first. */
function countForums(discussions: readonly Discussion[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const thread of discussions) counts.set(getForum(thread), (counts.get(getForum(thread)) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
