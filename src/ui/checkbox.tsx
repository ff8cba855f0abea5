// biome-ignore-all lint/a11y/noLabelWithoutControl: the control is the box made above, inside the label.
import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** Text beside it. Without one give an aria-label. */
  children?: ReactNode
  hint?: ReactNode
  /** Some but not all of what it stands for. */
  mixed?: boolean
}

const check =
  "[mask:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 14 14'%3E%3Cpath d='M3 7.4l2.7 2.6L11 4.4' fill='none' stroke='%23000' stroke-width='1.8' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E\")]"

/** The box alone is 14px; its target is 24px. */
export function Checkbox({ children, hint, mixed = false, className, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed
  }, [mixed])
  const box = (
    <span className="relative -m-1.25 grid size-6 shrink-0 place-items-center">
      <input
        type="checkbox"
        {...rest}
        ref={ref}
        className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-m disabled:cursor-not-allowed focus-visible:outline-offset-[-3px]"
      />
      <span
        className="pointer-events-none grid size-3.5 place-items-center rounded-xs border border-mark bg-panel transition-colors duration-75 peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-hover:border-ink-2 peer-disabled:opacity-50 forced-colors:hidden"
        aria-hidden
      />
      <span
        className={cx(
          'pointer-events-none absolute m-auto hidden size-3.5 bg-paper peer-checked:block peer-indeterminate:hidden',
          check,
        )}
        aria-hidden
      />
      <span
        className="pointer-events-none absolute m-auto hidden h-[1.5px] w-2 bg-paper peer-indeterminate:block"
        aria-hidden
      />
    </span>
  )
  if (children === undefined) return <span className={cx('inline-grid', className)}>{box}</span>
  return (
    <label className={cx('flex min-h-6 items-start gap-2.5 text-s', className)}>
      <span className="grid h-5 place-items-center">{box}</span>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-xs text-ink-3">{hint}</span>}
      </span>
    </label>
  )
}
