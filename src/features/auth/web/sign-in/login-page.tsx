// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts where one has to write.
import { redirect } from 'react-router'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { getErrorText, getFieldError } from '#web/calls/error-texts.ts'
import { getFieldProps } from '#web/calls/use-contract-form.ts'
import { RevealInput } from '#web/components/reveal-input.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { findUser, readCookie, safeRedirect, staffCookie } from '#web/session/session.ts'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { getOtp, OtpField } from '../security/otp-field.tsx'
import type { Route } from './+types/login-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { getSignInExample, readForm, redirectSignedIn, toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Sign in · Earshot' },
  { name: 'description', content: 'Sign in to your Earshot workspace.' },
  { name: 'robots', content: 'noindex' },
]

export async function loader(args: Route.LoaderArgs) {
  const to = new URL(args.request.url).searchParams.get('redirect_to')
  if (await findUser(args)) throw redirect(safeRedirect(to))
  // Support access ran out: back to the session of staff that it was begun from.
  if (readCookie(args.request, staffCookie)) throw redirect('/support')
  return {
    redirectTo: to,
    google: args.context.get(pageContext).google !== null,
    example: getSignInExample('where'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readForm(request, ['email', 'password', 'otp', 'second_step', 'redirect_to'])
  const to = fields.redirect_to || new URL(request.url).searchParams.get('redirect_to')
  try {
    const { token } = await context.get(pageContext).call(authContract.authenticate, {
      email: fields.email,
      password: fields.password,
      otp: getOtp(fields),
    })
    return redirectSignedIn(context, token, to)
  } catch (error) {
    return toFormError(error, fields)
  }
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const { redirectTo, google, example } = loaderData
  const error = actionData?.error
  const needsOtp = error?.code === 'otp_required' || error?.field === 'otp'
  const wrong = !needsOtp && (error?.code === 'invalid_credentials' || error?.field === 'password')
  const onward = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : ''
  return (
    <CredentialsForm
      title="Sign in"
      intro={needsOtp ? 'Enter your password again, and a two-factor code.' : undefined}
      error={wrong || needsOtp ? null : error}
      submit="Sign in"
      busy="Signing in…"
      example={example}
      other={google && !needsOtp && <GoogleButton onward={onward} />}
      footer={
        <>
          New here? <a href={`/signup${onward}`}>Create account</a>
          <br />
          <a href="/login/code">Email me a code</a> · <a href="/forgot">Forgot password</a>
        </>
      }
    >
      {redirectTo && <input type="hidden" name="redirect_to" value={redirectTo} />}
      <Field
        label="Email"
        {...getFieldProps(authContract.authenticate, 'email')}
        error={getFieldError(error, 'email', authErrorTexts)}
      >
        <Input
          type="email"
          autoComplete="username"
          defaultValue={actionData?.values.email}
          autoFocus={!wrong && !needsOtp}
          className="h-10!"
        />
      </Field>
      <Field
        label="Password"
        {...getFieldProps(authContract.authenticate, 'password')}
        error={wrong ? getErrorText(error, authErrorTexts) : undefined}
      >
        <RevealInput autoComplete="current-password" autoFocus={wrong || needsOtp} className="h-10!" />
      </Field>
      {needsOtp && <OtpField error={error} />}
    </CredentialsForm>
  )
}
