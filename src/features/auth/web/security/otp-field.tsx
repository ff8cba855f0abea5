// biome-ignore-all lint/a11y/noAutofocus: the form that asks for a code has nothing else to fill in.
import type { ErrorBody } from '#kit/errors.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { authErrorTexts } from '../error-texts.ts'

/**
 * The second step of signing in, where two-factor is on. `second_step` tells a code left empty from a form without this
 * field; see `getOtp`.
 */
export const OtpField = ({ error, autoFocus }: { error: ErrorBody | null | undefined; autoFocus?: boolean }) => (
  <>
    <input type="hidden" name="second_step" value="true" />
    <Field
      label="Two-factor code"
      hint="Six digits from your authenticator app, or a recovery code."
      error={error && error.code !== 'otp_required' ? getErrorText(error, authErrorTexts) : undefined}
    >
      <Input name="otp" autoComplete="one-time-code" required autoFocus={autoFocus} className="h-10!" />
    </Field>
  </>
)

/** The code of a posted form; undefined where the form didn't ask for one. */
export const getOtp = ({ otp, second_step }: { otp: string; second_step: string }) =>
  otp || second_step ? otp : undefined
