import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { publicHandle } from '#web/public-frame.tsx'
import { authContract } from '../contract.ts'
import type { Route } from './+types/forgot-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { mailedMeta } from './mailed-frame.ts'
import { formFields, refused } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('Forgotten password')

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = await formFields(request, ['email'])
  try {
    await context.get(pageContext).call(authContract.forgotPassword, { email })
    return { sentTo: email, error: null, kept: { email } }
  } catch (error) {
    return refused(error, { email })
  }
}

export default function ForgotPage({ actionData }: Route.ComponentProps) {
  const sentTo = actionData && 'sentTo' in actionData ? actionData.sentTo : null
  return (
    <CredentialsForm
      title={sentTo ? 'Look into your mail' : 'Forgotten password'}
      intro={
        sentTo
          ? `If there is an account for ${sentTo}, a link to choose a new password is on its way. It works once, for one hour.`
          : 'You get a link by mail to choose a new one.'
      }
      error={actionData?.error}
      submit={sentTo ? 'Send it again' : 'Mail me a link'}
      busy="Sending…"
      footer={<a href="/login">Back to signing in</a>}
    >
      <Field label="Email" error={fieldError(actionData?.error, 'email')}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={actionData?.kept.email}
          className="h-10!"
        />
      </Field>
    </CredentialsForm>
  )
}
