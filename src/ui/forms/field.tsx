import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '../class-names.ts'

export type FieldProps = {
  label: ReactNode
  children: ReactNode
  /** What to enter, before anything went wrong. */
  hint?: ReactNode
  /** What is wrong and what to do: one sentence. Marks the control invalid. */
  error?: ReactNode
  required?: boolean
  /** Attributes of the control: its name, and how long a text or large a number may be. */
  control?: { name?: string; minLength?: number; maxLength?: number; min?: number; max?: number }
  /** The label is read out but not drawn. */
  labelHidden?: boolean
  className?: string
}

type FieldControl = FieldProps['control'] & {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  required?: boolean
}
const FieldContext = createContext<FieldControl>({})

/** The id and aria attributes of the field around a control; own props win. */
export const useFieldControl = () => useContext(FieldContext)

/** Label, control, hint and error, tied together for screen readers. Holds one Input, Textarea or Select. */
export function Field({ label, children, hint, error, required, control, labelHidden, className }: FieldProps) {
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className={cx('grid gap-1.5', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'flex items-baseline gap-1.5 text-s font-[550]'}>
        {label}
        {!required && required !== undefined && <span className="text-xs font-normal text-ink-3">optional</span>}
      </label>
      <FieldContext
        value={{
          ...control,
          id,
          required,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {error && (
        <p id={`${id}-error`} className="text-xs text-bad" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
