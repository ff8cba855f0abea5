// biome-ignore-all lint/a11y/noLabelWithoutControl: the control is the box made above, inside the label.
import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../class-names.ts'

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** Text beside it. Without one give an aria-label. */
  children?: ReactNode
  hint?: ReactNode
  /** Indeterminate: some but not all of what it represents is checked. */
  mixed?: boolean
}

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
      <svg
        viewBox="0 0 14 14"
        className="pointer-events-none absolute m-auto hidden size-3.5 fill-none stroke-paper stroke-[1.8] peer-checked:block peer-indeterminate:hidden forced-colors:hidden"
        aria-hidden
      >
        <path d="M3.2 7.3l2.6 2.6 5-5.6" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span
        className="pointer-events-none absolute m-auto hidden h-[1.5px] w-2 bg-paper peer-indeterminate:block"
        aria-hidden
      />
    </span>
  )
  if (children === undefined) return <span className={cx('inline-grid align-middle', className)}>{box}</span>
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
