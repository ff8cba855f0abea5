import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pages } from '#web/components/pagination.tsx'
import type { Plan, PlanRow } from '../../contract.ts'
import type { PlanFilter } from '../../rules/views/plan-filter.ts'
import { ChangeNotes } from '../change/change-notes.tsx'
import { usePlanChange } from '../change/use-plan-change.ts'
import type { Option } from '../item-labels.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ItemsTable } from './items-table.tsx'
import type { TableSort } from './load-view.ts'

type PlanTableProps = {
  found: { plan: Plan; items: PlanRow[]; page: number; limit: number; total: number }
  filter: PlanFilter
  sort: TableSort
  editor: boolean
  members: readonly Option[]
  today: string
}

/** The plan's items as a table, with what to change about many at once. */
export function PlanTable({ found, filter, sort, editor, members, today }: PlanTableProps) {
  const { plan, items, page, limit, total } = found
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const changes = usePlanChange(plan)
  const clear = () => setPicked(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection belongs to what is shown.
  useEffect(clear, [plan._id, page, sort, JSON.stringify(filter)])
  return (
    <>
      <ChangeNotes changes={changes} members={members} onMerged={clear} />
      {items.length === 0 ? (
        <EmptyState
          title={plan.items === 0 ? 'This plan is empty.' : 'No items found.'}
          action={plan.items > 0 && <Button href={`/app/plan/${plan._id}`}>Clear filters</Button>}
        >
          {plan.items === 0 ? 'Select “Add item” to plan a page.' : 'No items match these filters.'}
        </EmptyState>
      ) : (
        <ItemsTable
          planId={plan._id}
          items={items}
          picked={editor ? picked : null}
          onPick={setPicked}
          grouped={sort === 'pillar'}
          members={members}
          today={today}
        />
      )}
      <Pages page={page} limit={limit} total={total} what="items" />
      {editor && picked.size > 0 && (
        <BulkBar
          items={items.filter(({ _id }) => picked.has(_id))}
          members={members}
          busy={changes.busy}
          onChange={(edit) => void changes.change(edit).then((saved) => saved && clear())}
          onClear={clear}
        />
      )}
    </>
  )
}
