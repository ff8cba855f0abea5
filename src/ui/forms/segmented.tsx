import { type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'

export type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: ReactNode /** The name when the label is an icon. */; name?: string }[]
  size?: 's' | 'm'
  className?: string
}

/** One of a few, all in sight: radio buttons drawn as one strip. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  size = 'm',
  className,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={cx('inline-flex rounded-m border border-line-2 bg-panel', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex items-center gap-1.5 border-l border-line px-2.5 text-ink-2 first-of-type:border-0 first-of-type:rounded-l-[5px] last:rounded-r-[5px] hover:text-ink',
            'has-checked:bg-well has-checked:font-[550] has-checked:text-ink has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-accent',
            size === 's' ? 'h-6.5 text-xs' : 'h-8 text-s',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
