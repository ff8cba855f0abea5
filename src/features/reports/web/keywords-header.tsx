// biome-ignore-all lint/a11y/useSemanticElements: part of a grid that is drawn as it comes into sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus; headers hold their own buttons.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/class-names.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { glossaryHref } from '#web/glossary-link.ts'
import { type Column, type ColumnId, columns, nextSort, type TableSort } from './table-model.ts'

export type KeywordsHeaderProps = {
  shown: ColumnId[]
  narrow: boolean
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  missing: Record<string, string>
  filled: ReadonlySet<ColumnId>
  minWidth: number
  all: boolean
  some: boolean
  onAll: () => void
}

export function KeywordsHeader(props: KeywordsHeaderProps) {
  const { shown, narrow, sort, onSort, missing, filled, minWidth, all, some, onAll } = props
  const pick = (
    <span role="columnheader" className="grid place-items-center">
      <Checkbox checked={all} mixed={some && !all} onChange={onAll} aria-label="Select all matching rows" />
    </span>
  )
  if (narrow)
    return (
      <div
        role="row"
        aria-rowindex={1}
        className="sticky top-0 z-10 grid h-8.5 grid-cols-[34px_1fr_auto] items-center border-b border-line-2 bg-panel pr-3 text-xs text-ink-3"
      >
        {pick}
        <span role="columnheader">Keyword</span>
        <span role="columnheader">{columns[filled.has('volume') ? 'volume' : 'popularity'].label}</span>
      </div>
    )
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid h-8.5 gap-x-2.5 [grid-template-columns:var(--cols)] items-stretch border-b border-line-2 bg-panel pr-3 text-xs text-ink-3"
      style={{ minWidth }}
    >
      {pick}
      {shown.map((name) => {
        const column = columns[name]
        const sorted = sort?.column === name ? (sort.descending ? 'descending' : 'ascending') : undefined
        return (
          <div
            key={name}
            role="columnheader"
            aria-sort={sorted ?? 'none'}
            className={cx('flex min-w-0 items-center gap-1', column.numeric && 'justify-end')}
          >
            <Tooltip label={<ColumnMeaning column={column} missing={filled.has(name) ? undefined : missing[name]} />}>
              <button
                type="button"
                onClick={() => onSort(nextSort(sort, name))}
                className={cx(
                  'flex h-7 min-w-0 items-center gap-1 -mx-1.5 rounded-s px-1.5 hover:bg-well hover:text-ink',
                  sorted && 'font-[550] text-ink',
                  column.numeric && 'flex-row-reverse',
                )}
              >
                <span className="truncate">{column.label}</span>
                {sorted === 'descending' && <ArrowDown size={12} aria-hidden />}
                {sorted === 'ascending' && <ArrowUp size={12} aria-hidden />}
              </button>
            </Tooltip>
          </div>
        )
      })}
    </div>
  )
}

/** What a column shows, why it's empty, and where its glossary entry is. */
function ColumnMeaning({ column, missing }: { column: Column; missing: string | undefined }) {
  const sentences = [column.about, missing].filter(Boolean).join(' ')
  return (
    <>
      {sentences || 'Sort by this column.'}{' '}
      {column.glossary && (
        <a className="underline" href={glossaryHref(column.glossary)} target="_blank" rel="noopener">
          Glossary
        </a>
      )}
    </>
  )
}
