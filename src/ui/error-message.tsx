import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type ErrorNoteProps = {
  /** What happened, in one sentence. */
  children: ReactNode
  /** What to do about it. */
  todo?: ReactNode
  action?: ReactNode
  /** More on demand, below the sentence. */
  details?: ReactNode
  tone?: 'bad' | 'warn'
  className?: string
}

/** What happened and what to do, next to where it happened. */
export function ErrorNote({ children, todo, action, details, tone = 'bad', className }: ErrorNoteProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 bg-panel py-2 pr-3 pl-3.5 text-s',
        tone === 'bad' ? 'border-bad' : 'border-warn',
        className,
      )}
    >
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p>
          {children}
          {todo && <span className="text-ink-2"> {todo}</span>}
        </p>
        {details}
      </div>
      {action}
    </div>
  )
}
