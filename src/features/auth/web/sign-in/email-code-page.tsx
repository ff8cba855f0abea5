// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts in its only field.
import { data, redirect } from 'react-router'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { findUser } from '#web/session/session.ts'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { getOtp, OtpField } from '../security/otp-field.tsx'
import type { Route } from './+types/email-code-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { getToken, mailedMeta } from './email-link-page.ts'
import { getSignInExample, readForm, redirectSignedIn, toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
/** Email-only sign-in always continues here, whatever redirect_to says. */
const home = '/app'

export const meta: Route.MetaFunction = () => mailedMeta('Sign in by email')

export async function loader(args: Route.LoaderArgs) {
  if (await findUser(args)) throw redirect(home)
  return { byLink: getToken(args.request) !== '', example: getSignInExample('where') }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  if (await findUser(args)) throw redirect(home)
  const fields = await readForm(request, ['email', 'code', 'otp', 'second_step'])
  const { email, code } = fields
  const otp = getOtp(fields)
  const token = getToken(request)
  const proof = token ? { token } : code ? { email, code } : { email }
  const submitted = { email, code }
  try {
    const answer = await context.get(pageContext).call(authContract.passwordless, { ...proof, otp })
    if (answer.token) return redirectSignedIn(context, answer.token, home)
    return { error: null, values: { email }, codeRequested: true, submitted }
  } catch (error) {
    const refusal = toFormError(error, { email })
    return data({ ...refusal.data, codeRequested: code !== '', submitted }, refusal.init ?? undefined)
  }
}

/** Email, then the mailed code, then a second factor where one is on; or the mailed link, and one button. */
export default function EmailCodePage({ loaderData: { byLink, example }, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  const codeRequested = actionData?.codeRequested ?? false
  const needsOtp = error?.code === 'otp_required' || error?.field === 'otp'
  const inForm = needsOtp || error?.field === 'email' || (error?.field === 'code' && !byLink)
  return (
    <CredentialsForm
      title={codeRequested && !needsOtp ? 'Check your email' : 'Sign in by email'}
      intro={
        byLink
          ? 'Click to sign in.'
          : codeRequested
            ? `If ${actionData?.submitted.email} has an account, we sent it a code. The code works once and expires in 10 minutes.`
            : 'We’ll email you a code and a link. No password needed.'
      }
      error={inForm ? null : error && { ...error, field: undefined }}
      submit={byLink || codeRequested ? 'Sign in' : 'Email me a code'}
      busy={byLink || codeRequested ? 'Signing in…' : 'Sending…'}
      example={example}
      footer={
        <>
          {(codeRequested || byLink) && (
            <>
              <a href="/login/code">Request a new code</a> ·{' '}
            </>
          )}
          <a href="/login">Sign in with a password</a>
        </>
      }
    >
      {!byLink && codeRequested && <input type="hidden" name="email" value={actionData?.submitted.email} />}
      {!byLink && !codeRequested && (
        <Field label="Email" error={getFieldError(error, 'email', authErrorTexts)}>
          <Input
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            defaultValue={actionData?.values.email}
            className="h-10!"
          />
        </Field>
      )}
      {!byLink && codeRequested && needsOtp && <input type="hidden" name="code" value={actionData?.submitted.code} />}
      {!byLink && codeRequested && !needsOtp && (
        <Field label="Code" error={getFieldError(error, 'code', authErrorTexts)}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus className="h-10!" />
        </Field>
      )}
      {needsOtp && <OtpField error={error} autoFocus />}
    </CredentialsForm>
  )
}
