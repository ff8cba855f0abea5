// biome-ignore-all lint/a11y/useAriaPropsForRole: a checkbox tells its own state; aria-checked would double it.
import type { InputHTMLAttributes, ReactNode } from 'react'
import { cx } from '../class-names.ts'

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  children: ReactNode
  hint?: ReactNode
}

/** A setting that takes effect immediately; for choices sent with a form use Checkbox. */
export function Switch({ children, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={cx('flex min-h-6 items-start justify-between gap-4 text-s', className)}>
      <span className="min-w-0">
        {children}
        {hint && <span className="block text-xs text-ink-3">{hint}</span>}
      </span>
      <span className="relative mt-px inline-block h-5 w-9 shrink-0">
        <input
          type="checkbox"
          role="switch"
          {...rest}
          className="peer absolute -inset-0.5 m-0 cursor-pointer appearance-none rounded-full disabled:cursor-not-allowed"
        />
        <span
          className="pointer-events-none absolute inset-0 rounded-full border border-mark bg-well transition-colors peer-checked:border-accent peer-checked:bg-accent peer-disabled:opacity-50"
          aria-hidden
        />
        <span
          className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-ink-3 transition-transform peer-checked:translate-x-4 peer-checked:bg-paper"
          aria-hidden
        />
      </span>
    </label>
  )
}
