import { cx } from './class-names.ts'

/** Placeholder for text, as wide as what will load, so that the layout doesn't shift. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block h-3 animate-[ui-breathe_1.6s_ease-in-out_infinite] rounded-xs bg-line', className)}
    />
  )
}
