import { ChevronRight, Lock } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { Cluster } from '../../../contract.ts'
import { none } from '../../keyword-labels.ts'
import { IntentChip } from './intent-chip.tsx'
import type { TopicDrag } from './topic-drag.ts'
import type { ListedTopic, TopicOrder } from './topic-list-model.ts'

export type TopicListProps = {
  topics: ListedTopic[]
  order: TopicOrder
  onOrder: (order: TopicOrder) => void
  expanded: ReadonlySet<string>
  onExpand: (id: string) => void
  openId: string | null
  onOpen: (topic: Cluster) => void
  /** Null where topics can't be selected. */
  selected: ReadonlySet<string> | null
  onSelect: (id: string) => void
  drag: TopicDrag | null
}

const rowsAtOnce = 200

/** Topics as a table: what the map draws, for reading, sorting and selecting. */
export function TopicList(props: TopicListProps) {
  const { topics, order, onOrder, selected } = props
  const [shown, setShown] = useState(rowsAtOnce)
  const head = (name: TopicOrder, label: string, className?: string) => (
    <Header name={name} label={label} className={className} order={order} onOrder={onOrder} />
  )
  return (
    <>
      <table className="w-full border-collapse">
        <caption className="sr-only">Topics</caption>
        <thead>
          <tr className="border-line-2 border-b text-ink-3 text-xs">
            {selected && (
              <td className="w-7">
                <span className="sr-only">Selection</span>
              </td>
            )}
            {head('name', 'Topic', 'text-left')}
            {head('keywords', 'Keywords', 'text-right max-sm:hidden')}
            <th scope="col" className="pl-3 text-left font-normal">
              Intent
            </th>
            {head('difficulty', 'KD', 'text-right')}
            {head('volume', 'Volume', 'text-right')}
          </tr>
        </thead>
        <tbody>
          {topics.slice(0, shown).map((listed) => (
            <TopicRow key={listed.topic._id} listed={listed} {...props} />
          ))}
        </tbody>
      </table>
      {topics.length > shown && (
        <Button size="s" className="mt-2" onClick={() => setShown(shown + rowsAtOnce)}>
          Show {formatCount(Math.min(rowsAtOnce, topics.length - shown))} more
        </Button>
      )}
    </>
  )
}

type HeaderProps = {
  name: TopicOrder
  label: string
  className?: string
  order: TopicOrder
  onOrder: (order: TopicOrder) => void
}

function Header({ name, label, className, order, onOrder }: HeaderProps) {
  const isOn = order === name
  return (
    <th
      scope="col"
      aria-sort={isOn ? (name === 'name' ? 'ascending' : 'descending') : undefined}
      className={cx('h-8 pl-2 font-normal first:pl-0', className)}
    >
      <button
        type="button"
        className={cx('min-h-6 whitespace-nowrap hover:text-ink', isOn && 'font-[550] text-ink')}
        onClick={() => onOrder(name)}
      >
        {label}
        {isOn && <span aria-hidden> {name === 'name' ? '↑' : '↓'}</span>}
      </button>
    </th>
  )
}

function TopicRow({
  listed: { topic, level, parentName },
  expanded,
  onExpand,
  openId,
  onOpen,
  selected,
  onSelect,
  drag,
}: TopicListProps & { listed: ListedTopic }) {
  const [isTarget, setTarget] = useState(false)
  const isParent = topic.kind === 'parent'
  const isAlone = topic.kind === 'standalone'
  return (
    <tr
      className={cx(
        'border-line border-b hover:bg-well',
        topic._id === openId && 'bg-accent-wash',
        isTarget && 'bg-accent-wash outline-1 outline-accent',
      )}
      data-topic-row={topic._id}
      draggable={drag !== null && !isParent}
      {...getDragHandlers(drag, topic, setTarget)}
    >
      {selected && (
        <td className="w-7">
          {!isParent && (
            <Checkbox
              aria-label={`Select ${topic.name}`}
              checked={selected.has(topic._id)}
              onChange={() => onSelect(topic._id)}
            />
          )}
        </td>
      )}
      <th scope="row" className="py-1 text-left font-normal">
        <span className={cx('flex min-h-6 items-center gap-1', level === 1 && 'pl-6')}>
          {isParent && (
            <button
              type="button"
              aria-expanded={expanded.has(topic._id)}
              aria-label={`Topics of ${topic.name}`}
              className="-ml-1 grid size-6 shrink-0 place-items-center rounded-s text-ink-3 hover:text-ink"
              onClick={() => onExpand(topic._id)}
            >
              <ChevronRight
                size={14}
                aria-hidden
                className={cx('transition-transform', expanded.has(topic._id) && 'rotate-90')}
              />
            </button>
          )}
          <button
            type="button"
            data-open-topic={topic._id}
            className={cx('min-h-6 min-w-0 text-left leading-snug hover:underline', isAlone ? '' : 'font-[550]')}
            onClick={() => onOpen(topic)}
          >
            {topic.name}
          </button>
          {topic.locked && <Lock size={12} className="shrink-0 text-ink-3" role="img" aria-label="Locked" />}
        </span>
        {parentName && <span className="block text-ink-3 text-xs">{parentName}</span>}
      </th>
      <Figure className="max-sm:hidden">{formatCount(topic.keywords)}</Figure>
      <td className="pl-3">
        <IntentChip intent={topic.intent} />
      </td>
      <Figure>{topic.difficulty === null ? none : Math.round(topic.difficulty)}</Figure>
      <Figure strong={topic.volume !== null}>{topic.volume === null ? none : formatCount(topic.volume)}</Figure>
    </tr>
  )
}

const Figure = ({ children, strong, className }: { children: ReactNode; strong?: boolean; className?: string }) => (
  <td className={cx('pl-2 text-right whitespace-nowrap', strong ? 'font-[550]' : 'text-ink-2', className)}>
    {children}
  </td>
)

/** Drags this topic, and takes what is dropped on it. */
export function getDragHandlers(drag: TopicDrag | null, topic: Cluster, setTarget: (on: boolean) => void) {
  if (!drag) return {}
  return {
    onDragStart: (event: DragEvent) => drag.start(event, { kind: 'topic', topic }),
    onDragEnd: drag.end,
    onDragOver: (event: DragEvent) => {
      if (!drag.canDrop(topic)) return
      event.preventDefault()
      setTarget(true)
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setTarget(false)
      drag.drop(topic)
    },
  }
}
