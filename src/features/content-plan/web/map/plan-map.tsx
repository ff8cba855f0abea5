import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getSentence } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { contentPlanContract, type MapItem, type Plan, type PlanLink } from '../../contract.ts'
import {
  getCurves,
  getNextRow,
  getOpenGroups,
  groupItems,
  type MapColumns,
  maxCurves,
  placeRows,
} from '../../rules/views/plan-map.ts'
import { ChangeNotes } from '../change/change-notes.tsx'
import { usePlanChange } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import type { Option } from '../item-labels.ts'
import { LinkPanel } from './link-panel.tsx'
import { MapCurves } from './map-curves.tsx'
import { MapRows } from './map-rows.tsx'

export type PlanMapProps = {
  plan: Plan
  items: MapItem[]
  links: PlanLink[]
  total: number
  editor: boolean
  members: readonly Option[]
}

/** Widths of the map from 1,024 px on. Below that the rows are a list without curves. */
const columns: MapColumns = { pillarEnd: 224, spokeStart: 284, spokeEnd: 600, width: 680 }

/** Pillars with their spokes, the links between them as curves, and beside it the same links as a table. */
export function PlanMap({ plan, items, links, total, editor, members }: PlanMapProps) {
  const groups = useMemo(() => groupItems(items), [items])
  const [open, setOpen] = useState<ReadonlySet<string>>(() => getOpenGroups(groups))
  const [selected, setSelected] = useState<string | null>(null)
  const tree = useRef<HTMLDivElement>(null)
  const { rows, height } = useMemo(() => placeRows(groups, open), [groups, open])
  const curves = useMemo(() => getCurves(groups, rows, links), [groups, rows, links])
  const changes = usePlanChange(plan)
  const selectedItem = items.find(({ _id }) => _id === selected) ?? null

  const toggle = (id: string, on: boolean) => {
    const next = new Set(open)
    on ? next.add(id) : next.delete(id)
    setOpen(next)
  }
  /** Selects an item, which opens its group. */
  const select = (id: string) => {
    const group = groups.find(({ spokes }) => spokes.some(({ _id }) => _id === id))
    if (group && !open.has(group.id)) toggle(group.id, true)
    setSelected(id)
    requestAnimationFrame(() => {
      const row = tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
      row?.focus({ preventScroll: true })
      // On a phone the links cover the lower half of the screen.
      row?.scrollIntoView({ block: window.matchMedia('(min-width: 64rem)').matches ? 'nearest' : 'start' })
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.row
    const row = rows.find((each) => each.id === id)
    if (!id || !row || event.altKey || event.ctrlKey || event.metaKey) return
    const isOpen = open.has(id)
    if (row.column === 'pillar' && ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen))) {
      event.preventDefault()
      return toggle(id, !isOpen)
    }
    const next = getNextRow(rows, id, event.key)
    if (next === null) return
    event.preventDefault()
    select(next)
  }
  if (items.length === 0)
    return (
      <EmptyState
        title="No items found."
        action={<Button href={`/app/plan/${plan._id}?view=map`}>Clear filters</Button>}
      >
        No items match these filters.
      </EmptyState>
    )
  const isWhole = groups.every(({ id, spokes }) => open.has(id) || spokes.length === 0)
  return (
    <section aria-label="Map">
      <ChangeNotes changes={changes} members={members} />
      {items.length < total && (
        <p className="mb-3 text-s text-warn">
          Shows the first {formatCount(items.length)} of {formatCount(total)} items. Filter to see the others.
        </p>
      )}
      <MapBar
        plan={plan}
        editor={editor}
        shown={curves.length}
        isWhole={isWhole}
        onToggle={() => setOpen(isWhole ? new Set() : new Set(groups.map(({ id }) => id)))}
      />
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[680px_minmax(0,1fr)]">
        <div ref={tree} className="relative min-w-0 lg:w-[680px]">
          <MapCurves curves={curves} columns={columns} height={height} selected={selected} />
          <MapRows
            rows={rows}
            groups={groups}
            open={open}
            links={links}
            columns={columns}
            height={height}
            selected={selected}
            onSelect={select}
            onToggle={toggle}
            onKeyDown={onKeyDown}
          />
        </div>
        <LinkPanel
          plan={plan}
          items={items}
          links={links}
          selected={selectedItem}
          editor={editor}
          changes={changes}
          onSelect={select}
          onClear={() => setSelected(null)}
        />
      </div>
    </section>
  )
}

type MapBarProps = { plan: Plan; editor: boolean; shown: number; isWhole: boolean; onToggle: () => void }

/** What the lines mean, and what can be done with all of them. */
function MapBar({ plan, editor, shown, isWhole, onToggle }: MapBarProps) {
  const { revalidate } = useRevalidator()
  const call = useCall()
  const undo = async (version: number) => {
    try {
      await api(contentPlanContract.undo, { _id: plan._id, version })
    } catch (error) {
      notify.failed(getSentence(error, contentPlanErrorTexts))
    }
    await revalidate()
  }
  const propose = () =>
    void call.run(async () => {
      const answer = await api(contentPlanContract.propose, { _id: plan._id, version: plan.version })
      notify.done(`Proposed ${plural(answer.links.filter(({ state }) => state === 'proposed').length, 'link')}.`, {
        action: { label: 'Undo', onClick: () => void undo(answer.plan.version) },
      })
      await revalidate()
    })
  const line = (dash?: string) => (
    <svg viewBox="0 0 24 6" className="h-1.5 w-6 text-ink-2" aria-hidden>
      <path d="M0 3H24" stroke="currentColor" strokeWidth="1.5" strokeDasharray={dash} />
    </svg>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2 text-xs">
        <span className="flex items-center gap-1.5 max-lg:hidden">{line()} all set</span>
        <span className="flex items-center gap-1.5 max-lg:hidden">{line('3 3')} some proposed</span>
        {shown > maxCurves && <span className="max-lg:hidden">Select an item to see its links.</span>}
        <span className="ml-auto flex gap-2">
          <Button size="s" onClick={onToggle}>
            {isWhole ? 'Collapse all' : 'Expand all'}
          </Button>
          {editor && (
            <Button size="s" busy={call.busy} onClick={propose}>
              Propose links again
            </Button>
          )}
        </span>
      </div>
      <CallError
        className="mb-3"
        error={call.error}
        texts={contentPlanErrorTexts}
        action={
          call.error?.reason === 'outdated_version' && (
            <Button size="s" onClick={() => void revalidate().then(call.clear)}>
              Reload plan
            </Button>
          )
        }
      />
    </>
  )
}
