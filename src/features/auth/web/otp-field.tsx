import type { ErrorBody } from '#kit/errors.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** The second step of signing in, where two-factor is on. */
export const OtpField = ({ error }: { error: ErrorBody | null | undefined }) => (
  <Field
    label="Two-factor code"
    hint="Six digits from your authenticator app, or a recovery code."
    error={error?.code === 'otp_required' ? undefined : error?.message}
  >
    <Input name="otp" autoComplete="one-time-code" required className="h-10!" />
  </Field>
)
