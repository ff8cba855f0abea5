import { ListPlus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { Select } from '#ui/select.tsx'
import { DateTime } from '#web/date-time.tsx'
import type { Item, Listener, Run } from '../contract.ts'
import { getSourceLabel, listenerHref, typeWords } from './listener-labels.ts'

export type ItemsPanelProps = {
  listener: Listener
  runs: Run[]
  /** The run whose state is shown; null for the latest. */
  runId: string | null
  found: { counts: Record<'new' | 'active' | 'lost', number>; sources: string[]; total: number; lines: Item[] }
  wanted: { q: string; state: Item['state'] | null; source: string | null }
  /** Whether this person may add keywords to lists. */
  editor: boolean
}

/** Current keywords, new ones first and marked. */
export function ItemsPanel({ listener, runs, runId, found, wanted, editor }: ItemsPanelProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [textsToSave, setTextsToSave] = useState<string[] | null>(null)
  const first = runs[0]?.no === 1
  if (listener.run_count === 0) return <NotRunYet listener={listener} />
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
      <Filters key={`${wanted.state}${wanted.source}`} found={found} wanted={wanted} />
      <h2 className="sr-only">Keywords</h2>
      {editor && found.lines.length > 0 && (
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-2 pb-2 max-sm:px-0" data-screen-only>
          <Checkbox
            checked={chosen.length === shown.length}
            mixed={chosen.length > 0 && chosen.length < shown.length}
            onChange={(event) => setPicked(new Set(event.target.checked ? shown : []))}
          >
            <span className="text-ink-2 text-xs">
              {chosen.length > 0 ? `${count} selected` : `Select all ${count}`}
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
          title={wanted.state === 'new' ? 'No new keywords in the latest run.' : 'No keywords match your filters.'}
          action={
            <Button href={listenerHref(listener._id)}>
              {wanted.state === 'new' ? 'Show all keywords' : 'Clear filters'}
            </Button>
          }
        />
      ) : (
        <ul aria-label="Keywords" className="border-line border-t">
          {found.lines.map((line, at) => (
            <Line
              key={`${line.state} ${line.text}`}
              line={line}
              marked={line.state === 'new' && !first}
              last={line.state === 'new' && !first && at === fresh - 1}
              picked={picked.has(line.text)}
              onPick={editor ? (on) => pick(line.text, on) : undefined}
            />
          ))}
        </ul>
      )}
      {found.total > found.lines.length && (
        <p className="pt-3 text-ink-2 text-s">
          {formatCount(found.lines.length)} of {formatCount(found.total)} keywords shown. Search or filter to see the
          rest.
        </p>
      )}
      <SaveToList
        texts={textsToSave}
        from={{ kind: 'listener', id: listener._id, label: listener.keyword }}
        onClose={() => setTextsToSave(null)}
      />
    </>
  )
}

function Line({
  line,
  marked,
  last,
  picked,
  onPick,
}: {
  line: Item
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
        onPick
          ? 'grid-cols-[14px_minmax(0,1fr)_auto] sm:grid-cols-[14px_minmax(0,1fr)_minmax(0,220px)_130px]'
          : 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)_130px]',
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
        <span className="block text-ink-3 text-xs sm:hidden">{line.sources.map(getSourceLabel).join(', ')}</span>
      </span>
      <span className="min-w-0 truncate text-ink-2 text-xs max-sm:hidden" title={typeWords[line.type]}>
        {line.sources.map(getSourceLabel).join(', ')}
      </span>
      <span className="whitespace-nowrap text-right text-ink-3 text-xs">
        {isLost ? 'until ' : 'since '}
        <DateTime at={isLost ? line.last_seen : line.first_seen} brief />
      </span>
    </li>
  )
}

function Filters({ found, wanted }: Pick<ItemsPanelProps, 'found' | 'wanted'>) {
  const submit = useSubmit()
  const [params] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (replace: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const next = new URLSearchParams()
    const run = params.get('run')
    if (run) next.set('run', run)
    for (const [name, value] of new FormData(form.current)) if (value !== '') next.set(name, String(value))
    void submit(next, { replace, preventScrollReset: true })
  }
  const { counts } = found
  return (
    <Form
      ref={form}
      noValidate
      role="search"
      aria-label="Filter keywords"
      className="mb-4 flex flex-wrap items-center gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply(false)
      }}
      data-screen-only
    >
      <span className="w-full sm:w-60">
        <Input
          type="search"
          name="q"
          aria-label="Search keywords"
          placeholder="Search keywords"
          defaultValue={wanted.q}
          maxLength={100}
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => apply(true), 250)
          }}
        />
      </span>
      <Select
        name="state"
        aria-label="Status"
        className="w-auto!"
        defaultValue={wanted.state ?? ''}
        onChange={() => apply(false)}
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
          defaultValue={wanted.source ?? ''}
          onChange={() => apply(false)}
          options={[
            { value: '', label: `All sources` },
            ...found.sources.map((value) => ({ value, label: getSourceLabel(value) })),
          ]}
        />
      )}
      <noscript>
        <button type="submit">Apply</button>
      </noscript>
      <span className="ml-auto text-ink-3 text-xs max-sm:hidden">{plural(found.total, 'keyword')}</span>
    </Form>
  )
}

function NotRunYet({ listener }: { listener: Listener }) {
  if (listener.running)
    return (
      <EmptyState title="First run in progress…" className="border-0">
        Each source gets about 80 searches around “{listener.keyword}”. Keywords appear here when all sources have
        finished, usually within two minutes.
      </EmptyState>
    )
  return (
    <EmptyState title="No runs yet." className="border-0">
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
