// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts in its first field.
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/forgot-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { mailedMeta } from './email-link-page.ts'
import { getSignInExample, readForm, toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Forgot password')

export const loader = () => ({ example: getSignInExample('why') })

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = await readForm(request, ['email'])
  try {
    await context.get(pageContext).call(authContract.forgotPassword, { email })
    return { sentTo: email, error: null, values: { email } }
  } catch (error) {
    return toFormError(error, { email })
  }
}

export default function ForgotPage({ loaderData, actionData }: Route.ComponentProps) {
  const sentTo = actionData && 'sentTo' in actionData ? actionData.sentTo : null
  return (
    <CredentialsForm
      title={sentTo ? 'Check your email' : 'Forgot password'}
      intro={
        sentTo
          ? `If ${sentTo} has an account, we sent it a link to set a new password. The link works once and expires in one hour.`
          : 'We’ll email you a link to set a new password.'
      }
      error={actionData?.error}
      submit={sentTo ? 'Resend link' : 'Email me a link'}
      busy="Sending…"
      example={loaderData.example}
      footer={<a href="/login">Back to sign in</a>}
    >
      <Field label="Email" error={getFieldError(actionData?.error, 'email', authErrorTexts)}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus={!sentTo}
          defaultValue={actionData?.values.email}
          className="h-10!"
        />
      </Field>
    </CredentialsForm>
  )
}
