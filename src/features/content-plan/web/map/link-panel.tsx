import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { MapItem, Plan, PlanLink } from '../../contract.ts'
import type { PlanChanges } from '../change/use-plan-change.ts'
import { itemHref } from '../item-labels.ts'

type Props = {
  plan: Plan
  items: readonly MapItem[]
  links: readonly PlanLink[]
  selected: MapItem | null
  editor: boolean
  changes: PlanChanges
  onSelect: (id: string) => void
  onClear: () => void
}

const shownAtFirst = 50

/** The map's links in words: of the selected item, or all. On a phone those of the selected item stay in sight at the bottom. */
export function LinkPanel({ plan, items, links, selected, editor, changes, onSelect, onClear }: Props) {
  const [shown, setShown] = useState(shownAtFirst)
  const titles = new Map(items.map(({ _id, title }) => [_id, title]))
  const outgoing = selected ? links.filter(({ from }) => from === selected._id) : []
  const incoming = selected ? links.filter(({ to }) => to === selected._id) : []
  const set = links.filter(({ state }) => state === 'set').length
  const indexes = new Map(items.map(({ _id }, at) => [_id, at]))
  /** Each page's links together, in the order of the map. */
  const ordered = links.toSorted((a, b) => (indexes.get(a.from) ?? 0) - (indexes.get(b.from) ?? 0))
  const table = (caption: string, rows: readonly PlanLink[], direction: 'to' | 'from' | 'both') => (
    <LinkTable
      caption={caption}
      links={rows}
      direction={direction}
      titles={titles}
      editor={editor}
      changes={changes}
      onSelect={onSelect}
    />
  )
  if (selected)
    return (
      <section
        aria-label="Links of the selected item"
        className="grid min-w-0 gap-4 max-xl:border-line-2 max-xl:border-t max-xl:pt-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:max-h-[45vh] max-lg:overflow-y-auto max-lg:bg-paper max-lg:px-4 max-lg:pb-4 max-lg:shadow-float xl:sticky xl:top-4"
      >
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 className="heading [overflow-wrap:anywhere]">{selected.title}</h2>
            <p className="text-ink-2 text-s" aria-live="polite">
              {plural(outgoing.length, 'link')} to other pages, {formatCount(incoming.length)} from others ·{' '}
              <Link href={itemHref(plan._id, selected._id)} className="link">
                Open item
              </Link>
            </p>
          </div>
          <Button
            size="s"
            variant="quiet"
            className="w-7 px-0!"
            aria-label="Show all links"
            onClick={onClear}
            icon={<X size={14} aria-hidden />}
          />
        </div>
        {table('Links to', outgoing, 'to')}
        {table('Links from', incoming, 'from')}
      </section>
    )
  return (
    <section aria-label="All links" className="min-w-0">
      <h2 className="heading mb-2">
        All links{' '}
        <span className="ml-1 font-sans text-ink-2 text-s">
          {formatCount(set)} of {formatCount(links.length)} set
        </span>
      </h2>
      {links.length === 0 ? (
        <p className="text-ink-2 text-s">
          No links between these items.{editor && ' Select “Propose links again” to get proposals.'}
        </p>
      ) : (
        table('All links', ordered.slice(0, shown), 'both')
      )}
      {links.length > shown && (
        <Button size="s" className="mt-3" onClick={() => setShown(shown + 200)}>
          Show more
        </Button>
      )}
    </section>
  )
}

type LinkTableProps = Pick<Props, 'links' | 'editor' | 'changes' | 'onSelect'> & {
  caption: string
  direction: 'to' | 'from' | 'both'
  titles: ReadonlyMap<string, string>
}

function LinkTable({ caption, links, direction, titles, editor, changes, onSelect }: LinkTableProps) {
  const page = (id: string) => (
    <button
      type="button"
      className="link text-left [overflow-wrap:anywhere]"
      aria-label={`Select ${titles.get(id) ?? 'item'}`}
      onClick={() => onSelect(id)}
    >
      {titles.get(id) ?? 'Removed item'}
    </button>
  )
  const toggle = ({ from, to, state }: PlanLink) => {
    const next = state === 'set' ? 'proposed' : 'set'
    void changes.change({
      done: next === 'set' ? 'Marked the link as set.' : 'Marked the link as proposed.',
      links: [{ from, to, state: next }],
    })
  }
  if (links.length === 0)
    return (
      <div>
        <h3 className="subheading">{caption}</h3>
        <p className="text-ink-2 text-s">None.</p>
      </div>
    )
  const table = (
    <Table caption={caption}>
      <thead>
        <tr>
          {direction !== 'to' && <TableHead>From</TableHead>}
          {direction !== 'from' && <TableHead>To</TableHead>}
          <TableHead>Link text</TableHead>
          <TableHead>State</TableHead>
        </tr>
      </thead>
      <tbody>
        {links.map((link, at) => {
          const isSet = link.state === 'set'
          // Of one page's links, the first names the page.
          const isNamed = direction === 'both' && links[at - 1]?.from === link.from
          return (
            <TableRow key={`${link.from} ${link.to}`}>
              {direction !== 'to' && (
                <TableCell>
                  {isNamed ? <span className="sr-only">{titles.get(link.from)}</span> : page(link.from)}
                </TableCell>
              )}
              {direction !== 'from' && <TableCell>{page(link.to)}</TableCell>}
              <TableCell className="text-ink-2 [overflow-wrap:anywhere]">{link.anchor}</TableCell>
              <TableCell className="whitespace-nowrap">
                {editor ? (
                  <Button
                    size="s"
                    variant={isSet ? 'quiet' : 'outline'}
                    disabled={changes.busy}
                    aria-label={`${isSet ? 'Set' : 'Proposed'}: ${titles.get(link.from)} to ${titles.get(link.to)}. ${isSet ? 'Mark as proposed' : 'Mark as set'}`}
                    onClick={() => toggle(link)}
                  >
                    {isSet ? 'Set' : 'Mark as set'}
                  </Button>
                ) : isSet ? (
                  'Set'
                ) : (
                  'Proposed'
                )}
              </TableCell>
            </TableRow>
          )
        })}
      </tbody>
    </Table>
  )
  if (direction === 'both') return table
  return (
    <div className="min-w-0">
      <h3 className="subheading mb-1">{caption}</h3>
      {table}
    </div>
  )
}
