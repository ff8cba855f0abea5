import { cx } from './class-names.ts'

/** Stands where text will; as wide as what is coming, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block h-3 animate-[ui-breathe_1.6s_ease-in-out_infinite] rounded-xs bg-line', className)}
    />
  )
}
