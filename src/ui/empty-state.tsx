import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type EmptyStateProps = {
  title: ReactNode
  /** Heading level: 3 below a heading of the screen, 2 directly below the screen's h1. */
  level?: 2 | 3
  /** Why it is empty and what the next step brings. */
  children?: ReactNode
  action?: ReactNode
  /** A drawing, not an icon in a circle. */
  illustration?: ReactNode
  className?: string
}

export function EmptyState({ title, level = 2, children, action, illustration, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx('max-w-120 py-6', className)}>
      {illustration && <div className="mb-4 text-ink-3">{illustration}</div>}
      <Heading className="heading">{title}</Heading>
      {children && <div className="mt-1.5 text-s text-ink-2">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
