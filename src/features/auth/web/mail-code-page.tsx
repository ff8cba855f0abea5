import { data, redirect } from 'react-router'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle } from '#web/public-frame.tsx'
import { findUser, safeRedirect } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/mail-code-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { mailedMeta, tokenOf } from './mailed-frame.ts'
import { OtpField } from './otp-field.tsx'
import { formFields, refused, signedIn } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Sign in by mail')

const onwardOf = (request: Request) => new URL(request.url).searchParams.get('redirect_to')

export async function loader(args: Route.LoaderArgs) {
  if (await findUser(args)) throw redirect(safeRedirect(onwardOf(args.request)))
  return { byLink: tokenOf(args.request) !== '' }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  if (await findUser(args)) throw redirect(safeRedirect(onwardOf(request)))
  const { email, code, otp } = await formFields(request, ['email', 'code', 'otp'])
  const token = tokenOf(request)
  const proof = token ? { token } : code ? { email, code } : { email }
  const given = { email, code }
  try {
    const answer = await context.get(pageContext).call(authContract.passwordless, { ...proof, ...(otp && { otp }) })
    if (answer.token) return signedIn(context, answer.token, onwardOf(request))
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
      title={asked && !wantsOtp ? 'Look into your mail' : 'Sign in by mail'}
      intro={
        byLink
          ? 'One press, and you are in.'
          : asked
            ? `If there is an account for ${actionData?.given.email}, a code is on its way. It works once, for ten minutes.`
            : 'You get a code and a link: no password needed.'
      }
      error={inForm ? null : error && { ...error, field: undefined }}
      submit={byLink || asked ? 'Sign in' : 'Mail me a code'}
      busy={byLink || asked ? 'Signing in…' : 'Sending…'}
      footer={
        <>
          {(asked || byLink) && (
            <>
              <a href="/login/code">Ask for a new code</a> ·{' '}
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
