import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type WheelToolsProps = {
  /** Back from one group to all; null while all are shown. */
  onBack: (() => void) | null
  page: number
  pages: number
  onPage: (page: number) => void
  /** At the right. */
  children: ReactNode
}

/** Above the wheel: back to all questions, the pages of a group, and what else can be done with it. */
export function WheelTools({ onBack, page, pages, onPage, children }: WheelToolsProps) {
  return (
    <div
      className="pointer-events-none absolute inset-x-0 top-0 z-10 flex items-center gap-1 *:pointer-events-auto"
      data-wheel-tools
      data-screen-only
    >
      {onBack && (
        <Button size="s" variant="outline" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
          All questions
        </Button>
      )}
      {pages > 1 && (
        <span className="ml-2 flex items-center gap-0.5 text-xs text-ink-3">
          <Button
            size="s"
            variant="quiet"
            className="w-7 px-0!"
            aria-label="Earlier questions"
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
            icon={<ChevronLeft size={14} aria-hidden />}
          />
          {page + 1} of {pages}
          <Button
            size="s"
            variant="quiet"
            className="w-7 px-0!"
            aria-label="More questions"
            disabled={page >= pages - 1}
            onClick={() => onPage(page + 1)}
            icon={<ChevronRight size={14} aria-hidden />}
          />
        </span>
      )}
      <span className="ml-auto" />
      {children}
    </div>
  )
}
