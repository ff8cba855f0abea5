import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'

type ReaderTitleFieldProps = {
  field: Pick<FieldProps, 'control' | 'error' | 'required'>
  value: string
  /** What readers see if it's left empty. */
  fallback: string
  onChange: (value: string) => void
}

/** What a report is called on its cover, in its PDF and in previews of its link. */
export const ReaderTitleField = ({ field, value, fallback, onChange }: ReaderTitleFieldProps) => (
  <Field label="Title for readers" {...field} hint={value.trim() === '' ? `Empty: “${fallback}”.` : undefined}>
    <Input value={value} placeholder={fallback} onChange={(event) => onChange(event.target.value)} />
  </Field>
)
