import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from '../class-names.ts'
import { useFieldControl } from './field.tsx'
import { controlClass } from './input.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }
export type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  options: (SelectOption | { group: string; options: SelectOption[] })[]
  ref?: Ref<HTMLSelectElement>
  /** Of the frame; full width without one. */
  className?: string
  scale?: 's' | 'm'
}

const option = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

/** The browser's own select: best on phones and for screen readers; only its frame is ours. */
export function Select({ options, className, scale = 'm', ...rest }: SelectProps) {
  return (
    <span className={cx('relative inline-block', className ?? 'w-full')}>
      <select
        {...useFieldControl()}
        {...rest}
        className={cx(controlClass, 'appearance-none pr-7 pl-2.5 text-s', scale === 's' ? 'h-7' : 'h-8.5')}
      >
        {options.map((entry) =>
          'group' in entry ? (
            <optgroup key={entry.group} label={entry.group}>
              {entry.options.map(option)}
            </optgroup>
          ) : (
            option(entry)
          ),
        )}
      </select>
      <ChevronDown
        size={14}
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </span>
  )
}
