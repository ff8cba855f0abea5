import { data, redirect } from 'react-router'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle } from '#web/public-frame.tsx'
import { findUser } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/email-code-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { getToken, mailedMeta } from './email-link-page.ts'
import { OtpField } from './otp-field.tsx'
import { formFields, refused, signedIn } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
/** Email-only sign-in always continues here, whatever redirect_to says. */
const home = '/app'

export const meta: Route.MetaFunction = () => mailedMeta('Sign in by email')

export async function loader(args: Route.LoaderArgs) {
  if (await findUser(args)) throw redirect(home)
  return { byLink: getToken(args.request) !== '' }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  if (await findUser(args)) throw redirect(home)
  const { email, code, otp } = await formFields(request, ['email', 'code', 'otp'])
  const token = getToken(request)
  const proof = token ? { token } : code ? { email, code } : { email }
  const given = { email, code }
  try {
    const answer = await context.get(pageContext).call(authContract.passwordless, { ...proof, ...(otp && { otp }) })
    if (answer.token) return signedIn(context, answer.token, home)
    return { error: null, kept: { email }, asked: true, given }
  } catch (error) {
    const refusal = refused(error, { email })
    return data({ ...refusal.data, asked: code !== '', given }, refusal.init ?? undefined)
  }
}

/** Email, then the mailed code, then a second factor where one is on; or the mailed link, and one button. */
export default function MailCodePage({ loaderData: { byLink }, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  const asked = actionData?.asked ?? false
  const wantsOtp = error?.code === 'otp_required' || error?.field === 'otp'
  const inForm = wantsOtp || error?.field === 'email' || (error?.field === 'code' && !byLink)
  return (
    <CredentialsForm
      title={asked && !wantsOtp ? 'Check your email' : 'Sign in by email'}
      intro={
        byLink
          ? 'Click to sign in.'
          : asked
            ? `If ${actionData?.given.email} has an account, we sent it a code. The code works once, for 10 minutes.`
            : 'We’ll email you a code and a link. No password needed.'
      }
      error={inForm ? null : error && { ...error, field: undefined }}
      submit={byLink || asked ? 'Sign in' : 'Email me a code'}
      busy={byLink || asked ? 'Signing in…' : 'Sending…'}
      footer={
        <>
          {(asked || byLink) && (
            <>
              <a href="/login/code">Request a new code</a> ·{' '}
            </>
          )}
          <a href="/login">Sign in with a password</a>
        </>
      }
    >
      {!byLink && asked && <input type="hidden" name="email" value={actionData?.given.email} />}
      {!byLink && !asked && (
        <Field label="Email" error={fieldError(error, 'email')}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.kept.email}
            className="h-10!"
          />
        </Field>
      )}
      {!byLink && asked && wantsOtp && <input type="hidden" name="code" value={actionData?.given.code} />}
      {!byLink && asked && !wantsOtp && (
        <Field label="Code" error={fieldError(error, 'code')}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" required className="h-10!" />
        </Field>
      )}
      {wantsOtp && <OtpField error={error} />}
    </CredentialsForm>
  )
}
