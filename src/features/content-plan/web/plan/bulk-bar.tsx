import { PenLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { type ItemChange, itemStates, type PlanRow } from '../../contract.ts'
import { getRestoredState } from '../../rules/restore-state.ts'
import type { PlanEdit } from '../change/use-plan-change.ts'
import { type Option, stateLabels } from '../item-labels.ts'

const WriteItemsDialog = lazy(() => import('#features/bulk-writing/web/write-items/write-items-dialog.tsx'))

type Props = {
  items: readonly PlanRow[]
  members: readonly Option[]
  busy: boolean
  onChange(edit: PlanEdit): void
  onClear(): void
}

/** What can be done with the selected items. */
export function BulkBar({ items, members, busy, onChange, onClear }: Props) {
  const [writing, setWriting] = useState(false)
  const many = plural(items.length, 'item')
  const set = (done: string, fields: (item: PlanRow) => Partial<ItemChange>, some = items) =>
    onChange({ done, before: some, items: some.map((item) => ({ _id: item._id, ...fields(item) })) })
  const dropped = items.filter(({ state }) => state === 'dropped')
  const open = items.filter(({ state }) => state !== 'dropped')
  const volumes = items.flatMap(({ volume }) => volume ?? [])
  return (
    <section
      aria-label="Selected items"
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:*:shrink-0 rounded-m border border-line-2 bg-panel px-3 py-2 shadow-float"
      data-screen-only
    >
      <p className="mr-2 text-s" aria-live="polite">
        <b className="font-[600]">{formatCount(items.length)} selected</b>
        {volumes.length > 0 && (
          <span className="text-ink-2 max-sm:hidden">
            {' '}
            · {formatCount(volumes.reduce((sum, volume) => sum + volume, 0))} searches / mo
          </span>
        )}
      </p>
      <Button
        variant="solid"
        aria-haspopup="dialog"
        icon={<PenLine size={14} aria-hidden />}
        onClick={() => setWriting(true)}
      >
        Write
      </Button>
      {writing && (
        <Suspense>
          <WriteItemsDialog items={items} onClose={() => setWriting(false)} />
        </Suspense>
      )}
      <Menu
        align="start"
        trigger={<Button busy={busy}>Move to</Button>}
        items={itemStates
          .filter((state) => state !== 'dropped')
          .map((state) => ({
            label: stateLabels[state],
            onSelect: () => set(`Moved ${many} to ${stateLabels[state]}.`, () => ({ state })),
          }))}
      />
      <Menu
        align="start"
        trigger={<Button busy={busy}>Assign owner</Button>}
        items={[
          ...members.map(({ value, label }) => ({
            label,
            onSelect: () => set(`${label} owns ${many}.`, () => ({ owner_id: value })),
          })),
          { label: 'No owner', onSelect: () => set(`Removed the owner of ${many}.`, () => ({ owner_id: null })) },
        ]}
      />
      <DueDate
        busy={busy}
        onSet={(due_on) =>
          set(
            due_on
              ? `${plural(items.length, 'item')} due ${formatDayShort(due_on)}.`
              : `Removed the due date of ${many}.`,
            () => ({ due_on }),
          )
        }
      />
      {open.length > 0 && (
        <Button
          busy={busy}
          onClick={() => set(`Dropped ${plural(open.length, 'item')}.`, () => ({ state: 'dropped' }), open)}
        >
          Drop
        </Button>
      )}
      {dropped.length > 0 && (
        <Button
          busy={busy}
          onClick={() =>
            set(`Restored ${plural(dropped.length, 'item')}.`, (item) => ({ state: getRestoredState(item) }), dropped)
          }
        >
          Restore
        </Button>
      )}
      <Button
        variant="danger"
        busy={busy}
        onClick={() =>
          onChange({
            done: `Removed ${many}. The keywords moved to the pillar.`,
            before: items,
            remove: items.map(({ _id }) => _id),
          })
        }
      >
        Remove
      </Button>
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  )
}

function DueDate({ busy, onSet }: { busy: boolean; onSet(dueOn: string | null): void }) {
  const [open, setOpen] = useState(false)
  const [date, setDate] = useState('')
  const set = (dueOn: string | null) => {
    setOpen(false)
    onSet(dueOn)
  }
  return (
    <Popover label="Due date" open={open} onOpenChange={setOpen} trigger={<Button busy={busy}>Set due date</Button>}>
      <form
        className="grid gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (date) set(date)
        }}
      >
        <Input type="date" aria-label="Due date" value={date} onChange={(event) => setDate(event.target.value)} />
        <div className="flex gap-2">
          <Button type="submit" size="s" variant="solid" disabled={!date}>
            Set date
          </Button>
          <Button size="s" onClick={() => set(null)}>
            Remove date
          </Button>
        </div>
      </form>
    </Popover>
  )
}
