import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'

/** The name that a guest signs with. */
export const GuestNameField = ({ name, error }: { name: string; error: string | undefined }) => (
  <Field label="Your name" required error={error}>
    <Input name="guest_name" autoComplete="name" maxLength={100} defaultValue={name} />
  </Field>
)
