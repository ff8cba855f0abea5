import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'

export type MaxCostFieldProps = {
  value: string
  /** True when several reports start together and share the limit. */
  several: boolean
  error?: string
  onChange: (value: string) => void
}

/** Maximum cost of paid sources. */
export function MaxCostField({ value, several, error, onChange }: MaxCostFieldProps) {
  return (
    <Field
      label="Spending limit"
      error={error}
      hint={`In US dollars${several ? ', for all reports together' : ''}. Leave empty to use the estimate as the limit. With 0, no paid requests are made.`}
    >
      <Input
        name="max_cost_usd"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-44"
      />
    </Field>
  )
}
