import { useFieldControl } from '#ui/field.tsx'
import { Input, type InputProps } from '#ui/input.tsx'

/** A password that can be looked at before it is sent. Without scripts the button stays away. */
export function RevealInput({ className, ...rest }: Omit<InputProps, 'type'>) {
  const field = useFieldControl()
  const id = rest.id ?? field.id
  return (
    <span className="relative block">
      <Input {...rest} id={field.id ?? id} type="password" className={`pr-16! ${className ?? ''}`} />
      <button
        type="button"
        hidden
        data-reveal={field.id ?? id}
        aria-pressed={false}
        aria-label="Show the password"
        className="absolute inset-y-0.5 right-0.5 rounded-s px-3 text-xs text-ink-2 hover:bg-well hover:text-ink [[hidden]]:hidden"
      >
        Show
      </button>
    </span>
  )
}
