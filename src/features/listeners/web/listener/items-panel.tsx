import { ListPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { volumeNote } from '#features/reports/web/volume-notes.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import type { Item, ItemNumbers, Listener, Run } from '../../contract.ts'
import { getSourceLabel, listenerHref, typeWords } from '../listener-labels.ts'
import { KnownVolume } from './known-volume.tsx'

const SaveToList = lazy(() =>
  import('#features/keywords/web/save-to-list.tsx').then((file) => ({ default: file.SaveToList })),
)

export type ItemsPanelProps = {
  listener: Listener
  runs: Run[]
  /** The run whose state is shown; null for the latest. */
  runId: string | null
  found: { counts: Record<'new' | 'active' | 'lost', number>; sources: string[]; total: number; lines: Item[] }
  /** Numbers of the keywords shown. */
  volumes: ItemNumbers[]
  filter: { q: string; state: Item['state'] | null; source: string | null }
  /** Whether this person may add keywords to lists. */
  editor: boolean
}

/** Current keywords, new ones first and marked. */
export function ItemsPanel({ listener, runs, runId, found, volumes, filter, editor }: ItemsPanelProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [textsToSave, setTextsToSave] = useState<string[] | null>(null)
  const first = runs[0]?.no === 1
  if (listener.run_count === 0) return <NotRunYet listener={listener} />
  const volumeByText = new Map(volumes.map(({ text, volume }) => [text, volume]))
  // Without any volume there is no column of dashes.
  const hasVolumes = volumes.some(({ volume }) => volume !== null)
  const fresh = found.lines.filter(({ state }) => state === 'new').length
  const shown = found.lines.map(({ text }) => text)
  // Only visible keywords are saved: a filter may hide some that were selected before.
  const chosen = shown.filter((text) => picked.has(text))
  const count = formatCount(chosen.length > 0 ? chosen.length : shown.length)
  const pick = (text: string, on: boolean) => {
    const next = new Set(picked)
    if (on) next.add(text)
    else next.delete(text)
    setPicked(next)
  }
  return (
    <>
      {runId && runs[0] && (
        <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-y py-2">
          <span>
            Showing run {runs[0].no}, <DateTime at={runs[0].at} />
          </span>
          <Link href={listenerHref(listener._id)}>Show latest run</Link>
        </p>
      )}
      <Filters key={`${filter.state}${filter.source}`} found={found} filter={filter} />
      <h2 className="sr-only">Keywords</h2>
      {editor && found.lines.length > 0 && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-2 pb-2 max-sm:px-0" data-screen-only>
          <Checkbox
            checked={chosen.length === shown.length}
            mixed={chosen.length > 0 && chosen.length < shown.length}
            onChange={(event) => setPicked(new Set(event.target.checked ? shown : []))}
          >
            <span className="text-ink-2 text-xs">
              {chosen.length > 0
                ? `${count} selected`
                : found.total > shown.length
                  ? `Select the ${count} shown`
                  : `Select all ${count}`}
            </span>
          </Checkbox>
          {chosen.length > 0 && (
            <Button size="s" icon={<ListPlus size={14} aria-hidden />} onClick={() => setTextsToSave(chosen)}>
              Add to list
            </Button>
          )}
        </div>
      )}
      {found.lines.length === 0 ? (
        <EmptyState
          title={filter.state === 'new' ? 'No new keywords in the latest run.' : 'No keywords match your filters.'}
          action={
            <Button href={listenerHref(listener._id)}>
              {filter.state === 'new' ? 'Show all keywords' : 'Clear filters'}
            </Button>
          }
        />
      ) : (
        <ul aria-label="Keywords" className="border-line border-t">
          {found.lines.map((line, at) => (
            <Line
              key={`${line.state} ${line.text}`}
              line={line}
              volume={hasVolumes ? (volumeByText.get(line.text) ?? null) : undefined}
              marked={line.state === 'new' && !first}
              last={line.state === 'new' && !first && at === fresh - 1}
              picked={picked.has(line.text)}
              onPick={editor ? (on) => pick(line.text, on) : undefined}
            />
          ))}
        </ul>
      )}
      {hasVolumes && <p className="pt-3 text-ink-3 text-xs">{volumeNote(volumes)}</p>}
      {found.total > found.lines.length && (
        <p className="pt-3 text-ink-2 text-s">
          {formatCount(found.lines.length)} of {formatCount(found.total)} keywords shown. Search or filter to see the
          rest.
        </p>
      )}
      {textsToSave && (
        <Suspense>
          <SaveToList
            texts={textsToSave}
            from={{ kind: 'listener', id: listener._id, label: listener.keyword }}
            onClose={() => setTextsToSave(null)}
          />
        </Suspense>
      )}
    </>
  )
}

function Line({
  line,
  volume,
  marked,
  last,
  picked,
  onPick,
}: {
  line: Item
  /** Undefined without a column of volumes. */
  volume?: ItemNumbers['volume']
  marked: boolean
  last: boolean
  picked: boolean
  onPick?: (on: boolean) => void
}) {
  const isLost = line.state === 'gone'
  return (
    <li
      className={cx(
        'grid min-h-(--row) items-baseline gap-x-4 border-b py-1.5',
        getGrid(onPick !== undefined, volume !== undefined),
        marked ? 'bg-accent-wash px-2 max-sm:-mx-1' : 'px-2 max-sm:px-0',
        last ? 'border-accent' : 'border-line',
      )}
    >
      {onPick && (
        <Checkbox
          aria-label={`Select ${line.text}`}
          className="self-center"
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
      )}
      <span className={cx('min-w-0 leading-snug', isLost && 'text-ink-3 line-through decoration-line-2')}>
        {line.text}
        {marked && (
          <Badge tone="accent" className="ml-2">
            new
          </Badge>
        )}
        {isLost && <span className="sr-only"> (lost)</span>}
        <span className="block text-ink-3 text-xs sm:hidden">
          {line.sources.map(getSourceLabel).join(', ')}
          {volume !== undefined && (
            <>
              {' · '}
              <Since line={line} />
            </>
          )}
        </span>
      </span>
      <span className="min-w-0 truncate text-ink-2 text-xs max-sm:hidden" title={typeWords[line.type]}>
        {line.sources.map(getSourceLabel).join(', ')}
      </span>
      <span className={cx('whitespace-nowrap text-right text-ink-3 text-xs', volume !== undefined && 'max-sm:hidden')}>
        <Since line={line} />
      </span>
      {volume !== undefined && <KnownVolume volume={volume} />}
    </li>
  )
}

const Since = ({ line }: { line: Item }) =>
  line.state === 'gone' ? (
    <>
      until <DateTime at={line.last_seen} brief />
    </>
  ) : (
    <>
      since <DateTime at={line.first_seen} brief />
    </>
  )

/** Columns of a line. Below `sm`, one figure has room beside the keyword: the volume where there are some, else the date. */
function getGrid(hasPick: boolean, hasVolume: boolean): string {
  if (hasPick && hasVolume)
    return 'grid-cols-[14px_minmax(0,1fr)_auto] sm:grid-cols-[14px_minmax(0,1fr)_minmax(0,220px)_130px_72px]'
  if (hasPick) return 'grid-cols-[14px_minmax(0,1fr)_auto] sm:grid-cols-[14px_minmax(0,1fr)_minmax(0,220px)_130px]'
  if (hasVolume) return 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)_130px_72px]'
  return 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)_130px]'
}

function Filters({ found, filter }: Pick<ItemsPanelProps, 'found' | 'filter'>) {
  const { counts } = found
  return (
    <ListToolbar
      label="Filter keywords"
      search="Search keywords"
      keep={['run']}
      maxLength={100}
      end={<span className="ml-auto text-ink-3 text-xs max-sm:hidden">{plural(found.total, 'keyword')}</span>}
    >
      <Select
        name="state"
        aria-label="Status"
        className="w-auto!"
        defaultValue={filter.state ?? ''}
        options={[
          { value: '', label: `Current (${formatCount(counts.new + counts.active)})` },
          { value: 'new', label: `New (${formatCount(counts.new)})` },
          { value: 'active', label: `Seen before (${formatCount(counts.active)})` },
          { value: 'gone', label: `Lost (${formatCount(counts.lost)})` },
        ]}
      />
      {found.sources.length > 1 && (
        <Select
          name="source"
          aria-label="Source"
          className="w-auto!"
          defaultValue={filter.source ?? ''}
          options={[
            { value: '', label: `All sources` },
            ...found.sources.map((value) => ({ value, label: getSourceLabel(value) })),
          ]}
        />
      )}
    </ListToolbar>
  )
}

function NotRunYet({ listener }: { listener: Listener }) {
  if (listener.running)
    return (
      <EmptyState title="First run in progress…">
        Each source gets about 80 searches around “{listener.keyword}”. Keywords appear here when all sources have
        finished, usually within two minutes.
      </EmptyState>
    )
  return (
    <EmptyState title="No runs yet.">
      {listener.next_run_at ? (
        <>
          First run: <DateTime at={listener.next_run_at} />. It records today’s keywords. Later runs show new and lost
          ones.
        </>
      ) : (
        'This listener is paused. Resume it to start its first run.'
      )}
    </EmptyState>
  )
}
