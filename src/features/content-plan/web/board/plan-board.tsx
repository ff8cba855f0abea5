import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { RowMenu } from '#web/components/row-menu.tsx'
import { contentPlanContract, type ItemState, itemStates, type Plan, type PlanRow } from '../../contract.ts'
import { addPage, type BoardColumn, getNeighborState, moveCard } from '../../rules/views/plan-board.ts'
import { isLate } from '../../rules/views/plan-calendar.ts'
import { type PlanFilter, toCallFilter } from '../../rules/views/plan-filter.ts'
import { ChangeNotes } from '../change/change-notes.tsx'
import { usePlanChange } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { itemHref, type Option, stateLabels } from '../item-labels.ts'

export type PlanBoardProps = {
  plan: Plan
  columns: BoardColumn[]
  filter: PlanFilter
  today: string
  editor: boolean
  members: readonly Option[]
}

/** The plan's items in a column for each state. A card is moved by dragging, by its menu, or with Alt and an arrow key. */
export function PlanBoard({ plan, columns: loaded, filter, today, editor, members }: PlanBoardProps) {
  const [columns, setColumns] = useState(loaded)
  const changes = usePlanChange(plan, () => {})
  const call = useCall()
  const focused = useRef<string | null>(null)
  const board = useRef<HTMLElement>(null)
  // The card is another element in its new column, so focus has to follow it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useEffect(() => {
    if (!focused.current) return
    board.current?.querySelector<HTMLElement>(`[data-card="${focused.current}"] a`)?.focus()
    focused.current = null
  }, [columns])

  const move = (item: PlanRow, state: ItemState) => {
    if (!editor || changes.busy || item.state === state) return
    const edit = { done: `Moved “${item.title}” to ${stateLabels[state]}.`, items: [{ _id: item._id, state }] }
    void changes.change({ ...edit, before: [item] }).then((saved) => {
      if (!saved) return
      focused.current = item._id
      setColumns((current) => moveCard(current, item._id, state))
    })
  }
  const showMore = ({ state, items }: BoardColumn) =>
    void call.run(async () => {
      const known = new Set(items.map(({ _id }) => _id))
      const { q, filters } = toCallFilter({ ...filter, state })
      const query = { _id: plan._id, sort: '-priority' as const, filters, limit: 100, ...(q && { q }) }
      // Cards that were moved in or out shift the pages, so this looks for the first one with cards not shown yet.
      let page = 1
      let found = await api(contentPlanContract.items, { ...query, page })
      while (found.items.length > 0 && found.items.every(({ _id }) => known.has(_id)))
        found = await api(contentPlanContract.items, { ...query, page: ++page })
      setColumns((current) => current.map((column) => (column.state === state ? addPage(column, found.items) : column)))
    })
  const drop = (event: DragEvent, state: ItemState) => {
    const id = event.dataTransfer.getData(cardType)
    const item = columns.flatMap(({ items }) => items).find(({ _id }) => _id === id)
    if (!item) return
    event.preventDefault()
    move(item, state)
  }
  return (
    <>
      <ChangeNotes changes={changes} members={members} />
      <CallError className="mb-3" error={call.error} texts={contentPlanErrorTexts} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={board} aria-label="Board" tabIndex={0} className="overflow-x-auto border-ink border-t-2">
        <div className="flex min-w-fit divide-x divide-line">
          {columns
            .filter(({ state, total }) => state !== 'dropped' || total > 0)
            .map((column) => (
              <section
                key={column.state}
                aria-label={stateLabels[column.state]}
                className="w-64 shrink-0 px-2 py-2.5 first:pl-0 last:pr-0 sm:w-auto sm:min-w-44 sm:flex-1 sm:basis-0"
                onDragOver={(event) => {
                  if (editor && event.dataTransfer.types.includes(cardType)) event.preventDefault()
                }}
                onDrop={(event) => drop(event, column.state)}
              >
                <h2 className="flex items-baseline justify-between gap-2 font-[600] text-s">
                  {stateLabels[column.state]} <span className="tabular-nums">{formatCount(column.total)}</span>
                </h2>
                <p className="mb-2 text-ink-3 text-xs">{getVolumeText(column)}</p>
                <ul className="grid gap-2">
                  {column.items.map((item) => (
                    <Card key={item._id} plan={plan} item={item} today={today} editor={editor} onMove={move} />
                  ))}
                </ul>
                {column.items.length < column.total && (
                  <Button
                    size="s"
                    className="mt-2 w-full"
                    disabled={call.busy}
                    aria-label={`Show more: ${stateLabels[column.state]}`}
                    onClick={() => showMore(column)}
                  >
                    Show more
                  </Button>
                )}
              </section>
            ))}
        </div>
      </section>
      <p className="mt-4 text-ink-3 text-xs">
        Priority is 0–100. “–” means no provider has a number.
        {editor && ' To move a card, drag it, use its menu, or select its title and press Alt and an arrow key.'}
      </p>
    </>
  )
}

/** Nothing of an empty column is unknown. */
const getVolumeText = ({ total, volume }: BoardColumn) =>
  total === 0 ? 'No items' : volume === null ? 'Volume unknown' : `${formatCount(volume)} searches / mo`

const cardType = 'application/x-plan-item'

type CardProps = {
  plan: Plan
  item: PlanRow
  today: string
  editor: boolean
  onMove(item: PlanRow, state: ItemState): void
}

function Card({ plan, item, today, editor, onMove }: CardProps) {
  const late = isLate(item, today)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (!event.altKey || step === null || !editor) return
    // Alt with an arrow would go back in the browser's history.
    event.preventDefault()
    const state = getNeighborState(item.state, step)
    if (state) onMove(item, state)
  }
  return (
    <li
      data-card={item._id}
      draggable={editor}
      onDragStart={(event) => {
        event.dataTransfer.setData(cardType, item._id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      className="rounded-m border border-line bg-panel p-2.5"
    >
      <div className="flex items-start justify-between gap-1">
        <Link
          href={itemHref(plan._id, item._id)}
          draggable={false}
          onKeyDown={onKeyDown}
          className="min-w-0 font-serif text-m leading-snug no-underline [overflow-wrap:anywhere] hover:underline"
        >
          {item.title}
        </Link>
        {editor && (
          <RowMenu
            label={`Move ${item.title}`}
            items={[
              { heading: 'Move to' },
              ...itemStates
                .filter((state) => state !== item.state)
                .map((state) => ({ label: stateLabels[state], onSelect: () => onMove(item, state) })),
            ]}
          />
        )}
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-ink-2 text-xs tabular-nums">
        {item.role === 'pillar' && <b className="font-[600] text-accent-ink">Pillar</b>}
        <span>{item.volume === null ? '–' : formatCount(item.volume)} / mo</span>
        <span>KD {item.difficulty === null ? '–' : Math.round(item.difficulty)}</span>
        <span>Priority {item.priority.score === null ? '–' : Math.round(item.priority.score)}</span>
      </p>
      <p className={`mt-1 text-xs ${late ? 'text-bad' : 'text-ink-3'}`}>
        {item.due_on ? `${formatDayShort(item.due_on)}${late ? ', late' : ''}` : 'No due date'}
      </p>
    </li>
  )
}
