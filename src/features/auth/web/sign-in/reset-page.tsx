// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts in its only field.
import { redirect } from 'react-router'
import { Field } from '#ui/forms/field.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { RevealInput } from '#web/components/reveal-input.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/reset-page.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { getToken, mailedMeta } from './email-link-page.ts'
import { getSignInExample, readForm, redirectSignedIn, toFormError } from './sign-in.ts'

export const handle = publicHandle
export const links = publicLinks
export const meta: Route.MetaFunction = () => mailedMeta('New password')

export const loader = () => ({ example: getSignInExample('why') })

export async function action({ request, context }: Route.ActionArgs) {
  const { new_password } = await readForm(request, ['new_password'])
  try {
    const { token } = await context
      .get(pageContext)
      .call(authContract.verifyToken, { token: getToken(request), purpose: 'reset', new_password })
    return token ? redirectSignedIn(context, token, '/app') : redirect('/login', 303)
  } catch (error) {
    return toFormError(error, {})
  }
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  return (
    <CredentialsForm
      title="New password"
      intro="It replaces the old one and signs you out everywhere."
      error={error?.field === 'token' ? { ...error, field: undefined } : error}
      submit="Set password"
      busy="Setting…"
      example={loaderData.example}
      footer={
        <>
          Link not working? <a href="/forgot">Request a new one</a>
        </>
      }
    >
      <Field
        label="New password"
        hint="At least 10 characters."
        error={getFieldError(error, 'new_password', authErrorTexts)}
      >
        <RevealInput
          name="new_password"
          autoComplete="new-password"
          required
          autoFocus
          minLength={10}
          className="h-10!"
        />
      </Field>
    </CredentialsForm>
  )
}
