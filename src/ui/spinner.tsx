import { cx } from './class-names.ts'

/** Turns while something runs; decoration only, so name the state in words or with aria-busy. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={cx('size-3.5 animate-[ui-spin_0.8s_linear_infinite]', className)} aria-hidden>
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.25" />
      <path d="M8 1.75A6.25 6.25 0 0 1 14.25 8" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
