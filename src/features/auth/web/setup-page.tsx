import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { pageContext } from '#web/page-context.ts'
import { authContract } from '../contract.ts'
import type { Route } from './+types/setup-page.ts'
import { CredentialsForm, fieldError } from './credentials-form.tsx'
import { formFields, refused, signedIn } from './sign-in.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Set up · Earshot' }, { name: 'robots', content: 'noindex' }]

export function loader({ request }: Route.LoaderArgs) {
  return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await formFields(request, ['token', 'email', 'password', 'first_name'])
  try {
    const { token } = await context
      .get(pageContext)
      .call(authContract.setup, {
        token: fields.token!,
        email: fields.email!,
        password: fields.password!,
        first_name: fields.first_name!,
      })
    return signedIn(context, token, '/app')
  } catch (error) {
    return refused(error)
  }
}

export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error
  return (
    <CredentialsForm
      title="Set up Earshot"
      intro="This account owns the installation: everything is open to it, and it can let others in."
      error={error?.field === 'token' ? { ...error, field: undefined } : error}
      submit="Make the owner’s account"
    >
      <input type="hidden" name="token" value={loaderData.token} />
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
