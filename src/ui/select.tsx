import type { Ref, SelectHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field.tsx'
import { controlClass } from './input.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }
export type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  options: (SelectOption | { group: string; options: SelectOption[] })[]
  ref?: Ref<HTMLSelectElement>
  scale?: 's' | 'm'
}

const chevron =
  'bg-no-repeat bg-[position:right_9px_center] bg-[image:linear-gradient(45deg,transparent_50%,var(--ink-3)_50%),linear-gradient(135deg,var(--ink-3)_50%,transparent_50%)] bg-[length:4px_4px,4px_4px] [background-position:right_13px_center,right_9px_center]'

const option = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

/** The browser's own select: best on phones and for screen readers; only its frame is ours. */
export function Select({ options, className, scale = 'm', ...rest }: SelectProps) {
  return (
    <select
      {...useFieldControl()}
      {...rest}
      className={cx(
        controlClass,
        chevron,
        'appearance-none pr-7 pl-2.5 text-s',
        scale === 's' ? 'h-7' : 'h-8.5',
        className,
      )}
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
  )
}
