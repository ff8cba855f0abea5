import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  open?: boolean
  onToggle?: (open: boolean) => void
  className?: string
}

/** More on demand, found by the browser's own search and opened for print where CSS allows. */
export function Disclosure({ summary, children, open, onToggle, className }: DisclosureProps) {
  return (
    <details open={open} className={className} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary className="-ms-1 inline-flex min-h-6 max-w-full list-none items-center gap-1 rounded-s pe-1.5 text-xs text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={13}
          className="shrink-0 text-ink-3 transition-transform [details[open]>summary>&]:rotate-90"
          aria-hidden
        />
        <span className="min-w-0">{summary}</span>
      </summary>
      {children}
    </details>
  )
}
