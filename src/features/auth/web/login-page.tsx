import { redirect } from 'react-router'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { findUser, safeRedirect } from '#web/session.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/login-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { formFields, refused, signedIn } from './sign-in.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Sign in · Earshot' }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const to = new URL(args.request.url).searchParams.get('redirect_to')
  if (await findUser(args)) throw redirect(safeRedirect(to))
  return { redirectTo: to }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields(request, ['email', 'password', 'redirect_to'])
  const to = fields.redirect_to || new URL(request.url).searchParams.get('redirect_to')
  try {
    const { token } = await context
      .get(pageContext)
      .call(authContract.login, { email: fields.email!, password: fields.password! })
    return signedIn(context, token, to)
  } catch (error) {
    return refused(error)
  }
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  const onward = loaderData.redirectTo ? `?redirect_to=${encodeURIComponent(loaderData.redirectTo)}` : ''
  return (
    <CredentialsForm
      title="Sign in"
      error={error}
      submit="Sign in"
      footer={
        <>
          New here? <a href={`/signup${onward}`}>Make an account</a>
        </>
      }
    >
      {loaderData.redirectTo && <input type="hidden" name="redirect_to" value={loaderData.redirectTo} />}
      <Field label="Email" error={fieldError(error, 'email')}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password" error={fieldError(error, 'password')}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
    </CredentialsForm>
  )
}
