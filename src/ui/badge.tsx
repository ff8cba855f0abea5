import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type BadgeTone = 'plain' | 'accent' | 'good' | 'warn' | 'bad'
export type BadgeProps = { children: ReactNode; tone?: BadgeTone; className?: string }

const tones: Record<BadgeTone, string> = {
  plain: 'bg-well text-ink-2',
  accent: 'bg-accent-wash text-accent-ink font-semibold',
  good: 'bg-well text-good',
  warn: 'bg-well text-warn',
  bad: 'bg-well text-bad',
}

export function Badge({ children, tone = 'plain', className }: BadgeProps) {
  return (
    <span
      className={cx('inline-block rounded-xs px-1.25 text-2xs leading-4.5 whitespace-nowrap', tones[tone], className)}
    >
      {children}
    </span>
  )
}
