import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { useFieldControl } from './field.tsx'

export type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  /** A 16px icon inside, before the text. */
  icon?: ReactNode
  /** `l` for the one question a page asks. */
  scale?: 's' | 'm' | 'l'
}

export const controlClass =
  'w-full min-w-0 rounded-m border border-mark bg-panel text-ink transition-colors duration-100 hover:border-ink-3 ' +
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:-outline-offset-1 aria-invalid:border-bad ' +
  'disabled:cursor-not-allowed disabled:bg-well disabled:text-ink-3'

const scales = { s: 'h-7 px-2 text-s', m: 'h-8.5 px-2.5 text-s', l: 'h-12 px-3.5 text-l' }

export function Input({ className, icon, scale = 'm', ...rest }: InputProps) {
  const field = useFieldControl()
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      className={cx(controlClass, scales[scale], icon ? (scale === 'l' ? 'pl-11!' : 'pl-8!') : '', className)}
    />
  )
  if (!icon) return input
  return (
    <span className="relative block w-full">
      <span
        className={cx(
          'pointer-events-none absolute inset-y-0 left-0 grid place-items-center text-ink-3',
          scale === 'l' ? 'w-11' : 'w-8',
        )}
        aria-hidden
      >
        {icon}
      </span>
      {input}
    </span>
  )
}
