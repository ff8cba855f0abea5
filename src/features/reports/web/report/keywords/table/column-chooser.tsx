import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { stepColumn, toggleColumn } from './column-layout.ts'
import { type ColumnId, columns } from './table-model.ts'

export type ColumnChooserProps = {
  shown: ColumnId[]
  filled: ReadonlySet<ColumnId>
  missing: Record<string, string>
  onShown: (columns: ColumnId[]) => void
  /** The columns to choose from. */
  offered: readonly ColumnId[]
}

/** Which columns are shown, and in which order. */
export function ColumnChooser({ shown, filled, missing, onShown, offered }: ColumnChooserProps) {
  const hidden = offered.filter((name) => !shown.includes(name))
  return (
    <Popover
      label="Columns"
      align="end"
      className="max-h-[min(70dvh,560px)] overflow-y-auto"
      trigger={
        <Button size="s" variant="quiet" icon={<Columns3 size={14} aria-hidden />}>
          Columns
        </Button>
      }
    >
      <ul className="grid max-w-64 gap-1.5">
        {[...shown, ...hidden].map((name) => {
          const label = columns[name].label
          const at = shown.indexOf(name)
          return (
            <li key={name} className="flex items-start justify-between gap-2">
              <Checkbox
                className="pl-1.25"
                disabled={name === 'text'}
                checked={at >= 0}
                onChange={(event) => onShown(toggleColumn(shown, name, event.target.checked))}
                hint={filled.has(name) ? undefined : (missing[name] ?? 'No keyword here has one')}
              >
                {label}
              </Checkbox>
              {at > 0 && (
                <span className="flex">
                  <IconButton
                    size="s"
                    label={`Move ${label} left`}
                    disabled={at === 1}
                    onClick={() => onShown(stepColumn(shown, name, -1))}
                  >
                    <ArrowUp size={13} aria-hidden />
                  </IconButton>
                  <IconButton
                    size="s"
                    label={`Move ${label} right`}
                    disabled={at === shown.length - 1}
                    onClick={() => onShown(stepColumn(shown, name, 1))}
                  >
                    <ArrowDown size={13} aria-hidden />
                  </IconButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <a
        className="link mt-2 inline-block pl-1.25 text-xs"
        href="/docs/glossary#keywords"
        target="_blank"
        rel="noopener"
      >
        What do these columns mean?
      </a>
    </Popover>
  )
}
