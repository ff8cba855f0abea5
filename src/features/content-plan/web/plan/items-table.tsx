import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { PlanRow } from '../../contract.ts'
import { isLate } from '../../rules/views/plan-calendar.ts'
import { getOwnText, itemHref, type Option, stateLabels } from '../item-labels.ts'
import { PriorityFactors } from '../priority-factors.tsx'
import { StateDot } from '../state-dot.tsx'

type Props = {
  planId: string
  items: readonly PlanRow[]
  /** Ids of selected items; null where nothing can be selected. */
  picked: ReadonlySet<string> | null
  onPick(picked: ReadonlySet<string>): void
  /** Spokes are indented below their pillar. */
  grouped: boolean
  members: readonly Option[]
  today: string
}

/** Items with their numbers. A missing number is a dash, never 0. */
export function ItemsTable({ planId, items, picked, onPick, grouped, members, today }: Props) {
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    onPick(next)
  }
  const all = items.map(({ _id }) => _id)
  return (
    <Table caption="Items of the plan">
      <thead>
        <tr>
          {picked && (
            <TableHead className="w-8">
              <Checkbox
                checked={all.every((id) => picked.has(id))}
                aria-label="Select all on this page"
                onChange={(event) => toggle(all, event.target.checked)}
              />
            </TableHead>
          )}
          <TableHead>Title and URL</TableHead>
          <TableHead className="max-md:hidden">Intent</TableHead>
          <TableHead numeric className="max-md:hidden">
            Keywords
          </TableHead>
          <TableHead
            numeric
            className="max-sm:hidden"
            title="Sum of the keywords’ volumes. Google Ads gives close variants the same volume, and the sum adds it for each of them."
          >
            Volume
          </TableHead>
          <TableHead numeric className="max-sm:hidden">
            KD
          </TableHead>
          <TableHead numeric>Priority</TableHead>
          <TableHead className="max-md:hidden">Owner</TableHead>
          <TableHead className="max-md:hidden">Due</TableHead>
          <TableHead>State</TableHead>
          <TableHead numeric className="max-md:hidden">
            Links set
          </TableHead>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <TableRow key={item._id} className={picked?.has(item._id) ? 'bg-accent-wash' : undefined}>
            {picked && (
              <TableCell>
                <Checkbox
                  checked={picked.has(item._id)}
                  aria-label={`Select ${item.title}`}
                  onChange={(event) => toggle([item._id], event.target.checked)}
                />
              </TableCell>
            )}
            <TableCell className={grouped && item.role === 'spoke' ? 'pl-4' : undefined}>
              <Link
                href={itemHref(planId, item._id)}
                className={`font-serif text-m leading-snug no-underline [overflow-wrap:anywhere] hover:underline ${item.role === 'pillar' ? 'font-[600]' : ''}`}
              >
                {item.title}
              </Link>
              <span className="block text-ink-3 text-xs [overflow-wrap:anywhere]">{item.url ?? 'URL not set'}</span>
              {item.own && (
                <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">{getOwnText(item.own)}</span>
              )}
            </TableCell>
            <TableCell className="text-ink-2 capitalize max-md:hidden">{item.intent ?? '–'}</TableCell>
            <TableCell numeric className="max-md:hidden">
              {formatCount(item.keyword_count)}
            </TableCell>
            <TableCell numeric className="max-sm:hidden">
              {item.volume === null ? '–' : formatCount(item.volume)}
            </TableCell>
            <TableCell numeric className="max-sm:hidden">
              {item.difficulty === null ? '–' : Math.round(item.difficulty)}
            </TableCell>
            <TableCell numeric>
              <PriorityFigure item={item} />
            </TableCell>
            <TableCell className="max-md:hidden">
              <Owner
                label={
                  item.owner_id && (members.find(({ value }) => value === item.owner_id)?.label ?? 'Former member')
                }
              />
            </TableCell>
            <TableCell className="whitespace-nowrap text-ink-2 max-md:hidden">
              {item.due_on ? formatDayShort(item.due_on) : 'No date'}
              {isLate(item, today) && <span className="block text-bad text-xs">late</span>}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <span className="flex items-center gap-1.5">
                <StateDot state={item.state} /> {stateLabels[item.state]}
              </span>
            </TableCell>
            <TableCell numeric className="max-md:hidden">
              {item.links_set} of {item.links_total}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** The owner's initials, with the name on pointing and for screen readers. */
function Owner({ label }: { label: string | null }) {
  if (!label) return <span className="text-ink-3">–</span>
  const initials = label
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]!.toUpperCase())
  return (
    <span
      title={label}
      className="inline-grid size-6 place-items-center rounded-full border border-line-2 text-2xs text-ink-2"
    >
      <span aria-hidden>{initials}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** The score, with the factors it is made of. */
function PriorityFigure({ item }: { item: PlanRow }) {
  const score = item.priority.score === null ? '–' : String(Math.round(item.priority.score))
  return (
    <Popover
      label={`Priority of ${item.title}`}
      align="end"
      className="p-3"
      trigger={
        <Button variant="quiet" size="s" aria-label={`Priority ${score}: ${item.title}`}>
          {score}
        </Button>
      }
    >
      <p className="mb-2 font-serif text-l">Priority {score} of 100</p>
      <PriorityFactors item={item} />
    </Popover>
  )
}
