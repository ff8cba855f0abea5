import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { formatCount } from './format/format.ts'
import { Link } from './link.tsx'

export type Tab = { value: string; label: ReactNode; count?: number | null; href?: string }
export type TabsProps = {
  label: string
  tabs: Tab[]
  value: string
  /** For tabs without href. The panel needs id `${idPrefix}-panel-${value}` and role="tabpanel". */
  onChange?: (value: string) => void
  idPrefix?: string
  /** More rows on a narrow window, for places one looks for by name; else the row scrolls. */
  wrap?: boolean
  className?: string
}

export const tabClass = (on: boolean) =>
  cx(
    'relative flex min-h-9 items-center gap-1 whitespace-nowrap py-2 text-s no-underline transition-colors outline-offset-[-2px]',
    "after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:content-['']",
    on ? 'font-[550] text-ink after:bg-accent' : 'text-ink-2 hover:text-ink hover:after:bg-line-2',
  )

const Count = ({ n }: { n: number | null | undefined }) =>
  n === undefined || n === null ? null : <span className="ml-1 text-xs font-normal text-ink-3">{formatCount(n)}</span>

/** A row of tabs. With `href` they are links (`aria-current`), else a tablist with arrow keys. */
export function Tabs({ label, tabs, value, onChange, idPrefix = 'tabs', wrap, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const row = cx('flex gap-x-5.5 border-b border-line', wrap ? 'flex-wrap' : 'scroll-x', className)
  if (tabs.every((tab) => tab.href !== undefined))
    return (
      <nav aria-label={label} className={row}>
        {tabs.map((tab) => (
          <Link
            key={tab.value}
            href={tab.href ?? ''}
            aria-current={tab.value === value ? 'page' : undefined}
            className={tabClass(tab.value === value)}
          >
            {tab.label}
            <Count n={tab.count} />
          </Link>
        ))}
      </nav>
    )

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    onChange?.(tabs[next]?.value ?? value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={row} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${idPrefix}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${idPrefix}-panel-${tab.value}` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange?.(tab.value)}
          className={tabClass(tab.value === value)}
        >
          {tab.label}
          <Count n={tab.count} />
        </button>
      ))}
    </div>
  )
}
