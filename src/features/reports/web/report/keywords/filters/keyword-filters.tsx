import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { type MissableColumn, missableColumns, type RangeColumn, type RowFilter } from '../../../../contract.ts'
import type { TableFilter } from '../table/table-model.ts'
import { showRange } from './describe-filter.ts'

const typingMs = 200

type WordsFilterProps = {
  label: string
  placeholder: string
  icon?: ReactNode
  words: string[] | undefined
  onChange: (words: string[] | undefined) => void
}

/** Words with spaces between them; applied when typing pauses. */
export function WordsFilter({ label, placeholder, icon, words, onChange }: WordsFilterProps) {
  const applied = words?.join(' ') ?? ''
  const [text, setText] = useState(applied)
  const latest = useRef({ onChange, applied })
  latest.current = { onChange, applied }
  // Cleared from elsewhere.
  useEffect(() => {
    setText((old) => (toWords(old).join(' ') === applied ? old : applied))
  }, [applied])
  useEffect(() => {
    if (toWords(text).join(' ') === latest.current.applied) return
    const timer = setTimeout(() => latest.current.onChange(toWords(text)), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="w-[calc(50%-3px)] sm:w-40">
      <Input
        type="search"
        scale="s"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        icon={icon}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  )
}

const toWords = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function FilterButton({ label, active, children }: { label: string; active: ReactNode; children: ReactNode }) {
  return (
    <Popover
      label={label}
      className="min-w-52"
      trigger={
        <Button size="s" className={active ? 'border-accent! text-accent-ink!' : ''}>
          <span>
            {label}
            {active && <span className="font-[550]">: {active}</span>}
          </span>
        </Button>
      }
    >
      {children}
    </Popover>
  )
}

type FacetFilterProps<Value extends string> = {
  label: string
  /** Rows by value. */
  counts: Record<string, number>
  name: (value: Value) => string
  on: Value[] | undefined
  onChange: (on: Value[]) => void
  note?: ReactNode
}

export function FacetFilter<Value extends string>(props: FacetFilterProps<Value>) {
  const { label, counts, name, on = [], onChange, note } = props
  // A value that is chosen can always be taken back.
  const values = new Map([...on.map((value) => [value, 0] as const), ...(Object.entries(counts) as [Value, number][])])
  const sorted = [...values].sort((a, b) => b[1] - a[1])
  const active = on.length === 0 ? null : on.length === 1 ? name(on[0]!) : on.length
  return (
    <FilterButton label={label} active={active}>
      <ul className="grid gap-1.5">
        {sorted.map(([value, count]) => (
          <li key={value}>
            <Checkbox
              checked={on.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...on, value] : on.filter((other) => other !== value))
              }
              className="pl-1.25"
            >
              <span className="flex min-w-40 justify-between gap-6">
                {name(value)}
                <span className="text-ink-3">{formatCount(count)}</span>
              </span>
            </Checkbox>
          </li>
        ))}
        {sorted.length === 0 && <li className="text-ink-3">No options yet.</li>}
      </ul>
      {note}
    </FilterButton>
  )
}

const toNumber = (text: string) => {
  const number = Number(text.replaceAll(/[,\s$]/g, ''))
  return text.trim() === '' || !Number.isFinite(number) || number < 0 ? undefined : number
}

/** Limits of a number that has to be missing would match nothing. */
const toMissing = (column: MissableColumn, missing: MissableColumn[], on: boolean): Partial<TableFilter> =>
  on
    ? { missing: [...missing, column], [`${column}_min`]: undefined, [`${column}_max`]: undefined }
    : { missing: missing.filter((other) => other !== column) }

type RangeFilterProps = {
  column: RangeColumn
  label: string
  /** What the numbers are: "Monthly searches". */
  unit: string
  filter: TableFilter
  onChange: (part: Partial<TableFilter>) => void
  /** Why the report has no such numbers. */
  reason?: string
  max?: number
}

/** Limits of a number, and whether keywords without one are shown too. */
export function RangeFilter({ column, label, unit, filter, onChange, reason, max: highest }: RangeFilterProps) {
  const [min, max] = [filter[`${column}_min`], filter[`${column}_max`]]
  const range = showRange(min, max)
  const missing = filter.missing ?? []
  const [missable] = missableColumns.filter((name) => name === column)
  const isMissing = missable !== undefined && missing.includes(missable)
  const isUnknownShown = filter.include_unknown?.includes(column) ?? false
  const change = (end: 'min' | 'max', text: string) => {
    const value = toNumber(text)
    onChange({ [`${column}_${end}`]: value === undefined ? undefined : Math.min(value, highest ?? value) })
  }
  return (
    <FilterButton label={label} active={isMissing ? 'none' : range && (isUnknownShown ? `${range} or unknown` : range)}>
      {/* The key empties the fields when their limits go. */}
      <div key={String(isMissing)} className="flex w-56 items-center gap-2">
        <Input
          scale="s"
          inputMode="decimal"
          aria-label={`${unit}, minimum`}
          placeholder="from"
          disabled={isMissing}
          defaultValue={min ?? ''}
          onChange={(event) => change('min', event.target.value)}
        />
        <span className="text-ink-3">to</span>
        <Input
          scale="s"
          inputMode="decimal"
          aria-label={`${unit}, maximum`}
          placeholder="any"
          disabled={isMissing}
          defaultValue={max ?? ''}
          onChange={(event) => change('max', event.target.value)}
        />
      </div>
      {!isMissing && <UnknownChoice column={column} filter={filter} onChange={onChange} />}
      {missable && (
        <Checkbox
          className="mt-2.5 pl-1.25"
          checked={isMissing}
          onChange={(event) => onChange(toMissing(missable, missing, event.target.checked))}
        >
          Only without {label === 'Volume' ? 'volume' : label}
        </Checkbox>
      )}
      {reason && <p className="mt-2 max-w-56 text-xs text-ink-3">{reason}</p>}
    </FilterButton>
  )
}

type UnknownChoiceProps = {
  column: NonNullable<RowFilter['include_unknown']>[number]
  filter: TableFilter
  onChange: (part: Partial<TableFilter>) => void
}

export function UnknownChoice({ column, filter, onChange }: UnknownChoiceProps) {
  const { include_unknown: columns = [] } = filter
  return (
    <Checkbox
      className="mt-2.5 pl-1.25"
      checked={columns.includes(column)}
      onChange={(event) =>
        onChange({
          include_unknown: event.target.checked ? [...columns, column] : columns.filter((other) => other !== column),
        })
      }
    >
      Include unknown
    </Checkbox>
  )
}
