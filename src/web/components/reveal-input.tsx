import { cx } from '#ui/class-names.ts'
import { useFieldControl } from '#ui/forms/field.tsx'
import { Input, type InputProps } from '#ui/forms/input.tsx'

/** A password input with a reveal button, for use in a Field. The button is hidden without scripts. */
export function RevealInput({ className, ...rest }: Omit<InputProps, 'type' | 'id'>) {
  const { id } = useFieldControl()
  return (
    <span className="relative block">
      <Input {...rest} type="password" className={cx('pr-16!', className)} />
      <button
        type="button"
        hidden
        data-reveal={id}
        aria-label="Show password"
        className="absolute inset-y-0.5 right-0.5 rounded-s px-3 text-xs text-ink-2 hover:bg-well hover:text-ink [[hidden]]:hidden"
      >
        Show
      </button>
    </span>
  )
}
