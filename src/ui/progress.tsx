import { cx } from './class-names.ts'

export type ProgressProps = {
  /** 0..1, or null for indeterminate progress. */
  value: number | null
  /** What is under way; read out. */
  label: string
  className?: string
}

export function Progress({ value, label, className }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
      className={cx('h-[3px] overflow-hidden rounded-xs bg-line', className)}
    >
      <div
        className={cx(
          'h-full rounded-xs bg-accent',
          value === null ? 'w-2/5 animate-[ui-slide_1.3s_ease-in-out_infinite]' : 'transition-[width] duration-300',
        )}
        style={value === null ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
      />
    </div>
  )
}
