import { redirect } from 'react-router'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { findUser, safeRedirect } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/signup-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { formFields, refused, signedIn } from './sign-in.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Make an account · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const to = new URL(args.request.url).searchParams.get('redirect_to')
  if (await findUser(args)) throw redirect(safeRedirect(to))
  return { redirectTo: to }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields(request, ['email', 'password', 'first_name', 'redirect_to'])
  try {
    const { token } = await context
      .get(pageContext)
      .call(authContract.signup, { email: fields.email!, password: fields.password!, first_name: fields.first_name! })
    return signedIn(context, token, fields.redirect_to || new URL(request.url).searchParams.get('redirect_to'))
  } catch (error) {
    return refused(error)
  }
}

export default function SignupPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  const onward = loaderData.redirectTo ? `?redirect_to=${encodeURIComponent(loaderData.redirectTo)}` : ''
  return (
    <CredentialsForm
      title="Make an account"
      intro="Five reports a month are free. No card."
      error={error}
      submit="Make my account"
      footer={
        <>
          Have one already? <a href={`/login${onward}`}>Sign in</a>
        </>
      }
    >
      {loaderData.redirectTo && <input type="hidden" name="redirect_to" value={loaderData.redirectTo} />}
      <Field label="First name" error={fieldError(error, 'first_name')}>
        <Input name="first_name" autoComplete="given-name" required maxLength={80} />
      </Field>
      <Field label="Email" error={fieldError(error, 'email')}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password" hint="At least 10 characters." error={fieldError(error, 'password')}>
        <Input name="password" type="password" autoComplete="new-password" required minLength={10} />
      </Field>
    </CredentialsForm>
  )
}
