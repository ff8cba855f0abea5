import { ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useMemo } from 'react'
import { plural } from '#ui/format/format.ts'
import type { PlanLink } from '../../contract.ts'
import { groupGap, type MapColumns, type MapGroup, type MapRow, rowHeight } from '../../rules/views/plan-map.ts'
import { stateLabels } from '../item-labels.ts'
import { StateDot } from '../state-dot.tsx'

type Props = {
  rows: readonly MapRow[]
  groups: readonly MapGroup[]
  open: ReadonlySet<string>
  links: readonly PlanLink[]
  columns: MapColumns
  height: number
  selected: string | null
  onSelect: (id: string) => void
  onToggle: (id: string, open: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The map's rows as a tree: one stop for the Tab key, arrow keys inside. Beside each other from 1,024 px on, below each other before. */
export function MapRows(props: Props) {
  const { rows, groups, open, links, columns, height, selected, onSelect, onToggle, onKeyDown } = props
  const counts = useMemo(() => countLinks(links), [links])
  const byId = new Map(groups.map((group) => [group.id, group]))
  const tabStop = rows.some(({ id }) => id === selected) ? selected : rows[0]?.id
  const left = ({ column }: MapRow) => (column === 'pillar' ? 0 : columns.spokeStart)
  const width = ({ column }: MapRow) =>
    column === 'pillar' ? columns.pillarEnd : columns.spokeEnd - columns.spokeStart
  return (
    <div
      role="tree"
      aria-label="Items by pillar"
      className="relative lg:h-(--height)"
      style={{ '--height': `${height}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => {
        const { id, item, column, groupId } = row
        const group = byId.get(groupId)!
        const { set, total } = counts.get(id) ?? { set: 0, total: 0 }
        const isSpoke = column === 'spoke'
        const spokes = group.spokes.length
        const isOpen = open.has(id)
        const title = item?.title ?? 'Without a pillar'
        const facts = [item ? stateLabels[item.state] : null, isSpoke ? null : plural(spokes, 'spoke')].filter(Boolean)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys for all rows.
          <div
            key={id}
            role="treeitem"
            data-row={id}
            tabIndex={id === tabStop ? 0 : -1}
            aria-level={isSpoke ? 2 : 1}
            aria-posinset={isSpoke ? group.spokes.findIndex(({ _id }) => _id === id) + 1 : groups.indexOf(group) + 1}
            aria-setsize={isSpoke ? spokes : groups.length}
            aria-expanded={isSpoke || spokes === 0 ? undefined : isOpen}
            aria-selected={id === selected}
            title={title}
            onClick={() => onSelect(id)}
            style={
              {
                '--top': `${row.y - rowHeight / 2 + 2}px`,
                '--left': `${left(row)}px`,
                '--width': `${width(row)}px`,
                '--row-height': `${rowHeight - 4}px`,
                '--gap': `${isSpoke ? 0 : groupGap}px`,
              } as CSSProperties
            }
            className={`flex min-h-(--row-height) scroll-mt-16 cursor-pointer items-center gap-2 rounded-m border px-2 text-s lg:absolute lg:top-(--top) lg:left-(--left) lg:h-(--row-height) lg:w-(--width) max-lg:mb-1 max-lg:py-1 ${
              isSpoke ? 'max-lg:ml-6' : 'max-lg:mt-(--gap)'
            } ${id === selected ? 'border-accent bg-accent-wash' : 'border-line bg-panel hover:border-mark'}`}
          >
            {!isSpoke && spokes > 0 && (
              // The arrow keys do the same; a pointer needs something to press.
              <button
                type="button"
                tabIndex={-1}
                aria-hidden
                className="-ml-1 grid size-6 shrink-0 place-items-center rounded-s text-ink-3 hover:bg-well"
                onClick={(event) => {
                  event.stopPropagation()
                  onToggle(id, !isOpen)
                }}
              >
                <ChevronRight size={14} className={isOpen ? 'rotate-90' : ''} />
              </button>
            )}
            {item && <StateDot state={item.state} />}
            <span
              className={`min-w-0 flex-1 max-lg:[overflow-wrap:anywhere] lg:truncate ${isSpoke ? '' : 'font-[600]'} ${item?.state === 'dropped' ? 'text-ink-3 line-through' : ''}`}
            >
              {title}
            </span>
            <span className="sr-only">, {facts.join(', ')}</span>
            {!isSpoke && !isOpen && spokes > 0 && (
              <span className="shrink-0 text-ink-3 text-xs" aria-hidden>
                +{spokes}
              </span>
            )}
            {item && (
              <>
                <span className="sr-only">
                  , {set} of {total} links set
                </span>
                <span className="shrink-0 text-ink-3 text-xs tabular-nums" aria-hidden>
                  {set}/{total}
                </span>
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Links from each item, and how many are set. */
function countLinks(links: readonly PlanLink[]) {
  const counts = new Map<string, { set: number; total: number }>()
  for (const { from, state } of links) {
    const count = counts.get(from) ?? { set: 0, total: 0 }
    count.total++
    if (state === 'set') count.set++
    counts.set(from, count)
  }
  return counts
}
